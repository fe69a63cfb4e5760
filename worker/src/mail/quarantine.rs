//! To a consultant: the mails in quarantine, each with links that decide about it.

use chrono::{DateTime, Utc};
use mailer::{
    BuildError, MailSettings, Rendered, templates,
    text::{self, counted},
    time,
};
use uuid::Uuid;

/// Characters of a sender or subject.
const MAX_CHARS: usize = 120;

/// The reasons of mails that are not read.
const UNREADABLE: [&str; 7] = ["too_big", "hops", "headers", "nesting", "parts", "attachments", "no_headers"];

/// A mail in quarantine, by its headers.
#[derive(Clone)]
pub struct WaitingMail {
    pub id: Uuid,
    /// Its rule in `intake`.
    pub reason: String,
    pub accepted_at: DateTime<Utc>,
    /// Name and address of `From`. `None`: there is none that can be read.
    pub sender: Option<String>,
    pub subject: String,
}

/// The words stay out of `{:?}`.
impl std::fmt::Debug for WaitingMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WaitingMail")
    }
}

struct QuarantineDigest {
    /// Such as `3 mails wait`.
    count: String,
    mails: Vec<Line>,
    /// Waiting mails that are not listed.
    more: u64,
    has_links: bool,
    may_open: bool,
    as_of: String,
}

struct Line {
    id: Uuid,
    sender: String,
    subject: String,
    reason: &'static str,
    received: String,
    links: Option<Links>,
    /// Otherwise it cannot be put on a ticket either.
    is_readable: bool,
}

/// Each writes a mail to `address`. A scanner of links has nothing to fetch.
struct Links {
    address: String,
    open: String,
    attach: String,
    drop: String,
}

templates!(QuarantineDigest: "mail/quarantine/subject.txt", "mail/quarantine/body.txt", "mail/quarantine/body.html");

/// `waiting`: all that wait. `address`: where this consultant decides about a mail; `None`: on the command line.
pub fn quarantine_digest(
    mails: &[WaitingMail],
    waiting: u64,
    address: impl Fn(Uuid) -> Option<String>,
    may_open: bool,
    as_of: DateTime<Utc>,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let lines: Vec<_> = mails.iter().map(|mail| Line::new(mail, address(mail.id), settings)).collect();
    let mail = QuarantineDigest {
        count: counted(waiting, "mail waits", "mails wait"),
        more: waiting.saturating_sub(lines.len().try_into().unwrap_or(u64::MAX)),
        has_links: lines.iter().all(|line| line.links.is_some()),
        mails: lines,
        may_open,
        as_of: time::in_zone(as_of, settings.answer.zone()),
    };
    Rendered::new(&mail, as_of)
}

impl Line {
    fn new(mail: &WaitingMail, address: Option<String>, settings: &MailSettings) -> Self {
        let shown = |line: &str, missing: &str| match text::subject_line(line, MAX_CHARS) {
            line if line.is_empty() => missing.to_owned(),
            line => line,
        };
        Self {
            id: mail.id,
            sender: shown(mail.sender.as_deref().unwrap_or_default(), "Unknown sender"),
            subject: shown(&mail.subject, "(no subject)"),
            reason: reason(&mail.reason),
            received: time::in_zone(mail.accepted_at, settings.answer.zone()),
            links: address.map(Links::new),
            is_readable: !UNREADABLE.contains(&mail.reason.as_str()),
        }
    }
}

impl Links {
    fn new(address: String) -> Self {
        let draft = text::draft(&address, "Quarantine");
        Self {
            open: format!("{draft}&body=%23new%0A"),
            attach: format!("{draft}&body=%23attach%20FW-"),
            drop: format!("{draft}&body=%23spam%0A"),
            address,
        }
    }
}

/// The reasons of `docs/mail-in.md` in a consultant's words.
fn reason(rule: &str) -> &'static str {
    match rule {
        "unmatched" => "It belongs to no inquiry.",
        "ambiguous" => "It names two inquiries.",
        "stranger" => "It names an inquiry that its sender is not part of.",
        "unauthenticated" => "Its sender claims to be the visitor or a consultant and does not prove it.",
        "unclear_headers" => "Its sender is written in a misleading way.",
        "consultant" => "It is a consultant's and came to another address, or nothing proves its sender.",
        "machine" => "A program wrote it.",
        "rate" => "Too many mails came at once.",
        "repeated" => "Its sender has sent the same words before.",
        "no_sender" => "Nobody is named who could be answered.",
        "no_inquiry" => "It decides about another mail here, and names an inquiry that does not exist.",
        "restricted" => "It releases an inquiry whose processing is restricted: nobody may be mailed about it.",
        "no_command" => "It decides about another mail here, and its first line is none of the commands.",
        "hops" => "It has passed too many servers: a loop.",
        "too_big" => {
            "It is larger than 25 MiB, so nobody reads it here. For seven days it is in the mailbox, in the folder of processed mails."
        }
        "crashed" => "Reading it has failed twice.",
        _ => "It is built in a way that no mail program writes.",
    }
}
