//! The officers' part: retention, data subject rights, the ledger and its evidence, as a library for the worker's
//! schedules and as the program `compliance`. It reads no mail that comes in, and sends no mail of an inquiry.
//!
//! Schedules call it with the login of the application, commands with that of an officer.

pub mod agreed_texts;
pub mod commands;
pub mod ledger;
pub mod mail;
mod pdf;
pub mod privacy;
pub mod report;
pub mod retention;
