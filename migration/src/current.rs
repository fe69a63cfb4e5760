//! Checks that the database has the schema that this program knows.

use std::borrow::Cow;

use apalis_postgres::PostgresStorage;
use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement},
};

use crate::Migrator;

/// Why a process must not use the database.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    #[error("the database lacks the schema steps from {first} on ({missing} in all); run the `migration` program")]
    Older { missing: usize, first: String },
    #[error("the database has no schema that this role may read; run the `migration` program")]
    Absent(#[source] DbErr),
    #[error("the database was restored from a dump; run `worker retention replay` with the latest exported ledger")]
    Restored,
    #[error("the database cannot be reached")]
    Unreachable(#[source] DbErr),
}

/// Checks that every step that this program knows is applied. A newer schema passes: during a rollout, old processes run
/// on it.
pub async fn ensure_current(db: &DatabaseConnection) -> Result<(), SchemaError> {
    let known: Vec<String> = Migrator::migrations().iter().map(|step| step.name().to_owned()).collect();
    let apalis: Vec<String> = PostgresStorage::migrations().iter().map(|step| step.version.to_string()).collect();
    let applied = names(db, "SELECT version AS name FROM seaql_migrations").await?;
    let applied_apalis = names(db, "SELECT version::text AS name FROM apalis._sqlx_migrations WHERE success").await?;
    let missing: Vec<String> = known
        .into_iter()
        .filter(|name| !applied.contains(name))
        .chain(apalis.into_iter().filter(|name| !applied_apalis.contains(name)))
        .collect();
    match missing.first() {
        // Until the replay, persons who were erased after the dump are back.
        None if is_restored(db).await? => Err(SchemaError::Restored),
        None => Ok(()),
        Some(first) => Err(SchemaError::Older { missing: missing.len(), first: first.clone() }),
    }
}

async fn is_restored(db: &DatabaseConnection) -> Result<bool, SchemaError> {
    let statement = Statement::from_string(DbBackend::Postgres, "SELECT is_restored() AS restored");
    let row = db.query_one_raw(statement).await.map_err(SchemaError::Unreachable)?;
    row.map_or(Ok(false), |row| row.try_get("", "restored").map_err(SchemaError::Unreachable))
}

async fn names(db: &DatabaseConnection, sql: &str) -> Result<Vec<String>, SchemaError> {
    let rows = db.query_all_raw(Statement::from_string(DbBackend::Postgres, sql)).await.map_err(|error| {
        // The server refused, so it can be reached.
        match error {
            DbErr::Query(_) | DbErr::Exec(_) if is_refusal(&error) => SchemaError::Absent(error),
            _ => SchemaError::Unreachable(error),
        }
    })?;
    rows.iter().map(|row| row.try_get("", "name").map_err(SchemaError::Unreachable)).collect()
}

/// `undefined_table`, `invalid_schema_name`, `insufficient_privilege`.
fn is_refusal(error: &DbErr) -> bool {
    use sea_orm_migration::sea_orm::RuntimeErr;
    let (DbErr::Query(RuntimeErr::SqlxError(error)) | DbErr::Exec(RuntimeErr::SqlxError(error))) = error else {
        return false;
    };
    let code = error.as_database_error().and_then(|error| error.code().map(Cow::into_owned));
    matches!(code.as_deref(), Some("42P01" | "3F000" | "42501"))
}
