//! Stores the verified inquiries of a batch in one statement.

use std::{collections::HashMap, time::Duration};

use entity::{
    batcher::Commit,
    store_inquiries::{NewInquiry, Stored, store},
};
use sea_orm::{DatabaseConnection, DbErr};
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::{failed, in_time, notifier::JobNotifier};
use crate::{
    database_fault::{is_rollback, is_transient},
    metrics,
    readiness::Readiness,
};

/// An idle connection that broke fails at once, and the retry succeeds.
const RETRY_WITHIN: Duration = Duration::from_millis(1500);
const RETRY_AFTER: Duration = Duration::from_millis(50);

pub(super) struct Inquiries {
    pub(super) db: DatabaseConnection,
    pub(super) notifier: JobNotifier,
    pub(super) readiness: Readiness,
}

impl Commit for Inquiries {
    type Request = NewInquiry;
    /// `None`: its key, token or reference is taken.
    type Answer = Option<Stored>;

    const WRITERS: usize = 2;
    /// Beyond that the answer is 503.
    const MAX_WAITING: usize = 256;
    const MAX_BATCH: usize = 64;

    /// A statement whose result was lost may have been committed; the retry then finds the key, and the reference is the same.
    async fn commit(&self, inquiries: &[NewInquiry]) -> Result<Vec<Option<Stored>>, DbErr> {
        let stored = in_time(&self.db, self.try_to_store(inquiries)).await.inspect_err(|error| {
            failed(&self.readiness, error);
        })?;
        metrics::inquiries("stored", stored.values().filter(|stored| matches!(stored, Stored::Inquiry(_))).count());
        if !stored.is_empty() {
            self.notifier.notify();
        }
        Ok(inquiries.iter().map(|inquiry| stored.get(&inquiry.id).copied()).collect())
    }

    fn begins(&self, taken: usize, waiting: usize) {
        metrics::batch(taken, waiting);
    }
}

impl Inquiries {
    async fn try_to_store(&self, inquiries: &[NewInquiry]) -> Result<HashMap<Uuid, Stored>, DbErr> {
        let begun = Instant::now();
        loop {
            match store(&self.db, inquiries).await {
                Err(error) if is_rollback(&error) && inquiries.len() > 1 => return Err(error),
                Err(error) if is_transient(&error) && begun.elapsed() < RETRY_WITHIN => sleep(RETRY_AFTER).await,
                result => return result,
            }
        }
    }
}
