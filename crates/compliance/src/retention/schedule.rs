//! The scheduled purge. It can fail or be killed at any point; the next run continues.

use mailer::{
    alert::{AlertCode, Alerts},
    db::statement,
    db_error::{APP_URL, DatabaseError},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    RewriteScope,
    blockers::{end_old_transactions, name_blockers},
    purge, rewrite,
};

/// Purges what has expired, then rewrites the tables of `scope` that still have the bytes of deleted rows.
pub async fn purge_on_schedule(
    db: &DatabaseConnection,
    alerts: &Alerts,
    stopping: &CancellationToken,
    scope: RewriteScope,
) -> anyhow::Result<()> {
    let run = Uuid::new_v4();
    end_old_transactions(db).await.map_err(DatabaseError::with(APP_URL))?;
    let purged = match purge(db, run, stopping).await {
        Ok(purged) => purged,
        Err(error) => return fail(db, alerts, run, &error).await,
    };
    metrics::counter!("retention_purged_total").increment(purged.inquiries);
    metrics::counter!("retention_late_total").increment(purged.late);
    if purged.late > 0 {
        alerts.raise_many(AlertCode::PurgeLate, usize::try_from(purged.late).unwrap_or(usize::MAX), &[], []);
    }
    if purged.locked > 0 {
        name_blockers(db, alerts).await.map_err(DatabaseError::with(APP_URL))?;
    }
    if purged.inquiries > 0 || scope == RewriteScope::Scheduled {
        tracing::info!(inquiries = purged.inquiries, late = purged.late, complete = purged.is_complete, "purge");
    }
    if purged.is_complete {
        let done = rewrite(db, scope).await.map_err(DatabaseError::with(APP_URL))?;
        if !done.rewritten.is_empty() || scope == RewriteScope::Scheduled {
            tracing::info!(rewritten = ?done.rewritten, postponed = ?done.postponed, "rewrite");
        }
    }
    Ok(())
}

/// Records the failure in the ledger. An error here makes the schedule try again soon, which does not help against a
/// wrong clock, a restored database or a session that keeps a lock.
async fn fail(db: &DatabaseConnection, alerts: &Alerts, run: Uuid, error: &DbErr) -> anyhow::Result<()> {
    let problem = DatabaseError::of(error, APP_URL);
    let code = <&str>::from(&problem);
    metrics::counter!("retention_failures_total", "code" => code).increment(1);
    tracing::error!(problem = code, "the purge failed");
    match problem {
        DatabaseError::Clock | DatabaseError::Restored => {
            record_failure(db, run, code).await;
            alerts.raise_many(AlertCode::PurgeRefused, 1, &[], []);
            Ok(())
        }
        // An entry would wait for the same lock; what stays due is in the report.
        DatabaseError::Busy => {
            name_blockers(db, alerts).await.map_err(DatabaseError::with(APP_URL))?;
            Ok(())
        }
        problem => {
            record_failure(db, run, code).await;
            Err(problem.into())
        }
    }
}

async fn record_failure(db: &DatabaseConnection, run: Uuid, code: &str) {
    let record = statement("SELECT record_failure($1, $2)", [run.into(), code.into()]);
    if db.execute_raw(record).await.is_err() {
        tracing::error!("the failed purge cannot be recorded in the ledger");
    }
}
