//! Encrypted mails (RFC 3156, RFC 8551, PGP in the text). Nobody reads them here: they go on as they came, with our headers around
//! them, so that the recipient's client decrypts them.

use mail_parser::{Message, MessagePart, PartType};

use crate::{
    headers::Headers,
    mail::Mail,
    parts::is_of_type,
    smime::{is_detached, is_enveloped, is_of_smime},
};

/// The text of an encrypted mail for everybody here.
pub const SAID: &str = "(This mail is encrypted: nobody can read it here.)";

/// Of a line (RFC 5321, section 4.5.3.1.6).
const LONGEST_LINE: usize = 998;
/// Of the part that names the version and nothing else, and of an empty one.
const LONGEST_VERSION: usize = 200;

/// Whether all of a mail is encrypted, so that nothing unchecked goes on beside it, and its bytes can go on as they are. Some servers
/// turn `multipart/encrypted` into `multipart/mixed` and add an empty text.
pub(crate) fn is_encrypted(headers: &Headers<'_>, message: &Message<'_>) -> bool {
    let mut contents = 0;
    let is_part = |part: &MessagePart<'_>| {
        let is_content = is_content(part);
        contents += usize::from(is_content);
        let is_short = part.contents().len() <= LONGEST_VERSION;
        is_content || is_version(part) || is_short && begin(part.contents()).is_empty() || is_signature(part, is_short)
    };
    let mut parts = message.parts.iter().filter(|part| !matches!(part.body, PartType::Multipart(_)));
    parts.all(is_part) && contents == 1 && is_sendable(headers.body())
}

/// The part with the encrypted words.
pub(crate) fn is_content(part: &MessagePart<'_>) -> bool {
    is_armored(part.contents()) || is_of_smime(part) && is_enveloped(part.contents())
}

/// Around what is encrypted; it may name nothing else.
fn is_signature(part: &MessagePart<'_>, is_short: bool) -> bool {
    is_of_type(part, "application", &SIGNATURES) && (is_short || is_bare_signature(part.contents()))
}

/// Types of signatures.
pub(crate) const SIGNATURES: [&str; 3] = ["pkcs7-signature", "x-pkcs7-signature", "pgp-signature"];

pub(crate) fn is_bare_signature(bytes: &[u8]) -> bool {
    bytes.starts_with(b"-----BEGIN PGP SIGNATURE-----") || is_detached(bytes)
}

/// It says no more than that another part is encrypted.
pub(crate) fn is_version(part: &MessagePart<'_>) -> bool {
    is_of_type(part, "application", &["pgp-encrypted"]) && part.contents().len() <= LONGEST_VERSION
}

/// Without empty lines; no more than is looked at.
fn begin(bytes: &[u8]) -> &[u8] {
    bytes[..bytes.len().min(LONGEST_VERSION)].trim_ascii_start()
}

/// One message and nothing beside it.
fn is_armored(bytes: &[u8]) -> bool {
    const BEGIN: &[u8] = b"-----BEGIN PGP MESSAGE-----";
    const END: &[u8] = b"-----END PGP MESSAGE-----";
    if !begin(bytes).starts_with(BEGIN) {
        return false;
    }
    let inner = bytes.trim_ascii().strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(END));
    inner.is_some_and(|inner| !inner.windows(5).any(|dashes| dashes == b"-----"))
}

fn is_sendable(body: &[u8]) -> bool {
    let mut lines = body.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    body.is_ascii() && lines.all(|line| line.len() <= LONGEST_LINE && !line.contains(&b'\r') && !line.contains(&0))
}

/// The fields of its type and its body, for other headers. `None`: it is not encrypted as a whole.
pub fn whole(mail: &Mail<'_>) -> Option<Vec<u8>> {
    let Mail { headers, message } = mail;
    if !is_encrypted(headers, message) {
        return None;
    }
    let body = headers.body();
    let mut whole = Vec::with_capacity(body.len() + body.len() / 50 + 500);
    for name in ["Content-Type", "Content-Transfer-Encoding", "Content-Disposition", "Content-Description"] {
        let Some(value) = headers.first(name).filter(|value| value.is_ascii()) else { continue };
        let printable: String = value.chars().map(|c| if c.is_ascii_control() { ' ' } else { c }).collect();
        // Folded at each parameter.
        whole.extend(format!("{name}: {}\r\n", printable.replace("; ", ";\r\n ")).into_bytes());
    }
    whole.extend_from_slice(b"\r\n");
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        whole.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        whole.extend_from_slice(b"\r\n");
    }
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{attachments::Kind as Fate, parsed_mail::ParsedMail};

    const PGP: &str = "From: a@b.example\nSubject: ...\nContent-Type: multipart/encrypted;\n protocol=\"application/pgp-encrypted\"; \
        boundary=x\n\n--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--x\nContent-Type: application/octet-stream; \
        name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n\nhQE=\n-----END PGP MESSAGE-----\n\n--x--\n";
    const SMIME: &str = "From: a@b.example\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\
        Content-Transfer-Encoding: base64\n\nMIAGCSqGSIb3DQEHA6CAAAAAAAAA\n";
    const INLINE: &str = "From: a@b.example\nContent-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQE=\n-----END PGP MESSAGE-----\n";

    #[test]
    fn an_encrypted_mail_goes_on_as_it_came() {
        let mixed = PGP.replace("multipart/encrypted", "multipart/mixed").replacen(
            "--x\n",
            "--x\nContent-Type: text/plain\n\n\n--x\n",
            1,
        );
        for (raw, names) in
            [(PGP, &["encrypted.asc"][..]), (&mixed, &["encrypted.asc"]), (SMIME, &["smime.p7m"]), (INLINE, &[])]
        {
            let mail = Mail::read(raw.as_bytes()).unwrap();
            let parsed = ParsedMail::of(&mail);
            assert!(parsed.is_encrypted && parsed.new_text == SAID, "{raw}");
            let files = parsed.attachments.iter().filter(|file| file.kind != Fate::Logo);
            assert!(files.clone().all(|file| file.kind == Fate::Allowed));
            assert_eq!(files.map(|file| file.name.as_str()).collect::<Vec<_>>(), names);
            let whole = String::from_utf8(whole(&mail).unwrap()).unwrap();
            let (fields, body) = whole.split_once("\r\n\r\n").unwrap();
            assert!(fields.starts_with("Content-Type: ") && !fields.contains("From"), "{fields}");
            assert_eq!(body, raw.split_once("\n\n").unwrap().1.replace('\n', "\r\n"));
        }
    }

    /// As Outlook does both.
    #[test]
    fn what_is_encrypted_and_then_signed_goes_on_as_it_came() {
        let head = "From: a@b.example\nContent-Type: multipart/signed; protocol=\"application/pkcs7-signature\"; boundary=s\n\n--s\n";
        let with = |signature: &str| {
            let smime = SMIME.split_once('\n').unwrap().1;
            let kind = "Content-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64";
            format!("{head}{smime}--s\n{kind}\n\n{signature}\n--s--\n")
        };
        let own = with("MCEGCSqGSIb3DQEHAqAUMBICAQExADALBgkqhkiG9w0BBwE=");
        let mail = Mail::read(own.as_bytes()).unwrap();
        let parsed = ParsedMail::of(&mail);
        assert!(parsed.is_encrypted && parsed.new_text == SAID && whole(&mail).is_some());
        let other = with(&"TVqQAAMAAAAEAAAA\n".repeat(50));
        assert!(whole(&Mail::read(other.as_bytes()).unwrap()).is_none());
    }

    #[test]
    fn nothing_goes_on_unread_beside_what_is_encrypted() {
        let with = |part: &str| PGP.replace("--x--", &format!("--x\n{part}\n--x--"));
        let armor = INLINE.split_once("\n\n").unwrap().1;
        for raw in [
            "From: a@b.example\n\nHello\n".to_owned(),
            with("Content-Type: application/octet-stream; name=a.exe\n\nMZ"),
            with("Content-Type: text/plain\n\nHello"),
            with(&format!("Content-Type: text/plain\n\n{armor}")),
            PGP.replace("Version: 1", &"Version: 1\n".repeat(30)),
            INLINE.replace("-----BEGIN", "Hello\n\n-----BEGIN"),
            INLINE.replace("\n-----END", "\n-----END PGP MESSAGE-----\nHello\n-----END"),
            SMIME.replace("DQEHA6", "DQEHAq"),
            // No relay takes it.
            PGP.replace("hQE=", &"x".repeat(1_000)),
            PGP.replace("hQE=", "a\rb"),
            PGP.replace("hQE=", "ü"),
        ] {
            let mail = Mail::read(raw.as_bytes()).unwrap();
            assert!(whole(&mail).is_none() && !ParsedMail::of(&mail).is_encrypted, "{raw}");
        }
    }
}
