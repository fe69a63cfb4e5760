//! The mails that are no rows of the outbox.

mod answers;
mod digest;
mod marked;
mod quarantine;
mod suspects;

pub use self::{
    digest::{Decisions, digest},
    marked::marked_mail,
    quarantine::{WaitingMail, WaitingMails},
};
