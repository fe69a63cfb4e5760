//! A consultant's own formatting: HTML that says exactly what a text says.
//!
//! Nothing of a mail's HTML is passed on as it came. A sanitizer leaves a short list of tags without attributes, of links
//! the target. Of that, the leading part is kept whose characters are those of the text, and tags of ours are written
//! for it. With any other character there is no HTML: the text alone is always right.

mod compare;
mod tokens;
mod write;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    panic,
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};
use mail_parser::PartType;

pub use self::write::Formatted;
use self::{compare::end_of, tokens::tokens, write::write};
use crate::{
    mail::Mail,
    tags::{Pictures, with_words},
};

/// What the sanitizer reads. A reply quotes whole conversations below the few lines that count.
const MAX_BYTES: usize = 256 * 1024;
/// Its time and memory are quadratic in the number of tags, and of character references.
const MAX_TAGS: usize = 1_500;
const MAX_REFERENCES: usize = 5_000;

/// The HTML parts of a mail, between which pictures may stand, as far as they say `text`. `None` if they say something else.
pub fn formatted(mail: &Mail<'_>, text: &str) -> Option<Formatted> {
    let mut page = String::new();
    for part in mail.message.html_bodies() {
        match &part.body {
            PartType::Html(html) if page.is_empty() => page.push_str(from_body(html)),
            PartType::Html(html) => page.extend(["<br>", from_body(html)]),
            PartType::InlineBinary(_) => {}
            _ => return None,
        }
    }
    let [all, emoji] = [Pictures::All, Pictures::Emoji].map(|pictures| with_words(leading(&page), pictures));
    let beside = || if all == emoji { None } else { of_html(&emoji, text) };
    of_html(&all, text).or_else(beside)
}

fn of_html(html: &str, text: &str) -> Option<Formatted> {
    // Whatever a parser makes of a page, the text goes.
    let clean = panic::catch_unwind(|| SANITIZER.clean(leading(html)).to_string()).ok()?;
    let tokens = tokens(&clean)?;
    write(&tokens, end_of(&tokens, text)?)
}

fn from_body(html: &str) -> &str {
    &html[html.as_bytes().windows(5).position(|window| window.eq_ignore_ascii_case(b"<body")).unwrap_or(0)..]
}

/// As much as the sanitizer reads in bounded time.
fn leading(html: &str) -> &str {
    let html = &html[..html.floor_char_boundary(MAX_BYTES)];
    let is_tag = |at: &usize| html.as_bytes().get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    let places = |mark| html.match_indices(mark).map(|(at, _)| at);
    let ends = [places('<').filter(is_tag).nth(MAX_TAGS), places('&').nth(MAX_REFERENCES)];
    &html[..ends.into_iter().flatten().min().unwrap_or(html.len())]
}

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    const TAGS: [&str; 29] = [
        "p", "div", "br", "b", "strong", "i", "em", "u", "ul", "ol", "li", "a", "h1", "h2", "h3", "h4", "h5", "h6",
        "code", "pre", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "s",
    ];
    const WITHOUT_CONTENT: [&str; 13] = [
        "head", "title", "style", "script", "noscript", "template", "svg", "math", "iframe", "object", "select",
        "textarea", "video",
    ];
    let attributes = HashMap::from([
        ("a", HashSet::from(["href"])),
        ("ol", HashSet::from(["start"])),
        ("p", HashSet::from(["class", "style"])),
        ("table", HashSet::from(["border"])),
        ("td", HashSet::from(["style"])),
        ("th", HashSet::from(["style"])),
    ]);
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into())
        .clean_content_tags(WITHOUT_CONTENT.into())
        .tag_attributes(attributes)
        // An empty builder lets `title` and `lang` pass.
        .generic_attributes(HashSet::new())
        .url_schemes(["http", "https", "mailto"].into())
        .url_relative(UrlRelative::Deny)
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter(attribute);
    builder
});

/// Of a paragraph's looks only whether it has no distance to the next one, as in Outlook; of a table's whether it has lines.
fn attribute<'a>(tag: &str, name: &str, value: &'a str) -> Option<Cow<'a, str>> {
    let dense = || value.to_ascii_lowercase().replace(' ', "");
    match (tag, name) {
        ("p", "class") => dense().contains("mso").then_some(Cow::Borrowed(tokens::TIGHT)),
        ("p", "style") => {
            let style = dense();
            (style.contains("margin:0") || style.contains("margin-bottom:0")).then_some(Cow::Borrowed(tokens::TIGHT))
        }
        ("table", _) => (!matches!(value.trim(), "" | "0")).then_some(Cow::Borrowed(tokens::LINES)),
        ("td" | "th", _) => dense().contains("solid").then_some(Cow::Borrowed(tokens::LINES)),
        _ => Some(Cow::Borrowed(value)),
    }
}

#[cfg(test)]
#[path = "formatting_tests.rs"]
mod tests;
