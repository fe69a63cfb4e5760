//! The worker: mail delivery, schedules, retention, and the operator's commands.

mod agreed_texts;
pub mod alert;
pub mod attachments;
pub mod clamd;
pub mod commands;
pub mod compliance_mailer;
pub mod db;
pub mod db_error;
pub mod delivery;
pub mod digests;
pub mod intake;
pub mod jobs;
pub mod ledger;
pub mod mail;
pub mod monitoring;
mod notifications;
pub mod oauth;
mod outage;
mod pdf;
pub mod privacy;
pub mod promise;
pub mod report;
pub mod retention;
pub mod run;
pub mod schedules;
mod setting_warnings;
pub mod settings;
pub mod smtp;
pub mod spam_digest;
pub mod ticket;
mod tls;

/// Crates whose log level follows `RUST_LOG`: their lines hold no personal data at any level.
pub const LOGGED_CRATES: [&str; 3] = ["worker", "entity", "migration"];
