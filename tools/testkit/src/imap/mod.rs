//! An IMAP server with one mailbox, for a client that must survive it: it can fail at any command.

mod session;

use std::collections::{BTreeMap, VecDeque};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;

use crate::threads::listen;
use session::Session;

/// How the server fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImapFailure {
    /// The connection is reset before the answer.
    Reset,
    /// As `Reset`, after the command was executed.
    ResetAfter,
    Silence,
    /// A line without an end.
    EndlessLine,
    /// A literal of 2 GB is announced.
    HugeLiteral,
    /// The command is refused.
    No,
    /// The mail has no body.
    Nil,
}

/// Listens on loopback until the process ends. A clone is the same server.
#[derive(Clone, Debug)]
pub struct ImapFake {
    pub address: SocketAddr,
    shared: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
pub(super) struct State {
    uid_validity: u32,
    next_uid: u32,
    inbox: BTreeMap<u32, Vec<u8>>,
    processed: Vec<Vec<u8>>,
    /// Arrives when the next mail is moved.
    late: Option<Vec<u8>>,
    /// For the commands that follow, of all sessions: after so many, this failure.
    failures: VecDeque<(usize, ImapFailure)>,
    /// Passwords or tokens that are accepted; none: all.
    secrets: Vec<String>,
    verbs: Vec<String>,
    open: usize,
    most_open: usize,
}

impl ImapFake {
    pub fn start() -> Result<Self> {
        let state = State { uid_validity: 7, next_uid: 1, ..State::default() };
        let mut fake = Self { address: (Ipv4Addr::LOCALHOST, 0).into(), shared: Arc::new(Mutex::new(state)) };
        let server = fake.clone();
        fake.address = listen(0, move |stream| {
            server.count(1);
            // The client judges how a session ends.
            let _ = Session::new(stream, &server).and_then(Session::run);
            server.count(-1);
        })?;
        Ok(fake)
    }

    fn count(&self, change: isize) {
        let mut state = self.state();
        state.open = state.open.saturating_add_signed(change);
        state.most_open = state.most_open.max(state.open);
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `imap://…`, for a login as `user:password`, or `user` alone for one by token.
    pub fn url(&self, login: &str) -> String {
        format!("imap://{login}@{}", self.address)
    }

    /// A mail arrives. Returns its UID.
    pub fn deliver(&self, raw: impl Into<Vec<u8>>) -> u32 {
        self.state().deliver(raw.into())
    }

    /// A mail arrives when the next one is moved, while the client does not listen.
    pub fn deliver_behind(&self, raw: impl Into<Vec<u8>>) {
        self.state().late = Some(raw.into());
    }

    /// Another client takes the mails of these UIDs away.
    pub fn take_away(&self, uids: &[u32]) {
        self.state().inbox.retain(|uid, _| !uids.contains(uid));
    }

    /// The folder is numbered anew, as after a restore of the server.
    pub fn renumber(&self) {
        let mut state = self.state();
        state.uid_validity += 1;
        let mails = std::mem::take(&mut state.inbox);
        state.inbox = (1..).zip(mails.into_values()).collect();
        state.next_uid = u32::try_from(state.inbox.len()).unwrap_or(u32::MAX - 1) + 1;
    }

    /// The command that follows `after` others fails.
    pub fn fail(&self, after: usize, how: ImapFailure) {
        self.state().failures.push_back((after, how));
    }

    /// From now on only this password or token is accepted.
    pub fn accept_only(&self, secret: &str) {
        self.state().secrets = vec![secret.to_owned()];
    }

    pub fn inbox(&self) -> usize {
        self.state().inbox.len()
    }

    pub fn processed(&self) -> usize {
        self.state().processed.len()
    }

    /// The commands of all sessions so far, by name.
    pub fn verbs(&self) -> Vec<String> {
        self.state().verbs.clone()
    }

    /// The most sessions at the same time.
    pub fn most_open(&self) -> usize {
        self.state().most_open
    }

    /// Whether every announced failure has happened.
    pub fn has_failed(&self) -> bool {
        self.state().failures.is_empty()
    }
}

impl State {
    fn deliver(&mut self, raw: Vec<u8>) -> u32 {
        let uid = self.next_uid;
        self.next_uid += 1;
        self.inbox.insert(uid, raw);
        uid
    }

    fn deliver_late(&mut self) {
        if let Some(raw) = self.late.take() {
            self.deliver(raw);
        }
    }
}
