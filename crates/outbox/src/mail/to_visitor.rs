//! The mails to the visitor.

use entity::{EmailAddress, TicketReference, inquiry, inquiry::BotCheckStatus, inquiry_content, outbox};
use lettre::message::Mailbox;
use mailer::addresses::Party;
use mailer::{BuildError, MailSettings, PreparedMail};

use super::{address, answer::AnswerToVisitor, auto_reply::AutoReply, conversation::StoredMessage, message::Draft};

/// The confirmation. Of the form it contains only the recipient's address (RFC 3834, sections 3.2 and 6): otherwise
/// anyone could mail any text to anyone.
pub fn auto_reply(
    inquiry: &inquiry::Model,
    to: &EmailAddress,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    if inquiry.bot_check == BotCheckStatus::Unverified {
        return Err(BuildError::Unverified);
    }
    Draft {
        reply_to: reply_to(&inquiry.reference, settings)?,
        return_path: settings.auto_reply_return_path(outbox.id),
        auto_submitted: Some("auto-replied"),
        ..Draft::new(
            address(to.as_str())?,
            outbox,
            settings,
            AutoReply::new(inquiry, outbox.created_at, settings).render()?,
        )
    }
    .build(settings)
}

/// A consultant's words. Nothing in it is ours but the addresses, a greeting line and the reference.
pub fn answer(
    inquiry: &inquiry::Model,
    content: &inquiry_content::Model,
    message: &StoredMessage,
    outbox: &outbox::Model,
    settings: &MailSettings,
) -> Result<PreparedMail, BuildError> {
    Draft {
        reply_to: reply_to(&inquiry.reference, settings)?,
        auto_submitted: None,
        thread: message.thread.clone(),
        files: &message.files,
        ..Draft::new(
            address(content.email.as_str())?,
            outbox,
            settings,
            AnswerToVisitor::new(inquiry, message).render()?,
        )
    }
    .build(settings)
}

/// Where the visitor's reply goes: to the visitor's signed address of this ticket, if mails come in.
fn reply_to(reference: &TicketReference, settings: &MailSettings) -> Result<Option<Mailbox>, BuildError> {
    match &settings.signed {
        Some(signed) => Ok(Some(address(&signed.reply(reference, &Party::Visitor))?.into())),
        None => Ok(settings.reply_to.clone()),
    }
}
