//! To a consultant: that the mail server has refused a mail. Has no word of anybody, so no filter finds one.

use entity::{
    TicketReference, inquiry,
    outbox::{self, MailKind},
};
use mailer::{MailSettings, templates, time};
use uuid::Uuid;

pub(super) struct WithoutText {
    reference: TicketReference,
    what: &'static str,
    reason: &'static str,
    /// Of a new inquiry.
    due: Option<String>,
    mail: Uuid,
    is_question: bool,
    /// Where a reply goes; empty if there is no address for one.
    reply: &'static str,
}

templates!(WithoutText: "mail/without_text/subject.txt", "mail/without_text/body.txt", "mail/without_text/body.html");

impl WithoutText {
    pub(super) fn new(
        inquiry: &inquiry::Model,
        outbox: &outbox::Model,
        reply: &'static str,
        settings: &MailSettings,
    ) -> Self {
        let due = || settings.answer.due(outbox.created_at, inquiry.contact_reason);
        Self {
            reference: inquiry.reference.clone(),
            what: what(outbox),
            reason: inquiry.contact_reason.label(),
            due: (outbox.kind == MailKind::Notification).then(|| time::in_zone(due(), settings.answer.zone())),
            mail: outbox.id,
            is_question: outbox.kind == MailKind::Question,
            reply,
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
