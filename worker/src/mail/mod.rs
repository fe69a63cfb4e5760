//! The mails that are no rows of the outbox.

mod answers;
mod decisions;
mod digest;
mod found;
mod marked;
mod quarantine;
mod suspects;
mod your_mail;

pub use self::{
    decisions::Decisions,
    digest::digest,
    found::found_mail,
    marked::marked_mail,
    quarantine::{WaitingMail, WaitingMails},
    your_mail::your_mail,
};
