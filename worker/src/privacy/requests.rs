//! The register of data subject requests.

use anyhow::bail;
use chrono::{DateTime, Utc};
use entity::{
    EmailAddress,
    data_subject_request::{self, RequestKind},
};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, DatabaseConnection, DbErr, EntityTrait, QueryFilter, QueryOrder,
};
use serde::Serialize;
use uuid::Uuid;

use crate::{
    db::{query_row, statement},
    db_error::{COMPLIANCE_URL, DatabaseError},
    ledger::{Kind, append, begin_recorded},
};

#[derive(Clone, Copy, Debug)]
pub struct RegisteredRequest {
    pub id: Uuid,
    pub due_at: DateTime<Utc>,
}

#[derive(Clone, Debug, Serialize)]
pub struct OpenRequest {
    pub id: Uuid,
    pub kind: RequestKind,
    pub address: String,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
}

pub async fn register_request(
    db: &DatabaseConnection,
    address: &EmailAddress,
    kind: RequestKind,
) -> Result<RegisteredRequest, DbErr> {
    let transaction = begin_recorded(db).await?;
    let sql = "INSERT INTO data_subject_request (kind, email_key) VALUES ($1, $2) RETURNING id, due_at";
    let row = query_row(&transaction, statement(sql, [kind.to_value().into(), address.key().into()])).await?;
    let request = RegisteredRequest { id: row.try_get("", "id")?, due_at: row.try_get("", "due_at")? };
    let detail = serde_json::json!({ "request": request.id, "action": "registered" });
    append(&transaction, Kind::Request, detail).await?;
    transaction.commit().await?;
    Ok(request)
}

/// The open requests, the next deadline first.
pub async fn list_open_requests(db: &DatabaseConnection) -> Result<Vec<OpenRequest>, DbErr> {
    let query = data_subject_request::Entity::find()
        .filter(data_subject_request::Column::ClosedAt.is_null())
        .order_by_asc(data_subject_request::Column::DueAt);
    let list = |request: data_subject_request::Model| {
        let data_subject_request::Model { id, kind, email_key, received_at, due_at, .. } = request;
        OpenRequest { id, kind, address: email_key.unwrap_or_default(), received_at, due_at }
    };
    Ok(query.all(db).await?.into_iter().map(list).collect())
}

/// Closes a request that was answered by other means, and deletes its address.
pub async fn close_request(db: &DatabaseConnection, id: Uuid) -> anyhow::Result<()> {
    let explain = DatabaseError::with(COMPLIANCE_URL);
    let transaction = begin_recorded(db).await.map_err(&explain)?;
    let sql = "UPDATE data_subject_request SET closed_at = now(), email_key = NULL WHERE id = $1 AND closed_at IS NULL";
    let closed = transaction.execute_raw(statement(sql, [id.into()])).await.map_err(&explain)?.rows_affected();
    if closed == 0 {
        bail!("no open request has the id {id}. `worker person request list` lists them");
    }
    let detail = serde_json::json!({ "request": id, "action": "closed", "tables": ["data_subject_request"] });
    append(&transaction, Kind::Request, detail).await.map_err(&explain)?;
    Ok(transaction.commit().await.map_err(explain)?)
}

/// Closes the address's open requests of this kind. If there is none, registers one that is answered at once. Returns
/// the ids of the closed ones.
pub(super) async fn answer_requests(
    db: &impl ConnectionTrait,
    address: &EmailAddress,
    kind: RequestKind,
) -> Result<Vec<Uuid>, DbErr> {
    let answer = statement(include_str!("sql/answer_requests.sql"), [kind.to_value().into(), address.key().into()]);
    db.query_all_raw(answer).await?.iter().map(|row| row.try_get("", "id")).collect()
}
