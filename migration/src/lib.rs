//! The schema as SQL files, the database's roles, and the job runner's schema.

mod apply;
mod bootstrap;
mod current;
mod files;
mod version;

use std::time::Duration;

use anyhow::{Context, bail};
use apalis_postgres::PostgresStorage;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, postgres::PgConnectOptions};
use tokio::time::sleep;

pub use apply::Outcome;
pub use bootstrap::{APP, COMPLIANCE, OWNER, Roles, bootstrap};
pub use current::{SchemaError, changed_functions, ensure_current};
pub use version::describe_version;

/// The advisory lock of every migration: concurrent ones run one after the other.
const LOCK: i64 = 0x4669_726e;
const LOCK_INTERVAL: Duration = Duration::from_millis(100);

/// Migrates the database to the current schema, as `inquiry_owner`.
pub async fn migrate(owner_url: &str) -> anyhow::Result<Outcome> {
    let mut session = connect(owner_url).await?;
    // A statement that waits for the lock would hold a snapshot, and CREATE INDEX CONCURRENTLY waits for those. The session
    // holds the lock until it closes.
    while !sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK).fetch_one(&mut session).await? {
        sleep(LOCK_INTERVAL).await;
    }
    session.execute(sqlx::raw_sql(include_str!("setup.sql"))).await.context("the list of what was applied")?;
    // A newer release may have brought a newer one.
    let mut job_runner = PostgresStorage::migrations();
    job_runner.set_ignore_missing(true).run(&mut session).await.context("the job runner's schema")?;
    let outcome = apply::apply_files(&files::FILES, &mut session).await.context("the product's schema")?;
    session.close().await?;
    Ok(outcome)
}

/// Whether a legal hold beyond a year waits for a second officer. As `inquiry_owner`; a change is a ledger entry.
pub async fn require_second_officer(owner_url: &str, is_required: bool) -> anyhow::Result<()> {
    let mut session = connect(owner_url).await?;
    let set = sqlx::query(SET_SECOND_OFFICER).bind(is_required);
    set.execute(&mut session).await.context("COMPLIANCE_SECOND_OFFICER cannot be set")?;
    Ok(session.close().await?)
}

const SET_SECOND_OFFICER: &str = "\
    WITH changed AS (UPDATE compliance_rule SET second_officer = $1 WHERE second_officer <> $1 RETURNING second_officer)
    INSERT INTO ledger (kind, detail) SELECT 'rule', jsonb_build_object('second_officer', second_officer) FROM changed";

/// Refuses an invalid URL: the driver's error would quote it with its password.
async fn connect(owner_url: &str) -> anyhow::Result<PgConnection> {
    let is_postgres = owner_url.starts_with("postgres://") || owner_url.starts_with("postgresql://");
    let (true, Ok(options)) = (is_postgres, owner_url.parse::<PgConnectOptions>()) else {
        bail!("MIGRATION_DATABASE_URL: not a Postgres URL");
    };
    let session = options.disable_statement_logging().connect().await;
    session.context("the database cannot be reached with MIGRATION_DATABASE_URL")
}
