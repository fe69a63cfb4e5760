//! What reports say in words: who sends them, whom they name, and which phrases mean that an address does not exist.

use mail_parser::{Message, PartType, decoders::html::html_to_text};

use super::MAX_RECIPIENTS;
use crate::headers::Headers;

/// Bytes of text in which a recipient is looked for.
const MAX_TEXT: usize = 64 * 1024;

/// What a person's subject has only behind words of the person.
const SUBJECT_BEGIN: usize = 15;

/// By its headers. People write as `postmaster@`, and helpdesks send their words as `no-reply@`: of such a sender only what comes by
/// the null path is a report, or begins as one if the path is not known.
pub(super) fn looks_like_report(headers: &Headers<'_>, message: &Message<'_>, is_null: Option<bool>) -> bool {
    const DAEMONS: &str = include_str!("words/daemons.txt");
    const DESKS: &str = include_str!("words/desks.txt");
    let from = headers.first("From").unwrap_or_default().to_lowercase();
    let is_of = |names: &str| names.lines().any(|name| from.contains(name));
    let is_unsigned = from.is_empty() || from == "<>";
    from.contains("mailer-daemon")
        || !is_reply(headers) && (is_of(DAEMONS) || (is_of(DESKS) || is_unsigned) && has_subject(message, is_null))
}

/// Whether a mail of an unknown robot can be a report, by its headers. Forms send people's words by the null path, too.
pub(super) fn may_be_report(headers: &Headers<'_>, message: &Message<'_>, is_null: Option<bool>) -> bool {
    let is_multipart =
        headers.first("Content-Type").is_some_and(|kind| kind.to_lowercase().contains("multipart/report"));
    !is_reply(headers) && (is_multipart || has_subject(message, is_null))
}

/// A report answers no mail.
pub(super) fn is_reply(headers: &Headers<'_>) -> bool {
    ["In-Reply-To", "References"].iter().any(|name| headers.first(name).is_some())
}

/// The subject of a report, and not the return path of a person.
fn has_subject(message: &Message<'_>, is_null: Option<bool>) -> bool {
    const SUBJECTS: &str = include_str!("words/subjects.txt");
    let subject = message.subject().unwrap_or_default().to_lowercase();
    let first = SUBJECTS.lines().filter_map(|word| subject.find(word)).min();
    first.is_some_and(|at| is_null.unwrap_or(at <= SUBJECT_BEGIN))
}

/// Whether its first lines say that a mail of ours was not delivered.
pub(super) fn begins_as_report(prose: &str) -> bool {
    let first: String = prose.lines().filter(|line| !line.trim().is_empty()).take(6).collect::<Vec<_>>().join(" ");
    let first = first.to_lowercase();
    INTRODUCTIONS.lines().any(|words| first.contains(words))
}

/// Words in front of the recipients whom a mail did not reach.
const INTRODUCTIONS: &str = include_str!("words/introductions.txt");

/// The words of the report, without the returned mail.
pub(super) fn prose(message: &Message<'_>) -> String {
    let mut text = String::new();
    for part in message.text_bodies() {
        match &part.body {
            PartType::Text(plain) => text.push_str(plain),
            PartType::Html(html) => text.push_str(&html_to_text(html)),
            _ => {}
        }
        text.push('\n');
    }
    text.truncate(text.floor_char_boundary(MAX_TEXT));
    let returned = RETURNED.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    text.truncate(returned);
    text
}

/// What introduces the returned mail in a report of one part.
const RETURNED: [&str; 14] = [
    "\n--- Below this line is a copy of the message",
    "\n------ This is a copy of the message",
    "\n------ This is a copy of your message",
    "\n   ----- Original message follows -----",
    "\n   ----- Message header follows -----",
    "\n----- Original message -----",
    "\n  ----- Original message -----",
    "\n   ----- Unsent message follows -----",
    "\n--- The message cannot be delivered",
    "\n------ Original Message",
    "\n-----Original Message",
    "\n  --- Original message follows.",
    "\nReturn-Path: ",
    "\nReceived: from ",
];

/// Addresses that stand where reports name a recipient: in angle brackets or alone on a line, not the sender's host.
pub(super) fn named_recipients(prose: &str) -> Vec<String> {
    let lower = prose.to_ascii_lowercase();
    let introduced = INTRODUCTIONS.lines().filter_map(|words| lower.find(words)).min();
    let behind = introduced.map(|at| named_in(&prose[at..])).unwrap_or_default();
    if behind.is_empty() { named_in(prose) } else { behind }
}

fn named_in(prose: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in prose.lines() {
        let line = line.trim_start_matches(['>', ' ', '\t', '*']);
        let lower = line.to_lowercase();
        let is_about_sender = ["from:", "sender", "return-path", "message-id", "postmaster", "reply-to", "contact "]
            .iter()
            .any(|word| lower.contains(word));
        if is_about_sender {
            continue;
        }
        if let Some(address) = address_in(line).filter(|address| !found.contains(address)) {
            found.push(address);
        }
        if found.len() == MAX_RECIPIENTS {
            break;
        }
    }
    // What follows the first is mostly a contact.
    found.truncate(1);
    found
}

/// The first mail address in a text, in lower case.
pub(super) fn address_in(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || "._-+=/&'!#$%*?^`{|}~".contains(c);
    text.match_indices('@').find_map(|(at, _)| {
        let local: String = text[..at].chars().rev().take(65).take_while(|c| is_part(*c)).collect();
        let local: String = local.chars().rev().collect();
        // Exchange writes `SMTP=a@b.example`.
        let local = local.trim_start_matches('\'').trim_start_matches("SMTP=");
        let domain: String =
            text[at + 1..].chars().take(255).take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '-')).collect();
        let domain = domain.trim_end_matches(['.', '-']);
        let is_address = !local.is_empty() && local.len() <= 64 && domain.contains('.');
        is_address.then(|| format!("{local}@{domain}").to_lowercase())
    })
}

/// Whether a server says that the mailbox or the domain does not exist.
pub(super) fn says_unknown(words: &str) -> bool {
    const PHRASES: &str = include_str!("words/unknown.txt");
    // That it may not exist, or that we may not write to it, says nothing; nor does what is wrong with our own address.
    contains_any(&words.replace("may not exist", "").replace("sender address", "sender"), PHRASES)
}

/// The text up to the line that says that an address does not exist.
pub(super) fn before_unknown(prose: &str) -> &str {
    let mut begin = 0;
    for line in prose.split_inclusive('\n') {
        if says_unknown(line) {
            return &prose[..begin];
        }
        begin += line.len();
    }
    prose
}

/// Whether a server says that the address is right and the mail is refused: the mailbox is full, or the sender is not
/// welcome.
pub(super) fn says_refused(words: &str) -> bool {
    const PHRASES: &str = include_str!("words/refused.txt");
    contains_any(words, PHRASES)
}

/// Whether a server refuses the sender, or the domain of the sender: beside the code of a policy, that an address does not exist is
/// then about ours.
pub(super) fn says_denied(words: &str) -> bool {
    const PHRASES: &str = include_str!("words/denied.txt");
    contains_any(words, PHRASES)
}

/// Whether a server says that it goes on trying. One that gives up may say for how long it has.
pub(super) fn says_delayed(words: &str) -> bool {
    const PHRASES: &str = include_str!("words/delayed.txt");
    const FINAL: &str = include_str!("words/final.txt");
    contains_any(words, PHRASES) && !contains_any(words, FINAL)
}

/// In any case, however the lines are wrapped.
fn contains_any(words: &str, phrases: &str) -> bool {
    let words = in_one_line(words);
    phrases.lines().any(|phrase| words.contains(phrase))
}

/// In lower case.
pub(super) fn in_one_line(words: &str) -> String {
    words.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}
