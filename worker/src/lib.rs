//! The process behind: mail delivery, schedules, retention, and the operator's commands.

pub mod alert;
pub mod check;
pub mod commands;
pub mod delivery;
pub mod logging;
pub mod mail;
pub mod ops;
pub mod queue;
pub mod retention;
pub mod run;
pub mod schedule;
pub mod settings;
pub mod smtp;
pub mod watch;
