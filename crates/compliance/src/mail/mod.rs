//! The mails to the compliance mailbox: numbers and random identifiers, no personal data.

mod check;
pub mod deadline_reminder;
pub mod report;

pub use self::check::render as check_mail;
