//! One mail, read once: its headers as its bytes are, and the MIME parser's view of its content.

use std::borrow::Cow;

use mail_parser::Message;

use crate::{
    headers::{Headers, TooLarge},
    lines::{begin, lines, lines_with_ends},
    parts::mime,
    repair::repaired,
    smime::opened,
};

/// Declared containers, hence the deepest nesting: what the MIME parser makes is recursive. Somebody may forward a hundred mails.
const MAX_CONTAINERS: usize = 500;
/// Bytes that reading a mail with a broken structure may copy.
const MAX_COPIED: usize = 64 * 1024 * 1024;
/// Lines that may begin a part.
const MAX_BOUNDARIES: usize = 10_000;
/// Likewise, with a blank behind the dashes: mostly a comment, for example of SQL.
const MAX_COMMENTS: usize = 100_000;
/// Parts that are signed, beside and within each other.
const MAX_SIGNED: usize = 3;

/// Why a mail is not read. It is kept and quarantined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Unreadable {
    #[error(transparent)]
    Headers(#[from] TooLarge),
    #[error("more than {MAX_CONTAINERS} nested or multipart parts")]
    Nesting,
    #[error("more than {MAX_BOUNDARIES} parts")]
    Parts,
    #[error("it has no header field")]
    NoHeaders,
    #[error("the MIME parser cannot read it")]
    Parser,
}

impl Unreadable {
    /// For the quarantine.
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// A mail that the parser could take.
pub struct Mail<'a> {
    pub(crate) headers: Headers<'a>,
    pub(crate) message: Message<'a>,
}

/// The content stays out of `{:?}`.
impl std::fmt::Debug for Mail<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mail of {} header fields", self.headers.len())
    }
}

impl<'a> Mail<'a> {
    pub fn read(raw: &'a [u8]) -> Result<Self, Unreadable> {
        let raw = begin(raw);
        let headers = Headers::of(raw)?;
        if headers.is_empty() {
            return Err(Unreadable::NoHeaders);
        }
        let mut message = parsed(raw)?;
        for _ in 0..MAX_SIGNED {
            let Some(raw) = opened(&raw[..raw.len() - headers.body().len()], &message) else { break };
            message = owned(&raw)?;
        }
        Ok(Self { headers, message })
    }

    /// For decisions about trust.
    pub fn headers(&self) -> &Headers<'a> {
        &self.headers
    }
}

fn parsed(raw: &[u8]) -> Result<Message<'_>, Unreadable> {
    match lines(raw) {
        Cow::Borrowed(raw) => parsed_lines(raw, check_structure(raw)?),
        Cow::Owned(raw) => owned(&raw),
    }
}

/// The copy has the whole mail once for each mail in it.
fn owned(raw: &[u8]) -> Result<Message<'static>, Unreadable> {
    let raw = &lines(raw);
    let structure = check_structure(raw)?;
    if raw.len().saturating_mul(structure.mails) > MAX_COPIED {
        return Err(Unreadable::Nesting);
    }
    parsed_lines(raw, structure).map(Message::into_owned)
}

fn parsed_lines(raw: &[u8], structure: Structure) -> Result<Message<'_>, Unreadable> {
    let may_repair = raw.len().saturating_mul(structure.containers.max(1)) <= MAX_COPIED;
    let message = match if may_repair { repaired(raw) } else { Cow::Borrowed(raw) } {
        Cow::Borrowed(raw) => mime(raw),
        Cow::Owned(raw) => mime(&raw).map(Message::into_owned),
    };
    message.ok_or(Unreadable::Parser)
}

/// Of a mail.
#[derive(Clone, Copy, Default)]
struct Structure {
    containers: usize,
    /// Those of them that are mails.
    mails: usize,
}

/// Bounds what the parser has to do, before it sees a byte: what it makes is recursive, and it keeps every part. A mail that is no
/// container has no structure, whatever its text looks like.
fn check_structure(raw: &[u8]) -> Result<Structure, Unreadable> {
    let (mut found, mut boundaries, mut comments) = (Structure::default(), 0, 0);
    // A field may be folded, so the type may be on the line behind its name.
    let (mut is_content_type, mut is_header) = (false, true);
    for line in lines_with_ends(raw) {
        is_header &= !line.trim_ascii_end().is_empty();
        if !is_header && found.containers == 0 {
            break;
        }
        boundaries += usize::from(line.starts_with(b"--"));
        comments += usize::from(line.starts_with(b"-- "));
        let is_folded = line.first().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
        is_content_type = starts_with(line, b"content-type") || is_content_type && is_folded;
        if is_content_type {
            let is_mail = mentions(line, b"message/");
            found.mails += usize::from(is_mail);
            found.containers += usize::from(mentions(line, b"multipart/")) + usize::from(is_mail);
        }
        if found.containers > MAX_CONTAINERS {
            return Err(Unreadable::Nesting);
        }
        if boundaries - comments > MAX_BOUNDARIES || comments > MAX_COMMENTS {
            return Err(Unreadable::Parts);
        }
    }
    Ok(found)
}

fn starts_with(line: &[u8], start: &[u8]) -> bool {
    line.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

fn mentions(line: &[u8], wanted: &[u8]) -> bool {
    line.windows(wanted.len()).any(|window| window.eq_ignore_ascii_case(wanted))
}
