//! Limits on what one client, or all clients together, can use.

mod bounded_semaphore;
mod client_network;
mod rate_limit;

pub(crate) use bounded_semaphore::BoundedSemaphore;
pub use client_network::{ClientNetwork, Peer};
pub(crate) use rate_limit::RateLimit;
