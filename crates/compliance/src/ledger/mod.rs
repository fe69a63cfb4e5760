//! The ledger: an append-only, hash-chained table of what was purged, erased, exported and held.

mod chain;
mod evidence;
mod export;
/// Timestamps of heads by an authority (RFC 3161): proof of when a head existed that needs no trust in us.
mod timestamp {
    pub(super) mod authority;
    pub(super) mod verify;
}

use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, TransactionTrait};

pub(crate) use self::chain::verify_each;
pub(crate) use self::evidence::{AGE_CLASSES, age_label};
pub use self::{
    chain::{Flaw, Head, Verified, verify},
    evidence::{AnswerEvidence, Answered, BlockedBy, Evidence, IntakeEvidence, Period},
    export::{check_tail, export_ledger, read_head},
    timestamp::authority::{Authority, NotStamped},
    timestamp::verify::{BadTimestamp, verify_timestamp},
};

/// Begins a transaction that ends in an entry. It takes the retention lock before it touches a table: a rewrite that
/// holds the lock and waits for the table would otherwise deadlock with it.
pub async fn begin_recorded(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
    let transaction = db.begin().await?;
    transaction.execute_unprepared("SELECT lock_retention()").await?;
    Ok(transaction)
}
