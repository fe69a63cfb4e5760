//! The internet-facing process: the prerendered site, `POST /api/send-email`, the bot-check challenge, health.

mod app;
pub mod bot_check;
pub mod config;
mod database_fault;
mod error;
pub mod http;
pub mod inquiry;
mod limits;
mod metrics;
mod open_files;
pub mod openapi;
mod ops;
mod readiness;
mod routes;
mod run;
pub mod site;
mod state;
mod store;

/// Crates whose log level follows `RUST_LOG`: their lines hold no personal data at any level.
pub const LOGGED_CRATES: [&str; 3] = ["api", "entity", "migration"];

pub use app::{App, Overrides};
pub use limits::{ClientNetwork, Peer, TrustedProxies};
pub use run::run;
