//! Settings from the environment that both processes read.

pub mod answer_within;
pub mod database;
pub mod env;
pub mod notify_routes;
pub mod settings;
pub mod spam_limit;
