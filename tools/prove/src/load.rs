//! The load generator: threads that send inquiries and record the responses.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use uuid::Uuid;

use super::inquiry::{inquiry, inquiry_from};
use devstack::signals;
use testkit::client::{Client, Unanswered};
use testkit::inquiry::Inquiry;
use testkit::token::TokenMaker;

/// One inquiry and its last response.
#[derive(Debug, Clone)]
pub(super) struct Submission {
    pub(super) key: Uuid,
    /// Set once the inquiry is acknowledged.
    pub(super) reference: Option<String>,
    /// The last status, 0 without a response.
    pub(super) status: u16,
    /// How the connection ended, if the last request was sent and got no response.
    pub(super) broken: Option<ErrorKind>,
    pub(super) tries: usize,
    /// Attempts refused with 503 and `Retry-After`.
    pub(super) put_off: usize,
    /// Attempts with any other result than an acknowledgement.
    pub(super) stranded: usize,
    /// Duration of the last request.
    pub(super) took: Duration,
    pub(super) ended: Instant,
}

impl Submission {
    fn new(inquiry: &Inquiry) -> Self {
        Self {
            key: inquiry.key,
            reference: None,
            status: 0,
            broken: None,
            tries: 0,
            put_off: 0,
            stranded: 0,
            took: Duration::ZERO,
            ended: Instant::now(),
        }
    }

    /// Sends the request once and records the response.
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
        let is_put_off = reply.as_ref().is_ok_and(|reply| reply.status == 503 && reply.header("retry-after").is_some());
        self.reference = reply.ok().and_then(|reply| reply.json()["reference"].as_str().map(str::to_owned));
        self.put_off += usize::from(is_put_off);
        self.stranded += usize::from(!is_put_off && self.reference.is_none());
    }
}

/// Sends one inquiry once. `extra` are header lines.
pub(super) fn submit_once(client: &mut Client, site: SocketAddr, inquiry: &Inquiry, extra: &str) -> Submission {
    let mut submission = Submission::new(inquiry);
    submission.attempt(client, &inquiry.request(site, extra));
    submission
}

/// Sends one inquiry that must be accepted.
pub(super) fn submit_accepted(
    client: &mut Client,
    site: SocketAddr,
    tokens: &TokenMaker,
    visitor: &str,
    reason: &str,
) -> Result<Submission> {
    let inquiry = inquiry_from(Uuid::new_v4(), visitor, &tokens.make()?).with("contactReason", reason);
    let submission = submit_once(client, site, &inquiry, "");
    if submission.reference.is_none() {
        bail!("an inquiry was answered {}", submission.status);
    }
    Ok(submission)
}

/// Number, rate and behaviour of the visitors.
#[derive(Debug, Clone, Copy)]
pub(super) struct LoadProfile {
    pub(super) wanted: usize,
    pub(super) threads: usize,
    /// Inquiries a second over all threads. `None`: each thread sends as soon as it has a response.
    pub(super) rate: Option<f64>,
    /// Repeats the request with the same key until it is acknowledged, as the form does.
    pub(super) retries: bool,
    /// Opens a connection per request.
    pub(super) reconnects: bool,
    pub(super) seed: u64,
    pub(super) visitors: Visitors,
    /// Gives each thread its own client address.
    pub(super) spreads: bool,
}

/// The email addresses in the inquiries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visitors {
    /// One per inquiry.
    Many,
    /// Spellings of a single address.
    One,
}

#[derive(Debug)]
pub(super) struct LoadGenerator {
    profile: LoadProfile,
    sites: Vec<SocketAddr>,
    tokens: TokenMaker,
    begun: AtomicUsize,
    acknowledged: AtomicUsize,
    /// No new inquiries are begun; those in progress are finished.
    closed: AtomicBool,
    submissions: Mutex<Vec<Submission>>,
}

impl LoadGenerator {
    /// The threads are distributed over `sites`.
    pub(super) fn new(profile: LoadProfile, sites: &[SocketAddr], hmac_key: &str) -> Self {
        Self {
            profile,
            sites: sites.to_vec(),
            tokens: TokenMaker::new(sites[0], hmac_key),
            begun: AtomicUsize::new(0),
            acknowledged: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            submissions: Mutex::default(),
        }
    }

    pub(super) fn acknowledged(&self) -> usize {
        self.acknowledged.load(Ordering::Relaxed)
    }

    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Returns when all inquiries are sent, or after [`Self::close`].
    pub(super) fn run(&self) -> Result<()> {
        // Other threads wait for the end also after an error.
        let result = self.send_all();
        self.close();
        result
    }

    pub(super) fn is_over(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    pub(super) fn into_submissions(self) -> Vec<Submission> {
        self.submissions.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn send_all(&self) -> Result<()> {
        let start = Instant::now();
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.profile.threads)
                .map(|thread| scope.spawn(move || self.send_inquiries(thread, start)))
                .collect();
            threads.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(_) => anyhow::bail!("a load thread panicked"),
            })
        })
    }

    fn send_inquiries(&self, thread: usize, start: Instant) -> Result<()> {
        let mut client = Client::new(self.sites[thread % self.sites.len()]);
        if self.profile.spreads {
            client = client.with_source(client_address(thread));
        }
        let mut submissions = Vec::new();
        loop {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            if number >= self.profile.wanted || self.is_over() || signals::count() > 0 {
                break;
            }
            self.keep_pace(number, start);
            submissions.push(self.submit(&mut client, number, thread)?);
        }
        self.submissions.lock().unwrap_or_else(PoisonError::into_inner).append(&mut submissions);
        Ok(())
    }

    fn keep_pace(&self, number: usize, start: Instant) {
        if let Some(rate) = self.profile.rate {
            let due = Duration::from_secs_f64(super::report::float(number) / rate);
            thread::sleep(due.saturating_sub(start.elapsed()));
        }
    }

    fn submit(&self, client: &mut Client, number: usize, thread: usize) -> Result<Submission> {
        let key = self.key(number);
        let site = self.sites[thread % self.sites.len()];
        let token = self.tokens.make()?;
        let inquiry = match self.profile.visitors {
            Visitors::Many => inquiry(key, &token),
            Visitors::One => inquiry_from(key, &spelling(number), &token),
        };
        let request = inquiry.request(site, if self.profile.reconnects { "Connection: close\r\n" } else { "" });
        let mut submission = Submission::new(&inquiry);
        loop {
            if self.profile.reconnects {
                client.close();
            }
            submission.attempt(client, &request);
            if submission.reference.is_some() {
                self.acknowledged.fetch_add(1, Ordering::Relaxed);
                return Ok(submission);
            }
            // A refused token stays refused.
            if !self.profile.retries || submission.status == 403 || submission.tries > 2000 || signals::count() > 0 {
                return Ok(submission);
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// The same for the same seed.
    fn key(&self, number: usize) -> Uuid {
        let name = format!("{}-{number}", self.profile.seed);
        Uuid::new_v5(&Uuid::NAMESPACE_OID, name.as_bytes())
    }
}

fn client_address(thread: usize) -> Ipv4Addr {
    let [high, low] = u16::try_from(thread + 1).unwrap_or(u16::MAX).to_be_bytes();
    Ipv4Addr::new(127, 6, high, low)
}

/// Spellings of one address that look like several.
fn spelling(number: usize) -> String {
    match number % 4 {
        0 => "quollmail.victim@example.com".to_owned(),
        1 => format!("quollmail.victim+{number}@example.com"),
        2 => "Quollmail.Victim@Example.COM".to_owned(),
        _ => format!("QUOLLMAIL.victim+x{number}@example.com"),
    }
}
