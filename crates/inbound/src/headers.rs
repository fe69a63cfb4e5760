//! The header section of a mail as its bytes are, for every decision about trust.
//!
//! MIME parsers differ on malformed headers: one takes the last of two `From` fields, another reads `Fr om` as `From`,
//! while the server that verified DMARC took the first. A field that occurs twice or in disguise has no value here.

use std::borrow::Cow;

use crate::{
    characters::utf_8_or_windows_1252,
    lines::{begin, name_end},
};

/// More fields than any real mail has; a mail beyond it is not parsed.
pub const MAX_FIELDS: usize = 2_000;
/// Real header sections are at most some 40 KiB.
pub const MAX_BYTES: usize = 256 * 1024;

/// Why a header section is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    #[error("more than {MAX_FIELDS} header fields")]
    Fields,
    #[error("more than {MAX_BYTES} bytes of headers")]
    Bytes,
}

/// Why a field has no single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unclear {
    #[error("it occurs more than once")]
    Repeated,
    /// Such as `Fr om:` or `From :`, which some programs read as `From:`.
    #[error("its name is written with a space")]
    Disguised,
    /// RFC 5322 allows several authors; then the receiving host's word is about one of them only.
    #[error("it names more than one mailbox")]
    Several,
}

#[derive(Debug)]
struct Field<'a> {
    name: &'a [u8],
    /// Unfolded, without the line end.
    value: Cow<'a, [u8]>,
}

/// The fields of a mail, in their order.
#[derive(Debug)]
pub struct Headers<'a> {
    fields: Vec<Field<'a>>,
    body: &'a [u8],
}

impl<'a> Headers<'a> {
    /// Reads fields up to the first line that is empty or not a field. Lines end in CRLF or LF.
    pub fn of(raw: &'a [u8]) -> Result<Self, TooLarge> {
        let mut fields: Vec<Field<'a>> = Vec::new();
        let raw = begin(raw);
        let line_end = if raw.contains(&b'\n') { b'\n' } else { b'\r' };
        let line = |bytes: &'a [u8]| line(bytes, line_end);
        let mut rest = raw;
        // An mbox line, as left by `formail` and some pipes.
        if rest.starts_with(b"From ") {
            rest = line(rest).1;
        }
        while !rest.is_empty() {
            let (current, next) = line(rest);
            let is_folded = current.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
            if is_folded && let Some(field) = fields.last_mut() {
                // RFC 5322, section 2.2.3: unfolding removes the CRLF and keeps the white space.
                field.value.to_mut().extend_from_slice(current);
            } else if let Some(colon) = name_end(current) {
                if fields.len() == MAX_FIELDS {
                    return Err(TooLarge::Fields);
                }
                fields.push(Field { name: &current[..colon], value: Cow::Borrowed(&current[colon + 1..]) });
            } else {
                // The empty line belongs to neither.
                let body = if current.is_empty() { next } else { rest };
                return Ok(Self { fields, body });
            }
            rest = next;
            if raw.len() - rest.len() > MAX_BYTES {
                return Err(TooLarge::Bytes);
            }
        }
        Ok(Self { fields, body: rest })
    }

    pub fn body(&self) -> &'a [u8] {
        self.body
    }

    /// The values of all fields of this name, decoded from bytes but not from encoded words, without outer white space.
    pub fn all(&self, name: &str) -> impl Iterator<Item = String> {
        let fields = self.fields.iter().filter(move |field| field.name.eq_ignore_ascii_case(name.as_bytes()));
        fields.map(|field| text(&field.value))
    }

    /// The first value; for fields on which no trust depends.
    pub fn first(&self, name: &str) -> Option<String> {
        self.all(name).next()
    }

    /// The value of a field that may occur once. A mail in which it is unclear is never authenticated.
    pub fn sole(&self, name: &str) -> Result<Option<String>, Unclear> {
        let is_disguised = |field: &Field<'_>| {
            field.name.iter().any(u8::is_ascii_whitespace)
                && field
                    .name
                    .iter()
                    .filter(|byte| !byte.is_ascii_whitespace())
                    .map(u8::to_ascii_lowercase)
                    .eq(name.bytes().map(|byte| byte.to_ascii_lowercase()))
        };
        if self.fields.iter().any(is_disguised) {
            return Err(Unclear::Disguised);
        }
        let mut values = self.all(name);
        let first = values.next();
        if values.next().is_some() { Err(Unclear::Repeated) } else { Ok(first) }
    }

    /// The first of the fields that may occur once and is unclear (RFC 5322, section 3.6).
    pub fn first_unclear(&self) -> Option<(&'static str, Unclear)> {
        ["From", "Subject", "Message-ID", "Date", "Reply-To"]
            .into_iter()
            .find_map(|name| self.sole(name).err().map(|unclear| (name, unclear)))
    }

    pub fn len(&self) -> usize {
        self.fields.len()
    }

    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}

/// The first line without its end, and what follows.
fn line(bytes: &[u8], end: u8) -> (&[u8], &[u8]) {
    match bytes.iter().position(|byte| *byte == end) {
        Some(end) => (bytes[..end].strip_suffix(b"\r").unwrap_or(&bytes[..end]), &bytes[end + 1..]),
        None => (bytes, &[]),
    }
}

/// Clients that write raw 8-bit headers mostly mean windows-1252.
fn text(bytes: &[u8]) -> String {
    utf_8_or_windows_1252(bytes.trim_ascii()).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn headers(raw: &str) -> Headers<'_> {
        Headers::of(raw.as_bytes()).unwrap()
    }

    #[test]
    fn reads_fields_of_any_line_end_and_unfolds_them() {
        for end in ["\r\n", "\n"] {
            let raw = ["Subject: one", " two", "\tthree", "TO:a@b.example", "", "body: no field"].join(end);
            let headers = headers(&raw);
            assert_eq!(headers.first("subject").unwrap(), "one two\tthree");
            assert_eq!(headers.first("To").unwrap(), "a@b.example");
            assert_eq!(headers.body(), b"body: no field");
            assert_eq!(headers.len(), 2);
        }
        assert_eq!(headers("From x@y Mon\nA: b\n\n").first("a").unwrap(), "b", "an mbox line is skipped");
        assert_eq!(headers("no field at all").body(), b"no field at all");
        for before in ["\n", "\r\n\r\n", "\u{feff}", "\u{feff}\r\n"] {
            assert_eq!(headers(&format!("{before}A: b\n\nc")).first("a").as_deref(), Some("b"), "{before:?}");
        }
        assert!(headers("").is_empty());
    }

    #[test]
    fn a_field_that_occurs_twice_or_in_disguise_has_no_value() {
        for (raw, unclear) in [
            ("From: a@evil.example\nFrom: b@firm.example\n\n", Unclear::Repeated),
            ("From: a@evil.example\nFr om: b@firm.example\n\n", Unclear::Disguised),
            ("From: a@evil.example\nFrom : b@firm.example\n\n", Unclear::Disguised),
            ("From\t: a@evil.example\n\n", Unclear::Disguised),
            ("FROM: a\nfrom: b\n\n", Unclear::Repeated),
        ] {
            assert_eq!(headers(raw).sole("From"), Err(unclear), "{raw}");
            assert_eq!(headers(raw).first_unclear(), Some(("From", unclear)));
        }
        let clear = headers("From: a@b.example\nReceived: x\nReceived: y\n\nFrom: in the body\n");
        assert_eq!(clear.sole("from"), Ok(Some("a@b.example".to_owned())));
        assert_eq!(clear.sole("subject"), Ok(None));
        assert_eq!(clear.all("received").count(), 2);
        assert_eq!(clear.first_unclear(), None);
    }

    #[test]
    fn raw_bytes_are_utf_8_or_windows_1252() {
        let headers = Headers::of(b"Subject: Fr\xf6sche \x80 5\nTo: \xc3\xbc\n\n").unwrap();
        assert_eq!(headers.first("subject").unwrap(), "Frösche € 5");
        assert_eq!(headers.first("to").unwrap(), "ü");
    }

    #[test]
    fn a_bomb_of_headers_is_refused() {
        let many = "X: y\n".repeat(100_000);
        assert_eq!(Headers::of(many.as_bytes()).unwrap_err(), TooLarge::Fields);
        let long = format!("X: {}\n\n", "y".repeat(MAX_BYTES));
        assert_eq!(Headers::of(long.as_bytes()).unwrap_err(), TooLarge::Bytes);
        let folded = format!("X: y\n{}", " z\n".repeat(MAX_BYTES));
        assert_eq!(Headers::of(folded.as_bytes()).unwrap_err(), TooLarge::Bytes);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(raw in proptest::collection::vec(any::<u8>(), 0..2000)) {
            if let Ok(headers) = Headers::of(&raw) {
                prop_assert!(headers.len() <= MAX_FIELDS && headers.body().len() <= raw.len());
            }
        }
    }
}
