//! What the schedules run. Each can fail or be killed at any point: the next run does what is left.

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use uuid::Uuid;

use super::{RetentionError, Which, monthly_report, purge, reclaim, remind};
use crate::{alert::AlertCode, jobs::Resources};

const VARIABLE: &str = "DATABASE_URL";

/// Purges what is due and then rewrites what still has its bytes.
pub async fn purge_on_schedule(resources: Resources) -> anyhow::Result<()> {
    let Resources { db, alerts, stopping, .. } = &resources;
    let run = Uuid::new_v4();
    let summary = match purge(db, run, stopping).await {
        Ok(summary) => summary,
        Err(error) => return failed(&resources, run, &error).await,
    };
    metrics::counter!("retention_purged_total").increment(summary.inquiries);
    metrics::counter!("retention_late_total").increment(summary.late);
    if summary.late > 0 {
        alerts.raise_many(AlertCode::PurgeLate, usize::try_from(summary.late).unwrap_or(usize::MAX), &[]);
    }
    tracing::info!(inquiries = summary.inquiries, late = summary.late, complete = summary.is_complete, "purge");
    if summary.is_complete {
        let reclaimed = reclaim(db, Which::Polite).await.map_err(|error| RetentionError::of(&error, VARIABLE))?;
        tracing::info!(rewritten = ?reclaimed.rewritten, postponed = ?reclaimed.postponed, "reclaim");
    }
    Ok(())
}

/// Reminds of deadlines, and sends last month's report until the mail server has taken it.
pub async fn report_on_schedule(resources: Resources) -> anyhow::Result<()> {
    let Resources { db, mailer, .. } = &resources;
    remind(db, mailer).await?;
    monthly_report(db, mailer).await
}

/// A failure is evidence, too. What cannot be cured by trying again soon is not tried again soon.
async fn failed(resources: &Resources, run: Uuid, error: &DbErr) -> anyhow::Result<()> {
    let problem = RetentionError::of(error, VARIABLE);
    metrics::counter!("retention_failures_total", "code" => problem.code()).increment(1);
    tracing::error!(problem = problem.code(), "nothing was purged");
    record_failure(&resources.db, run, problem.code()).await;
    match problem {
        RetentionError::Clock | RetentionError::Restored => {
            resources.alerts.raise_many(AlertCode::PurgeRefused, 1, &[]);
            Ok(())
        }
        problem => Err(problem.into()),
    }
}

async fn record_failure(db: &DatabaseConnection, run: Uuid, code: &str) {
    let detail = serde_json::json!({ "run": run, "code": code });
    let sql = "INSERT INTO ledger (kind, detail) VALUES ('failure', $1)";
    let insert = Statement::from_sql_and_values(DbBackend::Postgres, sql, [detail.into()]);
    if db.execute_raw(insert).await.is_err() {
        tracing::error!("the failure could not be recorded");
    }
}
