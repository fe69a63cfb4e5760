//! The schema on a real Postgres.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod arguments;
mod constraints;
mod data_subject_request;
mod retention;
mod schema;
