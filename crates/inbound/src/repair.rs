//! The structure of a mail as its sender meant it: boundaries that are missing are put where a reader sees them.

use std::{borrow::Cow, io::BufRead};

use mail_parser::MimeHeaders;

use crate::{lines::name_end, parts::mime};

/// Open containers at once.
const MAX_OPEN: usize = 64;
const LONGEST_BOUNDARY: usize = 250;

/// Of a header behind a line that is no field.
const MAX_LINES_BELOW: usize = 50;

/// The mail with each multipart closed where the one around it goes on, or at the end; and with the boundary that is used, if
/// the one that is named never occurs. In linear time but for the containers, which are few.
pub(crate) fn repaired(raw: &[u8]) -> Cow<'_, [u8]> {
    let first = closed(raw, None);
    let bytes = if first.is_unused {
        // Without any it is text.
        closed(raw, Some(&used_boundary(raw).unwrap_or_default())).bytes
    } else {
        first.bytes
    };
    bytes.map_or(Cow::Borrowed(raw), Cow::Owned)
}

#[derive(Default)]
struct Closed {
    /// `None`: nothing is to be changed.
    bytes: Option<Vec<u8>>,
    /// The outermost boundary never occurs.
    is_unused: bool,
}

struct Open {
    boundary: Vec<u8>,
    occurs: bool,
}

/// What is read of a mail so far.
struct Reader<'a> {
    raw: &'a [u8],
    /// Of the outermost container, instead of the one that it names.
    instead: Option<&'a [u8]>,
    open: Vec<Open>,
    is_header: bool,
    is_top: bool,
    is_unused: bool,
    /// In lower case, and where it stands.
    content_type: Option<(Vec<u8>, (usize, usize))>,
    /// From, to, and what takes its place.
    edits: Vec<(usize, usize, Vec<u8>)>,
}

fn closed(raw: &[u8], instead: Option<&[u8]>) -> Closed {
    let mut reader = Reader {
        raw,
        instead,
        open: Vec::new(),
        is_header: true,
        is_top: true,
        is_unused: false,
        content_type: None,
        edits: Vec::new(),
    };
    let mut rest = raw;
    while !rest.is_empty() && (reader.is_header || !reader.open.is_empty()) {
        let position = raw.len() - rest.len();
        let length = rest.skip_until(b'\n').unwrap_or(0);
        let place = (position, position + length);
        let line = &raw[place.0..place.1];
        if !reader.boundary(line.trim_ascii_end(), place.0) && reader.is_header {
            reader.header(line, place);
        }
    }
    reader.finish()
}

impl Reader<'_> {
    /// Whether the line is a boundary. One of an outer container ends those within.
    fn boundary(&mut self, line: &[u8], start: usize) -> bool {
        let Some((at, is_end)) = line.strip_prefix(b"--").and_then(|boundary| matching(&self.open, boundary)) else {
            return false;
        };
        if at + 1 < self.open.len() {
            self.edits.push((start, start, ends(&self.open[at + 1..])));
        }
        self.open[at].occurs = true;
        self.open.truncate(if is_end { at } else { at + 1 });
        (self.is_header, self.content_type) = (!is_end, None);
        true
    }

    fn header(&mut self, line: &[u8], place: (usize, usize)) {
        let text = line.trim_ascii_end();
        if text.is_empty() {
            self.end_header();
        } else if line.starts_with(b" ") || line.starts_with(b"\t") {
            if let Some((kind, (_, end))) = self.content_type.as_mut().filter(|(_, (_, end))| *end == place.0) {
                kind.extend(text.to_ascii_lowercase());
                *end = place.1;
            }
        } else if let Some(value) = value_of(text, b"content-type") {
            self.content_type = Some((value.trim_ascii().to_ascii_lowercase(), place));
        } else if name_end(text).is_none() && place.0 > 0 && !has_type_below(&self.raw[place.1..]) {
            self.end_header();
            self.edits.push((place.0, place.0, b"\r\n".to_vec()));
        }
    }

    fn end_header(&mut self) {
        self.is_header = false;
        if let Some((kind, place)) = self.content_type.take() {
            self.begin(&kind, place);
        }
        self.is_top = false;
    }

    /// A part of this type begins.
    fn begin(&mut self, kind: &[u8], (from, to): (usize, usize)) {
        self.is_header = kind.starts_with(b"message/rfc822");
        if !kind.starts_with(b"multipart/") || self.open.len() == MAX_OPEN {
            return;
        }
        let boundary = match self.instead.filter(|_| self.is_top) {
            Some(b"") => return self.edits.push((from, to, Vec::new())),
            Some(boundary) => Err(Some(boundary.to_vec())),
            None => {
                boundary_of(&self.raw[from..to]).ok_or_else(|| used_boundary(&self.raw[to..]).filter(|_| !self.is_top))
            }
        };
        if let Err(Some(boundary)) = &boundary {
            let kind = if kind.starts_with(b"multipart/alternative") { &b"alternative"[..] } else { b"mixed" };
            let new = [b"Content-Type: multipart/", kind, b"; boundary=\"", boundary.as_slice(), b"\"\r\n"].concat();
            self.edits.push((from, to, new));
        }
        match boundary {
            Ok(boundary) | Err(Some(boundary)) => self.open.push(Open { boundary, occurs: false }),
            Err(None) => self.is_unused |= self.is_top,
        }
    }

    fn finish(mut self) -> Closed {
        let is_unused = self.is_unused || self.open.first().is_some_and(|first| !first.occurs);
        let (end, unclosed) = (self.raw.len(), ends(&self.open));
        if !unclosed.is_empty() {
            self.edits.push((end, end, unclosed));
        }
        let mut kept = 0;
        let mut bytes = Vec::new();
        for (from, to, new) in &self.edits {
            bytes.extend_from_slice(&self.raw[kept..*from]);
            bytes.extend_from_slice(new);
            kept = *to;
        }
        let is_changed = !self.edits.is_empty();
        if is_changed {
            bytes.extend_from_slice(&self.raw[kept..]);
        }
        Closed { bytes: is_changed.then_some(bytes), is_unused }
    }
}

/// Whether a header goes on with what the parser needs: the line is a broken field, and no text.
fn has_type_below(raw: &[u8]) -> bool {
    let lines = raw.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).take(MAX_LINES_BELOW);
    let mut header = lines.take_while(|line| !line.is_empty() && !line.starts_with(b"--"));
    header.any(|line| value_of(line, b"content-type").or(value_of(line, b"content-transfer-encoding")).is_some())
}

/// The innermost container with this boundary, and whether it ends.
fn matching(open: &[Open], line: &[u8]) -> Option<(usize, bool)> {
    open.iter().enumerate().rev().find_map(|(at, one)| match line.strip_prefix(one.boundary.as_slice())? {
        b"" => Some((at, false)),
        b"--" => Some((at, true)),
        _ => None,
    })
}

fn ends(open: &[Open]) -> Vec<u8> {
    open.iter().rev().filter(|one| one.occurs).flat_map(|one| end(&one.boundary)).collect()
}

fn end(boundary: &[u8]) -> Vec<u8> {
    [b"\r\n--", boundary, b"--\r\n"].concat()
}

fn value_of<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (start, rest) = line.split_at_checked(name.len())?;
    let value = rest.trim_ascii_start().strip_prefix(b":")?;
    start.eq_ignore_ascii_case(name).then_some(value)
}

/// The boundary that the parser sees in a field, perhaps in pieces (RFC 2231).
fn boundary_of(field: &[u8]) -> Option<Vec<u8>> {
    let field = [field, b"\r\n\r\n"].concat();
    let message = mime(&field)?;
    let value = message.content_type()?.attribute("boundary")?.trim_end();
    (!value.is_empty() && value.len() <= LONGEST_BOUNDARY).then(|| value.as_bytes().to_vec())
}

/// Of a line that a header of a part follows.
fn used_boundary(raw: &[u8]) -> Option<Vec<u8>> {
    let mut lines = raw.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).peekable();
    while let Some(line) = lines.next() {
        let begins =
            |line: &&[u8]| value_of(line, b"content-type").or(value_of(line, b"content-transfer-encoding")).is_some();
        if let Some(boundary) = line.strip_prefix(b"--").filter(|boundary| !boundary.is_empty())
            && lines.peek().is_some_and(begins)
            && boundary.len() <= LONGEST_BOUNDARY
            && !boundary.contains(&b'"')
        {
            return Some(boundary.to_vec());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_whole_is_not_touched() {
        let whole = b"A: b\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\ntext\r\n--x--\r\n";
        assert!(matches!(repaired(whole), Cow::Borrowed(bytes) if bytes == whole));
        assert!(matches!(repaired(b"A: b\n\n--x\ntext"), Cow::Borrowed(_)));
        let pieces = b"Content-Type: multipart/mixed; boundary*0=\"x\";\n boundary*1=y\n\n--xy\n\ntext\n--xy--\n";
        assert!(matches!(repaired(pieces), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn a_repair_adds_and_takes_nothing_but_structure(
            raw in "(A: b\r\n|Content-Type: multipart/mixed; boundary=[xy]\r\n|Content-Type: message/rfc822\r\n|--[xyz]\r\n|--[xy]--\r\n|\r\n|text\r\n){0,60}",
        ) {
            let words = |bytes: &[u8]| bytes.windows(4).filter(|window| window == b"text").count();
            let once = repaired(raw.as_bytes());
            prop_assert_eq!(words(&once), words(raw.as_bytes()));
            prop_assert!(once.len() <= 2 * raw.len() + 1_000);
        }
    }
}
