//! `X-Forwarded-For`: whatever a client wrote, the entry that our own proxy adds is the one that counts.

use std::net::IpAddr;

use api::ClientNetwork;
use axum::http::{HeaderMap, HeaderValue};
use fuzz::{fuzz, spoilt};
use ipnet::IpNet;
use proptest::prelude::*;

const SAMPLES: [&str; 3] = ["198.51.100.1, 10.1.1.1", "[2001:db8::1]:4711", "for=203.0.113.9;proto=https"];
const TOKENS: &[&str] =
    &[",", " ", "\t", "::ffff:", "10.0.0.1", "127.0.0.1", "[", "]", ":", "%eth0", "0x7f.1", "é", "\""];

fn network(peer: &str, lines: &[&[u8]]) -> Option<String> {
    let mut headers = HeaderMap::new();
    for line in lines {
        // Bytes that no header may hold never get this far.
        headers.append("x-forwarded-for", HeaderValue::from_bytes(line).ok()?);
    }
    let peer: IpAddr = peer.parse().ok()?;
    let trusted: [IpNet; 1] = ["10.0.0.0/8".parse().ok()?];
    Some(ClientNetwork::of_request(peer, &headers, &trusted).to_cidr())
}

#[test]
fn forwarded_for() {
    let samples = SAMPLES.map(|sample| sample.as_bytes().to_vec()).to_vec();
    fuzz("forwarded_for", spoilt(samples, TOKENS), |sent| {
        let Some(direct) = network("198.51.100.9", &[&sent]) else { return Ok(()) };
        prop_assert_eq!(direct, "198.51.100.9/32", "without a proxy of ours the header counts for nothing");
        let appended = [&sent[..], b", 203.0.113.9"].concat();
        for lines in [vec![&appended[..]], vec![&sent[..], b"203.0.113.9"]] {
            let proxied = network("10.0.0.1", &lines);
            prop_assert_eq!(proxied.as_deref(), Some("203.0.113.9/32"));
        }
        Ok(())
    });
}
