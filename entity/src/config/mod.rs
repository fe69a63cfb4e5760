//! Settings from the environment that both processes read.

pub mod answer_within;
pub mod database;
pub mod env;
pub mod notify_routes;
pub mod spam_limit;
