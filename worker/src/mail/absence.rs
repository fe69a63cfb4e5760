//! To a consultant: the visitor's mailbox has answered automatically.

use askama::Template;
use entity::{TicketReference, inquiry, inquiry_content};
use inbound::absence::{Absence as End, absence};

use super::{
    BuildError, MailSettings,
    brand::{Brand, brand},
    conversation::{StoredMessage, sender},
    message::Parts,
    notification::Notification,
    text, time,
};

/// Lines that are shown; the whole text is stored.
const MAX_LINES: usize = 40;

#[derive(Template)]
#[template(path = "mail/absence/body.txt")]
struct Text<'a> {
    mail: &'a Absence,
}

#[derive(Template)]
#[template(path = "mail/absence/body.html")]
struct Html<'a> {
    mail: &'a Absence,
}

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

    pub(super) fn render(self) -> Result<Parts, BuildError> {
        let (text, html) = (Text { mail: &self }.render()?, Html { mail: &self }.render()?);
        Ok(Parts { subject: self.subject, text, html })
    }
}
