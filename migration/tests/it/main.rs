//! The schema on a real Postgres.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod application;
mod arguments;
mod binding;
mod constraints;
mod content;
mod data_subject_request;
mod functions;
mod insider;
mod intake;
mod retention;
mod rights;
mod schema;
