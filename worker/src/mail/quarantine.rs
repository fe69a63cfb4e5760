//! Of the digest: the mails in quarantine, each with links that decide about it.

use chrono::{DateTime, Utc};
use mailer::{
    MailSettings,
    text::{self, counted},
    time,
};
use uuid::Uuid;

use super::decisions::{Decisions, Links};
use crate::ticket::LEFT_OUT;

/// Characters of a sender or subject.
const MAX_CHARS: usize = 120;
/// Characters of the beginning of a text.
const MAX_BEGINNING: usize = 240;

/// The reasons of mails that are not read.
const UNREADABLE: [&str; 8] = ["quota", "too_big", "hops", "headers", "nesting", "parts", "attachments", "no_headers"];

/// A mail in quarantine, by its headers and its text.
#[derive(Clone)]
pub struct WaitingMail {
    pub id: Uuid,
    /// Its rule in `intake`.
    pub reason: String,
    pub accepted_at: DateTime<Utc>,
    /// Name and address of `From`. `None`: there is none that can be read.
    pub sender: Option<String>,
    pub subject: String,
    /// Empty if nobody reads it.
    pub text: String,
}

entity::opaque_debug!(WaitingMail);

impl WaitingMail {
    pub(crate) fn leave_words_out(&mut self) {
        (self.sender, self.subject) = (Some(LEFT_OUT.join(", ")), format!("worker intake show {}", self.id));
        self.text.clear();
    }
}

#[derive(Debug, Default)]
pub struct WaitingMails {
    pub listed: Vec<WaitingMail>,
    /// All that wait, listed or not.
    pub waiting: u64,
}

pub(super) struct Quarantine {
    /// Such as `3 mails wait for a decision`.
    pub(super) summary: String,
    pub(super) mails: Vec<Line>,
    /// Waiting mails that are not listed.
    pub(super) more: u64,
    pub(super) may_open: bool,
}

pub(super) struct Line {
    pub(super) id: Uuid,
    pub(super) sender: String,
    pub(super) subject: String,
    pub(super) beginning: String,
    pub(super) reason: &'static str,
    pub(super) received: String,
    pub(super) links: Option<Links>,
    /// Otherwise it cannot be put on a ticket either.
    pub(super) is_readable: bool,
}

impl Quarantine {
    pub(super) fn new(mails: &WaitingMails, decisions: &Decisions<'_>, settings: &MailSettings) -> Self {
        let lines: Vec<_> =
            mails.listed.iter().map(|mail| Line::new(mail, decisions.about_mail(mail.id), settings)).collect();
        Self {
            summary: format!("{} for a decision", counted(mails.waiting, "mail waits", "mails wait")),
            more: mails.waiting.saturating_sub(lines.len().try_into().unwrap_or(u64::MAX)),
            mails: lines,
            may_open: decisions.may_open,
        }
    }
}

impl Line {
    pub(super) fn new(mail: &WaitingMail, links: Option<Links>, settings: &MailSettings) -> Self {
        let words = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let shown = |line: &str, missing: &str| match text::subject_line(line, MAX_CHARS) {
            line if line.is_empty() => missing.to_owned(),
            line => line,
        };
        Self {
            id: mail.id,
            sender: shown(mail.sender.as_deref().unwrap_or_default(), "Unknown sender"),
            subject: shown(&mail.subject, "(no subject)"),
            beginning: text::subject_line(&words, MAX_BEGINNING),
            reason: reason(&mail.reason),
            received: time::in_zone(mail.accepted_at, settings.answer.zone()),
            links,
            is_readable: !UNREADABLE.contains(&mail.reason.as_str()),
        }
    }
}

/// Each reason in a consultant's words. `docs/mail-in.md` has the limits of some.
fn reason(rule: &str) -> &'static str {
    match rule {
        "unmatched" => "It belongs to no inquiry.",
        "ambiguous" => "It names two inquiries.",
        "stranger" => "It names an inquiry that its sender is not part of.",
        "unauthenticated" => "Its sender claims to be the visitor or a consultant and does not prove it.",
        "unclear_headers" => "Its sender is written in a misleading way.",
        "consultant" => "A consultant seems to have sent it, but unproven, or not to the own reply address.",
        "left" => "It came to the address of a consultant whom the settings no longer name.",
        "machine" => "A program wrote it.",
        "digest_reply" => "It answers a digest, and its sender is no consultant.",
        "digest" => "It answers a digest, and a program wrote it, perhaps.",
        "automatic" => "A program wrote it, perhaps. Three such mails of its inquiry were passed on in a day.",
        "rate" => "Too many mails came at once.",
        "repeated" => "Its sender has sent the same words before.",
        "no_sender" => {
            "Nobody is named who could be answered. If you have forwarded it, begin it with #new and the address."
        }
        "no_name" => "It is to open an inquiry by phone, and names nobody.",
        "no_contact" => "It is to open an inquiry by phone, and has neither a number nor an address that can be read.",
        "no_text" => "It is to open an inquiry by phone, and says nothing of what was said.",
        "unclear_line" => "It is to open an inquiry by phone, and a line above what was said is unclear.",
        "several_senders" => {
            "It is forwarded, and perhaps more than one person wrote it. Forward it again, with #new and the sender's address."
        }
        "no_inquiry" => "It decides about another mail here, and names an inquiry that does not exist.",
        "restricted" => "It releases an inquiry whose processing is restricted: nobody may be mailed about it.",
        "no_command" => "Its first line is none of the commands that its address takes, or not alone.",
        "hops" => "It has passed too many servers: a loop.",
        "too_big" => {
            "It is larger than 25 MiB, so nobody reads it here. For seven days it is in the mailbox, in the folder of processed mails."
        }
        "quota" => {
            "Its sender or its inquiry has sent too many bytes today. It and others wait at their server, which tries again for days."
        }
        "crashed" => "Reading it has failed twice.",
        _ => "It is built in a way that no mail program writes.",
    }
}
