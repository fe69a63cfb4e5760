//! Storing inquiries: many waiting requests share one statement and one commit.

mod batch_writer;
mod notifier;
#[cfg(test)]
mod tests;
mod unverified;

use std::{sync::Arc, time::Duration};

use entity::{
    TicketReference,
    store_inquiries::{NewInquiry, Outcome, find_by_key},
};
use sea_orm::{DatabaseConnection, DbErr, RuntimeErr};
use tokio::{
    sync::{Mutex, Semaphore, mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};
use uuid::Uuid;

use crate::{
    database_fault::is_transient,
    error::{ApiError, Unavailable},
    failpoint,
    limits::BoundedSemaphore,
    readiness::Readiness,
};
use batch_writer::Submission;
use notifier::JobNotifier;
use unverified::{Refusal, Unverified};

/// While one batch writer waits for its commit, the other collects the next batch.
const BATCH_WRITERS: usize = 2;
/// Inquiries that may wait for a batch writer; beyond that the answer is 503.
const MAX_WAITING: usize = 256;
/// How long a request waits for its commit.
const MAX_WAIT: Duration = Duration::from_secs(4);
/// Without it, a server that has vanished would hold a request for the TCP timeout, a quarter of an hour.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(3);
/// How often another reference is drawn. That three are taken is no accident: the key is an expired inquiry's.
const MAX_REDRAWS: usize = 3;
/// Keys that are looked up at a time, and may wait for it.
const FINDS: usize = 2;
const MAX_WAITING_FINDS: usize = 256;

/// The way to the database for inquiries. Clones share the lanes.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    db: DatabaseConnection,
    lane: mpsc::Sender<Submission>,
    finds: BoundedSemaphore,
    unverified: Unverified,
    readiness: Readiness,
}

/// The tasks behind a [`Store`]; they end when every clone of it is gone.
#[derive(Debug)]
pub struct StoreTasks(Vec<JoinHandle<()>>);

impl StoreTasks {
    /// Waits until what was under way is stored.
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
        let waiting = if failpoint::is_on("without-limits") { Semaphore::MAX_PERMITS } else { MAX_WAITING };
        let (sender, receiver) = mpsc::channel(waiting);
        let receiver = Arc::new(Mutex::new(receiver));
        let (wake, waker) = JobNotifier::start(db.clone());
        let lanes = (0..BATCH_WRITERS).map(|_| {
            tokio::spawn(batch_writer::supervise(db.clone(), Arc::clone(&receiver), wake.clone(), readiness.clone()))
        });
        let tasks = lanes.chain([waker]).collect();
        let unverified = Unverified::new(db.clone(), wake);
        let finds = BoundedSemaphore::new(FINDS, MAX_WAITING_FINDS);
        (Self { db, lane: sender, finds, unverified, readiness }, StoreTasks(tasks))
    }

    /// The reference that was given for this key, if it is known. Every refused token leads here.
    pub(crate) async fn find(&self, key: Uuid) -> Result<Option<TicketReference>, ApiError> {
        self.readiness.ensure().await?;
        let turn = timeout(MAX_WAIT, self.finds.acquire()).await.map_err(|_| Unavailable::Slow)?;
        let _turn = turn.ok_or(Unavailable::Busy)?;
        match in_time(find_by_key(&self.db, key)).await {
            Ok(found) => Ok(found),
            Err(error) => Err(self.failed(error).await),
        }
    }

    /// Stores a verified inquiry. What is handed over is stored even if the caller goes away.
    pub(crate) async fn verified(&self, inquiry: NewInquiry) -> Result<Outcome, ApiError> {
        self.readiness.ensure().await?;
        let (answer, answered) = oneshot::channel();
        self.lane.try_send(Submission { inquiry, answer }).map_err(|_| Unavailable::Busy)?;
        match timeout(MAX_WAIT, answered).await {
            Ok(Ok(Ok(outcome))) => Ok(outcome),
            Ok(Ok(Err(cause))) => Err(cause.into()),
            // The lane broke down with this batch: stored or not, the same key finds out.
            Ok(Err(_)) | Err(_) => Err(Unavailable::Slow.into()),
        }
    }

    /// Stores an inquiry without a verdict, within the caps.
    pub(crate) async fn unverified(&self, inquiry: NewInquiry) -> Result<Outcome, ApiError> {
        self.readiness.ensure().await?;
        match self.unverified.store(inquiry).await {
            Ok(outcome) => Ok(outcome),
            Err(Refusal::Busy) => Err(Unavailable::Busy.into()),
            Err(Refusal::Slow) => Err(Unavailable::Slow.into()),
            Err(Refusal::Capped) => Err(Unavailable::UnverifiedCap.into()),
            Err(Refusal::Database(error)) => Err(self.failed(error).await),
        }
    }

    async fn failed(&self, error: DbErr) -> ApiError {
        if is_transient(&error) {
            self.readiness.doubt(&error).await;
        }
        error.into()
    }
}

/// A statement given up may still be committed; its repetition then finds the key known.
async fn in_time<T>(statement: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
    let no_answer = || DbErr::Conn(RuntimeErr::Internal("no answer in time".into()));
    timeout(STATEMENT_TIMEOUT, statement).await.unwrap_or_else(|_| Err(no_answer()))
}
