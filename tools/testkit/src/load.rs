//! The load generator: threads that send inquiries and record the responses.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use uuid::Uuid;

use crate::client::{Client, Unanswered};
use crate::database_probe::RESET_HOURLY_LIMIT;
use crate::inquiry::Inquiry;
use crate::setup::Setup;
#[cfg(feature = "smtp")]
use crate::smtp::{DOMAIN, SmtpFake};
use crate::statistics::float;
use crate::threads::in_parallel;
use crate::token::TokenMaker;
use devstack::signals;

/// One inquiry and its last response.
#[derive(Debug, Clone)]
pub struct Submission {
    pub key: Uuid,
    /// Set once the inquiry is acknowledged.
    pub reference: Option<String>,
    /// The last status, 0 without a response.
    pub status: u16,
    /// How the connection ended, if the last request was sent and got no response.
    pub broken: Option<ErrorKind>,
    pub tries: usize,
    /// Attempts refused with 503 and `Retry-After`.
    pub put_off: usize,
    /// Attempts with any other result than an acknowledgement.
    pub stranded: usize,
    /// Duration of the last request.
    pub took: Duration,
    /// When it was to be sent, by the load's rate.
    pub due: Instant,
    pub ended: Instant,
}

impl Submission {
    pub fn new(inquiry: &Inquiry) -> Self {
        Self {
            key: inquiry.key,
            reference: None,
            status: 0,
            broken: None,
            tries: 0,
            put_off: 0,
            stranded: 0,
            took: Duration::ZERO,
            due: Instant::now(),
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

/// From a visitor who sends no other one. Its company names the key, so that a second row of it is found under any key.
pub fn inquiry(key: Uuid, token: &str) -> Inquiry {
    Inquiry::sample(key).with("company", format!("Grobnitz {key}")).with_token(token)
}

/// Sends one inquiry once. `extra` are header lines.
pub fn submit_once(client: &mut Client, site: SocketAddr, inquiry: &Inquiry, extra: &str) -> Submission {
    let mut submission = Submission::new(inquiry);
    submission.attempt(client, &inquiry.request(site, extra));
    submission
}

/// Sends an inquiry from each of these visitors, which must be accepted.
pub fn submit_accepted(
    site: SocketAddr,
    setup: &Setup,
    visitors: impl IntoIterator<Item = String>,
    reason: &str,
) -> Result<Vec<Submission>> {
    let (mut client, tokens) = (Client::new(site), setup.tokens(site));
    let submit = |visitor: String| {
        let inquiry = inquiry(Uuid::new_v4(), &tokens.make()?).with("email", visitor).with("contactReason", reason);
        let submission = submit_once(&mut client, site, &inquiry, "");
        if submission.reference.is_none() {
            bail!("an inquiry was answered {}", submission.status);
        }
        Ok(submission)
    };
    visitors.into_iter().map(submit).collect()
}

/// The address of each of so many visitors, and the one that its auto-reply invites it to answer to.
#[cfg(feature = "smtp")]
pub fn reply_addresses(
    site: SocketAddr,
    setup: &Setup,
    smtp: &SmtpFake,
    count: usize,
) -> Result<Vec<(String, String)>> {
    submit_accepted(site, setup, (0..count).map(|number| format!("krelvonta-{number}@{DOMAIN}")), "other")?;
    let mut found = Vec::new();
    let has_all = signals::wait_until(Duration::from_mins(1), || {
        let replies = smtp.accepted().into_iter().filter(|mail| mail.is_auto_reply);
        found = replies.filter_map(|mail| Some((mail.header("Reply-To")?, mail.to))).collect();
        Ok(found.len() >= count)
    })?;
    anyhow::ensure!(has_all, "only {} of {count} auto-replies came within a minute", found.len());
    Ok(found.into_iter().map(|(address, visitor)| (visitor, address)).collect())
}

/// Number, rate and behaviour of the visitors.
#[derive(Debug, Clone, Copy)]
pub struct LoadProfile {
    pub wanted: usize,
    pub threads: usize,
    /// Inquiries a second over all threads. `None`: each thread sends as soon as it has a response.
    pub rate: Option<f64>,
    /// Repeats the request with the same key until it is acknowledged, as the form does.
    pub retries: bool,
    /// Opens a connection per request.
    pub reconnects: bool,
    pub seed: u64,
    /// Gives each thread its own client address.
    pub spreads: bool,
}

impl LoadProfile {
    /// As the form: it keeps its connection, and repeats a request until it is acknowledged. Without an end.
    pub const FORM: Self =
        Self { wanted: usize::MAX, threads: 16, rate: None, retries: true, reconnects: false, seed: 0, spreads: false };
    /// Each visitor from a separate address, with one attempt on a new connection.
    pub const STRANGERS: Self = Self { threads: 8, retries: false, reconnects: true, spreads: true, ..Self::FORM };
}

#[derive(Debug)]
pub struct LoadGenerator {
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
    pub fn new(profile: LoadProfile, sites: &[SocketAddr], setup: &Setup) -> Self {
        Self {
            profile,
            sites: sites.to_vec(),
            tokens: setup.tokens(sites[0]),
            begun: AtomicUsize::new(0),
            acknowledged: AtomicUsize::new(0),
            closed: AtomicBool::new(false),
            submissions: Mutex::default(),
        }
    }

    pub fn acknowledged(&self) -> usize {
        self.acknowledged.load(Ordering::Relaxed)
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Sends while `step` runs, and finishes what is in progress.
    pub fn during<T>(&self, step: impl FnOnce() -> Result<T>) -> Result<T> {
        thread::scope(|scope| {
            let visitors = scope.spawn(|| self.run());
            let result = step();
            self.close();
            visitors.join().unwrap_or_else(|_| bail!("the load generator panicked"))?;
            result
        })
    }

    /// The same without the hourly limit on auto-replies: thousands that wait for their hour would slow each other down.
    pub fn during_unlimited<T>(&self, setup: &Setup, step: impl FnOnce() -> Result<T>) -> Result<T> {
        let mut probe = setup.probe.clone();
        thread::scope(|scope| {
            scope.spawn(move || {
                while !self.is_over() {
                    // It fails while the database is down.
                    let _ = probe.run(RESET_HOURLY_LIMIT);
                    thread::sleep(Duration::from_millis(200));
                }
            });
            self.during(step)
        })
    }

    /// Returns when all inquiries are sent, or after [`Self::close`].
    pub fn run(&self) -> Result<()> {
        // Other threads wait for the end also after an error.
        let result = self.send_all();
        self.close();
        result
    }

    pub fn is_over(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    pub fn into_submissions(self) -> Vec<Submission> {
        self.submissions.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn send_all(&self) -> Result<()> {
        let start = Instant::now();
        in_parallel(self.profile.threads, |thread| self.send_inquiries(thread, start)).map(drop)
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
            let due = self.keep_pace(number, start);
            submissions.push(Submission { due, ..self.submit(&mut client, number, thread)? });
        }
        self.submissions.lock().unwrap_or_else(PoisonError::into_inner).append(&mut submissions);
        Ok(())
    }

    /// Returns when the inquiry was due.
    fn keep_pace(&self, number: usize, start: Instant) -> Instant {
        let Some(rate) = self.profile.rate else { return Instant::now() };
        let due = start + Duration::from_secs_f64(float(number) / rate);
        thread::sleep(due.saturating_duration_since(Instant::now()));
        due
    }

    fn submit(&self, client: &mut Client, number: usize, thread: usize) -> Result<Submission> {
        let key = self.key(number);
        let site = self.sites[thread % self.sites.len()];
        let token = self.tokens.make()?;
        let inquiry = inquiry(key, &token);
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
