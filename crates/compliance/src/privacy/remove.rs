//! Removes one mail or one file, such as a password or an identity card that was sent by mistake.

use chrono::{DateTime, Utc};
use entity::TicketReference;
use mailer::db::{query_value, statement};
use sea_orm::{DatabaseConnection, DbErr, FromQueryResult};
use serde_json::Value;
use uuid::Uuid;

/// What is to go, as the officer sees it before.
#[derive(derive_more::Debug, FromQueryResult)]
#[debug("mail {id}")]
pub struct StoredMail {
    pub id: Uuid,
    /// `None`: it is on no ticket.
    pub reference: Option<String>,
    pub received_at: DateTime<Utc>,
    pub author: String,
    pub subject: String,
    /// What it newly says; if that is nothing, all of it.
    pub text: String,
    files: Value,
    /// Mails of ours that wait to pass it on.
    pub waiting: i64,
}

impl StoredMail {
    /// The numbers and names of its files. A number stays when another file is removed.
    pub fn files(&self) -> impl Iterator<Item = (u64, &str)> {
        let number = |file: &Value, place| file["number"].as_u64().unwrap_or(place);
        let listed = self.files.as_array().into_iter().flatten().zip(1..);
        listed.map(move |(file, place)| (number(file, place), file["name"].as_str().unwrap_or_default()))
    }
}

/// Of messages.
const MESSAGES: &str = "\
    SELECT message.id, reference, message.received_at, author, subject, coalesce(nullif(new_text, ''), body) AS text, files, ( \
        SELECT count(*) FROM outbox WHERE about = message.id AND state IN ('ready', 'retry', 'ambiguous') \
    ) AS waiting \
    FROM message JOIN inquiry ON inquiry.id = inquiry_id ";

const ON_NO_TICKET: &str = "\
    SELECT intake.id, NULL, accepted_at, coalesce(envelope_from, ''), '', '', '[]', 0 \
    FROM raw_mail JOIN intake ON intake.id = intake_id WHERE intake.id = $1 AND raw_mail.inquiry_id IS NULL";

/// A message by its id, or a mail on no ticket.
pub async fn find_mail(db: &DatabaseConnection, id: Uuid) -> Result<Option<StoredMail>, DbErr> {
    let sql = format!("{MESSAGES} WHERE message.id = $1 UNION ALL {ON_NO_TICKET}");
    StoredMail::find_by_statement(statement(&sql, [id.into()])).one(db).await
}

/// The messages of an inquiry, in their order; `None`: there is no such inquiry.
pub async fn list_mails(db: &DatabaseConnection, on: &TicketReference) -> Result<Option<Vec<StoredMail>>, DbErr> {
    let of = |sql: &str| statement(sql, [on.to_string().into()]);
    if !query_value(db, of("SELECT EXISTS (SELECT FROM inquiry WHERE reference = $1)")).await? {
        return Ok(None);
    }
    let sql = format!("{MESSAGES} WHERE reference = $1 ORDER BY message.received_at");
    StoredMail::find_by_statement(of(&sql)).all(db).await.map(Some)
}

/// Removes it, or its file of this number. Returns the entry; `None`: it is gone already, or a hold keeps it.
pub async fn remove_mail(db: &DatabaseConnection, mail: &StoredMail, file: Option<i32>) -> Result<Option<i64>, DbErr> {
    query_value(db, statement("SELECT remove_mail($1, $2)", [mail.id.into(), file.into()])).await
}
