//! The reminder of requests that must be answered within 30 days, sent at day 20.

use chrono::{DateTime, Utc};
use entity::{REMINDER_DAYS, data_subject_request::RequestKind};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, FromQueryResult, Statement};
use uuid::Uuid;

use super::RetentionError;
use crate::{
    compliance_mailer::Mailer,
    mail::deadline_reminder::{self, DueRequest},
};

const VARIABLE: &str = "DATABASE_URL";

#[derive(FromQueryResult)]
struct Row {
    id: Uuid,
    kind: RequestKind,
    received_at: DateTime<Utc>,
    due_at: DateTime<Utc>,
}

const DUE: &str = "SELECT id, kind, received_at, due_at FROM request \
                   WHERE closed_at IS NULL AND reminded_at IS NULL AND received_at <= now() - make_interval(days => $1) \
                   ORDER BY due_at, id";

/// Sends one mail about all open requests that are 20 days old and marks them only when the mail server has taken it.
/// Returns how many they were.
pub async fn remind(db: &DatabaseConnection, mailer: &Mailer) -> anyhow::Result<usize> {
    let explain = |error| RetentionError::of(&error, VARIABLE);
    let days = i32::try_from(REMINDER_DAYS)?;
    let due = Statement::from_sql_and_values(DbBackend::Postgres, DUE, [days.into()]);
    let rows = Row::find_by_statement(due).all(db).await.map_err(explain)?;
    let Some(first) = rows.first() else { return Ok(0) };
    // The same requests make the same mail, should it have to be sent again.
    let name = format!("deadline.{}.{}", first.id, rows.len());
    let requests: Vec<_> = rows
        .iter()
        .map(|row| DueRequest { id: row.id, kind: row.kind, received_at: row.received_at, due_at: row.due_at })
        .collect();
    mailer.send(&name, deadline_reminder::render(requests)?).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let sql = "UPDATE request SET reminded_at = now() WHERE id = ANY ($1)";
    db.execute_raw(Statement::from_sql_and_values(DbBackend::Postgres, sql, [ids.into()])).await.map_err(explain)?;
    Ok(rows.len())
}
