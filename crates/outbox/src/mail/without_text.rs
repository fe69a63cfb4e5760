//! To a consultant: that the mail server has refused a mail. Has no word of anybody, so no filter finds one.

use entity::outbox::MailKind;
use mailer::{templates, time};
use uuid::Uuid;

use super::ticket::{Case, Standing, Ticket};

pub(super) struct WithoutText {
    ticket: Ticket,
    what: &'static str,
    /// Of a new inquiry.
    due: Option<String>,
    mail: Uuid,
    is_question: bool,
}

templates!(WithoutText: "mail/without_text/subject.txt", "mail/without_text/body.txt", "mail/without_text/body.html");

impl WithoutText {
    pub(super) fn new(Case { inquiry, row, settings, .. }: Case<'_>, ticket: Ticket, what: &'static str) -> Self {
        // Somebody else's addresses.
        let standing = Standing { side: Vec::new(), ..ticket.standing };
        let due = || settings.answer.due(row.created_at, inquiry.contact_reason);
        Self {
            ticket: Ticket { standing, ..ticket },
            what: match row.kind {
                MailKind::Undeliverable if row.about.is_some() => "A mail of ours did not arrive",
                _ => what,
            },
            due: (row.kind == MailKind::Notification).then(|| time::in_zone(due(), settings.answer.zone())),
            mail: row.id,
            is_question: row.kind == MailKind::Question,
        }
    }
}
