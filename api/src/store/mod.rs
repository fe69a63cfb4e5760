//! Stores inquiries: requests that wait at the same time share one statement and one commit.

mod inquiries;
mod notifier;
mod unverified;

use std::{sync::Arc, time::Duration};

use entity::{
    TicketReference,
    batcher::{Batcher, Unanswered},
    database::is_disk_full,
    store_inquiries::{NewInquiry, StoreOutcome, Stored, find_by_key, outcome},
};
use sea_orm::{ConnAcquireErr, DatabaseConnection, DbErr, RuntimeErr};
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout, timeout_at},
};
use uuid::Uuid;

use crate::{
    database_fault::{is_transient, loggable},
    error::{ApiError, Unavailable},
    limits::BoundedSemaphore,
    metrics,
    readiness::Readiness,
};
use inquiries::Inquiries;
use notifier::JobNotifier;
use unverified::Unverified;

/// How long a request waits for its commit.
const MAX_WAIT: Duration = Duration::from_secs(4);
/// Includes the wait for a connection. Without it, a server that has vanished would hold a request for the TCP timeout, a
/// quarter of an hour.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(3);
/// How often another random reference is tried. If three are taken, the key belongs to an expired inquiry.
const MAX_REDRAWS: usize = 3;
/// Look-ups of keys at the same time.
const FINDS: usize = 2;
const MAX_WAITING_FINDS: usize = 256;

impl From<Unanswered> for ApiError {
    fn from(error: Unanswered) -> Self {
        match error {
            Unanswered::Busy => Unavailable::Busy.into(),
            // As one that is late.
            Unanswered::Panicked => Unavailable::Slow.into(),
            Unanswered::Failed(error) => answer_to(&error),
        }
    }
}

/// What the database refuses, it would refuse again.
fn answer_to(error: &DbErr) -> ApiError {
    if is_transient(error) { Unavailable::NotReady.into() } else { ApiError::Internal }
}

/// Stores and looks up inquiries. Clones share the batcher.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    db: DatabaseConnection,
    batcher: Arc<Batcher<NewInquiry, Option<Stored>>>,
    finds: BoundedSemaphore,
    unverified: Unverified,
    readiness: Readiness,
}

/// The tasks of a [`Store`]; they end when every clone of it is dropped.
#[derive(Debug)]
pub struct StoreTasks(Vec<JoinHandle<()>>);

impl StoreTasks {
    /// Waits until all accepted inquiries are stored.
    pub async fn join(self) {
        for task in self.0 {
            // A panic has been logged.
            let _ = task.await;
        }
    }
}

impl Store {
    /// Must be called within a tokio runtime.
    pub(crate) fn open(db: DatabaseConnection, readiness: Readiness) -> (Self, StoreTasks) {
        let (notifier, notifier_task) = JobNotifier::start(db.clone());
        let inquiries = Inquiries { db: db.clone(), notifier: notifier.clone(), readiness: readiness.clone() };
        let (batcher, task) = Batcher::start(inquiries);
        let unverified = Unverified::new(db.clone(), notifier, readiness.clone());
        let finds = BoundedSemaphore::new(FINDS, MAX_WAITING_FINDS);
        (Self { db, batcher: Arc::new(batcher), finds, unverified, readiness }, StoreTasks(vec![task, notifier_task]))
    }

    /// Refuses while the database is known to be away.
    pub(crate) fn refuse_if_away(&self) -> Result<(), Unavailable> {
        self.readiness.refuse_if_away()
    }

    /// The reference stored for this key. Every refused token leads to this look-up.
    pub(crate) async fn find(&self, key: Uuid, deadline: Instant) -> Result<Option<TicketReference>, ApiError> {
        self.readiness.ensure().await?;
        self.look_up(wait_until(deadline), find_by_key(&self.db, key)).await
    }

    async fn look_up<T>(&self, until: Instant, query: impl Future<Output = Result<T, DbErr>>) -> Result<T, ApiError> {
        let permit = timeout_at(until, self.finds.acquire()).await.map_err(|_| Unavailable::Slow)?;
        let _permit = permit.ok_or(Unavailable::Busy)?;
        self.refuse_if_away()?;
        let found = timeout_at(until, in_time(&self.db, query)).await.map_err(|_| Unavailable::Slow)?;
        found.map_err(|error| failed(&self.readiness, &error))
    }

    /// Stores a verified inquiry, even if the caller is dropped meanwhile.
    pub(crate) async fn verified(&self, mut inquiry: NewInquiry, deadline: Instant) -> Result<StoreOutcome, ApiError> {
        self.readiness.ensure().await?;
        let until = wait_until(deadline);
        let mut redraws = 0..MAX_REDRAWS;
        loop {
            // Late: a repetition with the same key gets the reference.
            let stored =
                timeout_at(until, self.batcher.submit(inquiry.clone())).await.map_err(|_| Unavailable::Slow)??;
            if let Some(stored) = stored {
                return Ok(stored.outcome(inquiry.reference));
            }
            match self.look_up(until, outcome(&self.db, &inquiry, stored)).await? {
                StoreOutcome::ReferenceTaken if redraws.next().is_some() => {
                    inquiry.reference = TicketReference::random();
                }
                outcome => return Ok(outcome),
            }
        }
    }

    /// Stores an unverified inquiry, within the caps.
    pub(crate) async fn unverified(&self, inquiry: NewInquiry, deadline: Instant) -> Result<StoreOutcome, ApiError> {
        self.readiness.ensure().await?;
        self.unverified.store(inquiry, wait_until(deadline)).await
    }
}

/// A request that began late, after a slow upload, must still be answered before its deadline.
fn wait_until(deadline: Instant) -> Instant {
    deadline.min(Instant::now() + MAX_WAIT)
}

/// Logs the parts of the error that cannot quote a row, and lets readiness probe a database that may be away.
fn failed(readiness: &Readiness, error: &DbErr) -> ApiError {
    let fault = loggable(error);
    if is_disk_full(error) {
        metrics::disk_full();
    }
    if is_transient(error) {
        tracing::warn!(%fault, "a statement failed");
        readiness.report_failure(error);
    } else {
        tracing::error!(%fault, "the database refused a statement");
    }
    answer_to(error)
}

/// A statement that is abandoned may still be committed; its repetition then finds the key.
async fn in_time<T>(db: &DatabaseConnection, statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
    timeout(STATEMENT_TIMEOUT, statement).await.unwrap_or_else(|_| {
        let pool = db.get_postgres_connection_pool();
        let is_exhausted = pool.num_idle() == 0 && pool.size() >= pool.options().get_max_connections();
        Err(if is_exhausted {
            DbErr::ConnectionAcquire(ConnAcquireErr::Timeout)
        } else {
            DbErr::Conn(RuntimeErr::Internal("no answer in time".into()))
        })
    })
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;
