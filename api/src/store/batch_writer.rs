//! Takes the waiting inquiries, stores them in one commit and answers their callers.

use std::{collections::HashSet, sync::Arc, time::Duration};

use entity::{
    TicketReference,
    store_inquiries::{NewInquiry, StoreOutcome, outcome, store},
};
use sea_orm::{DatabaseConnection, DbErr};
use tokio::{
    sync::{Mutex, mpsc, oneshot},
    time::{Instant, sleep},
};
use uuid::Uuid;

use super::{MAX_REDRAWS, StoreError, failed, in_time, notifier::JobNotifier};
use crate::{
    database_fault::{is_rollback, is_transient},
    metrics,
    readiness::{NotReady, Readiness},
};

/// Inquiries in one commit.
const MAX_BATCH: usize = 64;
/// An idle connection that broke fails at once, and the retry succeeds.
const RETRY_WITHIN: Duration = Duration::from_millis(1500);
const RETRY_AFTER: Duration = Duration::from_millis(50);

type StoreResult = Result<StoreOutcome, StoreError>;
type Receiver = Arc<Mutex<mpsc::Receiver<Submission>>>;

/// An inquiry, and the channel to the caller that waits for it.
#[derive(Debug)]
pub(super) struct Submission {
    pub inquiry: NewInquiry,
    pub answer: oneshot::Sender<StoreResult>,
}

/// Runs a batch writer, and restarts it after a panic: one bad batch must not stop all later ones.
pub(super) async fn supervise(db: DatabaseConnection, receiver: Receiver, notifier: JobNotifier, readiness: Readiness) {
    loop {
        let writer = BatchWriter { db: db.clone(), notifier: notifier.clone(), readiness: readiness.clone() };
        match tokio::spawn(writer.run(Arc::clone(&receiver))).await {
            Err(error) if error.is_panic() => tracing::error!("a batch writer panicked and is restarted"),
            Ok(()) | Err(_) => break,
        }
    }
}

struct BatchWriter {
    db: DatabaseConnection,
    notifier: JobNotifier,
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
                // Callers whose inquiry is stored do not wait for the look-ups of the others.
                results.sort_by_key(|(_, is_stored)| !is_stored);
                let mut is_away = false;
                for ((inquiry, answer), is_stored) in results {
                    let result = if is_away { Err(NotReady.into()) } else { self.outcome(inquiry, is_stored).await };
                    is_away = matches!(result, Err(StoreError::NotReady(_)));
                    // The caller may have been dropped; the inquiry is stored nevertheless.
                    let _ = answer.send(result);
                }
            }
            // One inquiry that the database refuses must not fail the others, and single rows do not deadlock.
            Err(error) if inquiries.len() > 1 && (is_rollback(&error) || !is_transient(&error)) => {
                let mut is_away = false;
                for (inquiry, answer) in inquiries.into_iter().zip(answers) {
                    let result = if is_away { Err(NotReady.into()) } else { self.store_one(inquiry).await };
                    is_away = matches!(result, Err(StoreError::NotReady(_)));
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                let error = failed(&self.readiness, &error);
                for answer in answers {
                    let _ = answer.send(Err(error));
                }
            }
        }
    }

    async fn store_one(&self, inquiry: NewInquiry) -> StoreResult {
        match self.store(std::slice::from_ref(&inquiry)).await {
            Ok(stored) => self.outcome(inquiry, stored.contains(&true)).await,
            Err(error) => Err(failed(&self.readiness, &error)),
        }
    }

    /// Whether each of `inquiries` was stored. A statement whose result was lost may have been committed; the retry then
    /// finds the key, and the reference is the same.
    async fn store(&self, inquiries: &[NewInquiry]) -> Result<Vec<bool>, DbErr> {
        let stored = in_time(&self.db, self.try_to_store(inquiries)).await?;
        metrics::inquiries("stored", stored.len());
        if !stored.is_empty() {
            self.notifier.notify();
        }
        Ok(inquiries.iter().map(|inquiry| stored.contains(&inquiry.id)).collect())
    }

    async fn try_to_store(&self, inquiries: &[NewInquiry]) -> Result<HashSet<Uuid>, DbErr> {
        let begun = Instant::now();
        loop {
            match store(&self.db, inquiries).await {
                Err(error) if is_rollback(&error) && inquiries.len() > 1 => return Err(error),
                Err(error) if is_transient(&error) && begun.elapsed() < RETRY_WITHIN => sleep(RETRY_AFTER).await,
                result => return result,
            }
        }
    }

    async fn outcome(&self, mut inquiry: NewInquiry, stored: bool) -> StoreResult {
        let mut result = in_time(&self.db, outcome(&self.db, &inquiry, stored)).await;
        for _ in 0..MAX_REDRAWS {
            if !matches!(result, Ok(StoreOutcome::ReferenceTaken)) {
                break;
            }
            inquiry.reference = TicketReference::random();
            result = match self.store(std::slice::from_ref(&inquiry)).await {
                Ok(stored) => in_time(&self.db, outcome(&self.db, &inquiry, stored.contains(&true))).await,
                Err(error) => Err(error),
            };
        }
        match result {
            Ok(outcome) => Ok(outcome),
            Err(error) => Err(failed(&self.readiness, &error)),
        }
    }
}
