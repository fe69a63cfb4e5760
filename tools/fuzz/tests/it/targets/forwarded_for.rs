//! `X-Forwarded-For`: only the entry that our proxy appends counts.

use std::net::IpAddr;

use api::{ClientNetwork, TrustedProxies};
use axum::http::{HeaderMap, HeaderValue};
use ipnet::IpNet;

use super::fuzz;

const SAMPLES: [&[u8]; 3] = [b"198.51.100.1, 10.1.1.1", b"[2001:db8::1]:4711", b"for=203.0.113.9;proto=https"];
const TOKENS: &[&str] =
    &[",", " ", "\t", "::ffff:", "10.0.0.1", "127.0.0.1", "[", "]", ":", "%eth0", "0x7f.1", "é", "\""];

fn network(peer: &str, lines: &[&[u8]]) -> Option<String> {
    let mut headers = HeaderMap::new();
    for line in lines {
        // The HTTP parser refuses other bytes.
        headers.append("x-forwarded-for", HeaderValue::from_bytes(line).ok()?);
    }
    let peer: IpAddr = peer.parse().ok()?;
    let trusted: TrustedProxies = ["10.0.0.0/8".parse::<IpNet>().ok()?].into_iter().collect();
    Some(ClientNetwork::of_request(peer, &headers, &trusted).to_cidr())
}

#[test]
fn forwarded_for() {
    fuzz("forwarded_for", &SAMPLES, TOKENS, |sent| {
        let Some(direct) = network("198.51.100.9", &[sent]) else { return };
        assert_eq!(direct, "198.51.100.9/32", "without a proxy of ours the header counts for nothing");
        let appended = [sent, b", 203.0.113.9"].concat();
        for lines in [vec![&appended[..]], vec![sent, b"203.0.113.9"]] {
            let proxied = network("10.0.0.1", &lines);
            assert_eq!(proxied.as_deref(), Some("203.0.113.9/32"));
        }
    });
}
