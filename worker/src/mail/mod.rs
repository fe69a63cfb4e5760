//! The mails that are no rows of the outbox.

mod answers;
mod quarantine;
mod suspects;

pub use self::{
    answers::answers_digest,
    quarantine::{WaitingMail, quarantine_digest},
    suspects::suspects_digest,
};
