//! Limits per client network, and for all clients together.

mod bounded_semaphore;
mod client_network;
mod hourly_share;
mod rate_limit;

pub(crate) use bounded_semaphore::BoundedSemaphore;
pub use client_network::{ClientNetwork, Peer, TrustedProxies};
pub(crate) use hourly_share::HourlyShare;
pub(crate) use rate_limit::{RateLimit, RateLimited};
