//! The purge: batch after batch until nothing is due. Each batch is one transaction with its ledger entry, so it can
//! be stopped or killed at any point and begun again by anyone.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use serde::Deserialize;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::db_error::sqlstate;

/// Inquiries a transaction: a few hundred milliseconds of work at most.
const BATCH: i32 = 2000;
/// How often a batch that lost a deadlock is begun again.
const ATTEMPTS: u32 = 5;

/// What one run removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub inquiries: u64,
    /// Removed more than two hours after they expired, although no hold kept them.
    pub late: u64,
    pub batches: u32,
    /// False if the run was stopped before nothing was left.
    pub is_complete: bool,
}

#[derive(Deserialize)]
struct Counts {
    inquiry: u64,
    late: u64,
}

/// Removes what has expired until nothing is due or `stopping` is cancelled.
pub async fn purge(db: &impl ConnectionTrait, run: Uuid, stopping: &CancellationToken) -> Result<Summary, DbErr> {
    let mut summary = Summary::default();
    while !stopping.is_cancelled() {
        let started = Instant::now();
        let counts = batch(db, run).await?;
        if counts.inquiry == 0 {
            summary.is_complete = true;
            break;
        }
        summary.inquiries += counts.inquiry;
        summary.late += counts.late;
        summary.batches += 1;
        // Leaves a third of the time to everybody else.
        let pause = (started.elapsed() / 2).min(Duration::from_secs(1));
        stopping.run_until_cancelled(sleep(pause)).await;
    }
    Ok(summary)
}

async fn batch(db: &impl ConnectionTrait, run: Uuid) -> Result<Counts, DbErr> {
    let mut attempt = 1;
    loop {
        let sql = "SELECT purge_expired($1, $2) AS counts";
        let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, [run.into(), BATCH.into()]);
        match db.query_one_raw(statement).await {
            // The job runner may touch job rows in another order.
            Err(error) if attempt < ATTEMPTS && sqlstate(&error).as_deref() == Some("40P01") => attempt += 1,
            Err(error) => return Err(error),
            Ok(row) => {
                let row = row.ok_or_else(|| DbErr::RecordNotFound("purge_expired".to_owned()))?;
                let counts: serde_json::Value = row.try_get("", "counts")?;
                return serde_json::from_value(counts).map_err(|error| DbErr::Json(error.to_string()));
            }
        }
    }
}

/// How many inquiries are due now, and how many more a hold keeps. For the role of compliance.
pub async fn count_due(db: &DatabaseConnection) -> Result<(i64, i64), DbErr> {
    let sql = "SELECT count(*) FILTER (WHERE id NOT IN (SELECT inquiry_id FROM held_inquiry)) AS due, \
                   count(*) FILTER (WHERE id IN (SELECT inquiry_id FROM held_inquiry)) AS held \
               FROM inquiry WHERE expires_at <= now()";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await?;
    row.map_or(Ok((0, 0)), |row| Ok((row.try_get("", "due")?, row.try_get("", "held")?)))
}
