//! The load: clients with one connection each, sending prepared requests one after another, or at a steady rate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::json;
use uuid::Uuid;

use testkit::token::TokenMaker;

#[derive(Debug)]
pub(super) struct Outcome {
    /// Requests answered 201.
    pub(super) accepted: usize,
    pub(super) elapsed: Duration,
    /// From the first byte sent to the last byte read, in ms.
    pub(super) latencies_ms: Vec<f64>,
}

impl Outcome {
    pub(super) fn per_second(&self) -> f64 {
        // Counts of a few million at most: exact in a float.
        f64::from(u32::try_from(self.accepted).unwrap_or(u32::MAX)) / self.elapsed.as_secs_f64()
    }
}

/// One whole HTTP request, an inquiry of its own.
pub(super) fn request(port: u16, tokens: &TokenMaker) -> Result<Vec<u8>> {
    let id = Uuid::new_v4();
    let tag = &id.simple().to_string()[..12];
    let body = json!({
        "firstName": "Sample",
        "lastName": format!("Visitor {tag}"),
        "company": "Example Manufacturing AG",
        "email": format!("visitor-{tag}@example.com"),
        "country": "Switzerland",
        "contactReason": "threat-detection-response",
        "program": "siem-threat-hunting",
        "desiredConsultants": 2,
        "message": "A sample inquiry of an ordinary length, so that a row is as heavy as it will be. ".repeat(3),
        "consent": true,
        "gdprConsent": true,
        "turnstileToken": tokens.make()?,
    });
    let body = serde_json::to_vec(&body)?;
    let mut request = format!(
        "POST /api/send-email HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Idempotency-Key: {id}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    request.extend(body);
    Ok(request)
}

/// Lets every client send its own requests until they or the time are used up.
pub(super) fn run(port: u16, clients: Vec<Vec<Vec<u8>>>, limit: Duration) -> Result<Outcome> {
    let barrier = Barrier::new(clients.len());
    let results: Vec<Result<(Vec<f64>, Instant, Instant)>> = thread::scope(|scope| {
        let threads: Vec<_> =
            clients.into_iter().map(|requests| scope.spawn(|| client(port, requests, limit, &barrier))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a client broke down"))).collect()
    });
    let results = results.into_iter().collect::<Result<Vec<_>>>()?;
    let start = results.iter().map(|(_, start, _)| *start).min().context("there were no clients")?;
    let end = results.iter().map(|(_, _, end)| *end).max().context("there were no clients")?;
    let latencies_ms: Vec<f64> = results.into_iter().flat_map(|(latencies, ..)| latencies).collect();
    Ok(Outcome { accepted: latencies_ms.len(), elapsed: end - start, latencies_ms })
}

fn client(
    port: u16,
    requests: Vec<Vec<u8>>,
    limit: Duration,
    barrier: &Barrier,
) -> Result<(Vec<f64>, Instant, Instant)> {
    let connection = Connection::open(port);
    barrier.wait();
    let mut connection = connection?;
    let start = Instant::now();
    let mut latencies = Vec::with_capacity(requests.len());
    for request in requests {
        let sent = Instant::now();
        if sent - start > limit {
            break;
        }
        let (status, body) = connection.exchange(&request)?;
        if status != 201 {
            bail!("a POST was answered {status}: {}", String::from_utf8_lossy(&body));
        }
        latencies.push(sent.elapsed().as_secs_f64() * 1000.0);
    }
    Ok((latencies, start, Instant::now()))
}

/// Inquiries at a steady rate, whether or not the earlier ones have been answered, until it is stopped.
#[derive(Debug)]
pub(super) struct Steady {
    stopped: Arc<AtomicBool>,
    /// From when a request was due to the last byte read, in ms.
    latencies_ms: Arc<Mutex<Vec<f64>>>,
    clients: Vec<JoinHandle<Result<()>>>,
}

impl Steady {
    /// `rate` inquiries a second from that many clients in all.
    pub(super) fn start(port: u16, tokens: &Arc<TokenMaker>, rate: u32, clients: u32) -> Self {
        let (stopped, latencies_ms) = (Arc::<AtomicBool>::default(), Arc::<Mutex<Vec<f64>>>::default());
        let interval = Duration::from_secs(1) * clients / rate;
        let start = Instant::now();
        let client = |index: u32| {
            let (tokens, stopped, latencies_ms) = (Arc::clone(tokens), Arc::clone(&stopped), Arc::clone(&latencies_ms));
            let mut due = start + interval * index / clients;
            thread::spawn(move || {
                let mut connection = Connection::open(port)?;
                while !stopped.load(Ordering::Relaxed) {
                    thread::sleep(due.saturating_duration_since(Instant::now()));
                    let (status, body) = connection.exchange(&request(port, &tokens)?)?;
                    if status != 201 {
                        bail!("a POST was answered {status}: {}", String::from_utf8_lossy(&body));
                    }
                    // A wait for the one before counts.
                    let latency = due.elapsed().as_secs_f64() * 1000.0;
                    latencies_ms.lock().unwrap_or_else(PoisonError::into_inner).push(latency);
                    due += interval;
                }
                Ok(())
            })
        };
        let clients = (0..clients).map(client).collect();
        Self { stopped, latencies_ms, clients }
    }

    /// What was measured since the start or the last call.
    pub(super) fn take(&self) -> Vec<f64> {
        std::mem::take(&mut *self.latencies_ms.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn stop(self) -> Result<()> {
        self.stopped.store(true, Ordering::Relaxed);
        for client in self.clients {
            client.join().unwrap_or_else(|_| bail!("a client broke down"))?;
        }
        Ok(())
    }
}

/// A kept-alive HTTP/1.1 connection.
#[derive(Debug)]
pub(super) struct Connection {
    reader: BufReader<TcpStream>,
}

impl Connection {
    pub(super) fn open(port: u16) -> Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Self { reader: BufReader::new(stream) })
    }

    /// Sends a request; returns the answer's status and body.
    pub(super) fn exchange(&mut self, request: &[u8]) -> Result<(u16, Vec<u8>)> {
        self.reader.get_mut().write_all(request)?;
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).context("no status line")?;
        let mut length = 0;
        loop {
            line.clear();
            self.reader.read_line(&mut line)?;
            let header = line.trim_end();
            if header.is_empty() {
                break;
            }
            if let Some((name, value)) = header.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().context("a bad content-length")?;
            }
        }
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body)?;
        Ok((status, body))
    }
}
