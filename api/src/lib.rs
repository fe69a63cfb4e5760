//! The internet-facing process: the prerendered site, `POST /api/send-email`, the bot-check challenge, health.

mod app;
pub mod bot_check;
mod client;
mod database_fault;
pub mod edge;
mod error;
mod failpoint;
pub mod inquiry;
pub mod logging;
mod metrics;
pub mod openapi;
mod ops;
mod queue;
mod rate_limit;
mod readiness;
mod routes;
pub mod settings;
pub mod site;
mod store;

pub use app::{App, Overrides};
pub use client::{ClientNetwork, Peer};
pub use error::{ApiError, FieldErrors};
