//! The load on the api alone: clients with one connection each, which send prepared requests in a row.

use std::net::SocketAddr;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use uuid::Uuid;

use testkit::client::Client;
use testkit::inquiry::Inquiry;
use testkit::statistics::{float, ms};
use testkit::threads::in_parallel;
use testkit::token::TokenMaker;

#[derive(Debug)]
pub(super) struct LoadResult {
    /// Requests answered 201.
    pub(super) accepted: usize,
    pub(super) elapsed: Duration,
    /// From the first byte sent to the last byte read, in ms.
    pub(super) latencies_ms: Vec<f64>,
}

impl LoadResult {
    pub(super) fn per_second(&self) -> f64 {
        float(self.accepted) / self.elapsed.as_secs_f64()
    }
}

/// A whole request with a new inquiry.
pub(super) fn request(site: SocketAddr, tokens: &TokenMaker) -> Result<Vec<u8>> {
    Ok(Inquiry::sample(Uuid::new_v4()).with_token(&tokens.make()?).request(site, ""))
}

/// Each client sends its requests until all are sent or the time is over.
pub(super) fn run(site: SocketAddr, clients: &[Vec<Vec<u8>>], limit: Duration) -> Result<LoadResult> {
    let barrier = Barrier::new(clients.len());
    let results = in_parallel(clients.len(), |number| client(site, &clients[number], limit, &barrier))?;
    let start = results.iter().map(|(_, start, _)| *start).min().context("there were no clients")?;
    let end = results.iter().map(|(_, _, end)| *end).max().context("there were no clients")?;
    let latencies_ms: Vec<f64> = results.into_iter().flat_map(|(latencies, ..)| latencies).collect();
    Ok(LoadResult { accepted: latencies_ms.len(), elapsed: end - start, latencies_ms })
}

fn client(
    site: SocketAddr,
    requests: &[Vec<u8>],
    limit: Duration,
    barrier: &Barrier,
) -> Result<(Vec<f64>, Instant, Instant)> {
    let mut client = Client::new(site);
    barrier.wait();
    let start = Instant::now();
    let mut latencies = Vec::with_capacity(requests.len());
    for request in requests {
        let sent = Instant::now();
        if sent - start > limit {
            break;
        }
        let reply = client.send(request).map_err(|error| anyhow!("a POST was not answered: {error:?}"))?;
        let text = String::from_utf8_lossy(&reply.body);
        ensure!(reply.status == 201, "a POST was answered {}: {text}", reply.status);
        latencies.push(ms(sent.elapsed()));
    }
    Ok((latencies, start, Instant::now()))
}
