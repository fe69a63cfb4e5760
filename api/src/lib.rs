//! The internet-facing process: the prerendered site, `POST /api/send-email`, the bot-check challenge, health.

mod app;
pub mod bot_check;
mod database_fault;
mod error;
mod failpoint;
pub mod http;
pub mod inquiry;
mod limits;
mod metrics;
pub mod openapi;
mod ops;
mod readiness;
mod routes;
pub mod settings;
pub mod site;
mod store;

/// Crates whose log level follows `RUST_LOG`: their lines hold no personal data at any level.
pub const LOGGED_CRATES: [&str; 3] = ["api", "entity", "migration"];

pub use app::{App, Overrides};
pub use error::{ApiError, FieldErrors};
pub use limits::{ClientNetwork, Peer};
