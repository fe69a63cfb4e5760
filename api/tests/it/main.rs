//! The api, called in process and over the wire, on a real Postgres.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod altcha;
mod bodies;
mod challenge;
#[cfg(feature = "failpoints")]
mod crash;
mod field_rules;
mod http;
mod idempotency;
mod openapi;
mod ops;
mod outage;
mod send_email;
mod settings;
mod silence;
mod site;
mod support;
mod turnstile;
mod unverified;
