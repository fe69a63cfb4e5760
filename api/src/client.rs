//! Who asks, as far as limits need to know: a network, never logged.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The other end of the connection; the edge puts it into each request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The network that limits count by: one IPv4 address, or one /64 of IPv6, which is one customer's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork(IpNet);

impl ClientNetwork {
    pub(crate) fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => Ipv4Net::from(address).into(),
            IpAddr::V6(address) => {
                let bits = u128::from(address) & (u128::MAX << 64);
                Ipv6Net::new_assert(bits.into(), 64).into()
            }
        })
    }

    /// The network behind a request. `X-Forwarded-For` counts only as far as trusted proxies wrote it:
    /// read from the right, the first address that is not a trusted proxy's is the client's.
    pub(crate) fn of_request(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
        let mut client = peer.to_canonical();
        let hops: Vec<&str> = headers
            .get_all(FORWARDED_FOR)
            .iter()
            .map(|value| value.to_str().unwrap_or_default())
            .flat_map(|value| value.split(','))
            .collect();
        for hop in hops.into_iter().rev() {
            if !is_trusted(client) {
                break;
            }
            // An entry that is no address was not written by a proxy that we trust.
            let Some(address) = parse_hop(hop.trim()) else { break };
            client = address.to_canonical();
        }
        Self::of(client)
    }

    /// In CIDR notation.
    pub(crate) fn to_cidr(self) -> String {
        self.0.to_string()
    }
}

/// An address, with or without the port that some proxies add.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|network| network.parse().unwrap()).collect();
        ClientNetwork::of_request(peer.parse().unwrap(), &headers, &trusted).to_cidr()
    }

    #[test]
    fn a_forged_header_changes_nothing() {
        assert_eq!(network("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9/32");
        assert_eq!(network("203.0.113.9", &["198.51.100.1"], &["10.0.0.0/8"]), "203.0.113.9/32");
        // Forged on the left, written by the proxy on the right.
        let proxied = network("10.0.0.1", &["198.51.100.1, 198.51.100.2", "203.0.113.9"], &["10.0.0.0/8"]);
        assert_eq!(proxied, "203.0.113.9/32");
    }

    #[test]
    fn walks_through_trusted_proxies_from_the_right() {
        let trusted = ["10.0.0.0/8", "fd00::/8"];
        assert_eq!(network("10.0.0.1", &["203.0.113.9, 10.1.1.1"], &trusted), "203.0.113.9/32");
        assert_eq!(network("fd00::1", &["2001:db8:1:2:3::9"], &trusted), "2001:db8:1:2::/64");
        assert_eq!(network("10.0.0.1", &[], &trusted), "10.0.0.1/32");
        assert_eq!(network("10.0.0.1", &["203.0.113.9:4711"], &trusted), "203.0.113.9/32");
        assert_eq!(network("10.0.0.1", &["unknown"], &trusted), "10.0.0.1/32");
        assert_eq!(network("10.0.0.1", &["203.0.113.9, unknown"], &trusted), "10.0.0.1/32");
    }

    #[test]
    fn counts_an_address_once_however_it_is_written() {
        assert_eq!(network("::ffff:203.0.113.9", &[], &[]), "203.0.113.9/32");
        assert_eq!(network("2001:db8::1", &[], &[]), network("2001:db8::ffff", &[], &[]));
    }
}
