//! Set-up that every process of the product shares: logging and stopping on a signal.

use std::net::SocketAddr;

pub mod logging;
pub mod signals;

/// Says that an ops listener, which has no login, accepts connections from other hosts.
pub fn warn_if_exposed(setting: &'static str, listen: SocketAddr) {
    if !listen.ip().is_loopback() {
        tracing::warn!(setting, %listen, "the ops listener has no login and is not limited to this host: keep it off the internet");
    }
}
