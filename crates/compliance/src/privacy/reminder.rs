//! The reminder of data subject requests, sent ten days before they are due.

use chrono::{DateTime, Utc};
use entity::REMINDER_DAYS;
use mailer::{
    Mailer,
    db::{database_now, statement},
    db_error::{APP_URL, DatabaseError},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, FromQueryResult};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::mail::deadline_reminder::{self, DueRequest};

/// Neither answered nor moved meanwhile.
const REMINDED: &str = "\
    UPDATE data_subject_request AS request SET reminded_due_at = due_at FROM unnest($1, $2) AS told (id, told_due_at) \
    WHERE request.id = told.id AND due_at = told_due_at AND answered_on IS NULL";

/// Sends one mail about every request that is due within ten days and was not reminded of this day before, and marks the requests
/// once the mail server has accepted it. Returns their number.
pub async fn remind(db: &DatabaseConnection, mailer: &Mailer) -> anyhow::Result<usize> {
    let explain = DatabaseError::with(APP_URL);
    let days = i32::try_from(REMINDER_DAYS)?;
    let due = statement("SELECT * FROM requests_to_remind($1)", [days.into()]);
    let requests = DueRequest::find_by_statement(due).all(db).await.map_err(&explain)?;
    if requests.is_empty() {
        return Ok(0);
    }
    let (ids, days): (Vec<Uuid>, Vec<DateTime<Utc>>) =
        requests.iter().map(|request| (request.id, request.due_at)).unzip();
    // The same requests give the same Message-ID if the mail has to be sent again.
    let digest = hex::encode(Sha256::digest(format!("{ids:?} {days:?}")));
    let name = format!("deadline.{}", &digest[..32]);
    let now = database_now(db).await.map_err(&explain)?;
    mailer.send(&name, deadline_reminder::render(requests, now)?).await?;
    let count = ids.len();
    db.execute_raw(statement(REMINDED, [ids.into(), days.into()])).await.map_err(explain)?;
    Ok(count)
}
