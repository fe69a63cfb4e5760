//! Compares a database with what this program knows.

use apalis_postgres::PostgresStorage;
use entity::database::sqlstate;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement, Value};

use crate::{
    apply::{changed_functions_sql, newest_release_sql},
    files::{FILES, KNOWN},
};

/// Why a process must not use the database.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    #[error("the database lacks {first} of the schema ({missing} files in all); run the `migration` program")]
    Older { missing: usize, first: String },
    #[error("the database's schema serves programs of release {0} and newer; this one is {version}", version = FILES.version)]
    Newer(String),
    #[error("the database has no schema that this role may read; run the `migration` program")]
    Absent(#[source] DbErr),
    #[error("the database was restored from a dump; run `compliance retention replay` with the latest exported ledger")]
    Restored,
    #[error("the database cannot be reached")]
    Unreachable(#[source] DbErr),
}

const MISSING: &str = "\
    SELECT file FROM unnest($1, $2) WITH ORDINALITY AS known (file, hash, position)
    WHERE NOT EXISTS (SELECT FROM schema_migrations AS applied WHERE (applied.file, applied.hash) = (known.file, known.hash))
    UNION ALL
    SELECT 'apalis ' || version FROM unnest($3) AS version
    WHERE version NOT IN (SELECT _sqlx_migrations.version FROM apalis._sqlx_migrations WHERE success)";

/// Checks that every file that this program knows was applied. A newer schema that serves this release passes: during a
/// rollout, and on the way back, old processes run on it.
pub async fn ensure_current(db: &DatabaseConnection) -> Result<(), SchemaError> {
    let (files, hashes): (Vec<String>, Vec<String>) = KNOWN.iter().cloned().unzip();
    let apalis: Vec<i64> = PostgresStorage::migrations().iter().map(|step| step.version).collect();
    let missing = texts(db, MISSING, [files.into(), hashes.into(), apalis.into()]).await.map_err(|error| {
        // `undefined_table`, `invalid_schema_name`, `insufficient_privilege`: the server can be reached.
        let is_refusal = matches!(sqlstate(&error).as_deref(), Some("42P01" | "3F000" | "42501"));
        if is_refusal { SchemaError::Absent(error) } else { SchemaError::Unreachable(error) }
    })?;
    if let Some(first) = missing.first() {
        return Err(SchemaError::Older { missing: missing.len(), first: first.clone() });
    }
    let newer = concat!("SELECT serves FROM (", newest_release_sql!(), ") AS newest WHERE NOT is_served");
    let newer = texts(db, newer, [FILES.version.into()]).await.map_err(SchemaError::Unreachable)?;
    if let Some(serves) = newer.into_iter().next() {
        return Err(SchemaError::Newer(serves));
    }
    // Until the replay, persons who were erased after the dump are back.
    let restored = texts(db, "SELECT 'restored' WHERE is_restored()", []).await.map_err(SchemaError::Unreachable)?;
    if restored.is_empty() { Ok(()) } else { Err(SchemaError::Restored) }
}

/// Functions that are not as their files define them, as sentences: changed by hand, in no file, or gone.
pub async fn changed_functions(db: &DatabaseConnection) -> Result<Vec<String>, DbErr> {
    let sql = concat!("SELECT concat_ws(' ', name, finding) FROM (", changed_functions_sql!(), ") AS changed");
    texts(db, sql, []).await
}

async fn texts<const N: usize>(db: &DatabaseConnection, sql: &str, values: [Value; N]) -> Result<Vec<String>, DbErr> {
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
    db.query_all_raw(statement).await?.iter().map(|row| row.try_get_by_index(0)).collect()
}
