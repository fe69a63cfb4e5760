//! To a consultant: the visitor's mailbox has answered automatically.

use entity::{TicketReference, inquiry, inquiry_content};
use inbound::absence::{Absence as End, absence};
use mailer::{
    BuildError, MailSettings,
    brand::{Brand, brand},
    text, time,
};

use super::{
    conversation::{StoredMessage, sender},
    message::templates,
    notification::Notification,
};

/// Lines that are shown; the whole text is stored.
const MAX_LINES: usize = 40;

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct Absence {
    brand: &'static Brand,
    reference: TicketReference,
    sender: String,
    /// Such as `Away until 3 December 2026`; empty if the note names no day.
    end: String,
    text: Vec<String>,
    received: String,
    subject: String,
}

templates!(Absence, AbsenceText = "mail/absence/body.txt", AbsenceHtml = "mail/absence/body.html");

impl Absence {
    pub(super) fn new(
        inquiry: &inquiry::Model,
        content: &inquiry_content::Model,
        message: &StoredMessage,
        settings: &MailSettings,
    ) -> Result<Self, BuildError> {
        let mut lines = text::lines(&message.text);
        lines.truncate(MAX_LINES);
        let end = match absence(&message.text, message.received_at.date_naive()) {
            Some(End::Until(day)) => format!("Away until {}", time::day(day)),
            Some(End::Back(day)) => format!("Back on {}", time::day(day)),
            None => String::new(),
        };
        Ok(Self {
            brand: brand(),
            reference: inquiry.reference.clone(),
            sender: sender(content),
            end,
            text: lines,
            received: time::in_zone_and_utc(message.received_at, settings.answer.zone()),
            // Clients split a conversation when its subject changes.
            subject: Notification::new(inquiry, content, &settings.answer).subject()?,
        })
    }
}
