//! Words that stand within a tag: what a picture says, and what was typed into a form.

use mail_parser::decoders::html::html_to_text;

use crate::html::{name_of, on_one_line};

const LONGEST_WORDS: usize = 100;

/// The pictures whose words are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pictures {
    All,
    /// Beside a text: of the others, and of a form, its author's program has written there what it says of them.
    Emoji,
}

/// A page with the words of its pictures and of its form in place of their tags.
pub(crate) fn with_words(page: &str, pictures: Pictures) -> String {
    let mut written = String::with_capacity(page.len());
    for (index, piece) in page.split('<').enumerate() {
        let words = piece.split_once('>').filter(|_| index > 0).and_then(|(tag, behind)| {
            let words = match name_of(tag).as_str() {
                "img" => picture(tag).filter(|words| pictures == Pictures::All || !words.starts_with('[')),
                "input" if pictures == Pictures::All => typed(tag),
                _ => None,
            };
            words.zip(Some(behind))
        });
        if let Some((words, behind)) = words {
            let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            written.extend([&words, behind]);
        } else {
            written.extend([if index > 0 { "<" } else { "" }, piece]);
        }
    }
    written
}

/// An emoji as itself, words in brackets.
fn picture(tag: &str) -> Option<String> {
    let is_dot = |name| attribute(tag, name).is_some_and(|size| matches!(size.trim_end_matches("px"), "0" | "1"));
    let style = attribute(tag, "style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
    if is_dot("width") || is_dot("height") || style.contains("display:none") {
        return None;
    }
    let mut words = plain(attribute(tag, "alt")?);
    if let Some((end, _)) = words.char_indices().nth(LONGEST_WORDS) {
        words.replace_range(end.., "…");
    }
    let is_code = words.len() > 2 && words.starts_with(':') && words.ends_with(':') && !words.contains(' ');
    if is_code || !words.contains(char::is_alphanumeric) {
        return (is_code || !words.is_ascii()).then_some(words);
    }
    is_authors(&words).then(|| format!("[{words}]"))
}

/// What a field shows that takes words.
fn typed(tag: &str) -> Option<String> {
    const OTHERS: [&str; 9] = ["hidden", "submit", "button", "reset", "image", "password", "checkbox", "radio", "file"];
    let kind = attribute(tag, "type").unwrap_or_default().to_ascii_lowercase();
    let value = plain(attribute(tag, "value")?);
    (!OTHERS.contains(&kind.trim())).then(|| format!(" {value} "))
}

/// Whether words of a picture are no name of a file or of what it is, and not what a program sees in it.
pub(crate) fn is_authors(words: &str) -> bool {
    const FILES: [&str; 9] = [".png", ".jpg", ".jpeg", ".gif", ".bmp", ".svg", ".webp", ".heic", ".tiff"];
    const NAMES: [&str; 12] = [
        "image",
        "picture",
        "photo",
        "icon",
        "spacer",
        "banner",
        "bild",
        "grafik",
        "foto",
        "immagine",
        "imagen",
        "inline image",
    ];
    /// Of Word and Outlook.
    const SEEN: [&str; 12] = [
        "a picture containing",
        "automatically generated",
        "ai-generated content",
        "ein bild, das",
        "automatisch generiert",
        "ki-generierte",
        "une image contenant",
        "générée automatiquement",
        "généré par l",
        "immagine che contiene",
        "generata automaticamente",
        "generato dall",
    ];
    let words = words.to_lowercase();
    let name = words.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '_' | '-'));
    let is_link = ["http:", "https:", "www.", "cid:", "data:"].iter().any(|begin| words.starts_with(begin));
    !(NAMES.contains(&name)
        || is_link && !words.contains(' ')
        || words.split(|c: char| !c.is_alphanumeric()).any(|word| word == "logo")
        || FILES.iter().any(|ending| words.ends_with(ending))
        || SEEN.iter().any(|seen| words.contains(seen)))
}

pub(crate) fn plain(value: &str) -> String {
    on_one_line(&html_to_text(value))
}

/// The value of an attribute, in quotes of either kind or in none.
pub(crate) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let is_between = |c: char| c.is_ascii_whitespace() || c == '/';
    let mut rest = &tag[tag.find(is_between)?..];
    loop {
        rest = rest.trim_start_matches(is_between);
        let (found, behind) = rest.split_at(rest.find(|c| c == '=' || is_between(c))?);
        let Some(value) = behind.trim_start().strip_prefix('=').map(str::trim_start) else {
            rest = behind;
            continue;
        };
        let (value, behind) = match value.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            Some(quote) => value[1..].split_once(quote).unwrap_or((&value[1..], "")),
            None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
        };
        if found.eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = behind;
    }
}
