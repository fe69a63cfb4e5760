//! Text as a reader would see it, where the label of its charset is missing or wrong.

use std::borrow::Cow;

use encoding_rs::{EUC_KR, Encoding, GBK, UTF_8, WINDOWS_1252};
use mail_parser::{
    ContentType, Encoding as Transfer, Message, MessagePart, MimeHeaders, PartType,
    decoders::{
        base64::base64_decode,
        quoted_printable::{quoted_printable_decode, quoted_printable_decode_char},
    },
};

use crate::{characters::utf_8_or_windows_1252, headers::Headers};

/// More is not read again: what is shown is shorter.
const MAX_TEXT: usize = 2 * 1024 * 1024;
/// Pieces of a parameter (RFC 2231, section 3).
const MAX_PIECES: usize = 100;
/// One of so many characters may be wrong.
const MOST_ERRORS: usize = 20;
/// Of a page.
const LONGEST_HEAD: usize = 2_000;

/// The text of a part. Bytes that are valid UTF-8 are UTF-8 whatever a label for one byte a character says, and what no
/// label explains is windows-1252.
pub(crate) fn text<'a>(message: &'a Message<'_>, part: &'a MessagePart<'_>) -> Option<Cow<'a, str>> {
    let (PartType::Text(parsed) | PartType::Html(parsed)) = &part.body else { return None };
    let label = part.content_type().and_then(|kind| kind.attribute("charset").or_else(|| label_behind(kind)));
    let label = label.or_else(|| label_within(part));
    if let Some(decoded) = label.and_then(|label| by_other_label(label, || bytes(message, part))) {
        return Some(Cow::Owned(decoded));
    }
    let encoding = label.and_then(encoding_of).filter(|found| *found != UTF_8);
    let multi_byte = encoding.filter(|encoding| !encoding.is_single_byte());
    let is_ascii = parsed.is_ascii();
    let is_readable = !part.is_encoding_problem && (is_ascii || !parsed.contains('\u{fffd}'));
    if multi_byte.is_none() && is_readable && (is_ascii || encoding.is_none()) {
        return Some(Cow::Borrowed(parsed));
    }
    let bytes = bytes(message, part);
    let decoded = match (multi_byte, encoding) {
        (Some(encoding), _) => {
            let (decoded, _, has_errors) = encoding.decode(&bytes);
            // A few bad bytes, or the end of what is read, say nothing against the label.
            let is_other = || decoded.matches('\u{fffd}').count() * MOST_ERRORS > decoded.chars().count();
            if has_errors && is_other() { utf_8_or_windows_1252(&bytes) } else { decoded }
        }
        (None, Some(encoding)) if (is_readable || encoding != WINDOWS_1252) && str::from_utf8(&bytes).is_err() => {
            encoding.decode(&bytes).0
        }
        _ => utf_8_or_windows_1252(&bytes),
    };
    Some(Cow::Owned(decoded.into_owned()))
}

/// Where the semicolon is missing, the parser takes the label for a part of the type.
fn label_behind<'a>(kind: &'a ContentType<'_>) -> Option<&'a str> {
    let (_, label) = kind.subtype()?.split_once("charset=")?;
    Some(label.trim_matches(['"', '\'', ' ']))
}

/// Of IBM's first PC, from 0x80.
const IBM437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// In charsets that browsers do not know: of seven bits (RFC 1557, RFC 1843), and of old PCs.
fn by_other_label<'a>(label: &str, bytes: impl FnOnce() -> Cow<'a, [u8]>) -> Option<String> {
    match label.trim_matches(['\'', '"']).to_ascii_lowercase().as_str() {
        "iso-2022-kr" | "csiso2022kr" => Some(EUC_KR.decode(&shifted_korean(&bytes())).0.into_owned()),
        "hz-gb-2312" | "hz" => Some(GBK.decode(&shifted_chinese(&bytes())).0.into_owned()),
        "ibm437" | "cp437" | "437" => {
            let letters: Vec<char> = IBM437.chars().collect();
            let letter = |byte: u8| byte.checked_sub(0x80).map_or(char::from(byte), |at| letters[usize::from(at)]);
            Some(bytes().iter().map(|byte| letter(*byte)).collect())
        }
        _ => None,
    }
}

/// With eight bits between the marks, which are left out.
fn shifted_korean(bytes: &[u8]) -> Vec<u8> {
    let mut is_shifted = false;
    let rest = bytes.strip_prefix(b"\x1b$)C").unwrap_or(bytes);
    let shifted = rest.iter().filter_map(|byte| match byte {
        0x0e | 0x0f => {
            is_shifted = *byte == 0x0e;
            None
        }
        byte if is_shifted && byte.is_ascii_graphic() => Some(byte | 0x80),
        byte => Some(*byte),
    });
    shifted.collect()
}

fn shifted_chinese(bytes: &[u8]) -> Vec<u8> {
    let (mut shifted, mut is_shifted, mut rest) = (Vec::with_capacity(bytes.len()), false, bytes);
    while let [byte, behind @ ..] = rest {
        rest = match (byte, behind.first()) {
            (b'~', Some(b'}')) if is_shifted => {
                is_shifted = false;
                &behind[1..]
            }
            (first, Some(second)) if is_shifted && first.is_ascii_graphic() && second.is_ascii_graphic() => {
                shifted.extend([first | 0x80, second | 0x80]);
                &behind[1..]
            }
            (b'~', Some(b'{')) => {
                is_shifted = true;
                &behind[1..]
            }
            (b'~', Some(b'\n')) => &behind[1..],
            (b'~', Some(b'~')) => {
                shifted.push(b'~');
                &behind[1..]
            }
            _ => {
                // At the end of a line it is over.
                is_shifted &= *byte != b'\n';
                shifted.push(*byte);
                behind
            }
        };
    }
    shifted
}

/// Mail programs use names that no list has.
fn encoding_of(label: &str) -> Option<&'static Encoding> {
    let label = label.trim_matches(['\'', '"']);
    let known = match label.to_ascii_lowercase().as_str() {
        "cp932" => "shift_jis",
        "cp936" => "gbk",
        "cp949" | "uhc" => "euc-kr",
        "cp950" => "big5",
        _ => label,
    };
    Encoding::for_label_no_replacement(known.as_bytes())
}

/// What a page says of itself.
fn label_within<'a>(part: &'a MessagePart<'_>) -> Option<&'a str> {
    let PartType::Html(page) = &part.body else { return None };
    let head = &page[..page.floor_char_boundary(LONGEST_HEAD)];
    let (_, label) = head.split_once("charset=").filter(|_| head.contains("<meta"))?;
    label.trim_start_matches(['"', '\'']).split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_')).next()
}

/// As they came, without their transfer encoding; up to a line near the bound.
fn bytes<'a>(message: &'a Message<'_>, part: &MessagePart<'_>) -> Cow<'a, [u8]> {
    let place = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    let all = message.raw_message.get(place(part.offset_body)..place(part.offset_end)).unwrap_or_default();
    let whole_lines = |raw: &[u8]| raw.iter().rposition(|byte| *byte == b'\n').map_or(MAX_TEXT, |end| end + 1);
    let raw = all.get(..MAX_TEXT).map_or(all, |raw| &raw[..whole_lines(raw)]);
    let declared = part.content_transfer_encoding().unwrap_or_default().trim();
    let is = |name: &str, encoding: Transfer| declared.eq_ignore_ascii_case(name) || part.encoding == encoding;
    if is("base64", Transfer::Base64) {
        Cow::Owned(from_base64(raw))
    } else if is("quoted-printable", Transfer::QuotedPrintable) {
        Cow::Owned(from_quoted_printable(raw))
    } else {
        Cow::Borrowed(raw)
    }
}

/// Up to the first line that is something else, such as the footer of a list. The parser gives up at one.
fn from_base64(raw: &[u8]) -> Vec<u8> {
    let is_other = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'+' | b'/' | b'=');
    let lines = raw.split_inclusive(|byte| *byte == b'\n');
    let encoded = lines.take_while(|line| !line.trim_ascii().iter().any(is_other)).map(<[u8]>::len).sum();
    let (encoded, rest) = raw.split_at(encoded);
    let is_whole = || encoded.iter().filter(|byte| !byte.is_ascii_whitespace()).count() % 4 == 0;
    match base64_decode(encoded).filter(|_| rest.is_empty() || is_whole()) {
        Some(decoded) => [&decoded, rest].concat(),
        None => raw.to_vec(),
    }
}

/// With each `=` that encodes nothing. The parser gives up at one.
fn from_quoted_printable(raw: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.iter().position(|byte| *byte == b'=') {
        decoded.extend_from_slice(&rest[..at]);
        let behind = &rest[at + 1..];
        let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).take(80).count();
        let encoded = behind.first_chunk().and_then(|[a, b]| quoted_printable_decode_char(*a, *b));
        rest = if let Some(byte) = encoded {
            decoded.push(byte);
            &behind[2..]
        } else if behind.get(blanks) == Some(&b'\n') {
            &behind[blanks + 1..]
        } else {
            decoded.push(b'=');
            behind
        };
    }
    decoded.extend_from_slice(rest);
    decoded
}

/// A field with its encoded words decoded, whose charsets the parser does not know all (RFC 2047).
pub(crate) fn with_readable_words(value: &str) -> Cow<'_, str> {
    let mut written = String::new();
    let mut rest = value;
    while let Some((before, word)) = rest.split_once("=?") {
        let mut parts = word.splitn(4, '?');
        let decoded = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(label), Some(kind), Some(text), Some(behind)) => {
                behind.strip_prefix('=').zip(decoded_word(label, kind, text))
            }
            _ => None,
        };
        // White space between two encoded words is none.
        let is_gap = before.trim().is_empty() && !written.is_empty();
        written.push_str(if is_gap && decoded.is_some() { "" } else { before });
        rest = if let Some((behind, text)) = decoded {
            written.push_str(&text);
            behind
        } else {
            written.push_str("=?");
            word
        };
    }
    if written.is_empty() {
        return Cow::Borrowed(value);
    }
    written.push_str(rest);
    Cow::Owned(written)
}

fn decoded_word(label: &str, kind: &str, text: &str) -> Option<String> {
    let bytes = if kind.eq_ignore_ascii_case("b") {
        base64_decode(text.as_bytes())
    } else {
        quoted_printable_decode(text.replace('_', " ").as_bytes())
    }?;
    by_other_label(label, || Cow::Borrowed(&bytes)).or_else(|| {
        let encoding = encoding_of(label).filter(|found| ![UTF_8, WINDOWS_1252].contains(found))?;
        Some(encoding.decode(&bytes).0.into_owned())
    })
}

/// The name of a file. The parser reads names of raw bytes, and those in pieces of another charset than UTF-8, wrongly.
pub(crate) fn file_name<'a>(message: &Message<'_>, part: &'a MessagePart<'_>) -> Option<Cow<'a, str>> {
    let parsed = part.attachment_name().map(Cow::Borrowed);
    let place = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    let raw = message.raw_message.get(place(part.offset_header)..place(part.offset_body)).unwrap_or_default();
    let is_plain = |name: &Cow<'_, str>| !name.contains(['\u{fffd}', '%']);
    let is_encoded = raw.contains(&b'*') || raw.windows(2).any(|start| start == b"=?");
    if raw.is_ascii() && !is_encoded && parsed.as_ref().is_none_or(is_plain) {
        return parsed;
    }
    let Ok(headers) = Headers::of(raw) else { return parsed };
    let of =
        |field: &str, name: &str| headers.first(field).and_then(|value| parameter(&with_readable_words(&value), name));
    of("Content-Disposition", "filename").or_else(|| of("Content-Type", "name")).map(Cow::Owned).or(parsed)
}

/// A parameter in pieces or in a charset, or of raw bytes. `None` if it is an ordinary one.
fn parameter(value: &str, name: &str) -> Option<String> {
    let mut pieces: Vec<(usize, bool, &str)> = Vec::new();
    let mut raw = None;
    for (key, text) in parameters(value).take(MAX_PIECES) {
        if key.eq_ignore_ascii_case(name) {
            raw = (!text.is_ascii()).then(|| text.to_owned());
        }
        let Some((_, rest)) = key.split_once('*').filter(|(base, _)| base.eq_ignore_ascii_case(name)) else { continue };
        let number = rest.strip_suffix('*').unwrap_or(rest);
        let is_extended = rest.is_empty() || rest.ends_with('*');
        pieces.push((number.parse().unwrap_or(0), is_extended, text));
    }
    pieces.sort_by_key(|piece| piece.0);
    let mut encoding = UTF_8;
    let mut bytes = Vec::new();
    for (index, (_, is_extended, mut text)) in pieces.iter().copied().enumerate() {
        if index == 0 && is_extended {
            let mut parts = text.splitn(3, '\'');
            if let (Some(charset), Some(_), Some(rest)) = (parts.next(), parts.next(), parts.next()) {
                encoding = encoding_of(charset).unwrap_or(UTF_8);
                text = rest;
            }
        }
        if is_extended {
            bytes.extend(percent_encoding::percent_decode_str(text));
        } else {
            bytes.extend_from_slice(text.as_bytes());
        }
    }
    if pieces.is_empty() {
        return raw;
    }
    let decoded = if encoding == UTF_8 { utf_8_or_windows_1252(&bytes) } else { encoding.decode(&bytes).0 };
    Some(decoded.into_owned())
}

/// The parameters behind a field's first word, without quotes.
fn parameters(value: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = value.split_once(';').map_or("", |(_, rest)| rest);
    std::iter::from_fn(move || {
        let (key, behind) = rest.split_once('=')?;
        let behind = behind.trim_start();
        let (text, next) = match behind.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => behind.split_at(behind.find(';').unwrap_or(behind.len())),
        };
        rest = next.trim_start().trim_start_matches(';');
        Some((key.trim(), text.trim()))
    })
}
