//! Visitors: many threads that send inquiries, and remember what they were told.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use uuid::Uuid;

use super::inquiry::{Inquiry, Tokens};
use devstack::signals;
use testkit::client::{Client, Unanswered};

/// One inquiry from a visitor's side.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    pub(super) key: Uuid,
    /// The reference, once one was given.
    pub(super) reference: Option<String>,
    /// The last status, 0 if the last try brought no answer.
    pub(super) status: u16,
    /// How the connection ended, if the last try was sent and brought no answer.
    pub(super) broken: Option<ErrorKind>,
    pub(super) tries: usize,
    /// How long the last try took.
    pub(super) took: Duration,
    pub(super) ended: Instant,
}

impl Asked {
    fn new(inquiry: &Inquiry) -> Self {
        Self {
            key: inquiry.key,
            reference: None,
            status: 0,
            broken: None,
            tries: 0,
            took: Duration::ZERO,
            ended: Instant::now(),
        }
    }

    /// Sends once and keeps what was answered.
    fn attempt(&mut self, client: &mut Client, request: &[u8]) {
        let began = Instant::now();
        let reply = client.send(request);
        self.tries += 1;
        self.took = began.elapsed();
        self.ended = Instant::now();
        self.status = reply.as_ref().map_or(0, |reply| reply.status);
        self.broken = match reply {
            Err(Unanswered::Broken(kind)) => Some(kind),
            Ok(_) | Err(Unanswered::Unsent) => None,
        };
        self.reference = reply.ok().and_then(|reply| reply.json()["reference"].as_str().map(str::to_owned));
    }
}

/// One visitor who sends one inquiry once; `extra` are header lines.
pub(super) fn ask_once(client: &mut Client, site: SocketAddr, inquiry: &Inquiry, extra: &str) -> Asked {
    let mut asked = Asked::new(inquiry);
    asked.attempt(client, &inquiry.request(site, extra));
    asked
}

/// How a crowd behaves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    pub(super) wanted: usize,
    pub(super) threads: usize,
    /// Inquiries a second over all threads; without it, as fast as answers come.
    pub(super) rate: Option<f64>,
    /// Whether a visitor without a reference tries again, as the form does, with the same key.
    pub(super) persists: bool,
    /// A new connection for each request.
    pub(super) reconnects: bool,
    pub(super) seed: u64,
    pub(super) visitors: Visitors,
    /// Each thread comes from a machine of its own.
    pub(super) spreads: bool,
}

/// Whose address the inquiries bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visitors {
    /// Each its own.
    Many,
    /// All the same person's, written in different ways.
    One,
}

#[derive(Debug)]
pub(super) struct Crowd {
    manner: Manner,
    sites: Vec<SocketAddr>,
    tokens: Tokens,
    begun: AtomicUsize,
    acknowledged: AtomicUsize,
    /// No new inquiries; those under way go on.
    closed: AtomicBool,
    asked: Mutex<Vec<Asked>>,
}

impl Crowd {
    /// `sites` share the load.
    pub(super) fn new(manner: Manner, sites: &[SocketAddr], hmac_key: &str) -> Self {
        Self {
            manner,
            sites: sites.to_vec(),
            tokens: Tokens::new(sites[0], hmac_key),
            begun: AtomicUsize::new(0),
            acknowledged: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            asked: Mutex::default(),
        }
    }

    pub(super) fn acknowledged(&self) -> usize {
        self.acknowledged.load(Ordering::Relaxed)
    }

    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Returns when all that was wanted is over, or the crowd was closed.
    pub(super) fn run(&self) -> Result<()> {
        // A broken run must not leave others waiting for its end.
        let result = self.send_all();
        self.close();
        result
    }

    pub(super) fn is_over(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    pub(super) fn into_asked(self) -> Vec<Asked> {
        self.asked.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn send_all(&self) -> Result<()> {
        let start = Instant::now();
        thread::scope(|scope| {
            let visitors: Vec<_> =
                (0..self.manner.threads).map(|thread| scope.spawn(move || self.visit(thread, start))).collect();
            visitors.into_iter().try_for_each(|visitor| match visitor.join() {
                Ok(result) => result,
                Err(_) => anyhow::bail!("a visitor broke down"),
            })
        })
    }

    fn visit(&self, thread: usize, start: Instant) -> Result<()> {
        let mut client = Client::new(self.sites[thread % self.sites.len()]);
        if self.manner.spreads {
            client = client.with_source(machine(thread));
        }
        let mut asked = Vec::new();
        loop {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            if number >= self.manner.wanted || self.is_over() || signals::count() > 0 {
                break;
            }
            self.keep_pace(number, start);
            asked.push(self.ask(&mut client, number, thread)?);
        }
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).append(&mut asked);
        Ok(())
    }

    fn keep_pace(&self, number: usize, start: Instant) {
        if let Some(rate) = self.manner.rate {
            let due = Duration::from_secs_f64(super::report::float(number) / rate);
            thread::sleep(due.saturating_sub(start.elapsed()));
        }
    }

    fn ask(&self, client: &mut Client, number: usize, thread: usize) -> Result<Asked> {
        let key = self.key(number);
        let site = self.sites[thread % self.sites.len()];
        let token = self.tokens.make()?;
        let inquiry = match self.manner.visitors {
            Visitors::Many => Inquiry::new(key, &token),
            Visitors::One => Inquiry::from_visitor(key, &spelling(number), &token),
        };
        let request = inquiry.request(site, if self.manner.reconnects { "Connection: close\r\n" } else { "" });
        let mut asked = Asked::new(&inquiry);
        loop {
            if self.manner.reconnects {
                client.close();
            }
            asked.attempt(client, &request);
            if asked.reference.is_some() {
                self.acknowledged.fetch_add(1, Ordering::Relaxed);
                return Ok(asked);
            }
            // The token of one that has been refused for good will not do better.
            if !self.manner.persists || asked.status == 403 || asked.tries > 2000 || signals::count() > 0 {
                return Ok(asked);
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// The same keys for the same seed.
    fn key(&self, number: usize) -> Uuid {
        let name = format!("{}-{number}", self.manner.seed);
        Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())
    }
}

fn machine(thread: usize) -> Ipv4Addr {
    let [high, low] = u16::try_from(thread + 1).unwrap_or(u16::MAX).to_be_bytes();
    Ipv4Addr::new(127, 6, high, low)
}

/// One person's address, as somebody would write it who wants to be taken for several.
fn spelling(number: usize) -> String {
    match number % 4 {
        0 => "quollmail.victim@example.com".to_owned(),
        1 => format!("quollmail.victim+{number}@example.com"),
        2 => "Quollmail.Victim@Example.COM".to_owned(),
        _ => format!("QUOLLMAIL.victim+x{number}@example.com"),
    }
}
