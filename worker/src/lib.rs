//! The worker: mail delivery, schedules, retention, and the operator's commands.

mod agreed_texts;
pub mod clamd;
pub mod commands;
pub mod digests;
pub mod intake;
pub mod jobs;
pub mod ledger;
pub mod mail;
pub mod monitoring;
mod pdf;
pub mod privacy;
pub mod promise;
pub mod report;
pub mod retention;
pub mod run;
pub mod schedules;
mod setting_warnings;
pub mod settings;
pub mod spam_digest;
pub mod ticket;

/// Crates whose log level follows `RUST_LOG`: their lines hold no personal data at any level.
pub const LOGGED_CRATES: [&str; 5] = ["worker", "entity", "mailer", "migration", "outbox"];
