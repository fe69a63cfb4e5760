//! The SMTP fake: accepts mails or fails in a chosen way, and records each mail before it replies.

mod certificates;
mod failure_mode;
mod recorder;
mod session;
mod stream;

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Result;

pub use self::certificates::Certificates;
pub use self::failure_mode::{DOMAIN, FailureMode, NAMED, Stage};
pub use self::recorder::{Ending, Record, Recorder};
use self::session::Session;
use crate::threads::listen;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tls {
    None,
    StartTls,
    Implicit,
}

/// Listens on loopback until the process ends. A clone is the same server.
#[derive(Clone, Debug)]
pub struct SmtpFake {
    pub address: SocketAddr,
    /// PEM of the certificate authority, empty without TLS.
    pub authority: String,
    shared: Arc<ServerState>,
}

#[derive(Debug)]
struct ServerState {
    tls: Tls,
    certificates: Option<Certificates>,
    offers_login: bool,
    behaviour: Mutex<Behaviour>,
    recorder: Mutex<Recorder>,
}

#[derive(Clone, Debug)]
struct Behaviour {
    /// For the next mails or connections.
    script: VecDeque<FailureMode>,
    /// After the script.
    always: FailureMode,
    /// Grows at each restart. Older connections are closed at the next MAIL.
    restarts: usize,
    names_failures: bool,
    keeps_texts: bool,
    delay: Duration,
}

impl Behaviour {
    const USUAL: Self = Self {
        script: VecDeque::new(),
        always: FailureMode::Accept,
        restarts: 0,
        names_failures: false,
        keeps_texts: true,
        delay: Duration::ZERO,
    };
}

impl SmtpFake {
    /// On a free port if `port` is 0.
    pub fn start(port: u16, tls: Tls, offers_login: bool) -> Result<Self> {
        let certificates = if tls == Tls::None { None } else { Some(Certificates::new()?) };
        let authority = certificates.as_ref().map_or_else(String::new, |certificates| certificates.authority.clone());
        let shared = Arc::new(ServerState {
            tls,
            certificates,
            offers_login,
            behaviour: Mutex::new(Behaviour::USUAL),
            recorder: Mutex::default(),
        });
        let server = Arc::clone(&shared);
        let address = listen(port, move |stream| {
            server.recorder().connections += 1;
            // The test judges how a session ends by what the client reports.
            let _ = Session::open(&server, stream).and_then(Session::run);
        })?;
        Ok(Self { address, authority, shared })
    }

    /// Forgets all records and behaves as usual.
    pub fn reset(&self) {
        *self.recorder() = Recorder::default();
        let mut behaviour = self.shared.behaviour();
        *behaviour = Behaviour { restarts: behaviour.restarts + 1, ..Behaviour::USUAL };
    }

    /// Locks the records: sessions wait while the guard lives.
    pub fn recorder(&self) -> MutexGuard<'_, Recorder> {
        self.shared.recorder()
    }

    pub fn accepted(&self) -> Vec<Record> {
        self.recorder().records.iter().filter(|record| record.is_accepted()).cloned().collect()
    }

    pub fn connections(&self) -> usize {
        self.recorder().connections
    }

    /// The number of MAIL commands.
    pub fn mails_begun(&self) -> usize {
        self.recorder().mails_begun
    }

    /// The next mails (or connections) fail like this, later ones as `always` says.
    pub fn script(&self, modes: &[FailureMode]) {
        self.shared.behaviour().script.extend(modes);
    }

    pub fn always(&self, mode: FailureMode) {
        self.shared.behaviour().always = mode;
    }

    /// Whether addresses in [`DOMAIN`] name failure modes. Off after the start.
    pub fn name_failures(&self, on: bool) {
        self.shared.behaviour().names_failures = on;
    }

    /// Whether records contain the message. On after the start.
    pub fn keep_texts(&self, on: bool) {
        self.shared.behaviour().keeps_texts = on;
    }

    /// Between the end of data and the reply.
    pub fn delay(&self, delay: Duration) {
        self.shared.behaviour().delay = delay;
    }

    pub fn url(&self) -> String {
        match self.shared.tls {
            Tls::None => format!("smtp://{}", self.address),
            Tls::StartTls => format!("smtp://localhost:{}?tls=required", self.address.port()),
            Tls::Implicit => format!("smtps://localhost:{}", self.address.port()),
        }
    }
}

impl ServerState {
    fn recorder(&self) -> MutexGuard<'_, Recorder> {
        self.recorder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn behaviour(&self) -> MutexGuard<'_, Behaviour> {
        self.behaviour.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_mode(&self, of_connection: bool) -> FailureMode {
        let mut behaviour = self.behaviour();
        let matches = |mode: FailureMode| mode.is_of_connection() == of_connection;
        match behaviour.script.front().copied() {
            Some(mode) if matches(mode) => {
                behaviour.script.pop_front();
                mode
            }
            None if matches(behaviour.always) => behaviour.always,
            _ => FailureMode::Accept,
        }
    }

    fn record(&self, mut record: Record) {
        if !self.behaviour().keeps_texts {
            record.data = String::new();
        }
        self.recorder().records.push(record);
    }
}
