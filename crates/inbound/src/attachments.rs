//! Attachments: their names, types and sizes, and which of them go on to the consultants. No archive is opened.

use std::borrow::Cow;

use mail_parser::{ContentType, Message, MessagePart, MimeHeaders, PartType};
use sha2::{Digest, Sha256};

use crate::{
    charset::file_name,
    encrypted::{self, SIGNATURES, is_bare_signature},
    mail::Mail,
    parts::is_of_type,
    smime,
};

/// Of a text that is shown; the raw mail has the rest.
pub(crate) const MAX_SHOWN: usize = 256 * 1024;
/// Files that go on with one mail. The ones after them are held.
const MAX_ALLOWED: usize = 20;
/// More parts than this are counted and not listed.
const MAX_LISTED: usize = 1_000;
/// Inline pictures below this are taken for logos in signatures.
const LOGO_BYTES: usize = 4_000;
/// Those of a type that does not go on: no answer waits for an animated logo.
const OTHER_LOGO_BYTES: usize = 20_000;
const LONGEST_NAME: usize = 120;
/// Of a calendar without a name.
const INVITATION: &str = "invitation.ics";
/// Of another file.
const UNNAMED: &str = "unnamed";
/// That are said in words.
const MAX_CALENDARS: usize = 5;

/// One attached file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Of the part in the mail, to take its bytes out again.
    pub part: usize,
    /// Without path and control characters.
    pub name: String,
    pub size: usize,
    pub sha256: [u8; 32],
    pub kind: Kind,
}

/// What happens to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its name and its first bytes agree on a type that may be sent on.
    Allowed,
    /// Sent on if a consultant sends it: an archive, or an encrypted PDF.
    OfTrade,
    /// Named to the consultants, who get it when they ask for it.
    Held,
    /// A picture in a signature, or what S/MIME and PGP prove an author with: neither sent on nor named.
    Logo,
}

/// The attachments in their order, and how many more there are.
pub(crate) fn of(message: &Message<'_>) -> (Vec<Attachment>, usize) {
    let (ids, is_sole) = (ids(message), says_nothing(message));
    let is_file = |part: &&MessagePart<'_>| !is_stray_text(part, is_sole) && (is_sole || !is_other_form(part));
    let parts = ids.iter().filter_map(|id| Some((*id, message.parts.get(*id).filter(is_file)?)));
    let more = ids.len().saturating_sub(MAX_LISTED);
    let mut all: Vec<Attachment> = parts.take(MAX_LISTED).map(|(id, part)| attachment(message, id, part)).collect();
    // Some clients send an invitation as a part and as a file.
    let files: Vec<_> = all.iter().filter(|file| file.name != INVITATION).map(|file| file.sha256).collect();
    all.retain(|file| file.name != INVITATION || !files.contains(&file.sha256));
    let allowed = all.iter_mut().filter(|file| file.kind == Kind::Allowed);
    allowed.skip(MAX_ALLOWED).for_each(|file| file.kind = Kind::Held);
    (all, more)
}

/// An invitation may stand where a text does.
fn ids(message: &Message<'_>) -> Vec<usize> {
    let is_calendar = |id: &&u32| usize::try_from(**id).is_ok_and(|id| message.parts.get(id).is_some_and(is_calendar));
    let texts = message.text_body.iter().filter(is_calendar);
    message.attachments.iter().chain(texts).filter_map(|id| usize::try_from(*id).ok()).collect()
}

pub(crate) fn is_calendar(part: &MessagePart<'_>) -> bool {
    is_of_type(part, "text", &["calendar"])
}

/// The calendars of a mail, as parts and as files.
pub(crate) fn calendars<'a>(message: &'a Message<'_>) -> impl Iterator<Item = &'a MessagePart<'a>> {
    let is_file =
        |part: &MessagePart<'_>| part.attachment_name().is_some_and(|name| name.to_ascii_lowercase().ends_with(".ics"));
    message.parts.iter().filter(move |part| is_calendar(part) || is_file(part)).take(MAX_CALENDARS)
}

/// Words of the mail that the parser takes for a file, because their part has no end or no type, or another one.
pub(crate) fn stray_texts<'a>(message: &'a Message<'_>) -> impl Iterator<Item = &'a MessagePart<'a>> {
    let is_sole = says_nothing(message);
    let parts =
        message.attachments.iter().take(MAX_LISTED).filter_map(|id| message.parts.get(usize::try_from(*id).ok()?));
    parts.filter(move |part| is_stray_text(part, is_sole))
}

/// Where its text is.
fn says_nothing(message: &Message<'_>) -> bool {
    if message.attachments.is_empty() {
        return false;
    }
    let mut bodies = message.text_bodies().chain(message.html_bodies());
    bodies.all(|part| !matches!(&part.body, PartType::Text(text) | PartType::Html(text) if !text.trim().is_empty()))
}

/// Of words that are shown, for programs: a reaction of Gmail's, a page for watches, one of AMP.
const OTHER_FORMS: [&str; 3] = ["vnd.google.email-reaction+json", "watch-html", "x-amp-html"];

fn is_other_form(part: &MessagePart<'_>) -> bool {
    let has_name = || part.attachment_name().is_some() || part.content_disposition().is_some();
    is_of_type(part, "text", &OTHER_FORMS) && !has_name()
}

/// Texts with marks, of old mail programs.
pub(crate) const MARKED: [&str; 2] = ["enriched", "richtext"];

/// The type of a text without what a missing semicolon has put behind it.
pub(crate) fn is_text_of(part: &MessagePart<'_>, name: &str) -> bool {
    part.content_type().is_some_and(|found| {
        let subtype = found.subtype().and_then(|subtype| subtype.split_whitespace().next());
        found.ctype().eq_ignore_ascii_case("text") && subtype.is_some_and(|subtype| subtype.eq_ignore_ascii_case(name))
    })
}

/// If nothing else says a word, words of any type are what the mail says.
fn is_stray_text(part: &MessagePart<'_>, is_sole: bool) -> bool {
    let is_sole = is_sole && part.contents().len() < MAX_SHOWN && !is_calendar(part) && !encrypted::is_version(part);
    let is_attached = !is_sole && part.content_disposition().is_some_and(ContentType::is_attachment);
    let is_text = match &part.body {
        PartType::Text(_) | PartType::Html(_) => true,
        PartType::Binary(bytes) => is_sole && is_readable(bytes),
        _ => false,
    };
    let is_broken = match part.content_type().map(|kind| (kind.ctype(), kind.subtype())) {
        Some((kind, _)) if kind.eq_ignore_ascii_case("multipart") => true,
        Some((kind, None)) => kind.eq_ignore_ascii_case("text"),
        Some((kind, Some(name))) if MARKED.iter().any(|known| name.eq_ignore_ascii_case(known)) => {
            kind.eq_ignore_ascii_case("text")
        }
        Some((kind, Some("plain" | "html"))) => kind.eq_ignore_ascii_case("text") && part.is_encoding_problem,
        Some((_, Some(_))) => is_text_of(part, "plain") || is_text_of(part, "html"),
        None => part.is_encoding_problem,
    };
    is_text && (is_sole || is_broken) && !is_rtf(part) && !is_attached && part.attachment_name().is_none()
}

fn is_rtf(part: &MessagePart<'_>) -> bool {
    part.contents().trim_ascii_start().starts_with(b"{\\rtf")
}

/// No key, and nothing else that a program reads.
fn is_readable(bytes: &[u8]) -> bool {
    let is_of_text = infer::get(bytes).is_none_or(|found| found.matcher_type() == infer::MatcherType::Text);
    is_of_text && !has_controls(bytes) && !bytes.trim_ascii_start().starts_with(b"-----BEGIN")
}

fn attachment(message: &Message<'_>, id: usize, part: &MessagePart<'_>) -> Attachment {
    let bytes = part.contents();
    let subject = part.message().and_then(Message::subject).map(|subject| Cow::Owned(format!("{subject}.eml")));
    let unnamed = if is_calendar(part) {
        INVITATION
    } else if is_of_type(part, "application", &["pgp-keys"]) {
        "public-key.asc"
    } else if is_rtf(part) {
        "unnamed.rtf"
    } else {
        UNNAMED
    };
    let name = clean_name(&file_name(message, part).or(subject).unwrap_or(Cow::Borrowed(unnamed)));
    let kind = match &part.body {
        // A forwarded mail can carry anything.
        PartType::Message(_) => Kind::Held,
        _ if is_signature(message, id, part, &name) || encrypted::is_version(part) => Kind::Logo,
        _ if is_logo(part, bytes, LOGO_BYTES) => Kind::Logo,
        _ if is_allowed(&name, bytes) || encrypted::is_content(part) => Kind::Allowed,
        _ if is_of_trade(&name, bytes) => Kind::OfTrade,
        _ if is_logo(part, bytes, OTHER_LOGO_BYTES) => Kind::Logo,
        _ => Kind::Held,
    };
    Attachment { part: id, name, size: bytes.len(), sha256: Sha256::digest(bytes).into(), kind }
}

/// The bytes of the attachment `part`, decoded.
pub fn contents<'a>(mail: &'a Mail<'_>, part: usize) -> Option<&'a [u8]> {
    let is_attached = ids(&mail.message).contains(&part);
    mail.message.parts.get(part).filter(|_| is_attached).map(MessagePart::contents)
}

/// Only the last part of a path, and nothing that a terminal or a mail client would obey.
fn clean_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_harmless = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '"' | '<' | '>')
    };
    let clean: String = last.chars().filter(is_harmless).take(LONGEST_NAME).collect();
    let clean = clean.trim().trim_end_matches(['.', ' ']);
    if clean.is_empty() { UNNAMED.to_owned() } else { clean.to_owned() }
}

/// Whether the text shows the attachment `part`, and its sender has not attached it.
pub fn is_inline(mail: &Mail<'_>, part: usize) -> bool {
    mail.message.parts.get(part).is_some_and(is_shown)
}

fn is_shown(part: &MessagePart<'_>) -> bool {
    part.content_id().is_some() && !part.content_disposition().is_some_and(ContentType::is_attachment)
}

fn is_logo(part: &MessagePart<'_>, bytes: &[u8], below: usize) -> bool {
    is_shown(part) && bytes.len() < below && infer::is_image(bytes)
}

/// Nobody checks it here (RFC 8551, section 3.5; RFC 3156, section 5). A gateway may have taken its place or its type; the
/// signature of a file has another name.
fn is_signature(message: &Message<'_>, id: usize, part: &MessagePart<'_>, name: &str) -> bool {
    const NAMES: [&str; 4] = ["smime.p7s", "signature.asc", "openpgp_signature", "openpgp_signature.asc"];
    let has_it = |outer: &MessagePart<'_>| match &outer.body {
        PartType::Multipart(ids) => ids.iter().any(|part| usize::try_from(*part) == Ok(id)),
        _ => false,
    };
    let is_named = NAMES.contains(&name.to_ascii_lowercase().as_str());
    let is_signed = || message.parts.iter().any(|outer| is_of_type(outer, "multipart", &["signed"]) && has_it(outer));
    let is_of_type = is_of_type(part, "application", &SIGNATURES);
    is_of_type && (is_named || is_signed())
        || (is_named || is_of_type && name == UNNAMED) && is_bare_signature(part.contents())
}

fn is_of_trade(name: &str, bytes: &[u8]) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let found = infer::get(bytes).map(|found| found.extension());
    matches!((ending.as_deref(), found), (Some("zip"), Some("zip")) | (Some("pdf"), Some("pdf")))
}

/// Whether a file of this name goes on, if it holds what its name says.
pub fn may_go_on(name: &str) -> bool {
    const ENDINGS: &str =
        "pdf png heic jpg jpeg docx xlsx pptx odt ods txt csv asc gpg pgp key pem crt cer der p7b p7c ics";
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.split(' ').any(|known| known == ending))
}

/// By the name's ending and the first bytes.
fn is_allowed(name: &str, bytes: &[u8]) -> bool {
    let Some((_, ending)) = name.rsplit_once('.') else { return false };
    let ending = ending.to_ascii_lowercase();
    let is = |kinds: &[&str]| infer::get(bytes).is_some_and(|found| kinds.contains(&found.extension()));
    match ending.as_str() {
        "pdf" => is(&["pdf"]) && !is_encrypted_pdf(bytes),
        "png" | "heic" => is(&[ending.as_str(), "heif"]),
        "jpg" | "jpeg" => is(&["jpg"]),
        "docx" | "xlsx" | "pptx" | "odt" | "ods" => is(&[ending.as_str()]) && !has_macros(bytes),
        "txt" | "csv" => infer::get(bytes).is_none() && is_text(bytes),
        "asc" | "gpg" | "pgp" | "key" => is_public(bytes, b"-----BEGIN PGP PUBLIC KEY BLOCK-----"),
        "pem" | "crt" | "cer" | "der" => is_certificate(bytes),
        "p7b" | "p7c" => is_public(bytes, b"-----BEGIN PKCS7-----") || smime::is_detached(bytes),
        "ics" => bytes.trim_ascii_start().starts_with(b"BEGIN:VCALENDAR") && is_text(bytes),
        _ => false,
    }
}

/// A text with this line and no private key, which nobody sends on purpose.
fn is_public(bytes: &[u8], line: &[u8]) -> bool {
    is_text(bytes) && contains(bytes, line) && !contains(bytes, b"PRIVATE KEY")
}

fn is_certificate(bytes: &[u8]) -> bool {
    const VERSION_3: &[u8] = b"\xa0\x03\x02\x01\x02";
    let is_armored = || is_public(bytes, b"-----BEGIN CERTIFICATE-----");
    // DER, with the version in front (RFC 5280, section 4.1).
    bytes.starts_with(b"\x30\x82") && bytes.get(..20).is_some_and(|begin| contains(begin, VERSION_3)) || is_armored()
}

fn has_controls(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31))
}

fn is_text(bytes: &[u8]) -> bool {
    !has_controls(bytes)
        && !infer::text::is_html(bytes)
        && !infer::text::is_xml(bytes)
        && !infer::text::is_shellscript(bytes)
}

/// A scanner cannot look into it.
fn is_encrypted_pdf(bytes: &[u8]) -> bool {
    contains(bytes, b"/Encrypt")
}

/// The part of a document with macros, whatever its name says. Names in a ZIP's directory are not compressed.
fn has_macros(bytes: &[u8]) -> bool {
    contains(bytes, b"vbaProject.bin")
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without certificates, for brevity; and with something that is signed.
    const CERTIFICATES: &[u8] = b"\x30\x21\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x14\x30\x12\
        \x02\x01\x01\x31\x00\x30\x0b\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01";
    const CONTENT: &[u8] = b"\x30\x25\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x18\x30\x16\
        \x02\x01\x01\x31\x00\x30\x0f\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x02\x04\x00";

    #[test]
    fn a_name_and_its_bytes_must_agree() {
        let pdf = b"%PDF-1.7\nrest";
        let png = b"\x89PNG\r\n\x1a\nrest of it";
        for (name, bytes, allowed) in [
            ("report.pdf", &pdf[..], true),
            ("Report.PDF", pdf, true),
            ("report.pdf.exe", pdf, false),
            ("report.exe", pdf, false),
            ("report", pdf, false),
            ("report.png", pdf, false),
            ("report.pdf", png, false),
            ("picture.png", png, true),
            ("picture.svg", b"<svg/>", false),
            ("page.html", b"<html></html>", false),
            ("notes.txt", b"plain \xe4 text\n", true),
            ("notes.txt", b"<!DOCTYPE html><html>", false),
            ("notes.txt", b"#!/bin/sh\n", false),
            ("notes.txt", b"MZ\x90\x00\x03", false),
            ("table.csv", b"a;b\r\n1;2\r\n", true),
            ("meeting.ics", b"BEGIN:VCALENDAR\r\n", true),
            ("meeting.ics", b"something", false),
            ("archive.zip", b"PK\x03\x04", false),
            ("key.asc", b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQ==", true),
            ("key.asc", b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nmQ==", false),
            ("ca.crt", b"-----BEGIN CERTIFICATE-----\nMIIB", true),
            ("ca.pem", b"-----BEGIN CERTIFICATE-----\nMIIB\n-----BEGIN PRIVATE KEY-----\n", false),
            ("ca.cer", b"\x30\x82\x02\x0a\x30\x82\x01\xb2\xa0\x03\x02\x01\x02\x02\x09\0\0\0\0\0", true),
            ("ca.cer", b"\x30\x82\x02\x0a", false),
            ("ca.der", b"\x30\x82\x02\x0a\x30\x82\x01\xb2\xa0\x03\x02\x01\x02\x02\x09\0\0\0\0\0", true),
            ("ca.p7b", b"-----BEGIN PKCS7-----\nMIIB", true),
            ("ca.p7b", CERTIFICATES, true),
            ("ca.p7c", CONTENT, false),
            ("key.gpg", b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQ==", true),
            ("vera.key", b"-----BEGIN RSA PRIVATE KEY-----\nMIIB", false),
            ("secret.pdf", b"%PDF-1.7\ntrailer << /Encrypt 5 0 R >>", false),
        ] {
            assert_eq!(is_allowed(name, bytes), allowed, "{name}");
            assert!(may_go_on(name) || !allowed, "{name}");
        }
    }

    #[test]
    fn a_name_has_no_path_and_nothing_to_obey() {
        for (name, clean) in [
            ("../../etc/passwd", "passwd"),
            ("C:\\Users\\x\\plan.pdf", "plan.pdf"),
            ("inv\u{202e}fdp.exe", "invfdp.exe"),
            ("a\r\nBcc: b\u{1b}[2J.pdf", "aBcc: b[2J.pdf"),
            ("plan.pdf. . .", "plan.pdf"),
            ("", "unnamed"),
            ("/", "unnamed"),
        ] {
            assert_eq!(clean_name(name), clean, "{name:?}");
        }
        assert_eq!(clean_name(&"ü".repeat(500)).chars().count(), LONGEST_NAME);
    }
}
