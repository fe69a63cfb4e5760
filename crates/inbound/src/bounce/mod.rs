//! Delivery reports (RFC 3464 and its dialects) and complaints (RFC 5965).
//!
//! A report is evidence only together with a signed return path or Message-ID of ours: anybody can write one.

mod receipt;
mod words;

use mail_parser::{Message, MimeHeaders, PartType};

use self::receipt::is_receipt;
pub use self::receipt::is_receipt_in_words;
use self::words::{
    address_in, before_unknown, begins_as_report, is_reply, looks_like_report, may_be_report, named_recipients, prose,
    says_delayed, says_denied, says_refused, says_unknown,
};
use crate::{headers::Headers, machine::is_of_null_path, mail::Mail, parsed_mail::is_id};

const MAX_RECIPIENTS: usize = 50;
/// Bytes in which a stray delivery status is looked for.
const MAX_STRAY: usize = 64 * 1024;

/// What a delivery report says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounce {
    pub recipients: Vec<FailedRecipient>,
    /// Message-IDs in the returned mail, without angle brackets.
    pub returned_ids: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedRecipient {
    /// The one that failed, in lower case: perhaps another one to which the recipient forwards.
    pub address: Option<String>,
    /// An enhanced status code (RFC 3463), as `5.1.1`.
    pub status: Option<String>,
    pub class: Class,
}

/// Whether another attempt can succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The address or its domain does not exist.
    Hard,
    /// Anything else: a full mailbox, a policy, an outage.
    Soft,
    /// The report is about a delay, or about a server that reports no more.
    NotFailed,
    /// The mail has arrived.
    Delivered,
}

/// What arrived at a return path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Bounce(Bounce),
    /// The recipient has marked our mail as unwanted.
    Complaint {
        /// In lower case.
        recipient: Option<String>,
        returned_ids: Vec<String>,
    },
    /// The recipient's client says that somebody has read the mail, or has not.
    Receipt,
}

impl Report {
    /// Of a bounce, the first recipient whom the mail did not reach. A mail of ours has one recipient.
    pub fn failed(&self) -> Option<&FailedRecipient> {
        let Self::Bounce(bounce) = self else { return None };
        bounce.recipients.iter().find(|recipient| matches!(recipient.class, Class::Hard | Class::Soft))
    }

    pub fn failed_address(&self) -> Option<String> {
        self.failed()?.address.clone()
    }
}

/// `None`: it is no report. `envelope_from`: empty for the null path; without it, `Return-Path` counts.
pub fn report(mail: &Mail<'_>, envelope_from: Option<&str>) -> Option<Report> {
    let Mail { headers, message } = mail;
    let is_null = is_of_null_path(headers, envelope_from);
    if is_receipt(mail) {
        return Some(Report::Receipt);
    }
    let returned_ids = returned_ids(message);
    if let Some(text) = part_text(message, "feedback-report") {
        let block = blocks(&text).into_iter().next().unwrap_or_default();
        let recipient = value(&block, "original-rcpt-to").or_else(|| value(&block, "removal-recipient"));
        return Some(Report::Complaint { recipient: recipient.and_then(|text| address_in(&text)), returned_ids });
    }
    let mut recipients = from_status(headers, message, is_null);
    if recipients.is_empty() {
        recipients = from_text(headers, message, is_null);
    }
    recipients.truncate(MAX_RECIPIENTS);
    (!recipients.is_empty()).then_some(Report::Bounce(Bounce { recipients, returned_ids }))
}

/// The text of the first part of the type `message/SUBTYPE`.
fn part_text(message: &Message<'_>, subtype: &str) -> Option<String> {
    let is_wanted = |part: &&mail_parser::MessagePart<'_>| {
        part.content_type().is_some_and(|kind| {
            kind.c_type.eq_ignore_ascii_case("message")
                && kind.c_subtype.as_ref().is_some_and(|name| {
                    name.eq_ignore_ascii_case(subtype) || name.eq_ignore_ascii_case(&format!("global-{subtype}"))
                })
        })
    };
    let part = message.parts.iter().find(is_wanted)?;
    Some(String::from_utf8_lossy(part.contents()).into_owned())
}

type Block = Vec<(String, String)>;

/// Blocks of fields, separated by empty lines; names in lower case, values unfolded.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![Block::new()];
    for line in text.lines() {
        if line.trim().is_empty() {
            blocks.push(Block::new());
        } else if let Some(block) = blocks.last_mut() {
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = block.last_mut() {
                    value.push(' ');
                    value.push_str(line.trim());
                }
            } else if let Some((name, value)) = line.split_once(':') {
                block.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
        }
        if blocks.len() > 2 * MAX_RECIPIENTS {
            break;
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

fn value(block: &Block, name: &str) -> Option<String> {
    block.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone())
}

/// The fields of a delivery status in a mail whose parts cannot be separated, for example because of a wrong boundary.
fn stray_status(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&body[..body.len().min(MAX_STRAY)]);
    let lower = text.to_ascii_lowercase();
    let field = ["\nfinal-recipient:", "\noriginal-recipient:"].iter().filter_map(|name| lower.find(name)).min()?;
    // The block of fields begins after an empty line.
    let begin = ["\n\n", "\r\n\r\n"].iter().filter_map(|end| text[..field].rfind(end)).max().unwrap_or_default();
    Some(text[begin..].to_owned())
}

/// From `message/delivery-status`.
fn from_status(headers: &Headers<'_>, message: &Message<'_>, is_null: Option<bool>) -> Vec<FailedRecipient> {
    let text = part_text(message, "delivery-status");
    // In an answer somebody has pasted it.
    let is_report = || !is_reply(headers) || looks_like_report(headers, message, is_null);
    let stray = || stray_status(headers.body()).filter(|_| is_report());
    let Some(text) = text.or_else(stray) else { return Vec::new() };
    let all = blocks(&text);
    let about_recipients = all.iter().filter(|block| {
        ["final-recipient", "original-recipient", "action"].iter().any(|name| value(block, name).is_some())
    });
    let prose = prose(message);
    let named = || {
        headers.all("X-Failed-Recipients").find_map(|text| address_in(&text)).or_else(|| named_recipients(&prose).pop())
    };
    about_recipients
        .map(|block| {
            let of = |name| value(block, name).and_then(|text| address_in(text.rsplit(';').next().unwrap_or_default()));
            let address =
                of("final-recipient").or_else(|| of("original-recipient")).or_else(|| of("x-actual-recipient"));
            let address = address.or_else(named);
            let diagnostic = value(block, "diagnostic-code").unwrap_or_default();
            let given = value(block, "status").as_deref().and_then(status_in);
            // The next server's own words are more exact than the report's summary.
            let told = status_in(&diagnostic).filter(|status| !status.ends_with(".0.0"));
            let status = match (given, told) {
                (Some(given), Some(told)) if given.ends_with(".0.0") || given == "5.1.0" => Some(told),
                (given, told) => given.or(told),
            };
            let action = value(block, "action").unwrap_or_default().to_ascii_lowercase();
            let words = if diagnostic.is_empty() { prose.as_str() } else { diagnostic.as_str() };
            let class = match class_of(&action, status.as_deref(), words) {
                // Some servers say so beside the code of an unknown address.
                Class::Hard if says_refused(&diagnostic) => Class::Soft,
                class => class,
            };
            FailedRecipient { address, status, class }
        })
        .collect()
}

/// From a report in prose: Exim's header, or an address beside a reason.
fn from_text(headers: &Headers<'_>, message: &Message<'_>, is_null: Option<bool>) -> Vec<FailedRecipient> {
    let failed: Vec<String> = headers
        .all("X-Failed-Recipients")
        .flat_map(|value| value.split(',').filter_map(address_in).collect::<Vec<_>>())
        .collect();
    let is_report = !failed.is_empty() || looks_like_report(headers, message, is_null);
    if !is_report && !may_be_report(headers, message, is_null) {
        return Vec::new();
    }
    let prose = prose(message);
    let has_code = || is_null == Some(true) && statuses_in(&prose).next().is_some();
    if !is_report && !begins_as_report(&prose) && !has_code() {
        return Vec::new();
    }
    let addresses = if failed.is_empty() { named_recipients(&prose) } else { failed };
    // The number of a version, or of a step before the failure, looks like a success.
    let success = || statuses_in(&prose).next().filter(|_| reply_class(&prose).is_none() && prose.contains("250 2."));
    let status = statuses_in(&prose).find(|status| !status.starts_with('2')).or_else(success);
    // Of several reasons the first is that of the first address.
    let class = match class_of("", status.as_deref(), &prose) {
        Class::Hard if says_refused(before_unknown(&prose)) => Class::Soft,
        Class::Soft if !is_permanent(status.as_deref()) && says_delayed(&prose) => Class::NotFailed,
        class => class,
    };
    addresses
        .into_iter()
        .map(|address| FailedRecipient { address: Some(address), status: status.clone(), class })
        .collect()
}

/// The first enhanced status code, as `5.1.1`.
fn status_in(text: &str) -> Option<String> {
    statuses_in(text).next()
}

fn statuses_in(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.').filter_map(|word| {
        let mut parts = word.trim_matches('.').split('.');
        let (class, subject, detail) = (parts.next()?, parts.next()?, parts.next()?);
        let is_code = matches!(class, "2" | "4" | "5")
            && parts.next().is_none()
            && [subject, detail].iter().all(|part| (1..=3).contains(&part.len()))
            && subject.len() == 1;
        is_code.then(|| format!("{class}.{subject}.{detail}"))
    })
}

/// A reply code of class 4 or 5 in the words of a server, if its first digit alone matters.
fn reply_class(text: &str) -> Option<char> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .find(|word| word.len() == 3 && word.starts_with(['4', '5']) && word.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|word| word.chars().next())
}

fn is_permanent(status: Option<&str>) -> bool {
    status.is_some_and(|status| status.starts_with('5'))
}

fn class_of(action: &str, status: Option<&str>, words: &str) -> Class {
    if ["delayed", "relayed", "expanded"].iter().any(|other| action.starts_with(other)) {
        return Class::NotFailed;
    }
    if action.starts_with("delivered") || status.is_some_and(|status| status.starts_with('2')) {
        return Class::Delivered;
    }
    match status {
        Some("5.1.1" | "5.1.2" | "5.1.3" | "5.1.6" | "5.1.10" | "5.4.4" | "5.2.1") => Class::Hard,
        Some(status) if is_permanent(Some(status)) => {
            // A general code: the words decide. A full mailbox, a size, a policy and a refusal of the sender are never
            // hard.
            let is_soft = ["5.1.7", "5.1.8", "5.2.0", "5.2.2", "5.2.3", "5.3.4"].contains(&status)
                || status.starts_with("5.6.")
                || status.starts_with("5.7.") && says_denied(words);
            if !is_soft && says_unknown(words) { Class::Hard } else { Class::Soft }
        }
        None if reply_class(words) != Some('4') && says_unknown(words) => Class::Hard,
        _ => Class::Soft,
    }
}

/// The Message-IDs of the returned mail: of a nested message, or of its headers as text.
fn returned_ids(message: &Message<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for part in message.parts.iter().skip(1) {
        match &part.body {
            PartType::Message(nested) => found.extend(nested.message_id().map(str::to_owned)),
            _ if part.content_type().is_some_and(|kind| {
                kind.c_subtype.as_ref().is_some_and(|name| name.to_ascii_lowercase().contains("rfc822"))
            }) =>
            {
                found.extend(ids_in(&String::from_utf8_lossy(part.contents())));
            }
            _ => {}
        }
    }
    for part in message.text_bodies() {
        if let PartType::Text(text) = &part.body {
            found.extend(ids_in(text));
        }
    }
    let mut unique: Vec<String> = Vec::new();
    for id in found.into_iter().filter(|id| is_id(id)) {
        if unique.len() < 10 && !unique.contains(&id) {
            unique.push(id);
        }
    }
    unique
}

/// Of lines that begin as the field does, quoted or indented.
fn ids_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines().map(|line| line.trim_start_matches(['>', ' ', '\t', '|'])).peekable();
    while let Some(line) = lines.next() {
        let Some(rest) = line.get(..11).filter(|name| name.eq_ignore_ascii_case("message-id:")).map(|_| &line[11..])
        else {
            continue;
        };
        let rest = if rest.trim().is_empty() { lines.peek().copied().unwrap_or_default() } else { rest };
        found.push(rest.trim().trim_start_matches('<').split('>').next().unwrap_or_default().trim().to_owned());
    }
    found
}

#[cfg(test)]
#[path = "bounce_tests.rs"]
mod tests;
