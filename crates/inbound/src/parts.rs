//! The parts of a mail, as the MIME parser makes them.

use std::panic;

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders};

/// The MIME parser panics on some malformed structures, such as an end of a multipart that has not begun.
pub(crate) fn mime(raw: &[u8]) -> Option<Message<'_>> {
    panic::catch_unwind(|| MessageParser::default().parse(raw)).ok().flatten()
}

pub(crate) fn is_of_type(part: &MessagePart<'_>, kind: &str, names: &[&str]) -> bool {
    part.content_type().is_some_and(|found| {
        found.ctype().eq_ignore_ascii_case(kind)
            && found.subtype().is_some_and(|name| names.iter().any(|known| name.eq_ignore_ascii_case(known)))
    })
}
