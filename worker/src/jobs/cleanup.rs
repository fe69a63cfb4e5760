//! Deletes finished jobs and unused workers of the job runner.

use entity::jobs::SCHEDULE_QUEUE;
use mailer::db::statement;
use sea_orm::{ConnectionTrait, DatabaseConnection};

/// Keeps the transactions short.
const BATCH: i64 = 5000;

const DELETE_FINISHED_JOBS: &str = include_str!("sql/delete_finished_jobs.sql");

const DELETE_UNUSED_WORKERS: &str = "\
    DELETE FROM apalis.workers AS worker WHERE last_seen < now() - interval '1 day' \
        AND NOT EXISTS (SELECT FROM apalis.jobs WHERE lock_by = worker.id)";

pub async fn cleanup(db: &DatabaseConnection) -> anyhow::Result<()> {
    let mut jobs = 0;
    loop {
        let batch = db.execute_raw(statement(DELETE_FINISHED_JOBS, [BATCH.into(), SCHEDULE_QUEUE.into()])).await?;
        jobs += batch.rows_affected();
        if batch.rows_affected() == 0 {
            break;
        }
    }
    let workers = db.execute_unprepared(DELETE_UNUSED_WORKERS).await?.rows_affected();
    tracing::info!(jobs, workers, "cleanup");
    Ok(())
}
