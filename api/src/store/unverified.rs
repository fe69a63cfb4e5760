//! Inquiries without a verdict are capped, across all processes: the database counts.

use entity::{
    TicketReference,
    submission::{self, NewInquiry, Outcome, find_by_key, outcome},
};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, Statement, TransactionTrait,
};

use crate::metrics;

/// Per client network and hour.
const NETWORK_CAP: i64 = 5;
/// Over all networks and hour.
const TOTAL_CAP: i64 = 60;
/// Any number, the same in every process: counting and storing happen one after the other.
const LOCK: i64 = 0x756e_7665;

#[derive(Debug)]
pub(super) enum Refusal {
    Capped,
    Database(DbErr),
}

impl From<DbErr> for Refusal {
    fn from(error: DbErr) -> Self {
        Self::Database(error)
    }
}

pub(super) async fn store(db: &DatabaseConnection, mut inquiry: NewInquiry) -> Result<Outcome, Refusal> {
    loop {
        match attempt(db, &inquiry).await? {
            Outcome::ReferenceTaken => inquiry.reference = TicketReference::random(),
            outcome => return Ok(outcome),
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
    let stored = submission::store(&transaction, std::slice::from_ref(inquiry)).await?;
    let outcome = outcome(&transaction, inquiry, stored.contains(&inquiry.id)).await?;
    transaction.commit().await?;
    Ok(outcome)
}

async fn lock(transaction: &DatabaseTransaction) -> Result<(), DbErr> {
    let sql = "SELECT pg_advisory_xact_lock($1)";
    transaction.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, [LOCK.into()])).await.map(drop)
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
