//! Inquiries without a verdict are capped across all processes: the database counts them.
//!
//! One at a time: while the provider is down all inquiries come here, and verified ones must not wait behind them.

use entity::{
    TicketReference,
    store_inquiries::{self, NewInquiry, StoreOutcome, find_by_key, outcome},
};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, Statement, TransactionTrait,
};
use tokio::time::{Instant, timeout_at};

use super::{MAX_REDRAWS, failed, in_time, notifier::JobNotifier};
use crate::{
    error::{ApiError, Unavailable},
    limits::BoundedSemaphore,
    metrics,
    readiness::Readiness,
};

/// Per client network and hour.
const NETWORK_CAP: i64 = 5;
/// Over all networks and hour.
const TOTAL_CAP: i64 = 60;
/// As many as the cap of an hour.
const MAX_WAITING: usize = 60;
/// Key of the advisory lock that serialises counting and storing across processes.
const LOCK: i64 = 0x756e_7665;

#[derive(Clone, Debug)]
pub(super) struct Unverified {
    db: DatabaseConnection,
    notifier: JobNotifier,
    readiness: Readiness,
    semaphore: BoundedSemaphore,
}

impl Unverified {
    pub(super) fn new(db: DatabaseConnection, notifier: JobNotifier, readiness: Readiness) -> Self {
        Self { db, notifier, readiness, semaphore: BoundedSemaphore::new(1, MAX_WAITING) }
    }

    /// Waits for its permit and the commit, in total no longer than a verified inquiry.
    pub(super) async fn store(&self, inquiry: NewInquiry, until: Instant) -> Result<StoreOutcome, ApiError> {
        let this = self.clone();
        // In a separate task: a visitor who disconnects must not roll it back.
        let stored = tokio::spawn(async move { timeout_at(until, this.store_in_order(inquiry)).await });
        match stored.await {
            Ok(Ok(result)) => result,
            // Late, or a panic: a repetition with the same key gets the reference.
            Ok(Err(_)) | Err(_) => Err(Unavailable::Slow.into()),
        }
    }

    async fn store_in_order(&self, mut inquiry: NewInquiry) -> Result<StoreOutcome, ApiError> {
        let _permit = self.semaphore.acquire().await.ok_or(Unavailable::Busy)?;
        let mut redraws = 0..MAX_REDRAWS;
        loop {
            let outcome = match attempt(&self.db, &inquiry).await {
                Ok(outcome) => outcome.ok_or(Unavailable::UnverifiedCap)?,
                Err(error) => return Err(failed(&self.readiness, &error)),
            };
            match outcome {
                StoreOutcome::ReferenceTaken if redraws.next().is_some() => {
                    inquiry.reference = TicketReference::random();
                }
                StoreOutcome::Stored(..) => {
                    metrics::inquiries("unverified", 1);
                    self.notifier.notify();
                    return Ok(outcome);
                }
                outcome => return Ok(outcome),
            }
        }
    }
}

/// `None` if a cap is reached.
async fn attempt(db: &DatabaseConnection, inquiry: &NewInquiry) -> Result<Option<StoreOutcome>, DbErr> {
    let transaction = in_time(db, db.begin()).await?;
    lock(&transaction).await?;
    // A replay does not count towards the caps.
    if let Some(reference) = find_by_key(&transaction, inquiry.idempotency_key).await? {
        return Ok(Some(StoreOutcome::Replayed(reference)));
    }
    let (total, of_network) = count(&transaction, inquiry.client_network.as_deref()).await?;
    if total >= TOTAL_CAP || of_network >= NETWORK_CAP {
        ::metrics::counter!("api_unverified_capped_total").increment(1);
        return Ok(None);
    }
    let stored = store_inquiries::store(&transaction, std::slice::from_ref(inquiry)).await?;
    let outcome = outcome(&transaction, inquiry, stored.get(&inquiry.id).copied()).await?;
    transaction.commit().await?;
    Ok(Some(outcome))
}

/// The server enforces both time limits, so that a process that lost its connection does not keep the lock. They are
/// local to the transaction: the next user of the connection, also behind a pooler, does not inherit them.
async fn lock(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    let sql = format!(
        "SET LOCAL statement_timeout = '3s'; SET LOCAL idle_in_transaction_session_timeout = '3s'; \
         SELECT pg_advisory_xact_lock({LOCK})"
    );
    transaction.execute_unprepared(&sql).await.map(drop)
}

/// Unverified inquiries of the last hour: all, and those of the network.
async fn count(transaction: &DatabaseTransaction, network: Option<&str>) -> Result<(i64, i64), DbErr> {
    let sql = "SELECT count(*) AS total, count(*) FILTER (WHERE client_network = $1::cidr) AS of_network \
               FROM inquiry LEFT JOIN unverified_network ON inquiry_id = id \
               WHERE bot_check = 'unverified' AND received_at BETWEEN now() - interval '1 hour' AND clock_timestamp()";
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, [network.map(str::to_owned).into()]);
    match transaction.query_one_raw(statement).await? {
        Some(row) => Ok((row.try_get("", "total")?, row.try_get("", "of_network")?)),
        None => Ok((0, 0)),
    }
}
