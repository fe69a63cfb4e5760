//! The api, called in process and over the wire, on a real Postgres.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod altcha;
mod arguments;
mod bodies;
mod challenge;
mod config;
mod connections;
mod crash;
mod deadline;
mod field_rules;
mod head;
mod http;
mod idempotency;
mod openapi;
mod ops;
mod outage;
mod personal_data_in_logs;
mod send_email;
mod site;
mod spam;
mod support;
mod turnstile;
mod unverified;
