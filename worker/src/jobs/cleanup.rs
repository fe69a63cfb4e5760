//! Deletes finished jobs and unused workers of the job runner, and client networks that the limit on unverified
//! inquiries no longer needs.

use entity::jobs::SCHEDULE_QUEUE;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, Statement};

use super::schedule::Resources;

/// Keeps the transactions short.
const BATCH: i64 = 5000;

const DELETE_FINISHED_JOBS: &str = include_str!("sql/delete_finished_jobs.sql");

const DELETE_UNUSED_WORKERS: &str = "\
    DELETE FROM apalis.workers AS worker WHERE last_seen < now() - interval '1 day' \
        AND NOT EXISTS (SELECT FROM apalis.jobs WHERE lock_by = worker.id)";

const CLEAR_OLD_NETWORKS: &str = "\
    UPDATE inquiry_content SET client_network = NULL FROM inquiry \
    WHERE inquiry.id = inquiry_id AND bot_check = 'unverified' AND client_network IS NOT NULL \
        AND inquiry.received_at < now() - interval '1 hour'";

pub async fn cleanup(resources: Resources) -> anyhow::Result<()> {
    let db = &resources.db;
    let mut jobs = 0;
    loop {
        let batch = run(db, DELETE_FINISHED_JOBS, &[BATCH.into(), SCHEDULE_QUEUE.into()]).await?;
        jobs += batch;
        if batch == 0 {
            break;
        }
    }
    let workers = run(db, DELETE_UNUSED_WORKERS, &[]).await?;
    let networks = run(db, CLEAR_OLD_NETWORKS, &[]).await?;
    db.execute_unprepared("SELECT create_content_partitions()").await?;
    tracing::info!(jobs, workers, networks, "cleanup");
    Ok(())
}

async fn run(db: &DatabaseConnection, sql: &str, values: &[sea_orm::Value]) -> Result<u64, DbErr> {
    let statement = Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, sql, values.to_vec());
    Ok(db.execute_raw(statement).await?.rows_affected())
}
