//! The scheduled purge. It can fail or be killed at any point; the next run continues.

use sea_orm::{DatabaseConnection, DbErr};
use uuid::Uuid;

use super::{RewriteScope, purge, rewrite};
use crate::{
    alert::AlertCode,
    db_error::{APP_URL, DatabaseError},
    jobs::Resources,
    ledger::{Kind, append},
};

/// Purges expired inquiries, then rewrites the tables that still have their bytes.
pub async fn purge_on_schedule(resources: Resources) -> anyhow::Result<()> {
    let Resources { db, alerts, stopping, .. } = &resources;
    let run = Uuid::new_v4();
    let purged = match purge(db, run, stopping).await {
        Ok(purged) => purged,
        Err(error) => return fail(&resources, run, &error).await,
    };
    metrics::counter!("retention_purged_total").increment(purged.inquiries);
    metrics::counter!("retention_late_total").increment(purged.late);
    if purged.late > 0 {
        alerts.raise_many(AlertCode::PurgeLate, usize::try_from(purged.late).unwrap_or(usize::MAX), &[]);
    }
    tracing::info!(inquiries = purged.inquiries, late = purged.late, complete = purged.is_complete, "purge");
    if purged.is_complete {
        let done = rewrite(db, RewriteScope::Scheduled).await.map_err(DatabaseError::with(APP_URL))?;
        tracing::info!(rewritten = ?done.rewritten, postponed = ?done.postponed, "rewrite");
    }
    Ok(())
}

/// Records the failure in the ledger. An error here makes the schedule try again soon, which does not help against a
/// wrong clock or a restored database.
async fn fail(resources: &Resources, run: Uuid, error: &DbErr) -> anyhow::Result<()> {
    let problem = DatabaseError::of(error, APP_URL);
    metrics::counter!("retention_failures_total", "code" => problem.code()).increment(1);
    tracing::error!(problem = problem.code(), "the purge failed");
    record_failure(&resources.db, run, problem.code()).await;
    match problem {
        DatabaseError::Clock | DatabaseError::Restored => {
            resources.alerts.raise_many(AlertCode::PurgeRefused, 1, &[]);
            Ok(())
        }
        problem => Err(problem.into()),
    }
}

async fn record_failure(db: &DatabaseConnection, run: Uuid, code: &str) {
    if append(db, Kind::Failure, serde_json::json!({ "run": run, "code": code })).await.is_err() {
        tracing::error!("the failed purge cannot be recorded in the ledger");
    }
}
