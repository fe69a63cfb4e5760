//! The mails that are no rows of the outbox.

mod answers;
mod digest;
mod marked;
mod quarantine;
mod suspects;
mod your_mail;

pub use self::{
    digest::{Decisions, digest},
    marked::marked_mail,
    quarantine::{WaitingMail, WaitingMails},
    your_mail::your_mail,
};
