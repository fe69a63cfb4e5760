//! Removes what is no longer needed of the job runner's tables, and networks kept for the cap on unverified inquiries.

use entity::jobs::SCHEDULE_QUEUE;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, Statement};

use super::Resources;

/// Short transactions, so that nobody waits for a clean-up.
const BATCH: i64 = 5000;

/// The newest tick of each schedule stays: its key keeps a restarted worker from running it again.
const FINISHED_JOBS: &str = "\
    DELETE FROM apalis.jobs WHERE id IN ( \
        SELECT id FROM apalis.jobs AS job \
        WHERE (status IN ('Done', 'Killed') OR (status = 'Failed' AND attempts >= max_attempts)) \
            AND coalesce(done_at, lock_at, run_at) < now() - interval '1 day' \
            AND NOT (job_type = $2 AND NOT EXISTS ( \
                SELECT FROM apalis.jobs AS newer \
                WHERE newer.job_type = $2 AND newer.run_at > job.run_at \
                    AND split_part(newer.idempotency_key, ':', 1) = split_part(job.idempotency_key, ':', 1))) \
        LIMIT $1 FOR UPDATE SKIP LOCKED)";

const UNUSED_WORKERS: &str = "\
    DELETE FROM apalis.workers AS worker WHERE last_seen < now() - interval '1 day' \
        AND NOT EXISTS (SELECT FROM apalis.jobs WHERE lock_by = worker.id)";

const OLD_NETWORKS: &str = "\
    UPDATE inquiry_content SET client_network = NULL FROM inquiry \
    WHERE inquiry.id = inquiry_id AND bot_check = 'unverified' AND client_network IS NOT NULL \
        AND inquiry.received_at < now() - interval '1 hour'";

pub async fn hygiene(resources: Resources) -> anyhow::Result<()> {
    let db = &resources.db;
    let mut jobs = 0;
    loop {
        let batch = run(db, FINISHED_JOBS, &[BATCH.into(), SCHEDULE_QUEUE.into()]).await?;
        jobs += batch;
        if batch == 0 {
            break;
        }
    }
    let workers = run(db, UNUSED_WORKERS, &[]).await?;
    let networks = run(db, OLD_NETWORKS, &[]).await?;
    db.execute_unprepared("SELECT create_content_partitions()").await?;
    tracing::info!(jobs, workers, networks, "hygiene");
    Ok(())
}

async fn run(db: &DatabaseConnection, sql: &str, values: &[sea_orm::Value]) -> Result<u64, DbErr> {
    let statement = Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, sql, values.to_vec());
    Ok(db.execute_raw(statement).await?.rows_affected())
}
