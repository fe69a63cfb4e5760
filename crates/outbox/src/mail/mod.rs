//! The mails of an inquiry: rendered, encoded and addressed, ready for the wire.
//!
//! A mail is built from its rows, without a clock: the same row gives the same bytes in every attempt.

mod absence;
mod answer;
mod auto_reply;
mod automatic;
mod conversation;
pub mod conversation_sample;
mod message;
mod notification;
mod reminder;
pub mod sample;
mod to_consultant;
mod to_visitor;

use lettre::Address;
use mailer::BuildError;

pub use self::{
    automatic::never_replied_to,
    conversation::{StoredMessage, named},
    to_consultant::{
        absence, answer_copy, answer_lost, notification, question, receipt, reminder, undeliverable, visitor_reply,
    },
    to_visitor::{answer, auto_reply},
};

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
