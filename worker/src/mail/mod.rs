//! The mails that are no rows of the outbox.

mod answers;
mod check;
pub mod compliance_sample;
pub mod deadline_reminder;
pub mod digest_sample;
mod quarantine;
pub mod report;
mod suspects;

pub use self::{
    answers::answers_digest,
    check::render as check_mail,
    quarantine::{WaitingMail, quarantine_digest},
    suspects::suspects_digest,
};
