//! Writes the leading part of the tokens with tags of ours.

use super::{
    compare::End,
    tokens::{LINES, TIGHT, Token, start_of},
};
use crate::characters::is_removed;

const LONGEST_LINK: usize = 2_000;

#[derive(Clone, PartialEq, Eq)]
pub struct Formatted {
    /// A fragment of elements that are ours alone.
    pub html: String,
    /// Targets of its links, decoded and in lower case: what no reader sees, a guard has to.
    pub links: Vec<String>,
}

/// The words stay out of `{:?}`.
impl std::fmt::Debug for Formatted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "HTML of {} bytes", self.html.len())
    }
}

/// `None` if the tokens do not nest.
pub(super) fn write(tokens: &[Token<'_>], end: End) -> Option<Formatted> {
    let mut writer = Writer::default();
    for (index, token) in tokens.iter().enumerate().take(end.token + 1) {
        match token {
            Token::Text(text) if index == end.token => writer.text(&text[..end.byte]),
            Token::Text(text) => writer.text(text),
            Token::Open { name, value } => writer.open(name, value.as_deref()),
            Token::Close(name) => writer.close(name)?,
        }
    }
    while let Some(element) = writer.elements.pop() {
        writer.end(&element);
    }
    Some(Formatted { html: writer.html, links: writer.links })
}

#[derive(Default)]
struct Writer {
    html: String,
    links: Vec<String>,
    elements: Vec<Element>,
}

struct Element {
    /// In the sanitizer's output.
    name: String,
    /// In ours; `None`: left out.
    written: Option<&'static str>,
    has_lines: bool,
    /// Where its content begins.
    start: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        for c in text.chars().filter(|c| !is_removed(*c)) {
            match c {
                '&' => self.html.push_str("&amp;"),
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                _ => self.html.push(c),
            }
        }
    }

    fn open(&mut self, name: &str, value: Option<&str>) {
        if name == "br" {
            self.html.push_str("<br>");
            return;
        }
        let written = self.tag(name, value);
        let has_lines = value == Some(LINES);
        self.elements.push(Element { name: name.to_owned(), written, has_lines, start: self.html.len() });
    }

    /// Writes the tag of an element.
    fn tag(&mut self, name: &str, value: Option<&str>) -> Option<&'static str> {
        let (written, style) = match name {
            "p" => ("p", if value == Some(TIGHT) { "margin:0" } else { "margin:0 0 1em" }),
            "div" => ("div", ""),
            "b" | "strong" => ("b", ""),
            "i" | "em" => ("i", ""),
            "u" => ("u", ""),
            "s" => ("s", ""),
            "ul" => ("ul", LIST),
            "ol" => return Some(self.numbered(value)),
            "li" => ("li", ""),
            "a" => return self.link(value?),
            // A heading of a letter is none of the page around it.
            "h1" | "h2" => ("h2", "margin:1em 0 .5em;font-size:1.25em"),
            "h3" | "h4" | "h5" | "h6" => ("h3", "margin:1em 0 .5em;font-size:1.1em"),
            "code" => ("code", ""),
            "pre" => ("pre", "margin:0 0 1em;white-space:pre-wrap"),
            "table" => ("table", "margin:0 0 1em;border-collapse:collapse"),
            "thead" => ("thead", ""),
            "tbody" => ("tbody", ""),
            "tfoot" => ("tfoot", ""),
            "tr" => ("tr", ""),
            "td" => ("td", self.cell(value)),
            "th" => ("th", self.cell(value)),
            "caption" => ("caption", ""),
            _ => return None,
        };
        self.html.push('<');
        self.html.push_str(written);
        if !style.is_empty() {
            self.html.push_str(" style=\"");
            self.html.push_str(style);
            self.html.push('"');
        }
        self.html.push('>');
        Some(written)
    }

    fn cell(&self, value: Option<&str>) -> &'static str {
        let table = self.elements.iter().rfind(|element| element.name == "table");
        let has_lines = value == Some(LINES) || table.is_some_and(|table| table.has_lines);
        if has_lines { CELL_WITH_LINES } else { CELL }
    }

    fn numbered(&mut self, start: Option<&str>) -> &'static str {
        self.html.push_str("<ol");
        let start = start_of(start);
        if start != 1 {
            self.html.extend([" start=\"", &start.to_string(), "\""]);
        }
        self.html.extend([" style=\"", LIST, "\">"]);
        "ol"
    }

    /// A mail link has no more than an address: what else it says, no reader sees.
    fn link(&mut self, target: &str) -> Option<&'static str> {
        let lower = target.to_lowercase();
        let is_page = lower.starts_with("https://") || lower.starts_with("http://");
        let is_mailbox = lower.starts_with("mailto:") && !target.contains('?');
        let is_printable = !target.chars().any(|c| c.is_whitespace() || c.is_control() || is_removed(c));
        if !(is_page || is_mailbox) || !is_printable || target.len() > LONGEST_LINK {
            return None;
        }
        let escaped = target.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
        self.html.extend(["<a href=\"", &escaped, "\">"]);
        self.links.push(percent_decoded(lower));
        Some("a")
    }

    fn close(&mut self, name: &str) -> Option<()> {
        let element = self.elements.pop().filter(|element| element.name == name)?;
        self.end(&element);
        Some(())
    }

    fn end(&mut self, element: &Element) {
        let Some(written) = element.written else { return };
        if written == "a" && self.html[element.start..].trim().is_empty() {
            // Nobody can see it.
            let tag = self.html[..element.start].rfind('<').unwrap_or(element.start);
            self.html.truncate(tag);
            return;
        }
        self.html.push_str("</");
        self.html.push_str(written);
        self.html.push('>');
    }
}

const LIST: &str = "margin:0 0 1em;padding:0 0 0 2em";
const CELL: &str = "padding:2px 16px 2px 0;text-align:left;vertical-align:top";
const CELL_WITH_LINES: &str = "border:1px solid #8a94a3;padding:2px 8px;text-align:left;vertical-align:top";

/// Through every layer: services that wrap links encode them again.
fn percent_decoded(mut text: String) -> String {
    const LAYERS: usize = 5;
    for _ in 0..LAYERS {
        let decoded = percent_encoding::percent_decode_str(&text).decode_utf8_lossy().to_lowercase();
        if decoded == text {
            break;
        }
        text = decoded;
    }
    text
}
