//! To a consultant: an answer is due.

use entity::outbox::MailKind;
use mailer::{MailSettings, templates, text, time};

use super::ticket::Ticket;
use crate::due_ticket::DueTicket;

/// Half of the promised time is over, or all of it.
pub(super) struct Reminder {
    ticket: Ticket,
    is_over: bool,
    due: String,
    owner: Option<String>,
}

templates!(Reminder: "mail/notification/subject.txt", "mail/reminder/body.txt", "mail/reminder/body.html");

impl Reminder {
    pub(super) fn new(ticket: Ticket, due: &DueTicket, kind: MailKind, settings: &MailSettings) -> Self {
        Self {
            ticket,
            is_over: kind == MailKind::Escalation,
            due: time::in_zone(due.due_at, settings.answer.zone()),
            owner: due.owner.as_deref().map(text::line),
        }
    }
}
