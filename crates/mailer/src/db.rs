//! What statements of several rooms share.

use std::time::Duration;

use chrono::{DateTime, Utc};
use entity::TicketReference;
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, FromQueryResult, QueryResult, RuntimeErr, Statement, TryGetable, Value,
};
use serde::de::DeserializeOwned;
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

/// The one column of such a query.
pub async fn query_value<T: TryGetable>(db: &impl ConnectionTrait, statement: Statement) -> Result<T, DbErr> {
    query_row(db, statement).await?.try_get_by_index(0)
}

/// The first column of a query that may return no row.
pub async fn find_value<T: TryGetable>(db: &impl ConnectionTrait, statement: Statement) -> Result<Option<T>, DbErr> {
    db.query_one_raw(statement).await?.map(|row| row.try_get_by_index(0)).transpose()
}

/// The first column of each row.
pub async fn query_values<T: TryGetable>(db: &impl ConnectionTrait, statement: Statement) -> Result<Vec<T>, DbErr> {
    db.query_all_raw(statement).await?.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// What is JSON in the one column of a query that must return a row.
pub async fn query_json<T: DeserializeOwned>(db: &impl ConnectionTrait, statement: Statement) -> Result<T, DbErr> {
    let value = query_value(db, statement).await?;
    serde_json::from_value(value).map_err(|error| DbErr::Json(error.to_string()))
}

/// As [`query_json`], again if the statement lost a deadlock: the job runner can lock job rows in another order.
pub async fn query_json_with_retry<T: DeserializeOwned>(
    db: &impl ConnectionTrait,
    statement: Statement,
) -> Result<T, DbErr> {
    for _ in 1..ATTEMPTS {
        match query_json(db, statement.clone()).await {
            Err(error) if sqlstate(&error).as_deref() == Some(DEADLOCK) => {}
            result => return result,
        }
    }
    query_json(db, statement).await
}

/// The row of a query that must return one, as a structure.
pub async fn query_one<T: FromQueryResult>(db: &impl ConnectionTrait, statement: Statement) -> Result<T, DbErr> {
    T::from_query_result(&query_row(db, statement).await?, "")
}

/// `None`: there is no such inquiry, or the application no longer sees it.
pub async fn find_inquiry(db: &impl ConnectionTrait, reference: &TicketReference) -> Result<Option<Uuid>, DbErr> {
    let sql = "SELECT id FROM inquiry WHERE reference = $1";
    find_value(db, statement(sql, [reference.as_str().into()])).await
}

/// `true`: restricted; `None`: expired or gone. Until the transaction ends, no other one restricts or removes it, nor acts on
/// its ticket.
pub async fn lock_inquiry(transaction: &impl ConnectionTrait, inquiry: Uuid) -> Result<Option<bool>, DbErr> {
    query_value(transaction, statement("SELECT lock_inquiry($1)", [inquiry.into()])).await
}

/// The database's time: expiry and deadlines are counted by it.
pub async fn database_now(db: &impl ConnectionTrait) -> Result<DateTime<Utc>, DbErr> {
    query_value(db, statement("SELECT now()", [])).await
}
