//! The purge. Each batch is one transaction with its ledger entry, so a purge can be stopped or killed at any point,
//! and any process can continue it.

use std::time::Duration;

use mailer::db::{query_json_with_retry, query_one, query_value, statement};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Inquiries in a transaction. A commit of the api flushes the WAL that the batch has written so far, so it is short.
const BATCH: i32 = 200;
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// What one run deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    pub inquiries: u64,
    /// Deleted more than two hours after they expired, although no hold kept them.
    pub late: u64,
    pub batches: u32,
    /// Due, and skipped because another session keeps the row locked.
    pub locked: u64,
    /// False if the run was stopped while inquiries were due.
    pub is_complete: bool,
}

#[derive(Deserialize)]
struct Counts {
    inquiry: u64,
    late: u64,
    #[serde(default)]
    locked: u64,
}

/// Deletes expired inquiries until none is due or `stopping` is cancelled.
pub async fn purge(db: &impl ConnectionTrait, run: Uuid, stopping: &CancellationToken) -> Result<Purged, DbErr> {
    let mut purged = Purged::default();
    while !stopping.is_cancelled() {
        let started = Instant::now();
        let call = statement("SELECT purge_expired($1, $2)", [run.into(), BATCH.into()]);
        let counts: Counts = query_json_with_retry(db, call).await?;
        if counts.inquiry == 0 {
            purged.is_complete = true;
            purged.locked = counts.locked;
            break;
        }
        purged.inquiries += counts.inquiry;
        purged.late += counts.late;
        purged.batches += 1;
        // Leaves half of the time to other transactions.
        let pause = started.elapsed().min(LONGEST_PAUSE);
        stopping.run_until_cancelled(sleep(pause)).await;
    }
    Ok(purged)
}

/// Expired inquiries.
#[derive(Clone, Copy, Debug, FromQueryResult, PartialEq, Eq, Serialize)]
pub struct Due {
    /// The next purge deletes them.
    pub to_purge: i64,
    /// A legal hold keeps them.
    pub on_hold: i64,
}

/// Needs the role `inquiry_compliance`.
pub async fn count_due(db: &impl ConnectionTrait) -> Result<Due, DbErr> {
    query_one(db, statement(include_str!("sql/count_due.sql"), [])).await
}

/// Records that the database's clock is right although it seemed to jump; false if it does not. Needs the role `inquiry_compliance`.
pub async fn accept_clock(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    query_value(db, statement("SELECT accept_clock()", [])).await
}
