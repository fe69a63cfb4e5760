//! The register of data subject requests (GDPR art. 15 to 22, Swiss FADP art. 25 to 32).

use anyhow::{Context, bail};
use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    EmailAddress,
    data_subject_request::{ExtensionReason, RequestAnswer, RequestKind},
};
use mailer::db::{database_now, query_one, query_value, statement};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use serde::Serialize;
use uuid::Uuid;

#[derive(Clone, Copy, Debug, FromQueryResult)]
pub struct RegisteredRequest {
    pub id: Uuid,
    pub due_at: DateTime<Utc>,
}

/// Lists show it as it is serialised.
#[derive(Clone, derive_more::Debug, FromQueryResult, Serialize)]
#[debug("request {id} ({kind:?})")]
pub struct OpenRequest {
    pub id: Uuid,
    pub kind: RequestKind,
    /// `None` where a restore lost it: the person's letter has it.
    pub address: Option<String>,
    pub received_at: DateTime<Utc>,
    pub due_at: DateTime<Utc>,
    pub is_overdue: bool,
    pub extension: Option<ExtensionReason>,
}

/// Registers a request with its entry. `received` is the day on which it arrived, today by default. Refuses a second open
/// one of the same kind and address unless `again`.
pub async fn register_request(
    db: &DatabaseConnection,
    address: &EmailAddress,
    kind: RequestKind,
    received: Option<NaiveDate>,
    again: bool,
) -> anyhow::Result<RegisteredRequest> {
    let key = address.key();
    let mut open = list_open_requests(db).await?.into_iter();
    let same = open.find(|open| !again && open.kind == kind && open.address.as_deref() == Some(&key));
    if let Some(OpenRequest { id, received_at, due_at, .. }) = same {
        bail!(
            "request {id} of the same kind and address is open: received {}, due {}. If this is another one, give --again",
            received_at.format("%Y-%m-%d"),
            due_at.format("%Y-%m-%d")
        );
    }
    // At the start of the day: the deadline is then never too late. Today's is received now.
    let now = database_now(db).await?;
    let received_at = match received {
        Some(day) if day != now.date_naive() => day.and_time(chrono::NaiveTime::MIN).and_utc(),
        _ => now,
    };
    let sql = "SELECT request AS id, due AS due_at FROM register_request($1, $2, $3)";
    Ok(query_one(db, statement(sql, [kind.to_value().into(), key.into(), received_at.into()])).await?)
}

/// The open requests, the next deadline first.
pub async fn list_open_requests(db: &impl ConnectionTrait) -> Result<Vec<OpenRequest>, DbErr> {
    OpenRequest::find_by_statement(statement(OPEN, [])).all(db).await
}

const OPEN: &str = "\
    SELECT id, kind, email_key AS address, received_at, due_at, due_at < now() AS is_overdue, extension \
    FROM data_subject_request WHERE closed_at IS NULL ORDER BY due_at";

/// Extends the deadline to 90 days, once. The person must hear of it, with the reason, within the first 30.
pub async fn extend_request(
    db: &DatabaseConnection,
    id: Uuid,
    reason: ExtensionReason,
) -> anyhow::Result<DateTime<Utc>> {
    let call = statement("SELECT extend_request($1, $2)", [id.into(), reason.to_value().into()]);
    let due: Option<_> = query_value(db, call).await?;
    due.with_context(|| {
        format!(
            "request {id} is not open, is overdue, or was extended before. `compliance person request list` shows it"
        )
    })
}

/// Notes the answer, closes the request, and deletes its address.
pub async fn close_request(db: &DatabaseConnection, id: Uuid, answer: RequestAnswer) -> anyhow::Result<()> {
    if !query_value(db, statement("SELECT close_request($1, $2)", [id.into(), answer.to_value().into()])).await? {
        bail!("no open request has the id {id}. `compliance person request list` lists them");
    }
    Ok(())
}
