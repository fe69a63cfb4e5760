//! The reminder of data subject requests, sent ten days before they are due.

use entity::REMINDER_DAYS;
use mailer::{
    Mailer,
    db::statement,
    db_error::{APP_URL, DatabaseError},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use uuid::Uuid;

use crate::mail::deadline_reminder::{self, DueRequest};

const DUE: &str = "SELECT id, kind, received_at, due_at FROM data_subject_request \
                   WHERE closed_at IS NULL AND reminded_at IS NULL AND received_at <= now() - make_interval(days => $1) \
                   ORDER BY due_at, id";

/// Sends one mail about every open request that is 20 days old, and marks the requests once the mail server has accepted
/// it. Returns their number.
pub async fn remind(db: &DatabaseConnection, mailer: &Mailer) -> anyhow::Result<usize> {
    let explain = DatabaseError::with(APP_URL);
    let days = i32::try_from(REMINDER_DAYS)?;
    let requests = DueRequest::find_by_statement(statement(DUE, [days.into()])).all(db).await.map_err(&explain)?;
    let Some(first) = requests.first() else { return Ok(0) };
    // The same requests give the same Message-ID if the mail has to be sent again.
    let name = format!("deadline.{}.{}", first.id, requests.len());
    let ids: Vec<Uuid> = requests.iter().map(|request| request.id).collect();
    let count = requests.len();
    mailer.send(&name, deadline_reminder::render(requests)?).await?;
    let sql = "UPDATE data_subject_request SET reminded_at = now() WHERE id = ANY ($1)";
    db.execute_raw(statement(sql, [ids.into()])).await.map_err(explain)?;
    Ok(count)
}
