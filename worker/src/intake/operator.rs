//! What an operator sees of the mails that came, and does with those that wait for a person.

use chrono::{DateTime, Utc};
use entity::TicketReference;
use mailer::db::{find_inquiry, find_value, statement};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use serde::Serialize;
use uuid::Uuid;

/// One mail, without a word of it.
#[derive(Debug, FromQueryResult, Serialize)]
pub struct IntakeLine {
    pub id: Uuid,
    pub way: String,
    pub accepted_at: DateTime<Utc>,
    pub state: String,
    pub fate: Option<String>,
    pub rule: Option<String>,
    pub reference: Option<String>,
    pub size: i32,
    pub deliveries: i32,
}

#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    #[error("there is no such mail, or its bytes are gone after 30 days")]
    NoSuchMail,
    #[error("there is no such inquiry, or it has expired")]
    NoSuchInquiry,
    #[error("the database refused")]
    Database(#[from] DbErr),
}

/// `$1` only this fate, or NULL; `$2` at most so many. In quarantine is a mail only for as long as its bytes are there.
const LIST: &str = "\
    SELECT intake.id, way, accepted_at, state, fate, rule, reference, size, deliveries \
    FROM intake LEFT JOIN inquiry ON inquiry.id = inquiry_id \
    WHERE $1::text IS NULL OR fate = $1 AND (fate <> 'quarantined' OR EXISTS (SELECT FROM raw_mail_of(intake.id))) \
        OR ($1 = 'unsettled' AND state <> 'settled') \
    ORDER BY state = 'settled', accepted_at DESC LIMIT $2";

pub async fn list(db: &DatabaseConnection, fate: Option<String>, limit: i64) -> Result<Vec<IntakeLine>, DbErr> {
    IntakeLine::find_by_statement(statement(LIST, [fate.into(), limit.into()])).all(db).await
}

/// The bytes of a mail as they came.
pub async fn raw_of(db: &DatabaseConnection, id: Uuid) -> Result<Vec<u8>, OperatorError> {
    let sql = "SELECT raw FROM raw_mail_of($1)";
    find_value(db, statement(sql, [id.into()])).await?.ok_or(OperatorError::NoSuchMail)
}

/// A settled mail whose bytes are there is read again. One that was stored on a ticket is not: its message would be
/// there twice.
const REOPEN: &str = "\
    UPDATE intake SET state = 'accepted', fate = NULL, rule = $2, settled_at = NULL, crashes = 0, \
        next_attempt_at = now(), inquiry_id = $3 \
    WHERE id = $1 AND state = 'settled' AND fate IN ('quarantined', 'dropped') \
        AND EXISTS (SELECT FROM raw_mail_of($1))";

/// Reads a mail again that is in quarantine or was dropped.
pub async fn reprocess(db: &impl ConnectionTrait, id: Uuid) -> Result<(), OperatorError> {
    reopen(db, id, None, None).await
}

/// Opens a ticket for the sender of a mail in quarantine, whatever the mail looks like.
pub async fn open(db: &impl ConnectionTrait, id: Uuid) -> Result<(), OperatorError> {
    reopen(db, id, Some(OPENED), None).await
}

/// The rule of a mail for which a person has decided that it opens a ticket.
pub(super) const OPENED: &str = "opened";

/// Puts a mail from quarantine on a ticket; it is settled as a mail to the ticket's address.
pub async fn attach(db: &impl ConnectionTrait, id: Uuid, reference: &TicketReference) -> Result<(), OperatorError> {
    let inquiry = find_inquiry(db, reference).await?.ok_or(OperatorError::NoSuchInquiry)?;
    reopen(db, id, Some("attached"), Some(inquiry)).await
}

async fn reopen(
    db: &impl ConnectionTrait,
    id: Uuid,
    rule: Option<&str>,
    inquiry: Option<Uuid>,
) -> Result<(), OperatorError> {
    let values = [id.into(), rule.into(), inquiry.into()];
    changed(db.execute_raw(statement(REOPEN, values)).await?.rows_affected())
}

/// A person has looked: the mail in quarantine is nothing.
pub async fn drop_mail(db: &impl ConnectionTrait, id: Uuid) -> Result<(), OperatorError> {
    let sql = "UPDATE intake SET fate = 'dropped', rule = 'operator' WHERE id = $1 AND fate = 'quarantined'";
    changed(db.execute_raw(statement(sql, [id.into()])).await?.rows_affected())
}

fn changed(rows: u64) -> Result<(), OperatorError> {
    if rows == 1 { Ok(()) } else { Err(OperatorError::NoSuchMail) }
}
