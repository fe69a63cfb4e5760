//! The rewrite after the purge: removes the bytes of deleted rows from the tables' files.

use std::time::Duration;

use mailer::{
    db::{query_value, statement},
    db_error::{DISK_FULL, sqlstate},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use tokio::time::{Instant, sleep};

/// Which tables are rewritten. A table is locked meanwhile, about a second per 50 MB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteScope {
    /// Past quarters, and tables in use while they are small. A large current quarter only on Sundays after 02:00 UTC.
    Scheduled,
    /// Large tables in use, on Sundays after 02:00 UTC: tried every minute, because one try is often behind a lock.
    LargeOnSunday,
    /// Large tables in use as well.
    All,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rewrite {
    pub rewritten: Vec<String>,
    /// Left to a later run: large and in use, locked by another transaction, or larger than the free space.
    pub postponed: Vec<String>,
}

#[derive(FromQueryResult)]
struct Table {
    name: String,
    is_due: bool,
}

/// The longest wait for transactions that began before the deletion.
const OLDER_TRANSACTIONS_TIMEOUT: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Rewrites the tables that are due, and postpones a table that another transaction locks.
pub async fn rewrite(db: &DatabaseConnection, scope: RewriteScope) -> Result<Rewrite, DbErr> {
    let mut result = Rewrite::default();
    let values = [(scope == RewriteScope::All).into(), (scope == RewriteScope::LargeOnSunday).into()];
    let list = statement(include_str!("sql/tables_to_rewrite.sql"), values);
    let tables = Table::find_by_statement(list).all(db).await?;
    if tables.iter().any(|table| table.is_due) {
        wait_for_older_transactions(db).await?;
    }
    for Table { name, is_due } in tables {
        if is_due && rewrite_table(db, &name).await? {
            result.rewritten.push(name);
        } else {
            result.postponed.push(name);
        }
    }
    if !result.rewritten.is_empty() {
        // False without the permission: the checkpoints that follow do it.
        db.execute_unprepared("SELECT turn_log_over()").await?;
    }
    Ok(result)
}

/// False if the lock could not be taken in time, or the disk is full.
async fn rewrite_table(db: &DatabaseConnection, name: &str) -> Result<bool, DbErr> {
    match db.execute_raw(statement("SELECT reclaim_table($1)", [name.into()])).await {
        Ok(_) => Ok(true),
        Err(error) => match sqlstate(&error).as_deref() {
            Some("55P03" | "40P01") => Ok(false),
            // A rewrite needs the space of the table once more. Its rows are deleted already: that is done.
            Some(DISK_FULL) => {
                tracing::error!(table = name, "the table is not rewritten: the disk of the database is full");
                Ok(false)
            }
            _ => Err(error),
        },
    }
}

/// A rewrite keeps rows that an older transaction, a reader included, can still see. Most of these last milliseconds. What a longer one
/// keeps, the second rewrite an hour later removes.
async fn wait_for_older_transactions(db: &DatabaseConnection) -> Result<(), DbErr> {
    let newest = statement("SELECT pg_snapshot_xmax(pg_current_snapshot())::text", []);
    let newest: String = query_value(db, newest).await?;
    let end = Instant::now() + OLDER_TRANSACTIONS_TIMEOUT;
    while Instant::now() < end {
        let sql = "SELECT NOT older_transactions($1::text::xid8)";
        if query_value(db, statement(sql, [newest.as_str().into()])).await? {
            break;
        }
        sleep(POLL_INTERVAL).await;
    }
    Ok(())
}
