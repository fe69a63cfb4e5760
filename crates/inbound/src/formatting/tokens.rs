//! The sanitizer's output, piece by piece: well-formed, with few tags and fewer attributes.

/// The value of each attribute of a paragraph.
pub(super) const TIGHT: &str = "tight";
/// Of a table, or of a cell.
pub(super) const LINES: &str = "lines";

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open { name: &'a str, value: Option<String> },
    Close(&'a str),
    Text(String),
}

/// `None` if it is not what the sanitizer writes.
pub(super) fn tokens(clean: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = clean;
    while !rest.is_empty() {
        let (text, markup) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        if !text.is_empty() {
            tokens.push(Token::Text(decoded(text)));
        }
        let Some(tag) = markup.strip_prefix('<') else { break };
        let (token, behind) = token(tag)?;
        tokens.push(token);
        rest = behind;
    }
    Some(tokens)
}

fn token(tag: &str) -> Option<(Token<'_>, &str)> {
    if let Some(tag) = tag.strip_prefix('/') {
        let (name, rest) = tag.split_once('>')?;
        return is_name(name).then_some((Token::Close(name), rest));
    }
    let (name, mut rest) = tag.split_at(tag.find([' ', '>'])?);
    let mut value = None;
    while let Some(attribute) = rest.strip_prefix(' ') {
        let (attribute, quoted) = attribute.split_once("=\"")?;
        let (text, behind) = quoted.split_once('"')?;
        if !matches!(
            (name, attribute),
            ("a", "href") | ("ol", "start") | ("p", "class" | "style") | ("table", "border") | ("td" | "th", "style")
        ) {
            return None;
        }
        value = Some(decoded(text));
        rest = behind;
    }
    let rest = rest.strip_prefix('>')?;
    is_name(name).then_some((Token::Open { name, value }, rest))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The escapes that a serializer writes.
fn decoded(text: &str) -> String {
    let text = text.replace("&nbsp;", "\u{a0}").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&amp;", "&")
}

/// The number of a list's first item.
pub(super) fn start_of(value: Option<&str>) -> u32 {
    value.and_then(|start| start.parse().ok()).filter(|start| (1..10_000).contains(start)).unwrap_or(1)
}
