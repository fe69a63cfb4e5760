//! The bytes of a mail in lines, before anything else is read.

use std::{borrow::Cow, io::BufRead};

/// Without a byte order mark and empty lines in front of the header.
pub(crate) fn begin(raw: &[u8]) -> &[u8] {
    let raw = raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(raw);
    let first = raw.iter().position(|byte| !matches!(byte, b'\r' | b'\n'));
    &raw[first.unwrap_or(raw.len())..]
}

/// The mail with line ends of an old Mac as the parser knows them.
pub(crate) fn lines(raw: &[u8]) -> Cow<'_, [u8]> {
    if raw.contains(&b'\n') || !raw.contains(&b'\r') {
        return Cow::Borrowed(raw);
    }
    Cow::Owned(raw.iter().map(|byte| if *byte == b'\r' { b'\n' } else { *byte }).collect())
}

/// No mail of a person has so many in a row.
const EMPTY_LINES: [[u8; 2]; 2048] = [*b"\r\n"; 2048];

/// Each with its end; of many empty ones in a row a few. A mail may be one line, or nothing but line ends.
pub(crate) fn lines_with_ends(mut raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        while raw.starts_with(EMPTY_LINES.as_flattened()) {
            raw = &raw[EMPTY_LINES.as_flattened().len() - 2..];
        }
        let line = raw;
        let length = raw.skip_until(b'\n').unwrap_or(line.len());
        (length > 0).then(|| &line[..length])
    })
}

/// The lines of a text that was broken within words: a blank at the end says so (RFC 3676, sections 4.2 to 4.5).
pub(crate) fn unbroken(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    // How deep the line is quoted that goes on.
    let mut open = None;
    for line in text.lines() {
        let words = line.trim_start_matches('>');
        let depth = line.len() - words.len();
        let line = if open == Some(depth) {
            words.strip_prefix(' ').unwrap_or(words)
        } else {
            written.push_str(if written.is_empty() { "" } else { "\n" });
            line
        };
        let whole = line.strip_suffix(' ').filter(|line| !line.ends_with("--"));
        written.push_str(whole.unwrap_or(line));
        open = whole.map(|_| depth);
    }
    written
}

/// The colon behind a field's name. White space in a name is tolerated, so that a disguised field is seen.
pub(crate) fn name_end(line: &[u8]) -> Option<usize> {
    let colon = line.iter().position(|byte| *byte == b':').filter(|colon| *colon > 0)?;
    let name = &line[..colon];
    let is_name = !name[0].is_ascii_whitespace()
        && name.iter().all(|byte| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\t'));
    is_name.then_some(colon)
}
