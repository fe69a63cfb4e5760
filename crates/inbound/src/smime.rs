//! What an opaque S/MIME mail has signed (RFC 8551, section 3.5.2). Nobody checks the signature.
//!
//! An own reader: mail programs write lengths that end somewhere (BER), which the crate `cms` refuses.

use mail_parser::{Message, MimeHeaders};

/// Of elements within each other.
const MAX_DEPTH: usize = 16;
/// 1.2.840.113549.1.7.2
const SIGNED_DATA: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02";

/// The mail as if it was not signed. `None`: it is no such mail.
pub(crate) fn opened(header: &[u8], message: &Message<'_>) -> Option<Vec<u8>> {
    let is_signed = message.content_type().is_some_and(|kind| {
        let name = kind.subtype().unwrap_or_default().to_ascii_lowercase();
        kind.ctype().eq_ignore_ascii_case("application") && matches!(name.as_str(), "pkcs7-mime" | "x-pkcs7-mime")
    });
    let content = signed_content(message.parts.first().filter(|_| is_signed)?.contents())?;
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

fn signed_content(der: &[u8]) -> Option<Vec<u8>> {
    let info = within(der, 0x30)?.0;
    let (kind, rest) = within(info, 0x06)?;
    let signed = within(within(rest, 0xa0).filter(|_| kind == SIGNED_DATA)?.0, 0x30)?.0;
    // Version and digests; then what is signed, with its type in front.
    let (_, rest) = within(within(signed, 0x02)?.1, 0x31)?;
    let (_, rest) = within(within(rest, 0x30)?.0, 0x06)?;
    octets(within(rest, 0xa0)?.0)
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
    use crate::{mail::Mail, parsed_mail::ParsedMail};

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
