//! The worker: mail delivery, schedules, retention, and the operator's commands.

pub mod alert;
pub mod check;
pub mod commands;
pub mod compliance_mailer;
pub mod db_error;
pub mod delivery;
pub mod evidence;
pub mod jobs;
pub mod mail;
pub mod ops;
pub mod retention;
pub mod run;
pub mod schedules;
pub mod settings;
pub mod smtp;
pub mod watch;

/// Crates whose log level follows `RUST_LOG`: their lines hold no personal data at any level.
pub const LOGGED_CRATES: [&str; 3] = ["worker", "entity", "migration"];
