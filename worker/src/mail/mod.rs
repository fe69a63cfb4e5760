//! The mails that are no rows of the outbox.

mod answers;
mod digest;
mod quarantine;
mod suspects;

pub use self::{
    digest::{Decisions, digest},
    quarantine::{WaitingMail, WaitingMails},
};
