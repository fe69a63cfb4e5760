//! After the purge: rewriting the files that still have the bytes of removed rows.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, FromQueryResult, Statement};

use tokio::time::{Instant, sleep};

use crate::db_error::sqlstate;

/// Which tables are rewritten. Nobody can use a table meanwhile, about a second per 50 MB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Past quarters, and tables in use while they are small; large ones on Sundays after 02:00 UTC.
    Polite,
    /// Large tables in use, too.
    All,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reclaimed {
    pub rewritten: Vec<String>,
    /// Left to a later run: large and in use, or somebody was using it.
    pub postponed: Vec<String>,
}

#[derive(FromQueryResult)]
struct Table {
    name: String,
    is_due: bool,
}

const TABLES: &str = "\
    SELECT name, $1 OR NOT in_use OR bytes < 32 * 1024 * 1024 \
        OR to_char(now() AT TIME ZONE 'UTC', 'ID HH24') = '7 02' AS is_due \
    FROM unreclaimed_tables()";

/// How long transactions that began before the removal are waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A rewrite keeps rows that a transaction older than their removal could still see. Most last milliseconds; what a
/// longer one keeps, the second rewrite an hour later removes.
async fn wait_for_older_transactions(db: &DatabaseConnection) -> Result<(), DbErr> {
    let sql = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS now";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await?;
    let now: String = row.ok_or_else(|| DbErr::RecordNotFound("snapshot".to_owned()))?.try_get("", "now")?;
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        let sql = "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 AS are_over";
        let over = Statement::from_sql_and_values(DbBackend::Postgres, sql, [now.as_str().into()]);
        if db.query_one_raw(over).await?.is_some_and(|row| row.try_get("", "are_over").unwrap_or(false)) {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// Rewrites what is due. A table that is in use at that moment is postponed.
pub async fn reclaim(db: &DatabaseConnection, which: Which) -> Result<Reclaimed, DbErr> {
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, TABLES, [(which == Which::All).into()]);
    let mut done = Reclaimed::default();
    let tables = Table::find_by_statement(statement).all(db).await?;
    if tables.iter().any(|table| table.is_due) {
        wait_for_older_transactions(db).await?;
    }
    for Table { name, is_due } in tables {
        if !is_due {
            done.postponed.push(name);
            continue;
        }
        let rewrite =
            Statement::from_sql_and_values(DbBackend::Postgres, "SELECT reclaim_table($1)", [name.as_str().into()]);
        match db.execute_raw(rewrite).await {
            Ok(_) => done.rewritten.push(name),
            Err(error) if matches!(sqlstate(&error).as_deref(), Some("55P03" | "40P01")) => done.postponed.push(name),
            Err(error) => return Err(error),
        }
    }
    Ok(done)
}
