//! What the worker and the officers' program share: mails by SMTP with TLS and OAuth, alerts by a second path, and what
//! statements and errors of the database need.
//!
//! A mail is sent in one dialogue that always ends in one outcome. What is no row of the outbox, [`Mailer`] sends.

pub mod addresses;
pub mod alert;
mod base32;
pub mod brand;
mod cause;
pub mod db;
pub mod db_error;
mod direct;
pub mod fingerprint;
mod key_ring;
mod message;
pub mod oauth;
pub mod outage;
mod settings;
pub mod smtp;
pub mod text;
pub mod time;
pub mod tls;

pub use self::{
    cause::describe_cause,
    direct::{Mailer, NotSent},
    message::{BuildError, Draft, Parts, PreparedMail, Rendered, SentCopy, Templates, attachment},
    settings::MailSettings,
};
