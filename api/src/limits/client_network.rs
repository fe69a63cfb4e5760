//! The network that a request comes from. It is never logged.

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{HeaderMap, HeaderName, request::Parts},
};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The other end of the connection; the HTTP server puts it into each request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// Networks whose `X-Forwarded-For` is trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl TrustedProxies {
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address.to_canonical()))
    }
}

impl FromIterator<IpNet> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = IpNet>>(networks: I) -> Self {
        Self(networks.into_iter().collect())
    }
}

/// The network that limits count by: one IPv4 address, or one /64 of IPv6, as assigned to one customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork(IpNet);

impl ClientNetwork {
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => Ipv4Net::from(address).into(),
            IpAddr::V6(address) => {
                let bits = u128::from(address) & (u128::MAX << 64);
                Ipv6Net::new_assert(bits.into(), 64).into()
            }
        })
    }

    /// The network behind a request. `X-Forwarded-For` counts only as far as trusted proxies wrote it:
    /// read from the right, the first address that is not a trusted proxy's is the client's. If an entry is not an
    /// address, the proxy that passed it on counts as the client: its visitors share one limit, and garbage gains
    /// nothing.
    pub fn of_request(peer: IpAddr, headers: &HeaderMap, trusted: &TrustedProxies) -> Self {
        let mut client = peer.to_canonical();
        let values = headers.get_all(FORWARDED_FOR).iter().rev();
        // By bytes: a proxy appends to a line that a client may have begun with anything.
        let hops = values.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b','));
        for hop in hops.map(<[u8]>::trim_ascii).filter(|hop| !hop.is_empty()) {
            if !trusted.contains(client) {
                break;
            }
            let Some(address) = parse_hop(hop) else { break };
            client = address.to_canonical();
        }
        Self::of(client)
    }

    /// This network and those around it, with how many shares each has. A provider gives a customer a /56 (RFC 6177), and some a /48;
    /// an IPv4 customer with several addresses mostly has them in one /24.
    pub(crate) fn and_around(self) -> impl Iterator<Item = (Self, u32)> {
        let prefixes: &[(u8, u32)] =
            if self.0.addr().is_ipv4() { &[(32, 1), (24, 2)] } else { &[(64, 1), (56, 1), (48, 2)] };
        prefixes.iter().map(move |(prefix, shares)| (Self(IpNet::new_assert(self.0.addr(), *prefix).trunc()), *shares))
    }

    /// In CIDR notation.
    pub fn to_cidr(self) -> String {
        self.0.to_string()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ClientNetwork
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        // Without the HTTP server, as in a test in process, all requests come from one address.
        let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0.ip());
        Ok(Self::of_request(peer, &parts.headers, &TrustedProxies::from_ref(state)))
    }
}

/// An address as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`.
fn parse_hop(hop: &[u8]) -> Option<IpAddr> {
    let hop = std::str::from_utf8(hop).ok()?;
    let bracketed = || hop.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip())).or_else(bracketed)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    use super::*;

    fn network(peer: &str, forwarded: &[&str], trusted: &[&str]) -> String {
        let forwarded: Vec<&[u8]> = forwarded.iter().map(|value| value.as_bytes()).collect();
        network_of_bytes(peer, &forwarded, trusted)
    }

    fn network_of_bytes(peer: &str, forwarded: &[&[u8]], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, HeaderValue::from_bytes(value).unwrap());
        }
        let trusted: TrustedProxies = trusted.iter().map(|network| network.parse().unwrap()).collect();
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
    }

    #[test]
    fn reads_every_way_that_proxies_write_an_address() {
        for (hop, expected) in [
            ("203.0.113.9", "203.0.113.9/32"),
            ("203.0.113.9:4711", "203.0.113.9/32"),
            (" \t203.0.113.9\t ", "203.0.113.9/32"),
            ("2001:db8:1:2:3::9", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2:3::9]", "2001:db8:1:2::/64"),
            ("[2001:db8:1:2:3::9]:4711", "2001:db8:1:2::/64"),
            ("::ffff:203.0.113.9", "203.0.113.9/32"),
            ("[::ffff:203.0.113.9]:4711", "203.0.113.9/32"),
            // Empty elements of a list mean nothing (RFC 9110, section 5.6.1).
            ("203.0.113.9, ,", "203.0.113.9/32"),
        ] {
            assert_eq!(network("10.0.0.1", &[hop], &["10.0.0.0/8"]), expected, "{hop}");
        }
    }

    #[test]
    fn garbage_counts_as_the_proxy_that_passed_it_on() {
        for garbage in [
            "unknown",
            "_hidden",
            "\"[2001:db8::1]\"",
            "[203.0.113.9]",
            "[2001:db8::1",
            "2001:db8::1]",
            "[2001:db8::1]:",
            "[2001:db8::1]:99999",
            "[fe80::1%eth0]",
            "203.0.113.9:",
            "203.0.113.9:99999",
            "203.0.113.09",
            "203.0.113.9/32",
            "203.0.113.9 203.0.113.8",
            "for=203.0.113.9",
            "localhost",
            "💥",
        ] {
            assert_eq!(network("10.0.0.1", &[garbage], &["10.0.0.0/8"]), "10.0.0.1/32", "{garbage}");
            // Entries further left were not written by a trusted proxy.
            let spoofed = format!("198.51.100.1, {garbage}");
            assert_eq!(network("10.0.0.1", &[&spoofed], &["10.0.0.0/8"]), "10.0.0.1/32", "{garbage}");
            assert_eq!(network("10.0.0.1", &["198.51.100.1", garbage], &["10.0.0.0/8"]), "10.0.0.1/32", "{garbage}");
            // A proxy's own entry counts, however the client began the line.
            let appended = format!("{garbage}, 203.0.113.9");
            assert_eq!(network("10.0.0.1", &[&appended], &["10.0.0.0/8"]), "203.0.113.9/32", "{garbage}");
        }
        assert_eq!(network("10.0.0.1", &["", " , "], &["10.0.0.0/8"]), "10.0.0.1/32");
        let bytes = network_of_bytes("10.0.0.1", &[b"198.51.100.1, \xff, 203.0.113.9"], &["10.0.0.0/8"]);
        assert_eq!(bytes, "203.0.113.9/32");
        let bytes = network_of_bytes("10.0.0.1", &[b"198.51.100.1", b"\xff"], &["10.0.0.0/8"]);
        assert_eq!(bytes, "10.0.0.1/32");
    }

    proptest! {
        /// Whatever a client sends, the entry that our proxy adds is the one that counts.
        #[test]
        fn nothing_to_the_left_of_the_proxys_entry_counts(sent in prop::collection::vec(0x20_u8..=0xff, 0..80)) {
            prop_assume!(!sent.contains(&0x7f));
            let appended = [sent.as_slice(), b", 203.0.113.9"].concat();
            prop_assert_eq!(network_of_bytes("10.0.0.1", &[&appended], &["10.0.0.0/8"]), "203.0.113.9/32");
            prop_assert_eq!(network_of_bytes("10.0.0.1", &[&sent, b"203.0.113.9"], &["10.0.0.0/8"]), "203.0.113.9/32");
            // And without a trusted proxy the header does not count at all.
            prop_assert_eq!(network_of_bytes("198.51.100.9", &[&appended], &["10.0.0.0/8"]), "198.51.100.9/32");
        }
    }

    #[test]
    fn counts_an_address_once_however_it_is_written() {
        assert_eq!(network("::ffff:203.0.113.9", &[], &[]), "203.0.113.9/32");
        assert_eq!(network("2001:db8::1", &[], &[]), network("2001:db8::ffff", &[], &[]));
    }
}
