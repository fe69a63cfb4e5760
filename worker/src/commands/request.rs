//! The register of persons' requests.

use std::fmt::Write;

use anyhow::{Context, bail};
use entity::{
    EmailAddress,
    data_subject_request::{self, RequestKind},
};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, EntityTrait, QueryFilter,
    QueryOrder, Statement, Value,
};
use uuid::Uuid;

use super::compliance::{begin_recorded, explain};

pub(super) async fn add(db: &DatabaseConnection, address: &EmailAddress, kind: RequestKind) -> anyhow::Result<String> {
    let transaction = begin_recorded(db).await?;
    let sql =
        "INSERT INTO request (kind, email_key) VALUES ($1, $2) RETURNING id, to_char(due_at, 'YYYY-MM-DD') AS due";
    let values = [kind.to_value().into(), address.key().into()];
    let row = transaction.query_one_raw(statement(sql, values)).await.map_err(explain)?;
    let row = row.context("the database registered nothing")?;
    let (id, due): (Uuid, String) = (row.try_get("", "id").map_err(explain)?, row.try_get("", "due").map_err(explain)?);
    record(&transaction, id, "registered").await.map_err(explain)?;
    transaction.commit().await.map_err(explain)?;
    Ok(format!("request {id} is registered; answer it by {due}\n"))
}

pub(super) async fn list(db: &DatabaseConnection) -> anyhow::Result<String> {
    let open = data_subject_request::Entity::find()
        .filter(data_subject_request::Column::ClosedAt.is_null())
        .order_by_asc(data_subject_request::Column::DueAt)
        .all(db)
        .await
        .map_err(explain)?;
    let mut text = String::new();
    for request in &open {
        let due = request.due_at.format("%Y-%m-%d");
        let address = request.email_key.as_deref().unwrap_or_default();
        writeln!(text, "{}  due {due}  {:8}  {address}", request.id, request.kind.to_value())?;
    }
    if open.is_empty() {
        text.push_str("no request is open\n");
    }
    Ok(text)
}

pub(super) async fn close(db: &DatabaseConnection, id: Uuid) -> anyhow::Result<String> {
    let transaction = begin_recorded(db).await?;
    let sql = "UPDATE request SET closed_at = now(), email_key = NULL WHERE id = $1 AND closed_at IS NULL";
    let closed = transaction.execute_raw(statement(sql, [id.into()])).await.map_err(explain)?.rows_affected();
    if closed == 0 {
        bail!("no open request has the id {id}. `worker person request list` shows them");
    }
    record(&transaction, id, "closed").await.map_err(explain)?;
    transaction.commit().await.map_err(explain)?;
    Ok(format!("request {id} is closed\n"))
}

/// Closes the open requests of this kind, because they are being answered; where none was registered, registers one
/// that is answered at once. Returns the ids.
pub(super) async fn answer(
    db: &impl ConnectionTrait,
    address: &EmailAddress,
    kind: RequestKind,
) -> Result<Vec<Uuid>, DbErr> {
    let sql = "WITH answered AS (UPDATE request SET closed_at = now(), email_key = NULL \
                   WHERE email_key = $2 AND kind = $1 RETURNING id), \
               registered AS (INSERT INTO request (kind, closed_at) SELECT $1, now() \
                   WHERE NOT EXISTS (SELECT FROM request WHERE email_key = $2 AND kind = $1)) \
               SELECT id FROM answered";
    let rows = db.query_all_raw(statement(sql, [kind.to_value().into(), address.key().into()])).await?;
    rows.iter().map(|row| row.try_get("", "id")).collect()
}

async fn record(db: &impl ConnectionTrait, id: Uuid, action: &str) -> Result<(), DbErr> {
    let mut detail = serde_json::json!({ "request": id, "action": action });
    if action == "closed" {
        detail["tables"] = serde_json::json!(["request"]);
    }
    let sql = "INSERT INTO ledger (kind, detail) VALUES ('request', $1)";
    db.execute_raw(statement(sql, [detail.into()])).await.map(drop)
}

fn statement<const N: usize>(sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}
