//! The mails to a consultant. Each goes to one, whom its outbox row names.

use entity::{
    inquiry, inquiry_content,
    outbox::{self, MailKind},
};
use lettre::{Address, message::Mailbox};
use mailer::addresses::Party;
use mailer::{BuildError, MailSettings, Parts, PreparedMail};

use super::{
    absence::Absence,
    address,
    answer::{AnswerCopy, AnswerLost, Question, Receipt},
    conversation::{StoredMessage, Undeliverable, VisitorReply},
    message::Draft,
    notification::Notification,
    reminder::Reminder,
};
use crate::due_ticket::DueTicket;

/// A new inquiry.
pub fn notification(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let reply_to = reply_to(inquiry, content, outbox, settings)?;
    let notification = Notification::new(inquiry, content, &settings.answer);
    let notification = notification.promised_from(outbox.created_at, inquiry, &settings.answer);
    let is_ours = reply_to.email.to_string() != content.email.as_str();
    let parts =
        if is_ours { notification.with_commands(reply_to.email.as_ref()).render()? } else { notification.render()? };
    Draft {
        reply_to: Some(reply_to),
        is_urgent: inquiry.contact_reason.is_urgent(),
        ..Draft::new(consultant(outbox)?, outbox, settings, parts)
    }
    .build(settings)
}

/// What somebody wrote in the conversation.
pub fn visitor_reply(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = VisitorReply::new(inquiry, content, message, settings)?.render()?;
    Draft {
        auto_submitted: None,
        thread: message.thread.clone(),
        files: &message.files,
        ..answerable(inquiry, content, outbox, settings, parts)?
    }
    .build(settings)
}

/// That the visitor is away.
pub fn absence(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = Absence::new(inquiry, content, message, settings)?.render()?;
    Draft { thread: message.thread.clone(), ..answerable(inquiry, content, outbox, settings, parts)? }.build(settings)
}

/// No mail reaches the visitor.
pub fn undeliverable(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = Undeliverable::new(inquiry, content, settings)?.render()?;
    Draft::new(consultant(outbox)?, outbox, settings, parts).build(settings)
}

/// What a colleague has answered or noted.
pub fn answer_copy(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = AnswerCopy::new(inquiry, content, message, settings)?.render()?;
    Draft {
        thread: message.thread.clone(),
        files: &message.files,
        ..answerable(inquiry, content, outbox, settings, parts)?
    }
    .build(settings)
}

/// What became of this consultant's mail.
pub fn receipt(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = Receipt::new(inquiry, content, message, settings)?.render()?;
    Draft { thread: message.thread.clone(), ..answerable(inquiry, content, outbox, settings, parts)? }.build(settings)
}

/// Whether this consultant has written the message.
pub fn question(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = Question::new(inquiry, content, message, settings)?.render()?;
    Draft { thread: message.thread.clone(), ..answerable(inquiry, content, outbox, settings, parts)? }.build(settings)
}

/// This consultant's answer did not arrive.
pub fn answer_lost(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = AnswerLost::new(inquiry, content, settings)?.render()?;
    answerable(inquiry, content, outbox, settings, parts)?.build(settings)
}

/// Half of the promised time is over, or all of it.
pub fn reminder(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    ticket: &DueTicket,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = Reminder::new(inquiry, content, ticket, outbox.kind, settings)?.render()?;
    Draft {
        // A reply of somebody else would not reach the visitor.
        reply_to: ticket.was_notified.then(|| reply_to(inquiry, content, outbox, settings)).transpose()?,
        is_urgent: outbox.kind == MailKind::Escalation,
        ..Draft::new(consultant(outbox)?, outbox, settings, parts)
    }
    .build(settings)
}

/// A mail whose reply answers the visitor.
fn answerable<'a>(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &'a outbox::Model,
    settings: &MailSettings,
    parts: Parts,
) -> Result<Draft<'a>, BuildError> {
    let reply_to = Some(reply_to(inquiry, content, outbox, settings)?);
    Ok(Draft { reply_to, ..Draft::new(consultant(outbox)?, outbox, settings, parts) })
}

/// Where a consultant's answer goes: to us, at this consultant's own signed address, or straight to the visitor.
fn reply_to(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<Mailbox, BuildError> {
    match (&settings.signed, &outbox.recipient) {
        // Mail from our own address counts as a program's.
        (Some(signed), Some(recipient))
            if settings.takes_answers && !recipient.eq_ignore_ascii_case(settings.from.email.as_ref()) =>
        {
            let party = Party::Consultant(recipient.clone());
            Ok(address(&signed.reply(&inquiry.reference, &party))?.into())
        }
        _ => Ok(address(content.email.as_str())?.into()),
    }
}

/// The consultant to whom the mail goes.
fn consultant(outbox: &outbox::Model) -> Result<Address, BuildError> {
    address(outbox.recipient.as_deref().ok_or(BuildError::NoRecipient)?)
}
