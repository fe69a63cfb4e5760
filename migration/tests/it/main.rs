//! The schema on a real Postgres.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod constraints;
mod retention;
mod schema;
