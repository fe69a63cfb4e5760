//! IMAP: a mailbox is polled each minute, and at once when the server announces a mail. A mail is known by UIDVALIDITY and
//! UID, never by a flag. It is stored, and only then moved to a folder that is emptied after seven days.

mod account;
mod poll;
mod session;
pub(super) mod settings;
mod wire;

use std::{collections::HashMap, sync::Arc, time::Duration};

use mailer::{
    addresses::SignedAddresses,
    alert::{AlertCode, Alerts},
    db::{query_value, statement},
    db_error::{APP_URL, DatabaseError},
    outage,
};
use sea_orm::DatabaseConnection;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use self::{account::Account, poll::PollError, session::Session};
pub use self::{session::ImapError, settings::ImapSettings};
use super::{accept::Acceptor, settings::Reserve};

/// Between two polls; with IDLE a new mail is read at once.
const INTERVAL: Duration = Duration::from_mins(1);
/// After a session that failed; doubled up to the interval.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// Until the mailbox that another worker reads is asked for again.
const TAKEN_PAUSE: Duration = Duration::from_secs(3);
/// A third of the lease.
const RENEWAL: Duration = Duration::from_secs(4);
/// A mailbox that cannot be read for so long is alerted.
const AWAY: Duration = Duration::from_mins(15);
/// Mails of before this day leave the folder of processed ones, and how often that is looked at.
const KEPT_FROM: &str =
    "SELECT to_char((now() - interval '7 days') AT TIME ZONE 'UTC', 'DD-Mon-YYYY') FROM require_clock()";
const EMPTY_INTERVAL: Duration = Duration::from_hours(1);

/// Reads one mailbox until the process stops.
#[derive(Debug)]
pub struct Mailbox {
    pub acceptor: Arc<Acceptor>,
    pub settings: ImapSettings,
    pub reserve: Option<Reserve>,
    /// Tell the worker's own journeys, which are not kept.
    pub addresses: Arc<SignedAddresses>,
    pub alerts: Arc<Alerts>,
    pub stopping: CancellationToken,
}

/// How often a session broke while it fetched this mail.
type Failures = HashMap<u32, u32>;

/// What is known between sessions.
#[derive(Debug, Default)]
struct Memory {
    failures: Failures,
    last_poll: Option<Instant>,
    emptied_at: Option<Instant>,
    logged: Option<String>,
    over_quota: HashMap<u32, Instant>,
}

impl Mailbox {
    pub async fn read_regularly(self) {
        let account = Account::new(&self.acceptor.db, &self.acceptor.key, &self.settings, Uuid::new_v4());
        let mut memory = Memory { last_poll: Some(Instant::now()), ..Memory::default() };
        let mut pause = FIRST_PAUSE;
        while !self.stopping.is_cancelled() {
            let began = Instant::now();
            let stopped = self.stopping.run_until_cancelled(self.session(&account, &mut memory)).await;
            let Some(Err(error)) = stopped else { break };
            let has_polled = memory.last_poll.is_some_and(|at| at > began);
            pause = match error {
                PollError::Taken => {
                    // The other worker polls.
                    memory.last_poll = Some(Instant::now());
                    TAKEN_PAUSE
                }
                // Servers lock accounts out after many wrong logins; a person has to create the folder.
                PollError::Imap(
                    ImapError::Password | ImapError::Token | ImapError::NoToken(_) | ImapError::NoProcessedFolder,
                ) => INTERVAL,
                _ if has_polled => FIRST_PAUSE,
                _ => (pause * 2).min(INTERVAL),
            };
            self.note_failure(&account, &error, &mut memory).await;
            self.stopping.run_until_cancelled(sleep(pause)).await;
        }
        account.release().await;
    }

    /// One session: polls until something fails.
    async fn session(&self, account: &Account<'_>, memory: &mut Memory) -> Result<(), PollError> {
        if !account.take().await? {
            return Err(PollError::Taken);
        }
        tokio::select! {
            ended = self.polls(account, memory) => ended,
            lost = keep(account) => lost,
        }
    }

    async fn polls(&self, account: &Account<'_>, memory: &mut Memory) -> Result<(), PollError> {
        let mut session = Session::open(&self.settings).await?;
        let mut repeated_at = None;
        loop {
            let left = self.poll(account, &mut session, memory).await?;
            memory.last_poll = Some(Instant::now());
            memory.logged = None;
            self.alerts.forget(AlertCode::IntakeAway);
            if memory.emptied_at.is_none_or(|at| at.elapsed() >= EMPTY_INTERVAL) {
                empty(&self.acceptor.db, &mut session, &self.settings).await?;
                memory.emptied_at = Some(Instant::now());
            }
            // The arrival of a mail was announced to the poll's commands, and is not announced again.
            let selected = session.select(&self.settings.folder).await.map_err(ImapError::from)?;
            // Once for each number: a server may list a mail that it does not give.
            if selected.mails as usize > left && repeated_at != Some(selected.mails) {
                repeated_at = Some(selected.mails);
                continue;
            }
            repeated_at = None;
            if session.can("IDLE") {
                session.idle(INTERVAL).await.map_err(ImapError::from)?;
            } else {
                sleep(INTERVAL).await;
            }
        }
    }

    /// Logs a failure when it begins or changes, and alerts one that lasts.
    async fn note_failure(&self, account: &Account<'_>, error: &PollError, memory: &mut Memory) {
        match error {
            PollError::Taken => return,
            PollError::NoRoom => tracing::warn!("mails stay in the mailbox: the disk is nearly full"),
            PollError::Database(_) => outage::database_failed(),
            PollError::Imap(error) => {
                let problem = error.to_string();
                if memory.logged.as_ref() != Some(&problem) {
                    tracing::warn!(problem, "the mailbox cannot be read");
                    memory.logged = Some(problem);
                }
                account.note_problem(error.into()).await;
            }
        }
        if memory.last_poll.is_some_and(|at| at.elapsed() >= AWAY) {
            self.alerts.set(AlertCode::IntakeAway, 1, &[]);
        }
    }
}

/// Renews the lease until another worker has taken the mailbox.
async fn keep(account: &Account<'_>) -> Result<(), PollError> {
    loop {
        sleep(RENEWAL).await;
        if !account.take().await? {
            return Err(PollError::Taken);
        }
    }
}

/// By the database's clock, and nothing while it may be wrong.
async fn empty(db: &DatabaseConnection, session: &mut Session, settings: &ImapSettings) -> Result<(), PollError> {
    let day: String = match query_value(db, statement(KEPT_FROM, [])).await {
        Err(error) if matches!(DatabaseError::of(&error, APP_URL), DatabaseError::Clock) => return Ok(()),
        day => day?,
    };
    let removed = session.empty(&settings.processed, &day).await?;
    if removed > 0 {
        tracing::info!(removed, "mails were removed from the folder of processed ones");
    }
    Ok(())
}

/// Logs in and selects both folders, for `worker check`.
pub async fn probe(settings: &ImapSettings) -> Result<(), ImapError> {
    let probe = async {
        let mut session = Session::open(settings).await?;
        session.open_processed(&settings.processed).await?;
        session.select(&settings.folder).await.map_err(|_| ImapError::NoFolder)?;
        session.log_out().await;
        Ok(())
    };
    timeout(INTERVAL / 2, probe).await.unwrap_or(Err(ImapError::Unreached))
}
