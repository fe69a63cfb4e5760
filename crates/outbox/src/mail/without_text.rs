//! To a consultant: that the mail server has refused a mail. Has no word of anybody, so no filter finds one.

use entity::outbox::{self, MailKind};
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
    pub(super) fn new(Case { inquiry, row, settings, .. }: Case<'_>, ticket: Ticket) -> Self {
        // Somebody else's addresses.
        let standing = Standing { side: Vec::new(), ..ticket.standing };
        let due = || settings.answer.due(row.created_at, inquiry.contact_reason);
        Self {
            ticket: Ticket { standing, ..ticket },
            what: what(row),
            due: (row.kind == MailKind::Notification).then(|| time::in_zone(due(), settings.answer.zone())),
            mail: row.id,
            is_question: row.kind == MailKind::Question,
        }
    }
}

fn what(outbox: &outbox::Model) -> &'static str {
    match outbox.kind {
        MailKind::Notification => "New inquiry",
        MailKind::VisitorReply => "The visitor has written",
        MailKind::Absence => "The visitor is away",
        MailKind::Undeliverable if outbox.about.is_some() => "A mail of ours did not arrive",
        MailKind::Undeliverable => "No mail reaches the visitor",
        MailKind::AnswerCopy => "A colleague has written",
        MailKind::Receipt => "What became of your mail",
        MailKind::AnswerLost => "Your answer did not arrive",
        MailKind::Reminder | MailKind::Escalation => "Not answered yet",
        MailKind::Assignment => "An inquiry is assigned",
        MailKind::Question => "Did you write a mail?",
        MailKind::AutoReply | MailKind::Answer | MailKind::Journey => "A mail",
    }
}
