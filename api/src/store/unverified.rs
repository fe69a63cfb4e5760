//! Inquiries without a verdict are capped, across all processes: the database counts.
//!
//! One at a time, for a provider that is down sends all visitors here, and verified inquiries must not wait behind them.

use entity::{
    TicketReference,
    store_inquiries::{self, NewInquiry, Outcome, find_by_key, outcome},
};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, Statement, TransactionTrait,
};
use tokio::time::timeout;

use super::{MAX_REDRAWS, MAX_WAIT, notifier::JobNotifier};
use crate::{failpoint::failpoint, limits::BoundedSemaphore, metrics};

/// Per client network and hour.
const NETWORK_CAP: i64 = 5;
/// Over all networks and hour.
const TOTAL_CAP: i64 = 60;
/// More could not be stored within the hour.
const MAX_WAITING: usize = 60;
/// Any number, the same in every process: counting and storing happen one after the other.
const LOCK: i64 = 0x756e_7665;

#[derive(Clone, Debug)]
pub(super) struct Unverified {
    db: DatabaseConnection,
    wake: JobNotifier,
    queue: BoundedSemaphore,
}

#[derive(Debug)]
pub(super) enum Refusal {
    Busy,
    Slow,
    Capped,
    Database(DbErr),
}

impl From<DbErr> for Refusal {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

impl Unverified {
    pub(super) fn new(db: DatabaseConnection, wake: JobNotifier) -> Self {
        Self { db, wake, queue: BoundedSemaphore::new(1, MAX_WAITING) }
    }

    /// Waits for its turn and for the commit, both together no longer than a verified inquiry.
    pub(super) async fn store(&self, inquiry: NewInquiry) -> Result<Outcome, Refusal> {
        let this = self.clone();
        // In a separate task: a visitor who disconnects must not roll it back.
        let stored = tokio::spawn(async move { timeout(MAX_WAIT, this.store_in_turn(inquiry)).await });
        match stored.await {
            Ok(Ok(result)) => result,
            // Too late, or a panic; stored or not, the same key finds out.
            Ok(Err(_)) | Err(_) => Err(Refusal::Slow),
        }
    }

    async fn store_in_turn(&self, mut inquiry: NewInquiry) -> Result<Outcome, Refusal> {
        let _turn = self.queue.acquire().await.ok_or(Refusal::Busy)?;
        let mut redraws = 0..MAX_REDRAWS;
        loop {
            match attempt(&self.db, &inquiry).await? {
                Outcome::ReferenceTaken if redraws.next().is_some() => inquiry.reference = TicketReference::random(),
                Outcome::Stored(reference) => {
                    metrics::inquiries("unverified", 1);
                    self.wake.workers();
                    return Ok(Outcome::Stored(reference));
                }
                outcome => return Ok(outcome),
            }
        }
    }
}

async fn attempt(db: &DatabaseConnection, inquiry: &NewInquiry) -> Result<Outcome, Refusal> {
    let transaction = db.begin().await?;
    lock(&transaction).await?;
    // A replay takes no room.
    if let Some(reference) = find_by_key(&transaction, inquiry.idempotency_key).await? {
        return Ok(Outcome::Replayed(reference));
    }
    let (total, of_network) = count(&transaction, inquiry.client_network.as_deref()).await?;
    if total >= TOTAL_CAP || of_network >= NETWORK_CAP {
        metrics::unverified_capped();
        return Err(Refusal::Capped);
    }
    let stored = store_inquiries::store(&transaction, std::slice::from_ref(inquiry)).await?;
    let outcome = outcome(&transaction, inquiry, stored.contains(&inquiry.id)).await?;
    failpoint!("unverified-before-commit");
    transaction.commit().await?;
    failpoint!("unverified-after-commit");
    Ok(outcome)
}

/// The server enforces the limits, so that a process that was cut off does not keep the lock. They are local to the
/// transaction: the next user of the connection, also behind a pooler, does not inherit them.
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
               FROM inquiry JOIN inquiry_content ON inquiry_id = id \
               WHERE bot_check = 'unverified' AND received_at > now() - interval '1 hour'";
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, [network.map(str::to_owned).into()]);
    match transaction.query_one_raw(statement).await? {
        Some(row) => Ok((row.try_get("", "total")?, row.try_get("", "of_network")?)),
        None => Ok((0, 0)),
    }
}
