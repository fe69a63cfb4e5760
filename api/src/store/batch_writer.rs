//! One lane: takes what waits, stores it in one commit, answers all.

use std::{sync::Arc, time::Duration};

use entity::{
    TicketReference,
    store_inquiries::{NewInquiry, Outcome, outcome, store},
};
use sea_orm::{DatabaseConnection, DbErr};
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    time::{Instant, sleep},
};

use super::{MAX_REDRAWS, in_time, notifier::JobNotifier};
use crate::{
    database_fault::{DatabaseFault, is_transient},
    error::{ApiError, Unavailable},
    failpoint::failpoint,
    metrics,
    readiness::Readiness,
};

/// Inquiries in one commit.
const MAX_BATCH: usize = 64;
/// A connection that broke while it rested costs one quick failure; a database that is away costs more. Shorter
/// than the time limit on statements, so that a slow one is not repeated.
const RETRY_WITHIN: Duration = Duration::from_millis(1500);
const RETRY_AFTER: Duration = Duration::from_millis(50);

type Answer = Result<Outcome, BatchError>;
type Receiver = Arc<Mutex<mpsc::Receiver<Submission>>>;

/// An inquiry and who waits for it.
#[derive(Debug)]
pub(super) struct Submission {
    pub inquiry: NewInquiry,
    pub answer: oneshot::Sender<Answer>,
}

/// A cloneable error, sent to every caller in the batch.
#[derive(Debug, Clone, Copy)]
pub(super) enum BatchError {
    Unavailable,
    Refused,
}

impl From<BatchError> for ApiError {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::Unavailable => Unavailable::NotReady.into(),
            BatchError::Refused => Self::Refused,
        }
    }
}

/// Runs a lane and starts it anew should it panic: one bad batch must not stop all later ones.
pub(super) async fn supervise(db: DatabaseConnection, receiver: Receiver, wake: JobNotifier, readiness: Readiness) {
    loop {
        let lane = BatchWriter { db: db.clone(), wake: wake.clone(), readiness: readiness.clone() };
        match tokio::spawn(lane.run(Arc::clone(&receiver))).await {
            Err(error) if error.is_panic() => tracing::error!("a batch writer panicked and is restarted"),
            Ok(()) | Err(_) => break,
        }
    }
}

struct BatchWriter {
    db: DatabaseConnection,
    wake: JobNotifier,
    readiness: Readiness,
}

impl BatchWriter {
    async fn run(self, receiver: Receiver) {
        loop {
            let mut batch = Vec::with_capacity(MAX_BATCH);
            let waiting = {
                let mut receiver = receiver.lock().await;
                if receiver.recv_many(&mut batch, MAX_BATCH).await == 0 {
                    return;
                }
                receiver.len()
            };
            failpoint!("batch-writer-received");
            metrics::batch(batch.len(), waiting);
            self.store_batch(batch).await;
        }
    }

    async fn store_batch(&self, batch: Vec<Submission>) {
        let (inquiries, answers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|submission| (submission.inquiry, submission.answer)).unzip();
        match self.store(&inquiries).await {
            Ok(stored) => {
                let mut results: Vec<_> = inquiries.into_iter().zip(answers).zip(stored).collect();
                // What is stored needs no further question, so it does not wait for the others'.
                results.sort_by_key(|(_, is_stored)| !is_stored);
                let mut is_away = false;
                for ((inquiry, answer), is_stored) in results {
                    let told =
                        if is_away { Err(BatchError::Unavailable) } else { self.outcome(inquiry, is_stored).await };
                    is_away = matches!(told, Err(BatchError::Unavailable));
                    // The caller may have been dropped; the inquiry is stored nevertheless.
                    let _ = answer.send(told);
                }
            }
            // One inquiry that the database refuses must not take the others with it.
            Err(error) if inquiries.len() > 1 && !is_transient(&error) => {
                for (inquiry, answer) in inquiries.into_iter().zip(answers) {
                    let _ = answer.send(self.store_one(inquiry).await);
                }
            }
            Err(error) => {
                let error = self.failed(&error).await;
                for answer in answers {
                    let _ = answer.send(Err(error));
                }
            }
        }
    }

    async fn store_one(&self, inquiry: NewInquiry) -> Answer {
        match self.store(std::slice::from_ref(&inquiry)).await {
            Ok(stored) => self.outcome(inquiry, stored.contains(&true)).await,
            Err(error) => Err(self.failed(&error).await),
        }
    }

    /// Whether each of `inquiries` was stored. A statement whose answer was lost may have been committed;
    /// its repetition then finds the key known, which is the same reference.
    async fn store(&self, inquiries: &[NewInquiry]) -> Result<Vec<bool>, DbErr> {
        let begun = Instant::now();
        loop {
            failpoint!("batch-writer-before-store");
            match in_time(store(&self.db, inquiries)).await {
                Ok(stored) => {
                    failpoint!("batch-writer-after-commit");
                    metrics::inquiries("stored", stored.len());
                    if !stored.is_empty() {
                        self.wake.workers();
                    }
                    return Ok(inquiries.iter().map(|inquiry| stored.contains(&inquiry.id)).collect());
                }
                Err(error) if is_transient(&error) && begun.elapsed() < RETRY_WITHIN => sleep(RETRY_AFTER).await,
                Err(error) => return Err(error),
            }
        }
    }

    async fn outcome(&self, mut inquiry: NewInquiry, stored: bool) -> Answer {
        let mut result = in_time(outcome(&self.db, &inquiry, stored)).await;
        for _ in 0..MAX_REDRAWS {
            if !matches!(result, Ok(Outcome::ReferenceTaken)) {
                break;
            }
            inquiry.reference = TicketReference::random();
            result = match self.store(std::slice::from_ref(&inquiry)).await {
                Ok(stored) => in_time(outcome(&self.db, &inquiry, stored.contains(&true))).await,
                Err(error) => Err(error),
            };
        }
        match result {
            Ok(outcome) => Ok(outcome),
            Err(error) => Err(self.failed(&error).await),
        }
    }

    async fn failed(&self, error: &DbErr) -> BatchError {
        let fault = DatabaseFault::of(error);
        if is_transient(error) {
            tracing::warn!(%fault, "a batch of inquiries could not be stored");
            self.readiness.doubt(error).await;
            BatchError::Unavailable
        } else {
            tracing::error!(%fault, "the database refused an inquiry");
            BatchError::Refused
        }
    }
}
