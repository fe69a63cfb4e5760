//! The worker: mail in, tickets, schedules, and the operator's commands.

pub mod clamd;
pub mod commands;
pub mod digest;
mod disk;
pub mod intake;
pub mod jobs;
pub mod journey;
pub mod level;
pub mod mail;
pub mod marked;
pub mod monitoring;
pub mod promise;
pub mod run;
pub mod schedules;
pub mod search;
mod setting_warnings;
pub mod settings;
pub mod site;
pub mod ticket;
pub mod upkeep;
pub mod your_mail;

/// Crates whose log level follows `RUST_LOG`: their lines hold no personal data at any level.
pub const LOGGED_CRATES: [&str; 6] = ["worker", "compliance", "entity", "mailer", "migration", "outbox"];
