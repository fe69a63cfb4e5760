//! The text of an HTML mail.

use std::{borrow::Cow, collections::HashMap};

use mail_parser::decoders::html::html_to_text;

use crate::{
    links::unwrapped,
    tags::{attribute, is_authors, plain},
};

/// In front of a quote, and behind it; and a `<` of the writer's, and a blank that counts. Private characters: a mail's own are
/// left out.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';
const LESS: char = '\u{e002}';
const BLANK: char = '\u{e003}';
/// Marks of a line; a page may have quotes in quotes by the thousand.
const MAX_MARKS: usize = 5;

/// With the line ends that a reader sees, and a mark in front of each quoted line.
pub fn text_of(html: &str) -> String {
    let text = if html.is_ascii() {
        html_to_text(&with_line_ends(html))
    } else {
        html_to_text(&with_line_ends(&html.replace([OPEN, CLOSE, LESS, BLANK], "")))
    };
    let text = without_picture_names(&text.replace(LESS, "<").replace(BLANK, " "));
    if text.contains(OPEN) || text.contains(CLOSE) { with_marks(&text) } else { text }
}

/// Without what Outlook writes into a text for a picture, of which this page is made.
fn without_picture_names(text: &str) -> String {
    let mut pieces = text.split("[cid:");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| match piece.split_once(']') {
        Some((name, rest)) if !name.contains(char::is_whitespace) => text + rest,
        _ => text + "[cid:" + piece,
    })
}

/// Pictures that stand in their tags are longer than any text.
pub(crate) fn without_pictures(html: &str) -> String {
    const LONGEST_WORD: usize = 1_000;
    let picture = |piece: &str| piece.find(['"', '\'', '>', ' ']).unwrap_or(piece.len());
    let mut pieces = html.split_inclusive("data:image/");
    let first = pieces.next().unwrap_or_default();
    let pieces = pieces.map(|piece| match picture(piece) {
        end if end > LONGEST_WORD => &piece[end..],
        _ => piece,
    });
    [first].into_iter().chain(pieces).collect()
}

fn with_marks(text: &str) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut is_begin = true;
    for c in text.chars() {
        match c {
            OPEN => depth += 1,
            CLOSE => depth = depth.saturating_sub(1),
            ' ' if is_begin && depth > 0 => {}
            _ => {
                if is_begin && !c.is_whitespace() {
                    marked.push_str(&"> ".repeat(depth.min(MAX_MARKS)));
                }
                is_begin = c == '\n' || is_begin && c.is_whitespace();
                marked.push(c);
            }
        }
    }
    marked
}

const BLOCKS: [&str; 37] = [
    "p",
    "div",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "table",
    "tr",
    "blockquote",
    "pre",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "section",
    "article",
    "center",
    "address",
    "details",
    "form",
    "summary",
    "textarea",
    "header",
    "footer",
    "main",
    "nav",
    "aside",
    "figure",
    "figcaption",
    "fieldset",
    "legend",
    "caption",
];

/// Behind which a blank stands.
const CELLS: [&str; 8] = ["td", "th", "text", "svg", "noscript", "option", "select", "button"];

/// The content of the first two is no text, of the next two no text that is shown; of the others, where their style says so.
const HIDDEN: [&str; 10] = ["style", "script", "title", "template", "div", "span", "td", "tr", "table", "font"];
const NO_TEXT: usize = 2;
const NOT_SHOWN: usize = 4;

/// The words and the line ends alone. A page whose hidden element has no end, or that shows nothing, shows what it hides.
fn with_line_ends(html: &str) -> String {
    // Another end of a comment.
    let html = &html.replace("--!>", "-->");
    let (text, is_whole) = lines_of(html, HIDDEN.len());
    let is_empty = text.split("<br>").all(|line| line.trim().is_empty());
    if is_whole && !is_empty { text } else { lines_of(html, NO_TEXT).0 }
}

/// A `<br>` where a line ends and where a block begins or ends within a line, a blank behind a cell; and whether what is hidden has
/// an end. The converter would lose what stands behind a tag without an end, or behind a `<` of the writer's. In linear time.
fn lines_of(html: &str, kinds: usize) -> (String, bool) {
    let mut text = String::with_capacity(html.len() + html.len() / 8);
    let lower = html.to_ascii_lowercase();
    let last_comment = html.rfind("-->").unwrap_or(0);
    let (mut is_line_empty, mut is_preformatted, mut begin) = (true, false, 0);
    let (mut marks, mut link) = (Marks::default(), Link::default());
    let (mut hidden, mut is_comment) = (Hidden::of(&lower, kinds), false);
    for (index, piece) in html.split('<').enumerate() {
        let at = begin;
        begin += piece.len() + 1;
        // Without an end in front of the next one it is `a<b`.
        let has_end = piece.contains(['>', '=']) || begin > html.len();
        let is_tag = piece.starts_with(|c: char| c.is_ascii_alphabetic() && has_end || matches!(c, '/' | '!' | '?'));
        if !is_tag && index > 0 && hidden.open.is_none() && !is_comment {
            text.push(LESS);
        }
        if piece.is_empty() {
            is_line_empty &= index == 0;
            continue;
        }
        let (mut tag, mut words) =
            if is_tag && index > 0 { piece.split_once('>').unwrap_or((piece, "")) } else { ("", piece) };
        is_comment |= index > 0 && piece.starts_with("!--") && !hidden.is_in_own_syntax() && at < last_comment;
        if is_comment {
            let Some(end) = piece.find("-->") else { continue };
            (is_comment, tag, words) = (false, "", &piece[end + 3..]);
        }
        let (name, is_end) = (name_of(tag), tag.starts_with('/'));
        if hidden.follow(tag, &name, at) {
            continue;
        }
        if name == "pre" {
            is_preformatted = !is_end;
        }
        if matches!(name.as_str(), "style" | "script") && !is_end && !tag.ends_with('/') {
            // It has no end, but words below it.
            words = words.rsplit_once('}').map_or(words, |(_, words)| words);
        }
        link.follow(tag, &name, &mut text);
        let is_block = BLOCKS.contains(&name.as_str());
        if name == "br" || name == "p" && is_end || is_block && !is_line_empty {
            text.push_str("<br>");
            is_line_empty = true;
        }
        if CELLS.contains(&name.as_str()) && (is_end || name == "option") {
            text.push(' ');
        }
        if name == "blockquote" {
            text.push(if is_end { CLOSE } else { OPEN });
        }
        let written = marks.around(words, tag, &name).into_owned();
        text.push_str(&if is_preformatted { preformatted(&written) } else { written });
        is_line_empty &= words.trim().is_empty();
        is_line_empty |= is_preformatted && words.ends_with('\n');
    }
    (text, hidden.open.is_none())
}

fn preformatted(words: &str) -> String {
    words.replace('\n', "<br>").replace([' ', '\t'], BLANK.encode_utf8(&mut [0; 4]))
}

/// The open element whose content is not shown.
struct Hidden {
    open: Option<HiddenElement>,
    last_ends: Vec<usize>,
    is_in_paragraph: bool,
}

impl Hidden {
    /// Of the first `kinds` of elements.
    fn of(lower: &str, kinds: usize) -> Self {
        let last_ends = HIDDEN[..kinds].iter().map(|name| lower.rfind(&format!("</{name}")).unwrap_or(0));
        Self { open: None, last_ends: last_ends.collect(), is_in_paragraph: false }
    }

    /// Where no other tag and no comment is one.
    fn is_in_own_syntax(&self) -> bool {
        self.open.as_ref().is_some_and(|open| open.kind < NOT_SHOWN)
    }

    /// Whether what stands behind a tag at this place is hidden.
    fn follow(&mut self, tag: &str, name: &str, at: usize) -> bool {
        let is_end = tag.starts_with('/');
        self.open.take_if(|open| open.ends_at(name, is_end));
        if self.open.is_some() {
            return true;
        }
        if BLOCKS.contains(&name) {
            self.is_in_paragraph = name == "p" && !is_end;
        }
        let mut kinds = HIDDEN[..self.last_ends.len()].iter();
        let kind = kinds.position(|one| *one == name && !is_end && !tag.ends_with('/'));
        let is_hidden = |kind| kind < NOT_SHOWN || tag.to_ascii_lowercase().replace(' ', "").contains("display:none");
        if let Some(kind) = kind.filter(|kind| at < self.last_ends[*kind] && is_hidden(*kind)) {
            let (open, is_in_paragraph) = (HashMap::from([(name.to_owned(), 1)]), self.is_in_paragraph);
            self.open = Some(HiddenElement { kind, open, is_in_paragraph });
        }
        self.open.is_some()
    }
}

struct HiddenElement {
    /// Of `HIDDEN`.
    kind: usize,
    /// How many of each name are open, this one among them.
    open: HashMap<String, usize>,
    is_in_paragraph: bool,
}

impl HiddenElement {
    /// Whether it ends with a tag: its own end, or one with which a browser ends it, too.
    fn ends_at(&mut self, name: &str, is_end: bool) -> bool {
        let own = HIDDEN[self.kind];
        if self.kind < NOT_SHOWN {
            return is_end && name == own;
        }
        let open = self.open.get(name).copied().unwrap_or(0);
        if is_end {
            self.open.insert(name.to_owned(), open.saturating_sub(1));
            // Of an element around it, unless the page ends.
            return name == own && open == 1 || open == 0 && !matches!(name, "body" | "html");
        }
        let has = |names: &[&str]| names.iter().any(|name| self.open.get(*name).is_some_and(|open| *open > 0));
        let is_next = match name {
            "td" | "th" => !has(&["table"]) && own != "tr",
            "tr" => !has(&["table"]),
            "li" => !has(&["ul", "ol"]),
            "dt" | "dd" => !has(&["dl"]),
            _ => self.is_in_paragraph && BLOCKS.contains(&name),
        };
        self.open.insert(name.to_owned(), open + 1);
        is_next
    }
}

/// The open elements that strike words out or set them in bold, the depth of the quotes, and the open lists with the number of
/// their next item; `None`: without numbers.
#[derive(Default)]
struct Marks {
    lists: Vec<Option<u32>>,
    struck: Vec<String>,
    bold: Vec<String>,
    quotes: usize,
}

impl Marks {
    /// The words behind a tag, with the marks that a plain text has for it.
    fn around<'a>(&mut self, words: &'a str, tag: &str, name: &str) -> Cow<'a, str> {
        let is_end = tag.starts_with('/');
        // A verb stays at the beginning of its line.
        let number = self.number(tag, name).filter(|_| !words.trim_start().starts_with('#'));
        if name == "blockquote" {
            self.quotes = if is_end { self.quotes.saturating_sub(1) } else { self.quotes + 1 };
        }
        let is_strike = || ["s", "strike", "del"].contains(&name) || tag.contains("line-through") && !is_void(name);
        follow(&mut self.struck, (name, is_end), is_strike);
        follow(&mut self.bold, (name, is_end), || ["b", "strong"].contains(&name));
        let words = match (self.struck.is_empty(), self.bold.is_empty() || self.quotes == 0) {
            (false, _) => Cow::Owned(marked(words, "~~")),
            // In a quote it is a choice.
            (true, false) => Cow::Owned(marked(words, "*")),
            (true, true) => Cow::Borrowed(words),
        };
        number.map_or_else(|| words.clone(), |number| Cow::Owned(format!("{number}. {words}")))
    }

    /// Of the item that begins.
    fn number(&mut self, tag: &str, name: &str) -> Option<u32> {
        match (name, tag.starts_with('/')) {
            ("ol" | "ul", true) => drop(self.lists.pop()),
            ("ol", false) => self.lists.push(start_of(&tag.to_ascii_lowercase())),
            ("ul", false) => self.lists.push(None),
            ("li", false) => {
                let next = self.lists.last_mut()?.as_mut()?;
                *next = next.saturating_add(1);
                return Some(*next - 1);
            }
            _ => {}
        }
        None
    }
}

/// `None`: its items have letters, or count down.
fn start_of(tag: &str) -> Option<u32> {
    if tag.contains(" reversed")
        || tag.contains(" type=") && ![" type=1", " type=\"1"].iter().any(|one| tag.contains(one))
    {
        return None;
    }
    let start = tag.split_once(" start=").map_or("", |(_, start)| start.trim_start_matches(['"', '\'']));
    let digits = start.find(|c: char| !c.is_ascii_digit()).unwrap_or(start.len());
    Some(start[..digits].parse().unwrap_or(1))
}

/// The open elements of a kind, with those of the same name within them.
fn follow(open: &mut Vec<String>, (name, is_end): (&str, bool), is_of_kind: impl Fn() -> bool) {
    if is_end {
        open.pop_if(|last| last.as_str() == name);
    } else if !name.is_empty() && (open.last().is_some_and(|last| last == name) || is_of_kind()) {
        open.push(name.to_owned());
    }
}

/// Where the open link leads, and where its words begin.
#[derive(Default)]
struct Link<'a>(Option<(&'a str, usize)>);

impl<'a> Link<'a> {
    /// Behind the words of a link stands where it leads, if they say something else.
    fn follow(&mut self, tag: &'a str, name: &str, text: &mut String) {
        if name == "a" {
            let target = self.0.take().and_then(|(target, begin)| hidden_target(target, &text[begin..]));
            text.extend(target.into_iter().flat_map(|target| [" [".into(), target, "]".into()]));
            self.0 = target_of(tag).zip(Some(text.len()));
        }
    }
}

/// `None`: of an end, or of what is no page.
fn target_of(tag: &str) -> Option<&str> {
    Some(attribute(tag, "href")?.trim())
        .filter(|target| target.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http")))
}

/// Where a link leads, if its words do not say so: a fraud's words say something else.
fn hidden_target<'a>(target: &'a str, words: &str) -> Option<Cow<'a, str>> {
    // Gateways that say nowhere what they stand for.
    const OPAQUE: [&str; 4] =
        [".mimecast.com/", "url.emailprotection.link/", "secure-web.cisco.com/", ".protection.sophos.com/"];
    let bare = |link: &str| bare(&link.replace("<br>", "")).trim_start_matches("www.").to_owned();
    let (target, shown) = (unwrapped(target).map_or(Cow::Borrowed(target), Cow::Owned), bare(words));
    let is_opaque = OPAQUE.iter().any(|gateway| target.find(gateway).is_some_and(|at| at < 60));
    let is_said = is_opaque || !shown.contains(char::is_alphanumeric) || shown.contains(&bare(&target));
    let end = target.floor_char_boundary(LONGEST_MARK);
    (!is_said).then(|| if end < target.len() { target[..end].to_owned().into() } else { target })
}

/// Without an end.
fn is_void(name: &str) -> bool {
    matches!(name, "br" | "img" | "hr" | "col" | "input")
}

/// Between two marks, if they say anything.
fn marked(words: &str, mark: &str) -> String {
    let inner = words.trim();
    if inner.is_empty() || inner == "&nbsp;" {
        return words.to_owned();
    }
    let begin = words.len() - words.trim_start().len();
    [&words[..begin], mark, inner, mark, &words[begin + inner.len()..]].concat()
}

/// Whether words may be struck out, which a plain text beside it does not say.
pub(crate) fn may_strike(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    ["<s>", "<s ", "<strike", "<del>", "<del ", "line-through"].iter().any(|mark| html.contains(mark))
}

pub(crate) fn name_of(tag: &str) -> String {
    let letters = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).take(12);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

/// What programs describe the pictures in a page as, on one line each: Outlook writes it into the text as well.
pub(crate) fn descriptions(page: &str) -> impl Iterator<Item = String> {
    let pictures = page.split("<img").skip(1).take(MAX_PICTURES).filter_map(|rest| rest.split('>').next());
    let own = pictures.filter(|tag| tag.contains("cid:"));
    let described = own.filter_map(|tag| tag.split_once("alt=\"")?.1.split('"').next());
    // Few letters may be a choice of the writer's.
    let is_long = |words: &String| words.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST_DESCRIPTION;
    described.map(plain).filter(move |words| is_long(words) && !is_authors(words))
}

const MAX_PICTURES: usize = 50;
const SHORTEST_DESCRIPTION: usize = 4;

pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A plain text without what Outlook writes for the formatting: `[cid:…]` or the description of a picture, and the target behind
/// a link that shows it.
pub(crate) fn without_marks(text: &str, described: &[String]) -> String {
    let mut described: Vec<&String> = described.iter().collect();
    let mut is_described = |inner: &str| {
        if described.is_empty() {
            return false;
        }
        let inner = on_one_line(inner);
        let place = described.iter().position(|words| **words == inner);
        place.map(|place| described.swap_remove(place)).is_some()
    };
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['[', '<']) {
        let (before, mark) = rest.split_at(at);
        written.push_str(before);
        let inner = &mark[1..mark.floor_char_boundary(LONGEST_MARK)];
        let end = inner.find(if mark.starts_with('[') { ']' } else { '>' });
        let inner = end.map(|end| &inner[..end]).filter(|inner| !inner.contains(['<', '[']));
        let near = &written[written.ceil_char_boundary(written.len().saturating_sub(LONGEST_MARK))..];
        let word = || near.rsplit(char::is_whitespace).next().unwrap_or_default().to_owned();
        rest = match inner {
            Some(inner) if mark.starts_with('[') && (is_picture(inner) || is_described(inner)) => {
                &mark[inner.len() + 2..]
            }
            Some(inner) if mark.starts_with('<') && is_target(inner) && !word().is_empty() => {
                if bare(inner) != bare(&word()) {
                    written.extend([" (", inner, ")"]);
                }
                &mark[inner.len() + 2..]
            }
            _ => {
                written.push_str(&mark[..1]);
                &mark[1..]
            }
        };
    }
    written.push_str(rest);
    written
}

const LONGEST_MARK: usize = 2_000;

fn is_picture(text: &str) -> bool {
    text.starts_with("cid:") && !text.contains(char::is_whitespace)
}

fn is_target(text: &str) -> bool {
    const SCHEMES: [&str; 4] = ["http://", "https://", "mailto:", "tel:"];
    SCHEMES.iter().any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// A link as a reader writes it down: the case of its path counts.
fn bare(link: &str) -> String {
    let rest = link.split_once("://").or_else(|| link.split_once(':')).filter(|_| is_target(link));
    let link: String = rest.map_or(link, |(_, rest)| rest).chars().filter(|c| !c.is_whitespace()).collect();
    let link = link.trim_matches(['/', '(', ')', '"', '*', ',', ';']);
    let host = link.find('/').unwrap_or(link.len());
    [&link[..host].to_lowercase(), &link[host..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_cell_without_an_end_hides_no_other() {
        let page = "<table><tr><td style='display:none'>Preview<td>Words<tr><td>More</td></tr></table>";
        let text = text_of(page);
        assert!(text.contains("Words") && text.contains("More") && !text.contains("Preview"), "{text}");
    }

    #[test]
    fn what_is_hidden_ends_where_a_browser_ends_it() {
        const WORDS: &str = "Our <span>second</span> plant <div>is</div> down.";
        for page in [
            "<p><span style=\"display:none\">Preview</p><p>WORDS</p>",
            "<div><p><span style=\"display: none\">Preview</p><p>WORDS</p></span></div>",
            "<div><p><span style=display:none>Preview<div>WORDS</div></div>",
            "<table><tr><td><div style=display:none>Preview</td><td>WORDS</td></tr></table>",
            "<div><table><tr><td><div style=display:none>Preview</td><td>WORDS</td></tr></table></div>",
            "<div><table><tr><td><div style=display:none>Preview<tr><td>WORDS</table></div>",
            "<p><font style=DISPLAY:NONE>Preview</p><p>WORDS <font>x</font></p>",
            "<ul><li><span style=display:none>Preview<li>WORDS</ul>",
            "<div style=display:none>Preview<p>WORDS</p></body></html>",
            "<div><div style=display:none>Preview<p>WORDS</p></div>",
            "<p>x</p><table style=display:none><tr><td>Preview<p>WORDS</p></body><table></table>",
            "<table><tr><td style=display:none>Preview</table><p>WORDS</p><table><tr><td>x</td></tr></table>",
            "<title>x</head><body><p>WORDS</p><svg><title>x</title></svg>",
            "<template>x<p>WORDS</p></template>",
            "<!-- Preview --!>WORDS<!-- x -->",
            "<div hidden>WORDS</div><p style=visibility:hidden>",
            "<blockquote>x<p>WORDS",
        ] {
            let text = text_of(&page.replace("WORDS", WORDS)).replace(['\n', '>'], " ");
            let words: Vec<_> = text.split_whitespace().collect();
            assert!(words.join(" ").contains("Our second plant is down."), "{page}\n{text}");
        }
        for page in [
            "<div style=display:none><table><tr><td>Preview</td></tr></table><p>Preview</div>WORDS",
            "<div style=display:none><p>Preview<div>Preview</div>Preview<br><img></div>WORDS",
            "<span style=display:none><p>Preview</p><ul><li>Preview<li>Preview</ul></span>WORDS",
            "<div style=display:none><!--[if mso]></td></tr></table><![endif]-->Preview</div>WORDS",
            "<table><tr style=display:none><td>Preview<td>Preview</tr><tr><td>WORDS</table>",
            "<table><tr><td style=display:none><table><tr><td>Preview</td></tr></table>Preview</td></tr></table>WORDS",
            "<table style=display:none><tr><td>Preview</table>WORDS",
        ] {
            let text = text_of(&page.replace("WORDS", WORDS));
            assert!(text.contains("second") && !text.contains("Preview"), "{page}\n{text}");
        }
    }

    #[test]
    fn what_outlook_writes_for_the_formatting_is_no_text() {
        let page = "<p>Yes. [a logo]</p><img width=9 src=\"cid:image001.png@01DC.0\" alt=\"A logo\nof R&amp;D\"><img alt=\"1\" src=\"cid:x\">";
        let described: Vec<_> = descriptions(page).collect();
        for (plain, text) in [
            ("See [cid:image001.png@01DC.0]below", "See below"),
            ("a@b.example<mailto:a@b.example>, www.b.example<https://www.b.example/>", "a@b.example, www.b.example"),
            ("Yes. [a logo]\n[A logo of R&D] [1] [A logo of R&D]", "Yes. [a logo]\n [1] [A logo of R&D]"),
            ("our offer<https://b.example/1>.", "our offer (https://b.example/1)."),
            ("<https://b.example> and a < b [1] > c", "<https://b.example> and a < b [1] > c"),
            ("Anna <a@b.example> [x", "Anna <a@b.example> [x"),
            ("[cid: the cost in detail] and [cid:a b]", "[cid: the cost in detail] and [cid:a b]"),
            ("WWW.b.example/a<https://www.b.example/a>", "WWW.b.example/a"),
            ("www.b.example/A<https://www.b.example/a>", "www.b.example/A (https://www.b.example/a)"),
        ] {
            assert_eq!(without_marks(plain, &described), text);
        }
        assert_eq!(without_marks(&"[<".repeat(100_000), &described).len(), 200_000);
    }

    #[test]
    fn an_item_has_its_number_and_a_tag_without_content_hides_nothing() {
        for (html, text) in [
            ("<ol data-start=\"512\"><li>one</ol>", "1. one\n"),
            ("<OL START=3><LI>one</OL>", "3. one\n"),
            ("<ol type=\"a\"><li>one</ol><ol reversed><li>two</ol>", "one\ntwo\n"),
            ("<style/>Rule {any} is missing.", "Rule {any} is missing."),
        ] {
            assert_eq!(text_of(html), text, "{html}");
        }
    }

    #[test]
    fn a_text_has_the_lines_that_a_reader_sees() {
        for (html, text) in [
            ("<div>one</div><div>two</div>", "one\ntwo\n"),
            ("<div>one<br></div><div>two<br></div>", "one\ntwo\n"),
            ("<div>one</div><div><br></div><div>two</div>", "one\n\ntwo\n"),
            ("<p>one</p><p>two</p>", "one\ntwo\n"),
            ("one<div>two</div>three", "one\ntwo\nthree"),
            ("<ul><li>one</li><li><b>t</b>wo</li></ul>", "one\ntwo\n"),
            ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc\n"),
            ("one<br class=\"x\">two<br/>three<BR >four", "one\ntwo\nthree\nfour"),
            ("<h1>one</h1>two<hr>three", "one\ntwo\nthree"),
            (
                "one<blockquote>two<br>three<blockquote><p>four</p></blockquote></blockquote>five",
                "one\n> two\n> three\n> > four\nfive",
            ),
            ("<pre>one\n two\n</pre>", "one\n two\n"),
            ("<pre\n>one\ntwo</pre\n>three", "one\ntwo\nthree"),
            ("<title/>one<style/>two<script/>three", "onetwothree"),
            ("<head>one<style>two", "onetwo"),
            ("one<style>p > a{x:y} b{}\n<p>two", "one\ntwo"),
            ("one<style><!-- p{} --><p>two<script>f(){}", "one\ntwo"),
            ("a<b is less<br>1 <b>two</b> <c", "a<b is less\n1 two"),
            ("See [cid:image001.png@01DC.0]below [cid: x]", "See below [cid: x]"),
            ("<ol><li>one<li><p>two</p><ul><li>a</ul><li>three</ol>four", "1. one\n2. two\na\n3. three\nfour"),
            ("<ol start=\"3\"><li>one<ol><li>a</li></ol></li><li><b>t</b>wo</li></ol>", "3. one\n1. a\n4. two\n"),
            ("<ol><li>#note one</li></ol>", "#note one\n"),
            ("<details><summary>one</summary>two</details>", "one\ntwo\n"),
            ("<pre>a  b\n\tc\n</pre> d  e", "a  b\n c\nd e"),
            ("<style>p{}</style>one}<style>two", "one}two"),
            (
                "<!-- <style> -->one<style>p{}</style>two<!--[if mso]><p>three</p><![endif]-->four<!-->five",
                "onetwofourfive",
            ),
            ("<!-- one", ""),
            ("1 < 2 <b>and</b> 3 <4, <3", "1 < 2 and 3 <4, <3"),
            ("<P>one</P >two", "one\ntwo"),
            ("one <s>two <b>three</b></s><br><del>four<br>five</del>", "one ~~two~~ ~~three~~\n~~four~~\n~~five~~"),
            (
                "<span style=\"text-decoration:line-through\">a <span>b</span></span> c<strike> </strike>",
                "~~a~~ ~~b~~ c",
            ),
            ("<blockquote>one<br><b>two</b></blockquote><strong>three</strong>", "> one\n> *two*\nthree"),
            (
                "<a href=\"https://evil.example/a?b=1&amp;c\">Sign in</a> or <A HREF='http://evil.example'><b>bank.example</b></a>.",
                "Sign in [https://evil.example/a?b=1&c] or bank.example [http://evil.example].",
            ),
            (
                "<a href=\"https://www.b.example/x/\">b.example/x</a> <a href=\"https://b.example\">See https://b.example</a> \
                 <a href=\"https://b.example\"><img></a><a href=\"mailto:a@b.example\">a</a><a name=x>b</a>",
                "b.example/x See https://b.example ab",
            ),
            (
                "<a href=\"https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fb.example%2Fx&amp;data=1\">b.example/x</a> \
                 <a href=\"https://protect-eu.mimecast.com/s/1\">Sign in</a> \
                 <a href=\"https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2Fx&amp;data=1\">Sign in</a>",
                "b.example/x Sign in Sign in [https://evil.example/x]",
            ),
            ("<style type=\"text/css\">p > a {}</style><p>one</p><script>a<b</script><TITLE>x</TITLE>", "one\n"),
        ] {
            assert_eq!(text_of(html).replace(" \n", "\n"), text, "{html}");
        }
    }
}
