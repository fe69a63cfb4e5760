//! Set-up that every process of the product shares: logging and stopping on a signal.

pub mod logging;
pub mod signals;
