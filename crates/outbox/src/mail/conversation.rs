//! To a consultant: what the visitor wrote, or that no mail reaches the visitor.

use chrono::{DateTime, Utc};
use entity::{TicketReference, inquiry, inquiry_content};
use mailer::{
    BuildError, MailSettings,
    brand::{Brand, brand},
    text, time,
};
use uuid::Uuid;

use super::{message::templates, notification::Notification};
use crate::attachments::AttachedFile;

pub(super) const NOT_GIVEN: &str = "not given";
/// Lines that are relayed; the whole text is stored.
const MAX_LINES: usize = 2000;

/// A stored message.
#[derive(Clone)]
pub struct StoredMessage {
    pub author: String,
    pub is_visitor: bool,
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
}

entity::opaque_debug!(StoredMessage);

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct VisitorReply {
    brand: &'static Brand,
    reference: TicketReference,
    sender: String,
    is_visitor: bool,
    author: String,
    text: Vec<String>,
    sent: Vec<String>,
    held: Vec<String>,
    message: Uuid,
    received: String,
    subject: String,
    takes_answers: bool,
}

templates!(
    VisitorReply,
    VisitorReplyText = "mail/visitor_reply/body.txt",
    VisitorReplyHtml = "mail/visitor_reply/body.html"
);

impl VisitorReply {
    pub(super) fn new(
        inquiry: &inquiry::Model,
        content: &inquiry_content::Model,
        message: &StoredMessage,
        settings: &MailSettings,
    ) -> Result<Self, BuildError> {
        let mut lines = text::lines(&message.text);
        lines.truncate(MAX_LINES);
        Ok(Self {
            brand: brand(),
            reference: inquiry.reference.clone(),
            sender: sender(content),
            is_visitor: message.is_visitor,
            author: text::line(&message.author),
            text: lines,
            sent: file_lines(message, true),
            held: file_lines(message, false),
            message: message.id,
            received: time::in_zone_and_utc(message.received_at, settings.answer.zone()),
            takes_answers: settings.takes_answers,
            // Clients split a conversation when its subject changes.
            subject: Notification::new(inquiry, content, &settings.answer).subject()?,
        })
    }
}

pub(super) struct Undeliverable {
    brand: &'static Brand,
    reference: TicketReference,
    sender: String,
    email: String,
    phone: String,
    subject: String,
}

templates!(
    Undeliverable,
    UndeliverableText = "mail/undeliverable/body.txt",
    UndeliverableHtml = "mail/undeliverable/body.html"
);

impl Undeliverable {
    pub(super) fn new(
        inquiry: &inquiry::Model,
        content: &inquiry_content::Model,
        settings: &MailSettings,
    ) -> Result<Self, BuildError> {
        Ok(Self {
            brand: brand(),
            reference: inquiry.reference.clone(),
            sender: sender(content),
            email: text::line(content.email.as_str()),
            phone: content.phone.as_deref().map_or_else(|| NOT_GIVEN.to_owned(), text::line),
            subject: Notification::new(inquiry, content, &settings.answer).subject()?,
        })
    }
}

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

pub(super) fn sender(content: &inquiry_content::Model) -> String {
    named(&content.first_name, &content.last_name, &content.company)
}

/// Such as `Jo Doe, Example AG`.
pub fn named(first_name: &str, last_name: &str, company: &str) -> String {
    format!("{}, {}", text::line(&format!("{first_name} {last_name}")), text::line(company))
}
