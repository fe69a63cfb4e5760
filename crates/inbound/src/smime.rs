//! What an opaque S/MIME mail has signed (RFC 8551, section 3.5.2). Nobody checks the signature.
//!
//! Whether another one is encrypted, its type says. An own reader: mail programs write lengths that end somewhere (BER), which the crate `cms` refuses.

use mail_parser::{Message, MessagePart, MimeHeaders};

use crate::parts::is_of_type;

/// Of elements within each other.
const MAX_DEPTH: usize = 16;
/// 1.2.840.113549.1.7.2
const SIGNED_DATA: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02";

/// 1.2.840.113549.1.7.3, and 1.2.840.113549.1.9.16.1.23 (RFC 5083).
const ENVELOPED_DATA: [&[u8]; 2] =
    [b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03", b"\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17"];

/// By its type, or by its name if a gateway has taken the type.
pub(crate) fn is_of_smime(part: &MessagePart<'_>) -> bool {
    let is_named = || part.attachment_name().is_some_and(|name| name.to_ascii_lowercase().ends_with(".p7m"));
    is_of_type(part, "application", &["pkcs7-mime", "x-pkcs7-mime"])
        || is_of_type(part, "application", &["octet-stream"]) && is_named()
}

pub(crate) fn is_enveloped(der: &[u8]) -> bool {
    let kind = within(der, 0x30).and_then(|(info, _)| within(info, 0x06));
    kind.is_some_and(|(kind, _)| ENVELOPED_DATA.contains(&kind))
}

/// The mail with what its first signed part has signed instead of that part. `None`: there is none.
pub(crate) fn opened(header: &[u8], message: &Message<'_>) -> Option<Vec<u8>> {
    let signed = message.parts.iter().enumerate().filter_map(|(at, part)| Some((at, part, signed_within(part)?)));
    // Within another, it may be a signed file.
    let (at, part, content) = signed.into_iter().find(|(at, _, content)| *at == 0 || is_entity(content))?;
    if at > 0 {
        let raw = &message.raw_message;
        let place = |at: u32| usize::try_from(at).ok();
        return Some([raw.get(..place(part.offset_header)?)?, &content, raw.get(place(part.offset_end)?..)?].concat());
    }
    let mut is_kept = true;
    let mut kept = Vec::with_capacity(header.len() + content.len());
    for line in header.split_inclusive(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
        let is_folded = line.starts_with(b" ") || line.starts_with(b"\t");
        is_kept =
            if is_folded { is_kept } else { !line.get(..8).is_some_and(|name| name.eq_ignore_ascii_case(b"content-")) };
        if is_kept {
            kept.extend_from_slice(line);
        }
    }
    kept.extend(content);
    Some(kept)
}

/// Whether it has the header of a part (RFC 2045).
fn is_entity(content: &[u8]) -> bool {
    let begins = |name: &[u8]| content.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    begins(b"content-") || begins(b"mime-version:")
}

fn signed_within(part: &MessagePart<'_>) -> Option<Vec<u8>> {
    signed_content(Some(part).filter(|part| is_of_smime(part))?.contents())
}

fn signed_content(der: &[u8]) -> Option<Vec<u8>> {
    octets(within(signed(der)?, 0xa0)?.0)
}

/// Whether it has a signature or certificates alone, and nothing that is signed.
pub(crate) fn is_detached(der: &[u8]) -> bool {
    signed(der).is_some_and(<[u8]>::is_empty)
}

/// What is signed, behind its type.
fn signed(der: &[u8]) -> Option<&[u8]> {
    let info = within(der, 0x30)?.0;
    let (kind, rest) = within(info, 0x06)?;
    let signed = within(within(rest, 0xa0).filter(|_| kind == SIGNED_DATA)?.0, 0x30)?.0;
    // Behind version and digests.
    let (_, rest) = within(within(signed, 0x02)?.1, 0x31)?;
    within(within(rest, 0x30)?.0, 0x06).map(|(_, content)| content)
}

/// An octet string, perhaps in pieces.
fn octets(bytes: &[u8]) -> Option<Vec<u8>> {
    if let Some((whole, _)) = within(bytes, 0x04) {
        return Some(whole.to_vec());
    }
    let (mut pieces, mut all) = (within(bytes, 0x24)?.0, Vec::new());
    while !pieces.is_empty() {
        let (piece, rest) = within(pieces, 0x04)?;
        all.extend_from_slice(piece);
        pieces = rest;
    }
    Some(all)
}

/// The content of the first element, if it has this tag, and what is behind it.
fn within(bytes: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    element(bytes, MAX_DEPTH).filter(|_| bytes[0] == tag)
}

fn element(bytes: &[u8], depth: usize) -> Option<(&[u8], &[u8])> {
    let [tag, length, rest @ ..] = bytes else { return None };
    let depth = depth.checked_sub(1)?;
    match length {
        // Up to a mark, within which all elements are read.
        0x80 if tag & 0x20 != 0 => {
            let mut inner = rest;
            while !inner.starts_with(b"\0\0") {
                inner = element(inner, depth)?.1;
            }
            Some((&rest[..rest.len() - inner.len()], &inner[2..]))
        }
        0..=0x7f => rest.split_at_checked(usize::from(*length)),
        0x81..=0x84 => {
            let (length, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
            let length = length.iter().fold(0, |length, byte| (length << 8) | usize::from(*byte));
            rest.split_at_checked(length)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        attachments::{Kind, contents},
        mail::Mail,
        parsed_mail::ParsedMail,
    };

    fn definite(tag: u8, content: &[u8]) -> Vec<u8> {
        [&[tag, 0x82, u8::try_from(content.len() / 256).unwrap(), u8::try_from(content.len() % 256).unwrap()], content]
            .concat()
    }

    fn indefinite(tag: u8, content: &[u8]) -> Vec<u8> {
        [&[tag, 0x80], content, b"\0\0"].concat()
    }

    fn signed(octets: &[u8], wrap: fn(u8, &[u8]) -> Vec<u8>) -> Vec<u8> {
        let data = [&b"\x06\x01\x2a"[..], &wrap(0xa0, octets)].concat();
        let data = [&b"\x02\x01\x01\x31\x00"[..], &wrap(0x30, &data), b"\x31\x00"].concat();
        let kind = definite(0x06, SIGNED_DATA);
        wrap(0x30, &[kind, wrap(0xa0, &wrap(0x30, &data))].concat())
    }

    #[test]
    fn the_signed_words_are_read_however_their_lengths_are_written() {
        let inner = b"Content-Type: text/plain; charset=utf-8\r\n\r\nGr\xc3\xbcezi\r\n";
        let pieces = [definite(0x04, &inner[..20]), definite(0x04, &inner[20..])].concat();
        for der in [
            signed(&definite(0x04, inner), definite),
            signed(&definite(0x04, inner), indefinite),
            signed(&indefinite(0x24, &pieces), indefinite),
        ] {
            let mut raw =
                b"Subject: x\r\nContent-Type: application/pkcs7-mime; smime-type=signed-data;\r\n name=smime.p7m\r\n\
                Content-Transfer-Encoding: 8bit\r\nFrom: a@b.example\r\n\r\n"
                    .to_vec();
            raw.extend(der);
            let parsed = ParsedMail::of(&Mail::read(&raw).unwrap());
            assert_eq!((parsed.new_text.as_str(), parsed.attachments.len()), ("Grüezi", 0));
            assert_eq!(parsed.from.unwrap().address, "a@b.example");
        }
    }

    #[test]
    fn the_signed_words_are_read_wherever_a_gateway_puts_them() {
        let inner = signed(&definite(0x04, b"Content-Type: text/plain\r\n\r\nThe pump stands.\r\n"), definite);
        let with = |head: &str, der: &[u8], end: &str| {
            let head = format!("{head}Content-Transfer-Encoding: 8bit\r\n\r\n");
            [&b"From: a@b.example\r\n"[..], head.as_bytes(), der, end.as_bytes()].concat()
        };
        let twice = b"Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";
        let twice = signed(&definite(0x04, &[&twice[..], &inner].concat()), definite);
        let mixed = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n";
        let named = "Content-Type: application/octet-stream; name=smime.p7m\r\n";
        let typed = "Content-Type: application/pkcs7-mime; name=smime.p7m\r\n";
        let footer = "\r\n--b\r\nContent-Type: text/plain\r\n\r\nThis mail is confidential.\r\n--b--\r\n";
        let text = "The pump stands.";
        let both = format!("{text}\n\nThis mail is confidential.");
        for (raw, expected) in [
            (with(named, &inner, ""), text),
            (with(typed, &twice, ""), text),
            (with(&[mixed, typed].concat(), &inner, "\r\n--b--\r\n"), text),
            (with(&[mixed, named].concat(), &inner, footer), both.as_str()),
            (with(&[mixed, typed].concat(), &twice, footer), both.as_str()),
        ] {
            let parsed = ParsedMail::of(&Mail::read(&raw).unwrap());
            assert_eq!(parsed.new_text, expected, "{}", String::from_utf8_lossy(&raw));
            let held = parsed.attachments.iter().filter(|file| file.kind != Kind::Logo).count();
            assert_eq!(held, 0, "{}", String::from_utf8_lossy(&raw));
        }
    }

    /// As they stand in the container, their bytes are those of the mail.
    #[test]
    fn the_signed_files_are_those_of_the_mail_wherever_a_gateway_puts_them() {
        let files = "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\nThe pump stands.\r\n--i\r\n\
            Content-Type: application/pdf; name=plan.pdf\r\n\r\n%PDF-1.7 plan\r\n--i\r\n\
            Content-Type: application/octet-stream; name=tool.exe\r\n\r\nMZ\r\n--i--\r\n";
        let mut raw =
            b"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nExternal.\r\n--b\r\n\
            Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
                .to_vec();
        raw.extend(signed(&definite(0x04, files.as_bytes()), definite));
        raw.extend(b"\r\n--b\r\nContent-Type: text/plain\r\n\r\nThis mail is confidential.\r\n--b--\r\n");
        let mail = Mail::read(&raw).unwrap();
        let parsed = ParsedMail::of(&mail);
        assert_eq!(parsed.new_text, "External.\nThe pump stands.\nThis mail is confidential.");
        let found: Vec<_> = parsed.attachments.iter().map(|file| (file.name.as_str(), file.kind)).collect();
        assert_eq!(found, [("plan.pdf", Kind::Allowed), ("tool.exe", Kind::Held)]);
        assert_eq!(contents(&mail, parsed.attachments[0].part), Some(&b"%PDF-1.7 plan"[..]));
    }

    /// As tax offices and notaries of some countries sign it: it is no mail.
    #[test]
    fn a_signed_file_stays_a_file() {
        let mut raw = b"From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nThe contract.\r\n--b\r\n\
            Content-Type: application/pkcs7-mime; name=contract.pdf.p7m\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
            .to_vec();
        raw.extend(signed(&definite(0x04, b"%PDF-1.7 contract"), definite));
        raw.extend(b"\r\n--b--\r\n");
        let parsed = ParsedMail::of(&Mail::read(&raw).unwrap());
        assert_eq!(parsed.new_text, "The contract.");
        assert_eq!(parsed.attachments.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["contract.pdf.p7m"]);
    }

    #[test]
    fn what_is_signed_is_bounded_as_any_mail() {
        let nested = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(1_000);
        let mut raw =
            b"From: a@b.example\nContent-Type: application/pkcs7-mime\nContent-Transfer-Encoding: 8bit\n\n".to_vec();
        raw.extend(signed(&definite(0x04, &nested), definite));
        assert!(Mail::read(&raw).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in proptest::collection::vec(prop_oneof![Just(0x30), Just(0x80), Just(0), Just(0xa0), any::<u8>()], 0..300)) {
            let _ = signed_content(&bytes);
        }
    }
}
