//! Set-up that every process of the product shares: logging and stopping on a signal.

use std::net::SocketAddr;

pub mod logging;
pub mod signals;

/// Says that an ops listener, which has no login, accepts connections from other hosts. In a container the published port decides
/// that: our images set `container`, as systemd's Container Interface says.
pub fn warn_if_exposed(setting: &'static str, listen: SocketAddr) {
    if is_exposed(listen, std::env::var_os("container").is_some()) {
        tracing::warn!(setting, %listen, "the ops listener has no login and is not limited to this host: keep it off the internet");
    }
}

fn is_exposed(listen: SocketAddr, in_container: bool) -> bool {
    !listen.ip().is_loopback() && !in_container
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listener_of_a_container_is_as_open_as_its_published_port() {
        let all = ([0, 0, 0, 0], 8081).into();
        assert_eq!([false, true].map(|in_container| is_exposed(all, in_container)), [true, false]);
        assert!(!is_exposed(([127, 0, 0, 1], 8081).into(), false));
    }
}
