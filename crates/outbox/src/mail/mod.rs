//! The mails of an inquiry: rendered, encoded and addressed, ready for the wire.
//!
//! A mail is built from its rows, without a clock: the same row gives the same bytes in every attempt.

mod absence;
mod answer;
mod auto_reply;
mod automatic;
mod conversation;
mod journey;
mod kinds;
mod notification;
mod outcome;
mod reminder;
mod ticket;
mod without_text;

pub(crate) use self::{
    answer::sentences,
    auto_reply::received,
    journey::build_journey,
    kinds::{Source, rendered, source, visitor_as_author},
    ticket::{TO_COLLEAGUES, TO_NOBODY, TO_VISITOR, TO_VISITOR_DIRECTLY},
};
pub use self::{
    automatic::never_replied_to,
    conversation::{StoredMessage, TicketEnd},
    kinds::{About, TicketFacts, build},
    ticket::{Case, named},
};

/// What the consultants read of a mail that opened a ticket: its subject and its text, never empty.
pub fn opening_text(subject: &str, text: &str) -> String {
    match format!("{}\n\n{}", subject.trim(), text.trim()).trim() {
        "" => "(The mail has no text.)".to_owned(),
        text => text.to_owned(),
    }
}
