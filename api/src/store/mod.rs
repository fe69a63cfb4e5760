//! Stores inquiries: requests that wait at the same time share one statement and one commit.

mod batch_writer;
mod notifier;
#[cfg(test)]
mod tests;
mod unverified;

use std::{sync::Arc, time::Duration};

use entity::{
    TicketReference,
    store_inquiries::{NewInquiry, StoreOutcome, find_by_key},
};
use sea_orm::{ConnAcquireErr, DatabaseConnection, DbErr, RuntimeErr};
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    task::JoinHandle,
    time::{Instant, timeout, timeout_at},
};
use uuid::Uuid;

use crate::{
    database_fault::{DatabaseFault, is_transient},
    limits::BoundedSemaphore,
    readiness::{NotReady, Readiness},
};
use batch_writer::Submission;
use notifier::JobNotifier;
use unverified::Unverified;

/// While one batch writer waits for its commit, the other collects the next batch.
const BATCH_WRITERS: usize = 2;
/// Inquiries that may wait for a batch writer; beyond that the answer is 503.
const MAX_WAITING: usize = 256;
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

/// Why an inquiry was not stored or a key not looked up. Cloneable: one error goes to every caller in a batch.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error(transparent)]
    NotReady(#[from] NotReady),
    #[error("too many requests are waiting")]
    Busy,
    #[error("no answer within the time limit")]
    Slow,
    #[error("the cap on unverified inquiries is reached")]
    UnverifiedCap,
    #[error("the database refused the statement")]
    Refused,
}

/// Stores and looks up inquiries. Clones share the batch writers.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    db: DatabaseConnection,
    submissions: mpsc::Sender<Submission>,
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
            // A task that panicked has been logged by its supervisor.
            let _ = task.await;
        }
    }
}

impl Store {
    /// Must be called within a tokio runtime.
    pub(crate) fn open(db: DatabaseConnection, readiness: Readiness) -> (Self, StoreTasks) {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        let (notifier, notifier_task) = JobNotifier::start(db.clone());
        let writers = (0..BATCH_WRITERS).map(|_| {
            tokio::spawn(batch_writer::supervise(
                db.clone(),
                Arc::clone(&receiver),
                notifier.clone(),
                readiness.clone(),
            ))
        });
        let tasks = writers.chain([notifier_task]).collect();
        let unverified = Unverified::new(db.clone(), notifier, readiness.clone());
        let finds = BoundedSemaphore::new(FINDS, MAX_WAITING_FINDS);
        (Self { db, submissions: sender, finds, unverified, readiness }, StoreTasks(tasks))
    }

    /// Refuses while the database is known to be away.
    pub(crate) fn refuse_if_away(&self) -> Result<(), StoreError> {
        Ok(self.readiness.refuse_if_away()?)
    }

    /// The reference stored for this key. Every refused token leads to this look-up.
    pub(crate) async fn find(&self, key: Uuid, deadline: Instant) -> Result<Option<TicketReference>, StoreError> {
        self.readiness.ensure().await?;
        let permit = timeout_at(wait_until(deadline), self.finds.acquire()).await.map_err(|_| StoreError::Slow)?;
        let _permit = permit.ok_or(StoreError::Busy)?;
        match in_time(&self.db, find_by_key(&self.db, key)).await {
            Ok(found) => Ok(found),
            Err(error) => Err(failed(&self.readiness, &error)),
        }
    }

    /// Stores a verified inquiry, even if the caller is dropped meanwhile.
    pub(crate) async fn verified(&self, inquiry: NewInquiry, deadline: Instant) -> Result<StoreOutcome, StoreError> {
        self.readiness.ensure().await?;
        let (answer, answered) = oneshot::channel();
        self.submissions.try_send(Submission { inquiry, answer }).map_err(|_| StoreError::Busy)?;
        match timeout_at(wait_until(deadline), answered).await {
            Ok(Ok(result)) => result,
            // The batch writer panicked, or is late: a repetition with the same key gets the reference.
            Ok(Err(_)) | Err(_) => Err(StoreError::Slow),
        }
    }

    /// Stores an unverified inquiry, within the caps.
    pub(crate) async fn unverified(&self, inquiry: NewInquiry, deadline: Instant) -> Result<StoreOutcome, StoreError> {
        self.readiness.ensure().await?;
        self.unverified.store(inquiry, wait_until(deadline)).await
    }
}

/// A request that began late, after a slow upload, must still be answered before its deadline.
fn wait_until(deadline: Instant) -> Instant {
    deadline.min(Instant::now() + MAX_WAIT)
}

/// Logs the parts of the error that cannot quote a row, and lets readiness probe a database that may be away.
fn failed(readiness: &Readiness, error: &DbErr) -> StoreError {
    let fault = DatabaseFault::of(error);
    if is_transient(error) {
        tracing::warn!(%fault, "a statement failed");
        readiness.report_failure(error);
        NotReady.into()
    } else {
        tracing::error!(%fault, "the database refused a statement");
        StoreError::Refused
    }
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
