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
mod quarantine;
pub mod report;
pub mod sample;
mod settings;
mod suspects;
mod text;
mod time;
mod to_consultant;
mod to_visitor;

use lettre::{Address, address::Envelope};

pub use self::{
    automatic::never_replied_to,
    check::render as check_mail,
    compliance::{ComplianceParts, compliance_mail},
    conversation::StoredMessage,
    promise::answers_digest,
    quarantine::{WaitingMail, quarantine_digest},
    settings::MailSettings,
    suspects::suspects_digest,
    to_consultant::{
        absence, answer_copy, answer_lost, digest, notification, question, receipt, reminder, undeliverable,
        visitor_reply,
    },
    to_visitor::{answer, auto_reply},
};
pub(crate) use self::{brand::legal_name, report::counted};

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

/// What the consultants read of a mail that opened a ticket: its subject and its text, never empty.
pub fn opening_text(subject: &str, text: &str) -> String {
    match format!("{}\n\n{}", subject.trim(), text.trim()).trim() {
        "" => "(The mail has no text.)".to_owned(),
        text => text.to_owned(),
    }
}

fn address(text: &str) -> Result<Address, BuildError> {
    text.parse().map_err(|_| BuildError::Recipient)
}
