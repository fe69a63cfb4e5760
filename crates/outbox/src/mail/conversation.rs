//! To a consultant: what the visitor wrote, or that no mail reaches the visitor.

use chrono::{DateTime, Utc};
use mailer::{MailSettings, templates, text, time};
use uuid::Uuid;

use super::ticket::Ticket;
use crate::attachments::AttachedFile;

/// Lines that are relayed; the whole text is stored.
const MAX_LINES: usize = 2000;

/// A stored message.
#[derive(Clone)]
pub struct StoredMessage {
    pub author: String,
    pub is_visitor: bool,
    /// Perhaps a program wrote it.
    pub is_automatic: bool,
    /// What the author newly wrote.
    pub text: String,
    /// A consultant's own formatting of an answer: HTML that is safe, and says what the text says.
    pub formatted: Option<String>,
    pub id: Uuid,
    pub files: Vec<AttachedFile>,
    pub received_at: DateTime<Utc>,
    /// Message-ID of the mail that began the recipient's thread; for the visitor, of the last one.
    pub thread: Option<String>,
    /// For a receipt, what the message did: verbs and their outcomes.
    pub events: Vec<(String, String)>,
    /// Likewise, the line of a held answer that the visitor must not read.
    pub held_line: Option<String>,
}

entity::opaque_debug!(StoredMessage);

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct VisitorReply {
    ticket: Ticket,
    is_visitor: bool,
    is_automatic: bool,
    author: String,
    text: Vec<String>,
    sent: Vec<String>,
    held: Vec<String>,
    message: Uuid,
    received: String,
}

templates!(
    VisitorReply: "mail/notification/subject.txt",
    "mail/visitor_reply/body.txt",
    "mail/visitor_reply/body.html"
);

impl VisitorReply {
    pub(super) fn new(ticket: Ticket, message: &StoredMessage, settings: &MailSettings) -> Self {
        let mut lines = text::lines(&message.text);
        lines.truncate(MAX_LINES);
        Self {
            ticket,
            is_visitor: message.is_visitor,
            is_automatic: message.is_automatic,
            author: text::line(&message.author),
            text: lines,
            sent: file_lines(message, true),
            held: file_lines(message, false),
            message: message.id,
            received: time::in_zone_and_utc(message.received_at, settings.answer.zone()),
        }
    }
}

pub(super) struct Undeliverable {
    pub(super) ticket: Ticket,
    /// A consultant's mail that was given up, or came back. `None`: the auto-reply.
    pub(super) given_up: Option<Uuid>,
    /// The address that a report names, if it is not the visitor's.
    pub(super) other: Option<String>,
}

templates!(
    Undeliverable: "mail/notification/subject.txt",
    "mail/undeliverable/body.txt",
    "mail/undeliverable/body.html"
);

/// The files that go on, or those that do not.
fn file_lines(message: &StoredMessage, is_sent: bool) -> Vec<String> {
    let files = message.files.iter().filter(|file| file.contents.is_some() == is_sent);
    files
        .map(|file| {
            let found = match file.found.as_deref() {
                Some("infected") => ", infected with malware",
                Some(_) => ", not checked for malware",
                None => "",
            };
            format!("{}  {} ({} bytes){found}", file.number, text::line(&file.name), file.size)
        })
        .collect()
}
