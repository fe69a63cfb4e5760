//! The load: clients with one connection each, which send prepared requests in a row, or requests at a steady rate.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use uuid::Uuid;

use testkit::client::{Client, Reply};
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

/// Sends a POST that must be accepted.
pub(super) fn post(client: &mut Client, request: &[u8]) -> Result<Reply> {
    let reply = client.send(request).map_err(|error| anyhow!("a POST was not answered: {error:?}"))?;
    if reply.status != 201 {
        bail!("a POST was answered {}: {}", reply.status, String::from_utf8_lossy(&reply.body));
    }
    Ok(reply)
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
        post(&mut client, request)?;
        latencies.push(ms(sent.elapsed()));
    }
    Ok((latencies, start, Instant::now()))
}

/// An answered request of a steady load.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answered {
    pub(super) at: Instant,
    /// From when the request was due to the last byte read, in ms.
    pub(super) latency_ms: f64,
}

/// Inquiries at a steady rate, however slow the responses are, until it is stopped.
#[derive(Debug)]
pub(super) struct Steady {
    stopped: Arc<AtomicBool>,
    answered: Arc<Mutex<Vec<Answered>>>,
    clients: Vec<JoinHandle<Result<()>>>,
}

impl Steady {
    /// `rate` inquiries a second from that many clients in all.
    pub(super) fn start(site: SocketAddr, tokens: &Arc<TokenMaker>, rate: u32, clients: u32) -> Self {
        let (stopped, answered) = (Arc::<AtomicBool>::default(), Arc::<Mutex<Vec<Answered>>>::default());
        let interval = Duration::from_secs(1) * clients / rate;
        let start = Instant::now();
        let client = |index: u32| {
            let (tokens, stopped, answered) = (Arc::clone(tokens), Arc::clone(&stopped), Arc::clone(&answered));
            let mut due = start + interval * index / clients;
            thread::spawn(move || {
                let mut client = Client::new(site);
                while !stopped.load(Ordering::Relaxed) {
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    post(&mut client, &request(site, &tokens)?)?;
                    // Includes the wait for the request before.
                    let at = Instant::now();
                    let latency_ms = ms(at - due);
                    answered.lock().unwrap_or_else(PoisonError::into_inner).push(Answered { at, latency_ms });
                    due += interval;
                }
                Ok(())
            })
        };
        let clients = (0..clients).map(client).collect();
        Self { stopped, answered, clients }
    }

    /// The requests answered since the start or the last call.
    pub(super) fn take(&self) -> Vec<Answered> {
        std::mem::take(&mut *self.answered.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn stop(self) -> Result<()> {
        self.stopped.store(true, Ordering::Relaxed);
        for client in self.clients {
            client.join().unwrap_or_else(|_| bail!("a client panicked"))?;
        }
        Ok(())
    }
}
