//! The statements of this crate, run on a real Postgres.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod batcher;
mod fields;
mod jobs;
mod settings;
mod store_inquiries;
mod support;
mod unsafe_server;
