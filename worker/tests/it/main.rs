//! The worker on a real Postgres, against an SMTP server that misbehaves as told.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod auto_replies;
mod check;
mod commands;
mod crashes;
mod desk;
mod faults;
mod leases;
mod logs;
mod mail;
mod operations;
mod outages;
mod panics;
mod pipeline;
mod queue;
mod retention;
mod schedules;
mod support;
mod tls;
