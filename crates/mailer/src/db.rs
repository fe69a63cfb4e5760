//! What statements of several rooms share.

use std::time::Duration;

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, RuntimeErr, Statement, Value};
use tokio::time::timeout;
use uuid::Uuid;

use crate::db_error::sqlstate;

const DEADLOCK: &str = "40P01";
/// How often a statement runs before its deadlock is an error.
const ATTEMPTS: u32 = 5;

pub fn statement<const N: usize>(sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

/// As the query, or an error after `limit`: a server that has vanished would hold it for the TCP timeout.
pub async fn within<T>(limit: Duration, query: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
    timeout(limit, query).await.unwrap_or_else(|_| Err(no_answer()))
}

pub fn no_answer() -> DbErr {
    DbErr::Conn(RuntimeErr::Internal("no answer".to_owned()))
}

/// A query that must return a row.
pub async fn query_row(db: &impl ConnectionTrait, statement: Statement) -> Result<QueryResult, DbErr> {
    let row = db.query_one_raw(statement).await?;
    row.ok_or_else(|| DbErr::RecordNotFound("the query returned no row".to_owned()))
}

/// As [`query_row`], again if the statement lost a deadlock: the job runner can lock job rows in another order.
pub async fn query_row_with_retry(db: &impl ConnectionTrait, statement: Statement) -> Result<QueryResult, DbErr> {
    for _ in 1..ATTEMPTS {
        match query_row(db, statement.clone()).await {
            Err(error) if sqlstate(&error).as_deref() == Some(DEADLOCK) => {}
            result => return result,
        }
    }
    query_row(db, statement).await
}

/// `true`: restricted; `None`: expired or gone. Until the transaction ends, no other one restricts or removes it, nor acts on
/// its ticket.
pub async fn lock_inquiry(transaction: &impl ConnectionTrait, inquiry: Uuid) -> Result<Option<bool>, DbErr> {
    let sql = statement("SELECT lock_inquiry($1) AS is_restricted", [inquiry.into()]);
    query_row(transaction, sql).await?.try_get("", "is_restricted")
}

/// The database's time: expiry and deadlines are counted by it.
pub async fn database_now(db: &impl ConnectionTrait) -> Result<DateTime<Utc>, DbErr> {
    query_row(db, statement("SELECT now() AS now", [])).await?.try_get("", "now")
}
