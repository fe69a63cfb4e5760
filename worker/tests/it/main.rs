//! The worker on a real Postgres, against an SMTP server with scripted faults.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod auto_replies;
mod check;
mod clock;
mod commands;
mod crashes;
mod digests;
mod faults;
mod full_disk;
mod given_up;
mod heartbeat;
mod intake;
mod jobs;
mod journey;
mod leases;
mod logs;
mod mail;
mod marked;
mod oauth;
mod operations;
mod outages;
mod outbox_store;
mod panics;
mod pipeline;
mod retention;
mod schedules;
mod support;
mod suspect_release;
mod suspects;
mod ticket;
mod tls;
mod versions;
mod wrong_settings;
