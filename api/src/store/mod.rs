//! Storing inquiries: many waiting requests share one statement and one commit.

mod lane;
mod unverified;
mod wake;

use std::{sync::Arc, time::Duration};

use entity::{
    TicketReference,
    submission::{NewInquiry, Outcome, find_by_key},
};
use sea_orm::{DatabaseConnection, DbErr};
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};
use uuid::Uuid;

use crate::{
    error::{ApiError, Unavailable},
    metrics,
    readiness::Readiness,
};
use lane::Submission;
use wake::Wake;

/// Lanes side by side. While one waits for its commit the other collects the next batch.
const LANES: usize = 2;
/// Inquiries that may wait for a lane; more are told to come back at once.
const MAX_WAITING: usize = 256;
/// How long a request waits for its commit.
const MAX_WAIT: Duration = Duration::from_secs(4);

/// The way to the database for inquiries. Clones share the lanes.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    db: DatabaseConnection,
    lane: mpsc::Sender<Submission>,
    wake: Wake,
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
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        let (wake, waker) = Wake::start(db.clone());
        let lanes = (0..LANES)
            .map(|_| tokio::spawn(lane::supervise(db.clone(), Arc::clone(&receiver), wake.clone(), readiness.clone())));
        let tasks = lanes.chain([waker]).collect();
        (Self { db, lane: sender, wake, readiness }, StoreTasks(tasks))
    }

    /// The reference that was given for this key, if it is known.
    pub(crate) async fn find(&self, key: Uuid) -> Result<Option<TicketReference>, ApiError> {
        self.readiness.ensure().await?;
        find_by_key(&self.db, key).await.map_err(|error| self.failed(error))
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
        let (db, wake) = (self.db.clone(), self.wake.clone());
        // Of its own, so that a visitor who goes away does not roll it back.
        let stored = tokio::spawn(async move {
            let outcome = unverified::store(&db, inquiry).await;
            if matches!(outcome, Ok(Outcome::Stored(_))) {
                metrics::inquiries("unverified", 1);
                wake.workers();
            }
            outcome
        });
        match timeout(MAX_WAIT, stored).await {
            Ok(Ok(Ok(outcome))) => Ok(outcome),
            Ok(Ok(Err(unverified::Refusal::Capped))) => Err(Unavailable::UnverifiedCap.into()),
            Ok(Ok(Err(unverified::Refusal::Database(error)))) => Err(self.failed(error)),
            Ok(Err(_)) | Err(_) => Err(Unavailable::Slow.into()),
        }
    }

    fn failed(&self, error: DbErr) -> ApiError {
        let error = ApiError::from(error);
        if matches!(error, ApiError::Unavailable(_)) {
            self.readiness.doubt();
        }
        error
    }
}
