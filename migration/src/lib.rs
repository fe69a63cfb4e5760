//! Schema steps, database roles and policies, and the job runner's schema.

mod bootstrap;
mod current;
mod steps;

use std::time::Duration;

use anyhow::{Context, bail};
use apalis_postgres::PostgresStorage;
use sea_orm_migration::{
    MigrationTrait,
    sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement},
};
use sqlx::postgres::PgConnectOptions;
use tokio::time::sleep;

pub use bootstrap::{APP, COMPLIANCE, OWNER, Roles, bootstrap};
pub use current::{SchemaError, ensure_current};
pub use sea_orm_migration::MigratorTrait;

/// The schema's steps in order.
#[derive(Debug)]
pub struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        steps::all()
    }
}

/// The advisory lock of every migration: concurrent ones run one after the other.
const LOCK: i64 = 0x4669_726e;
const LOCK_INTERVAL: Duration = Duration::from_millis(100);

/// Migrates the database to the current schema, as `inquiry_owner`.
pub async fn migrate(owner_url: &str) -> anyhow::Result<()> {
    let db = connect(owner_url).await.context("the database cannot be reached with MIGRATION_DATABASE_URL")?;
    let pool = db.get_postgres_connection_pool();
    // sea-orm's migrator takes no lock. This session holds it until it closes.
    let mut session = pool.acquire().await?;
    // A statement that waits for the lock would hold a snapshot, and CREATE INDEX CONCURRENTLY waits for those.
    while !sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK).fetch_one(&mut *session).await? {
        sleep(LOCK_INTERVAL).await;
    }
    let result = run_steps(&db).await;
    sqlx::query("SELECT pg_advisory_unlock($1)").bind(LOCK).execute(&mut *session).await?;
    drop(session);
    db.close().await?;
    result
}

/// Whether a legal hold beyond a year waits for a second officer. As `inquiry_owner`; a change is a ledger entry.
pub async fn require_second_officer(owner_url: &str, is_required: bool) -> anyhow::Result<()> {
    let db = connect(owner_url).await.context("the database cannot be reached with MIGRATION_DATABASE_URL")?;
    let call =
        Statement::from_sql_and_values(DbBackend::Postgres, "SELECT require_second_officer($1)", [is_required.into()]);
    db.execute_raw(call).await.context("COMPLIANCE_SECOND_OFFICER cannot be set")?;
    Ok(db.close().await?)
}

async fn run_steps(db: &DatabaseConnection) -> anyhow::Result<()> {
    // apalis requires both; the database's owner may create them.
    db.execute_unprepared("CREATE EXTENSION IF NOT EXISTS hstore; CREATE EXTENSION IF NOT EXISTS pgcrypto").await?;
    PostgresStorage::setup(db.get_postgres_connection_pool()).await.context("the job runner's schema")?;
    Migrator::up(db, None).await.context("the product's schema")?;
    Ok(())
}

/// Refuses an invalid URL: the driver's error would quote it with its password.
async fn connect(url: &str) -> anyhow::Result<DatabaseConnection> {
    let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
    if !is_postgres || url.parse::<PgConnectOptions>().is_err() {
        bail!("not a Postgres URL");
    }
    let mut options = ConnectOptions::new(url);
    options.max_connections(3).sqlx_logging(false).record_stmt_in_spans(false);
    Ok(Database::connect(options).await?)
}
