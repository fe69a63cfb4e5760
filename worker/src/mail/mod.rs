//! The mails of an inquiry: rendered, encoded and addressed, ready for the wire.
//!
//! A mail is built from its rows, without a clock: the same row gives the same bytes in every attempt. Another room
//! sends it.

mod absence;
mod answer;
mod auto_reply;
mod automatic;
mod brand;
mod check;
mod compliance;
pub mod compliance_sample;
mod conversation;
pub mod conversation_sample;
pub mod deadline_reminder;
mod message;
mod notification;
mod promise;
pub mod report;
pub mod sample;
mod settings;
mod text;
mod time;

use chrono::{DateTime, Utc};
use entity::{
    EmailAddress, inquiry,
    inquiry::BotCheckStatus,
    inquiry_content,
    outbox::{self, MailKind},
};
use inbound::addresses::Party;
use lettre::{Address, address::Envelope, message::Mailbox};

use self::{
    absence::Absence,
    answer::{Answer, AnswerCopy, AnswerLost, Question, Receipt},
    auto_reply::AutoReply,
    conversation::{Undeliverable, VisitorReply},
    notification::Notification,
    promise::{Digest, Reminder},
};
pub use self::{
    automatic::never_replied_to,
    check::render as check_mail,
    compliance::{ComplianceParts, compliance_mail},
    conversation::StoredMessage,
    settings::MailSettings,
};
pub(crate) use self::{brand::legal_name, report::counted};
use crate::ticket::{DueTicket, WaitingTicket};

/// A mail for SMTP: the envelope, and the bytes between `DATA` and the end of data.
#[derive(Clone)]
pub struct PreparedMail {
    pub envelope: Envelope,
    /// With CRLF line ends; not yet dot-stuffed.
    pub bytes: Vec<u8>,
    /// Of an auto-reply: what the export shows as sent.
    pub copy: Option<SentCopy>,
}

/// Subject and plain text of a mail.
#[derive(Clone, PartialEq)]
pub struct SentCopy {
    pub subject: String,
    pub text: String,
}

/// Addresses and texts stay out of `{:?}`.
impl std::fmt::Debug for PreparedMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mail of {} bytes", self.bytes.len())
    }
}

impl std::fmt::Debug for SentCopy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "text of {} bytes", self.text.len())
    }
}

/// Why a mail cannot be built: a bug, which another attempt does not correct. The texts contain no personal data.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("the outbox row has no Message-ID yet")]
    NoMessageId,
    #[error("the outbox row of a notification names no recipient")]
    NoRecipient,
    #[error("the mailer refuses the recipient's address")]
    Recipient,
    #[error("an unverified inquiry gets no auto-reply")]
    Unverified,
    #[error("the template cannot be rendered")]
    Template(#[from] askama::Error),
    #[error("the message cannot be assembled")]
    Message(#[from] lettre::error::Error),
}

/// The notification of one consultant.
pub fn notification(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let reply_to = answers_to(inquiry, content, outbox, settings)?;
    let notification = Notification::new(inquiry, content, &settings.answer);
    let is_ours = reply_to.email.to_string() != content.email.as_str();
    let parts =
        if is_ours { notification.with_commands(reply_to.email.as_ref()).render()? } else { notification.render()? };
    message::Draft {
        outbox,
        to: consultant(outbox)?,
        reply_to: Some(reply_to),
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: Some("auto-generated"),
        is_urgent: inquiry.contact_reason.is_urgent(),
        thread: None,
        files: &[],
        parts,
    }
    .build(settings)
}

/// The confirmation to the visitor. Of the form it contains only the recipient's address (RFC 3834, sections 3.2 and 6):
/// otherwise anyone could mail any text to anyone.
pub fn auto_reply(
    inquiry: &inquiry::Model,
    to: &EmailAddress,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    if inquiry.bot_check == BotCheckStatus::Unverified {
        return Err(BuildError::Unverified);
    }
    message::Draft {
        outbox,
        to: address(to.as_str())?,
        reply_to: match &settings.signed {
            Some(signed) => Some(address(&signed.reply(&inquiry.reference, &Party::Visitor))?.into()),
            None => settings.reply_to.clone(),
        },
        return_path: settings.signed_return_path(outbox.id).or_else(|| settings.return_path.clone()),
        auto_submitted: Some("auto-replied"),
        is_urgent: false,
        thread: None,
        files: &[],
        parts: AutoReply::new(inquiry, settings).render()?,
    }
    .build(settings)
}

/// What somebody wrote in the conversation, to one consultant.
pub fn visitor_reply(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    message::Draft {
        outbox,
        to: consultant(outbox)?,
        reply_to: Some(answers_to(inquiry, content, outbox, settings)?),
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: None,
        is_urgent: false,
        thread: message.thread.clone(),
        files: &message.files,
        parts: VisitorReply::new(inquiry, content, message, settings)?.render()?,
    }
    .build(settings)
}

/// That the visitor is away, to one consultant.
pub fn absence(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    message::Draft {
        outbox,
        to: consultant(outbox)?,
        reply_to: Some(answers_to(inquiry, content, outbox, settings)?),
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: Some("auto-generated"),
        is_urgent: false,
        thread: message.thread.clone(),
        files: &[],
        parts: Absence::new(inquiry, content, message, settings)?.render()?,
    }
    .build(settings)
}

/// To one consultant: no mail reaches the visitor.
pub fn undeliverable(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    message::Draft {
        outbox,
        to: consultant(outbox)?,
        reply_to: None,
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: Some("auto-generated"),
        is_urgent: false,
        thread: None,
        files: &[],
        parts: Undeliverable::new(inquiry, content, settings)?.render()?,
    }
    .build(settings)
}

/// What the consultants read of a mail that opened a ticket: its subject and its text, never empty.
pub fn opening_text(subject: &str, text: &str) -> String {
    match format!("{}\n\n{}", subject.trim(), text.trim()).trim() {
        "" => "(The mail has no text.)".to_owned(),
        text => text.to_owned(),
    }
}

/// A consultant's words, to the visitor. Nothing in it is ours but the addresses, a greeting line and the reference.
pub fn answer(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    message::Draft {
        outbox,
        to: address(content.email.as_str())?,
        reply_to: match &settings.signed {
            Some(signed) => Some(address(&signed.reply(&inquiry.reference, &Party::Visitor))?.into()),
            None => settings.reply_to.clone(),
        },
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: None,
        is_urgent: false,
        thread: message.thread.clone(),
        files: &message.files,
        parts: Answer::new(inquiry, message).render()?,
    }
    .build(settings)
}

/// What a colleague has answered or noted, to one consultant.
pub fn answer_copy(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = AnswerCopy::new(inquiry, content, message, settings)?.render()?;
    message::Draft {
        files: &message.files,
        ..consultant_draft(inquiry, content, message.thread.clone(), outbox, settings, parts)?
    }
    .build(settings)
}

/// What became of a consultant's mail, to this consultant.
pub fn receipt(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = Receipt::new(inquiry, content, message, settings)?.render()?;
    to_consultant(inquiry, content, message.thread.clone(), outbox, settings, parts)
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
    to_consultant(inquiry, content, message.thread.clone(), outbox, settings, parts)
}

/// To the consultant whose answer did not arrive.
pub fn answer_lost(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = AnswerLost::new(inquiry, content, settings)?.render()?;
    to_consultant(inquiry, content, None, outbox, settings, parts)
}

fn to_consultant(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    thread: Option<String>,
    outbox: &outbox::Model,
    settings: &MailSettings,
    parts: message::Parts,
) -> Result<PreparedMail, BuildError> {
    consultant_draft(inquiry, content, thread, outbox, settings, parts)?.build(settings)
}

fn consultant_draft<'a>(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    thread: Option<String>,
    outbox: &'a outbox::Model,
    settings: &MailSettings,
    parts: message::Parts,
) -> Result<message::Draft<'a>, BuildError> {
    Ok(message::Draft {
        outbox,
        to: consultant(outbox)?,
        reply_to: Some(answers_to(inquiry, content, outbox, settings)?),
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: Some("auto-generated"),
        is_urgent: false,
        thread,
        files: &[],
        parts,
    })
}

/// Half of the promised time is over, or all of it: to one consultant.
pub fn reminder(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    ticket: &DueTicket,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let parts = Reminder::new(inquiry, content, ticket, outbox.kind, settings)?.render()?;
    message::Draft {
        outbox,
        to: consultant(outbox)?,
        // A reply of somebody else would not reach the visitor.
        reply_to: ticket.was_notified.then(|| answers_to(inquiry, content, outbox, settings)).transpose()?,
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: Some("auto-generated"),
        is_urgent: outbox.kind == MailKind::Escalation,
        thread: None,
        files: &[],
        parts,
    }
    .build(settings)
}

/// What waits for an answer as of a time: to one consultant.
pub fn digest(
    tickets: &[WaitingTicket],
    as_of: DateTime<Utc>,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    let to = consultant(outbox)?;
    message::Draft {
        outbox,
        reply_to: None,
        return_path: Some(settings.notification_return_path(outbox.id)),
        auto_submitted: Some("auto-generated"),
        is_urgent: false,
        thread: None,
        files: &[],
        parts: Digest::new(to.as_ref(), tickets, as_of, settings).render()?,
        to,
    }
    .build(settings)
}

/// Where a consultant's answer goes: to us, at this consultant's own signed address, or straight to the visitor.
fn answers_to(
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

fn address(text: &str) -> Result<Address, BuildError> {
    text.parse().map_err(|_| BuildError::Recipient)
}
