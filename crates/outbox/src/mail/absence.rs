//! To a consultant: the visitor's mailbox has answered automatically.

use inbound::absence::{Absence as End, absence};
use mailer::{MailSettings, templates, text, time};

use super::{conversation::StoredMessage, ticket::Ticket};

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct Absence {
    ticket: Ticket,
    /// Such as `Away until 3 December 2026`; empty if the note names no day.
    end: String,
    text: Vec<String>,
    received: String,
}

templates!(Absence: "mail/notification/subject.txt", "mail/absence/body.txt", "mail/absence/body.html");

impl Absence {
    pub(super) fn new(ticket: Ticket, message: &StoredMessage, settings: &MailSettings) -> Self {
        let text = text::lines(&message.text);
        let end = match absence(&message.text, message.received_at.date_naive()) {
            Some(End::Until(day)) => format!("Away until {}", time::day(day)),
            Some(End::Back(day)) => format!("Back on {}", time::day(day)),
            None => String::new(),
        };
        Self { ticket, end, text, received: time::in_zone(message.received_at, settings.answer.zone()) }
    }
}
