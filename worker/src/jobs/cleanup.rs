//! Deletes finished jobs and unused workers of the job runner, and client networks that the limit on unverified
//! inquiries no longer needs, and digests of texts after a week.

use entity::jobs::SCHEDULE_QUEUE;
use mailer::db::{query_row, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, Statement};

use super::schedule::Resources;

/// Keeps the transactions short.
const BATCH: i64 = 5000;

const DELETE_FINISHED_JOBS: &str = include_str!("sql/delete_finished_jobs.sql");

const DELETE_UNUSED_WORKERS: &str = "\
    DELETE FROM apalis.workers AS worker WHERE last_seen < now() - interval '1 day' \
        AND NOT EXISTS (SELECT FROM apalis.jobs WHERE lock_by = worker.id)";

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
    let networks = forget_networks(db).await?;
    // Also what an earlier run left in the file because the table was in use.
    db.execute_unprepared("SELECT rewrite_networks()").await?;
    db.execute_unprepared("SELECT create_content_partitions()").await?;
    db.execute_unprepared("SELECT turn_mail_partitions()").await?;
    db.execute_unprepared("SELECT forget_complaints()").await?;
    db.execute_unprepared("SELECT forget_texts()").await?;
    db.execute_unprepared("SELECT forget_digests()").await?;
    db.execute_unprepared("SELECT count_intake()").await?;
    for table in ["recent_text", "digest_mail"] {
        db.execute_raw(statement("SELECT rewrite_forgotten($1)", [table.into()])).await?;
    }
    tracing::info!(jobs, workers, networks, "cleanup");
    Ok(())
}

/// Deletes the networks of inquiries older than an hour, then the bytes. Returns their number.
pub async fn forget_networks(db: &DatabaseConnection) -> Result<i64, DbErr> {
    let forgotten = query_row(db, statement("SELECT forget_networks() AS forgotten", [])).await?;
    let forgotten = forgotten.try_get("", "forgotten")?;
    if forgotten > 0 {
        db.execute_unprepared("SELECT rewrite_networks()").await?;
    }
    Ok(forgotten)
}

async fn run(db: &DatabaseConnection, sql: &str, values: &[sea_orm::Value]) -> Result<u64, DbErr> {
    let statement = Statement::from_sql_and_values(sea_orm::DbBackend::Postgres, sql, values.to_vec());
    Ok(db.execute_raw(statement).await?.rows_affected())
}
