//! What a mail says: a pure function of its bytes.

use entity::EmailAddress;
use inbound::{
    headers::Headers,
    machine::{OwnMail, machine_rule},
    reply_text::newly_written,
};
use mail_parser::{Address, Message, MessageParser, MimeHeaders};
use sha2::{Digest, Sha256};

use crate::intake::settings::Own;

/// Multiparts and attached mails; a parser descends into each. Real mails have a handful.
const MAX_NESTED: usize = 200;
/// RFC 5321, section 6.3.
const MAX_HOPS: usize = 25;
/// Of a stored text, in characters; no person writes more.
const MAX_TEXT: usize = 200_000;
const MAX_SUBJECT: usize = 500;
const MAX_FILES: usize = 100;

/// An attachment, by what it says of itself.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) size: usize,
    pub(super) sha256: String,
}

/// A mail that was read. Personal data: no `Debug`.
pub(super) struct Content {
    /// The sole `From` address; `None` if it is missing, repeated or in disguise.
    pub(super) from: Option<String>,
    /// Whether headers on which trust depends occur once.
    pub(super) is_clear: bool,
    pub(super) machine_rule: Option<&'static str>,
    /// Where the headers say that the mail went, the most reliable first.
    pub(super) delivered_to: Vec<String>,
    /// Ids that the mail answers, the nearest first.
    pub(super) answers: Vec<String>,
    pub(super) message_id: Option<String>,
    pub(super) subject: String,
    pub(super) body: String,
    pub(super) new_text: String,
    pub(super) copied: Vec<String>,
    pub(super) files: Vec<File>,
}

/// The reason is the rule by which the mail is put into quarantine.
pub(super) fn read(raw: &[u8], envelope_from: Option<&str>, own: &Own) -> Result<Content, &'static str> {
    let headers = Headers::of(raw).map_err(|_| "header_bomb")?;
    if headers.is_empty() {
        return Err("unparseable");
    }
    if headers.all("Received").count() > MAX_HOPS {
        return Err("hops");
    }
    if nested(raw) > MAX_NESTED {
        return Err("nesting_bomb");
    }
    let message = MessageParser::new().parse(raw).ok_or("unparseable")?;
    let subject = clean(message.subject().unwrap_or_default(), MAX_SUBJECT).replace(['\n', '\t'], " ");
    let machine = machine_rule(&headers, envelope_from, &subject, &OwnMail {
        from: &own.from,
        message_id_domain: &own.message_id_domain,
    });
    let body = clean(&text_of(&message), MAX_TEXT);
    Ok(Content {
        from: sole_from(&headers, &message),
        is_clear: headers.first_unclear().is_none(),
        machine_rule: machine.map(inbound::machine::Rule::name),
        delivered_to: delivered_to(&headers, &message),
        answers: answers(&headers),
        message_id: headers.sole("Message-ID").ok().flatten().map(|id| clean(&id, 990)).filter(|id| !id.is_empty()),
        new_text: newly_written(&body),
        subject,
        body,
        copied: addresses(message.to()).chain(addresses(message.cc())).map(str::to_owned).collect(),
        files: files(&message),
    })
}

/// Counts what a parser would descend into, without descending.
fn nested(raw: &[u8]) -> usize {
    let starts = |window: &[u8], name: &[u8]| window.len() >= name.len() && window[..name.len()].eq_ignore_ascii_case(name);
    (0..raw.len())
        .filter(|at| matches!(raw[*at], b'm' | b'M'))
        .filter(|at| {
            let rest = &raw[*at..];
            starts(rest, b"multipart/") || starts(rest, b"message/rfc822") || starts(rest, b"message/global")
        })
        .count()
}

/// By the raw scan there is one `From`; its address is the parser's, which then reads the same line.
fn sole_from(headers: &Headers<'_>, message: &Message<'_>) -> Option<String> {
    headers.sole("From").ok().flatten()?;
    let mut all = addresses(message.from());
    let first = all.next()?;
    // Two authors in one field are two people, too.
    if all.next().is_some() { None } else { Some(first.to_ascii_lowercase()) }
}

fn addresses<'a>(field: Option<&'a Address<'_>>) -> impl Iterator<Item = &'a str> {
    field.into_iter().flat_map(Address::iter).filter_map(|address| address.address.as_deref())
}

fn delivered_to(headers: &Headers<'_>, message: &Message<'_>) -> Vec<String> {
    let named = ["X-Original-To", "Delivered-To", "X-Gm-Original-To", "Envelope-To"];
    let by_host = named.into_iter().flat_map(|name| headers.all(name).collect::<Vec<_>>());
    let by_writer = addresses(message.to()).chain(addresses(message.cc())).map(str::to_owned);
    by_host.chain(by_writer).take(100).collect()
}

/// Exchange and iOS separate ids by commas; some programs omit the brackets.
fn answers(headers: &Headers<'_>) -> Vec<String> {
    let ids = |name: &str| {
        let value = headers.first(name).unwrap_or_default();
        let words = value.split(|c: char| c.is_whitespace() || c == ',' || c == '<' || c == '>');
        words.filter(|word| word.contains('@')).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut all = ids("In-Reply-To");
    all.extend(ids("References").into_iter().rev());
    all.truncate(50);
    all
}

fn text_of(message: &Message<'_>) -> String {
    // The parser converts HTML where there is no text part.
    let parts = 0..message.text_body_count();
    parts.filter_map(|at| message.body_text(at)).collect::<Vec<_>>().join("\n")
}

fn files(message: &Message<'_>) -> Vec<File> {
    let attached = message.attachments().take(MAX_FILES);
    attached
        .map(|part| {
            let kind = part.content_type().map_or_else(String::new, |kind| {
                format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default())
            });
            File {
                name: clean(part.attachment_name().unwrap_or("unnamed"), 200).replace('\n', " "),
                kind: clean(&kind, 100),
                size: part.contents().len(),
                sha256: hex::encode(Sha256::digest(part.contents())),
            }
        })
        .collect()
}

/// What the database takes as text and a reader can read: no control characters but line ends and tabs.
fn clean(text: &str, max: usize) -> String {
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{85}', '\u{2028}', '\u{2029}'], "\n");
    text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).take(max).collect()
}

/// For searches: as the key of an inquiry's address. An address that is none of ours to mail to is its own key.
pub(super) fn key_of(address: &str) -> String {
    let plain = || address.chars().filter(|c| !c.is_control()).take(255).collect::<String>().to_lowercase();
    EmailAddress::parse(address.trim()).map_or_else(|_| plain(), |address| address.key())
}
