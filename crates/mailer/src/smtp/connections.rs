//! SMTP connections, each kept open between mails and used for one mail at a time.

use std::{sync::Arc, time::Duration};

use lettre::Address;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::{
    client::{self, Client},
    dialogue::{DeliveryGuard, Spoken, speak},
    outcome::{Code, Fault, SendOutcome},
    phase::Phase,
    session::Session,
};
use crate::PreparedMail;

/// A connection that is idle for longer is closed: servers drop idle connections, and the first command would fail.
const MAX_IDLE: Duration = Duration::from_secs(30);
/// Servers limit the number of mails per connection.
const MAX_MAILS: u32 = 100;

struct Open {
    session: Session,
    mails: u32,
    last_used: Instant,
}

impl Open {
    fn is_fresh(&self) -> bool {
        self.mails < MAX_MAILS && self.last_used.elapsed() < MAX_IDLE
    }
}

#[derive(derive_more::Debug)]
#[debug("SMTP connection")]
pub struct Connection {
    client: Arc<Client>,
    open: Option<Open>,
}

impl Connection {
    pub fn new(client: Arc<Client>) -> Self {
        Self { client, open: None }
    }

    /// Sends one mail. If this future is dropped before it completes, the connection is closed.
    pub async fn send(&mut self, mail: &PreparedMail, guard: &impl DeliveryGuard) -> SendOutcome {
        let limits = self.client.settings.timeouts;
        if let Some(Open { session, mails, .. }) = self.take_fresh() {
            let spoken = speak(session, mail, guard, limits).await;
            if !is_stale(&spoken) {
                self.keep(spoken.session, mails + 1);
                return spoken.outcome;
            }
        }
        let opened = tokio::select! {
            opened = self.client.open() => opened,
            _ = guard.revoked() => return SendOutcome::Released(Code::new("worker_stopped")),
        };
        let session = match opened {
            Ok(session) => session,
            Err((phase, fault)) => return SendOutcome::of(phase, fault),
        };
        let spoken = speak(session, mail, guard, limits).await;
        self.keep(spoken.session, 1);
        spoken.outcome
    }

    fn keep(&mut self, session: Option<Session>, mails: u32) {
        let session = session.filter(Session::is_read);
        self.open = session.map(|session| Open { session, mails, last_used: Instant::now() });
    }

    fn take_fresh(&mut self) -> Option<Open> {
        let open = self.open.take()?;
        if open.is_fresh() {
            return Some(open);
        }
        quit(open);
        None
    }
}

/// The server closed the idle connection. No mail has begun, so a new connection can be opened at once.
fn is_stale(spoken: &Spoken) -> bool {
    spoken.broke_in == Some(Phase::Mail)
        && matches!(&spoken.outcome, SendOutcome::Unreached(code) if ["mail_lost", "smtp_421"].contains(&code.as_str()))
}

/// Sends QUIT in the background.
fn quit(open: Open) {
    tokio::spawn(client::quit(open.session, Duration::from_secs(2)));
}

/// Idle connections, the most recently used first.
#[derive(Debug)]
pub struct Connections {
    client: Arc<Client>,
    idle: Mutex<Vec<Connection>>,
}

impl Connections {
    pub fn new(client: Client) -> Self {
        Self { client: Arc::new(client), idle: Mutex::default() }
    }

    /// Logs in and names this sender, without sending a mail.
    pub async fn greet(&self, from: Address) -> Result<(), (Phase, Fault)> {
        self.client.greet(from, None).await
    }

    pub fn take(&self) -> Connection {
        self.idle.lock().pop().unwrap_or_else(|| Connection::new(Arc::clone(&self.client)))
    }

    pub fn give_back(&self, connection: Connection) {
        self.idle.lock().push(connection);
    }

    /// Closes connections that have been idle too long.
    pub fn close_idle(&self) {
        for connection in
            self.idle.lock().iter_mut().filter(|idle| idle.open.as_ref().is_some_and(|open| !open.is_fresh()))
        {
            if let Some(open) = connection.open.take() {
                quit(open);
            }
        }
    }
}
