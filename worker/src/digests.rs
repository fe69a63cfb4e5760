//! The daily digests to consultants: of what waits for an answer, and of mails in quarantine. They belong to no inquiry.

use chrono::NaiveDate;
use entity::answer_within::AnswerWithin;
use inbound::addresses::{Signed, SignedAddresses};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use uuid::Uuid;

use crate::{
    alert::{AlertCode, Alerts},
    compliance_mailer::Mailer,
    db::{database_now, query_row, statement},
    mail::answers_digest,
    ticket::waiting_tickets,
};

/// Begins the digest of a day in which consultants read what waits for an answer, and sends it: once to each, and again
/// later to whom it could not be sent. It lists what waits when it is sent. `consultants`: whom the settings name; `None`:
/// anybody.
pub async fn send_digests(
    db: &DatabaseConnection,
    mailer: &Mailer,
    answer: &AnswerWithin,
    consultants: Option<&[String]>,
    alerts: &Alerts,
) -> anyhow::Result<()> {
    let now = database_now(db).await?;
    let (today, opening) = answer.opening(now);
    if opening.is_none_or(|opening| opening > now) {
        return Ok(());
    }
    let opened = [today.into(), consultants.map(<[String]>::to_vec).into()];
    query_row(db, statement("SELECT open_digests($1, $2)", opened)).await?;
    while let Some(Claimed { id, recipient, attempts }) = claim(db, today, consultants).await? {
        // A relay that is away has its own alert, and keeps nobody else waiting.
        if let Err(error) = send(db, mailer, id, &recipient).await {
            tracing::warn!(digest = %id, attempts, problem = %error, "digest not sent");
            if attempts == ALERTED_AT {
                alerts.raise(AlertCode::MailBounced, id);
            }
        }
    }
    Ok(())
}

/// At this attempt, after 45 minutes, a consultant's mailbox is to blame rather than an outage.
const ALERTED_AT: i16 = 3;

#[derive(FromQueryResult)]
struct Claimed {
    id: Uuid,
    recipient: String,
    attempts: i16,
}

/// `$1` day, `$2` whom the settings name, NULL for anybody. No dialogue takes as long as the first pause, so nobody sends it
/// meanwhile.
const CLAIM: &str = "\
    UPDATE digest_mail SET attempts = attempts + 1, next_attempt_at = now() + interval '15 minutes' * 2 ^ least(attempts, 4) \
    WHERE id = ( \
        SELECT id FROM digest_mail \
        WHERE kind = 'answers' AND day = $1 AND finished_at IS NULL AND next_attempt_at <= now() \
            AND ($2::text[] IS NULL OR recipient = ANY ($2)) \
        ORDER BY next_attempt_at, recipient LIMIT 1 FOR UPDATE SKIP LOCKED \
    ) RETURNING id, recipient, attempts";

async fn claim(
    db: &DatabaseConnection,
    today: NaiveDate,
    consultants: Option<&[String]>,
) -> Result<Option<Claimed>, DbErr> {
    let values = [today.into(), consultants.map(<[String]>::to_vec).into()];
    Claimed::find_by_statement(statement(CLAIM, values)).one(db).await
}

async fn send(db: &DatabaseConnection, mailer: &Mailer, id: Uuid, recipient: &str) -> anyhow::Result<()> {
    let tickets = waiting_tickets(db, recipient).await?;
    if !tickets.is_empty() {
        let parts = answers_digest(recipient, &tickets, database_now(db).await?, mailer.settings())?;
        mailer.send_digest(recipient, id, parts).await?;
        tracing::info!(digest = %id, tickets = tickets.len(), "digest sent");
    }
    finish(db, id).await?;
    Ok(())
}

/// The digest of a kind and a day to a consultant. The same one if it is tried again.
pub(crate) async fn open_digest(
    db: &DatabaseConnection,
    kind: &str,
    day: NaiveDate,
    recipient: &str,
) -> Result<Uuid, DbErr> {
    const OPEN: &str = "\
        INSERT INTO digest_mail (kind, day, recipient) VALUES ($1, $2, $3) \
        ON CONFLICT (kind, day, recipient) DO UPDATE SET next_attempt_at = now() RETURNING id";
    query_row(db, statement(OPEN, [kind.into(), day.into(), recipient.into()])).await?.try_get("", "id")
}

pub(crate) async fn finish(db: &DatabaseConnection, id: Uuid) -> Result<(), DbErr> {
    let sql = "UPDATE digest_mail SET finished_at = now() WHERE id = $1";
    db.execute_raw(statement(sql, [id.into()])).await.map(drop)
}

/// The digest whose return path this is.
pub(crate) async fn digest_at(
    db: &impl ConnectionTrait,
    addresses: &SignedAddresses,
    address: &str,
) -> Result<Option<Uuid>, DbErr> {
    match addresses.verify(address, []) {
        Some(Signed::ReturnPath { outbox }) => known_digest(db, outbox).await,
        _ => Ok(None),
    }
}

pub(crate) async fn known_digest(db: &impl ConnectionTrait, id: Uuid) -> Result<Option<Uuid>, DbErr> {
    let row = db.query_one_raw(statement("SELECT id FROM digest_mail WHERE id = $1", [id.into()])).await?;
    row.map(|row| row.try_get("", "id")).transpose()
}
