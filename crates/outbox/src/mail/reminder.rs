//! To a consultant: an answer is due.

use entity::{TicketReference, inquiry, inquiry_content, outbox::MailKind};
use mailer::{
    BuildError, MailSettings,
    brand::{Brand, brand},
    text, time,
};

use super::{
    conversation::{NOT_GIVEN, sender},
    message::templates,
    notification::Notification,
};
use crate::due_ticket::DueTicket;

/// Half of the promised time is over, or all of it.
pub(super) struct Reminder {
    brand: &'static Brand,
    reference: TicketReference,
    is_over: bool,
    due: String,
    owner: Option<String>,
    sender: String,
    email: String,
    phone: String,
    can_answer: bool,
    subject: String,
}

templates!(Reminder, ReminderText = "mail/reminder/body.txt", ReminderHtml = "mail/reminder/body.html");

impl Reminder {
    pub(super) fn new(
        inquiry: &inquiry::Model,
        content: &inquiry_content::Model,
        ticket: &DueTicket,
        kind: MailKind,
        settings: &MailSettings,
    ) -> Result<Self, BuildError> {
        Ok(Self {
            brand: brand(),
            reference: inquiry.reference.clone(),
            is_over: kind == MailKind::Escalation,
            due: time::in_zone(ticket.due_at, settings.answer.zone()),
            owner: ticket.owner.as_deref().map(text::line),
            sender: sender(content),
            email: text::line(content.email.as_str()),
            phone: content.phone.as_deref().map_or_else(|| NOT_GIVEN.to_owned(), text::line),
            can_answer: ticket.was_notified,
            subject: Notification::new(inquiry, content, &settings.answer).subject()?,
        })
    }
}
