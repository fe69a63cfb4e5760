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
/// Letters that are no word or two.
const LEAST_BASE64: usize = 16;
/// Escapes that are no example of one.
const LEAST_ESCAPES: usize = 6;

/// The text of a part. Bytes that are valid UTF-8 are UTF-8 whatever a label for one byte a character says, and what no
/// label explains is windows-1252.
pub(crate) fn text<'a>(message: &'a Message<'_>, part: &'a MessagePart<'_>) -> Option<Cow<'a, str>> {
    let parsed = match &part.body {
        PartType::Text(parsed) | PartType::Html(parsed) => parsed.as_ref(),
        PartType::Binary(_) => "\u{fffd}",
        _ => return None,
    };
    let label = part.content_type().and_then(|kind| kind.attribute("charset").or_else(|| label_behind(kind)));
    let label = label.or_else(|| label_within(part));
    if let Some(decoded) = label.and_then(|label| by_other_label(label, || bytes(message, part))) {
        return Some(Cow::Owned(decoded));
    }
    let encoding = label.and_then(encoding_of).filter(|found| *found != UTF_8);
    let multi_byte = encoding.filter(|encoding| !encoding.is_single_byte());
    let is_ascii = parsed.is_ascii();
    let is_other = part.is_encoding_problem || is_misread(raw(message, part), part.encoding);
    let is_readable = !is_other && (is_ascii || !parsed.contains('\u{fffd}'));
    if multi_byte.is_none() && is_readable && (is_ascii || encoding.is_none()) {
        return Some(Cow::Borrowed(parsed));
    }
    let bytes = bytes(message, part);
    let decoded = match (multi_byte, encoding) {
        (Some(encoding), _) => {
            let (decoded, _, has_errors) = encoding.decode(&bytes);
            // A few bad bytes, or the end of what is read, say nothing against the label.
            let is_other = || decoded.matches('\u{fffd}').count() * MOST_ERRORS > decoded.chars().count();
            let is_other = has_errors && is_other() || is_plainly_utf_8(&bytes);
            if is_other { utf_8_or_windows_1252(&bytes) } else { decoded }
        }
        (None, Some(encoding)) if (is_readable || encoding != WINDOWS_1252) && str::from_utf8(&bytes).is_err() => {
            encoding.decode(&bytes).0
        }
        _ => utf_8_or_windows_1252(&bytes),
    };
    Some(Cow::Owned(decoded.into_owned()))
}

/// One or two characters of a multi-byte charset may look so by chance, but hardly amid the letters of a Latin word.
fn is_plainly_utf_8(bytes: &[u8]) -> bool {
    let is_letter = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphabetic);
    str::from_utf8(bytes).is_ok_and(|text| {
        let mut others = text.char_indices().filter(|(_, c)| !c.is_ascii());
        let is_within_word = |(at, c): (usize, char)| {
            c.is_alphabetic() && is_letter(at.checked_sub(1)) && is_letter(Some(at + c.len_utf8()))
        };
        others.clone().nth(2).is_some() || others.any(is_within_word)
    })
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

/// As they came.
fn raw<'a>(message: &'a Message<'_>, part: &MessagePart<'_>) -> &'a [u8] {
    let place = |offset: u32| usize::try_from(offset).unwrap_or(usize::MAX);
    message.raw_message.get(place(part.offset_body)..place(part.offset_end)).unwrap_or_default()
}

/// Without their transfer encoding; up to a line near the bound.
fn bytes<'a>(message: &'a Message<'_>, part: &MessagePart<'_>) -> Cow<'a, [u8]> {
    let all = raw(message, part);
    let whole_lines = |raw: &[u8]| raw.iter().rposition(|byte| *byte == b'\n').map_or(MAX_TEXT, |end| end + 1);
    let raw = all.get(..MAX_TEXT).map_or(all, |raw| &raw[..whole_lines(raw)]);
    let declared = part.content_transfer_encoding().unwrap_or_default().trim();
    let is = |name: &str, encoding: Transfer| declared.eq_ignore_ascii_case(name) || part.encoding == encoding;
    if is("base64", Transfer::Base64) {
        Cow::Owned(from_base64(raw))
    } else if is("quoted-printable", Transfer::QuotedPrintable) || is_misread(all, part.encoding) {
        Cow::Owned(from_quoted_printable(raw))
    } else {
        Cow::Borrowed(raw)
    }
}

/// Whether the parser reads more than its escapes: it takes the 20 of `= 20` for one. Or fewer, as nothing names the encoding,
/// but each `=` encodes something, letters beyond ASCII among it, or lines are broken by it.
fn is_misread(raw: &[u8], encoding: Transfer) -> bool {
    let mut pieces = raw.split(|byte| *byte == b'=').skip(1);
    let is_upper = |piece: &[u8]| !piece.iter().take(2).any(u8::is_ascii_lowercase);
    let is_meant = |piece| escape(piece).is_some_and(|(byte, _)| byte.is_none() || is_upper(piece));
    match encoding {
        Transfer::QuotedPrintable => pieces.any(|piece| escape(piece).is_none()),
        Transfer::None if raw.is_ascii() && raw.contains(&b'=') && pieces.clone().all(is_meant) => {
            let is_broken = pieces.clone().any(|piece| escape(piece).is_some_and(|(byte, _)| byte.is_none()));
            (is_broken || pieces.count() >= LEAST_ESCAPES)
                && String::from_utf8(from_quoted_printable(raw)).is_ok_and(|text| !text.is_ascii())
        }
        _ => false,
    }
}

/// Without what is no base64 if that is little and the rest a text, or else up to the first line that is something else, such as the footer of a
/// list. The parser gives up at one.
fn from_base64(raw: &[u8]) -> Vec<u8> {
    let is_other = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'+' | b'/' | b'=');
    let is_text = |text: &str| !text.contains(|c: char| c.is_control() && !c.is_whitespace());
    let lines = raw.split_inclusive(|byte| *byte == b'\n');
    let is_mostly = |line: &[u8]| {
        let line = line.trim_ascii();
        8 * line.iter().filter(|byte| is_other(byte)).count() <= line.len()
    };
    let letters: Vec<u8> = raw.iter().copied().filter(|byte| !is_other(byte)).collect();
    let has_end = letters.iter().rposition(|byte| *byte != b'=') < letters.iter().position(|byte| *byte == b'=');
    if letters.len() >= LEAST_BASE64
        && (has_end || !letters.contains(&b'='))
        && lines.clone().all(is_mostly)
        && let Some(text) = base64_decode(&letters).filter(|bytes| str::from_utf8(bytes).is_ok_and(is_text))
    {
        return text;
    }
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
        let (byte, next) = escape(behind).unwrap_or((Some(b'='), behind));
        decoded.extend(byte);
        rest = next;
    }
    decoded.extend_from_slice(rest);
    decoded
}

/// What a `=` encodes, a byte or nothing at the end of a line, and what is behind it.
fn escape(behind: &[u8]) -> Option<(Option<u8>, &[u8])> {
    if let Some(byte) = behind.first_chunk().and_then(|[a, b]| quoted_printable_decode_char(*a, *b)) {
        return Some((Some(byte), &behind[2..]));
    }
    let blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).take(80).count();
    let is_end = behind.get(blanks).is_none_or(|byte| *byte == b'\n');
    is_end.then(|| (None, behind.get(blanks + 1..).unwrap_or_default()))
}

/// A field with its encoded words decoded, whose charsets the parser does not know all (RFC 2047).
pub(crate) fn with_readable_words(value: &str) -> Cow<'_, str> {
    with_words(value, |text| text)
}

/// A field with encoded words that the parser reads: what they say stays encoded, so that it is no part of an address.
pub(crate) fn with_known_words(value: &str) -> Cow<'_, str> {
    with_words(value, |text| encoded_word("utf-8", text.as_bytes()))
}

/// A character may begin in one encoded word and end in the next of its charset.
fn with_words(value: &str, write: impl Fn(String) -> String) -> Cow<'_, str> {
    let (mut written, mut rest) = (String::new(), value);
    let mut run: Option<(&str, Vec<u8>)> = None;
    let end = |run: &mut Option<(&str, Vec<u8>)>, written: &mut String| {
        let Some((label, bytes)) = run.take() else { return };
        written.push_str(&decoded(label, &bytes).map_or_else(|| encoded_word(label, &bytes), &write));
    };
    while let Some((before, word)) = rest.split_once("=?") {
        let mut parts = word.splitn(4, '?');
        let decoded = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(label), Some(kind), Some(text), Some(behind)) => {
                behind.strip_prefix('=').zip(decoded_word(kind, text)).map(|(behind, bytes)| (label, bytes, behind))
            }
            _ => None,
        };
        // White space between two encoded words is none.
        let is_gap = run.is_some() && before.trim().is_empty();
        let Some((label, bytes, behind)) = decoded else {
            end(&mut run, &mut written);
            written.extend([before, "=?"]);
            rest = word;
            continue;
        };
        if let Some((last, all)) = &mut run
            && is_gap
            && last.eq_ignore_ascii_case(label)
        {
            all.extend(bytes);
        } else {
            end(&mut run, &mut written);
            written.push_str(if is_gap && !written.ends_with("?=") { "" } else { before });
            run = Some((label, bytes));
        }
        rest = behind;
    }
    end(&mut run, &mut written);
    if written.is_empty() {
        return Cow::Borrowed(value);
    }
    written.push_str(rest);
    Cow::Owned(written)
}

fn decoded(label: &str, bytes: &[u8]) -> Option<String> {
    by_other_label(label, || Cow::Borrowed(bytes)).or_else(|| match encoding_of(label)? {
        found if [UTF_8, WINDOWS_1252].contains(&found) => Some(utf_8_or_windows_1252(bytes).into_owned()),
        found => Some(found.decode(bytes).0.into_owned()),
    })
}

fn encoded_word(label: &str, bytes: &[u8]) -> String {
    let bytes: String = bytes.iter().flat_map(|byte| ["=".to_owned(), format!("{byte:02X}")]).collect();
    format!("=?{label}?q?{bytes}?=")
}

fn decoded_word(kind: &str, text: &str) -> Option<Vec<u8>> {
    if kind.eq_ignore_ascii_case("b") {
        base64_decode(text.as_bytes())
    } else {
        quoted_printable_decode(text.replace('_', " ").as_bytes())
    }
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
    let of = |field: &str, name: &str| {
        let value = parameter(&headers.first(field)?, name)?;
        Some(with_readable_words(&value).into_owned())
    };
    of("Content-Disposition", "filename").or_else(|| of("Content-Type", "name")).map(Cow::Owned).or(parsed)
}

/// A parameter in pieces or in a charset, of raw bytes or encoded words. `None` if it is an ordinary one.
fn parameter(value: &str, name: &str) -> Option<String> {
    let mut pieces: Vec<(usize, bool, &str)> = Vec::new();
    let mut raw = None;
    for (key, text) in parameters(value).take(MAX_PIECES) {
        if key.eq_ignore_ascii_case(name) {
            raw = (!text.is_ascii() || text.contains("=?")).then(|| text.to_owned());
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
