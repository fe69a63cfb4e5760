//! The daily digests to consultants: of what waits for an answer, and of mails in quarantine. They belong to no inquiry.

use chrono::{DateTime, NaiveDate, Utc};
use mailer::{
    BuildError, Mailer, Rendered,
    alert::{AlertCode, Alerts},
    db::{database_now, query_row, statement},
    describe_cause,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use uuid::Uuid;

use crate::{mail::answers_digest, promise::Promise, ticket::waiting_tickets};

/// Begins the digest of a day in which consultants read what waits for an answer, and sends it: once to each, and again
/// later to whom it could not be sent. It lists what waits when it is sent. `None`: consultants answer elsewhere.
pub async fn send_waiting_digests(
    db: &DatabaseConnection,
    mailer: &Mailer,
    promise: Option<&Promise>,
    alerts: &Alerts,
) -> anyhow::Result<()> {
    let Some(Promise { answer, consultants, .. }) = promise else { return Ok(()) };
    let consultants = consultants.as_deref();
    let now = database_now(db).await?;
    let (today, opening) = answer.opening(now);
    if opening.is_none_or(|opening| opening > now) {
        return Ok(());
    }
    let opened = [today.into(), consultants.map(<[String]>::to_vec).into()];
    query_row(db, statement("SELECT open_digests($1, $2)", opened)).await?;
    // Each at most once: what is due again meanwhile is left to a later run.
    let begun = database_now(db).await?;
    while let Some(Claimed { id, recipient, attempts }) = claim(db, today, consultants, begun).await? {
        // A relay that is away has its own alert, and keeps nobody else waiting.
        if let Err(error) = send(db, mailer, id, &recipient).await {
            tracing::warn!(digest = %id, attempts, cause = describe_cause(&error), "digest not sent");
            if attempts == ALERTED_AT {
                alerts.raise(AlertCode::MailBounced, id);
            }
        }
    }
    Ok(())
}

/// At this attempt, after an hour, a consultant's mailbox is to blame rather than an outage.
const ALERTED_AT: i16 = 3;

#[derive(FromQueryResult)]
struct Claimed {
    id: Uuid,
    recipient: String,
    attempts: i16,
}

/// `$1` day, `$2` whom the settings name, NULL for anybody, `$3` when the run began. No dialogue takes as long as the first
/// pause, so nobody sends it meanwhile.
const CLAIM: &str = "\
    UPDATE digest_mail SET attempts = attempts + 1, next_attempt_at = now() + interval '20 minutes' * 2 ^ least(attempts, 4) \
    WHERE id = ( \
        SELECT id FROM digest_mail \
        WHERE kind = 'answers' AND day = $1 AND finished_at IS NULL AND next_attempt_at <= $3 \
            AND ($2::text[] IS NULL OR recipient = ANY ($2)) \
        ORDER BY next_attempt_at, recipient LIMIT 1 FOR UPDATE SKIP LOCKED \
    ) RETURNING id, recipient, attempts";

async fn claim(
    db: &DatabaseConnection,
    today: NaiveDate,
    consultants: Option<&[String]>,
    begun: DateTime<Utc>,
) -> Result<Option<Claimed>, DbErr> {
    let values = [today.into(), consultants.map(<[String]>::to_vec).into(), begun.into()];
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

/// The digest of a kind and a day: a mail to each consultant, the same one if it is tried again.
pub(crate) struct Edition {
    /// When it was first tried. Mailboxes show one mail of two with the same Message-ID, so a later trial lists nothing newer.
    pub(crate) begun_at: DateTime<Utc>,
    mails: Vec<Letter>,
}

#[derive(FromQueryResult)]
struct Letter {
    id: Uuid,
    recipient: String,
    created_at: DateTime<Utc>,
    is_sent: bool,
    is_returned: bool,
}

impl Edition {
    /// `None`: it is to nobody, or has come back from everybody. A second one of the day would have the same Message-IDs, so
    /// the next day's lists its entries.
    pub(crate) async fn begin(
        db: &DatabaseConnection,
        kind: &str,
        day: NaiveDate,
        consultants: &[String],
    ) -> Result<Option<Self>, DbErr> {
        const BEGIN: &str = "\
            INSERT INTO digest_mail (kind, day, recipient) SELECT $1, $2, unnest($3::text[]) \
            ON CONFLICT (kind, day, recipient) DO UPDATE SET next_attempt_at = now() \
            RETURNING id, recipient, created_at, finished_at IS NOT NULL AS is_sent, \
                bounced_at IS NOT NULL AS is_returned";
        let values = [kind.into(), day.into(), consultants.to_vec().into()];
        let mails = Letter::find_by_statement(statement(BEGIN, values)).all(db).await?;
        if mails.iter().all(|mail| mail.is_returned) {
            return Ok(None);
        }
        let begun_at = mails.iter().map(|mail| mail.created_at).min();
        Ok(begun_at.map(|begun_at| Self { begun_at, mails }))
    }

    /// Sends it to each consultant who does not have it yet and from whom it has not come back. An error if no consultant has
    /// it: a mailbox that is full neither keeps the others waiting nor has them told again.
    pub(crate) async fn send(
        &self,
        db: &DatabaseConnection,
        mailer: &Mailer,
        parts: impl Fn(&str) -> Result<Rendered, BuildError>,
    ) -> anyhow::Result<()> {
        let mut failure = None;
        let mut is_sent = false;
        for mail in self.mails.iter().filter(|mail| !mail.is_returned) {
            if !mail.is_sent {
                if let Err(error) = mailer.send_digest(&mail.recipient, mail.id, parts(&mail.recipient)?).await {
                    tracing::warn!(digest = %mail.id, cause = describe_cause(&error), "digest not sent");
                    failure = Some(error);
                    continue;
                }
                finish(db, mail.id).await?;
            }
            is_sent = true;
        }
        failure.filter(|_| !is_sent).map_or(Ok(()), Err)
    }

    /// Follows the statement that marks its entries as told: a report that was settled before it found nothing to list again.
    pub(crate) async fn list_again_if_returned(&self, db: &DatabaseConnection) -> Result<(), DbErr> {
        let Some(mail) = self.mails.first() else { return Ok(()) };
        // Waits for reports that are being settled. A later one finds the entries marked.
        lock_edition(db, mail.id).await?;
        list_again_if_returned(db, mail.id).await
    }
}

/// Always in this order, so that two reports do not wait for each other. `$1` a mail of the edition.
const LOCK_EDITION: &str = "\
    SELECT FROM digest_mail WHERE (kind, day) = (SELECT kind, day FROM digest_mail WHERE id = $1) \
    ORDER BY id FOR UPDATE";

/// Of two reports about an edition that are settled at once, the second sees what the first has written.
pub(crate) async fn lock_edition(db: &impl ConnectionTrait, digest: Uuid) -> Result<(), DbErr> {
    db.execute_raw(statement(LOCK_EDITION, [digest.into()])).await.map(drop)
}

/// If nobody has the edition of this mail, the next one lists its entries again.
pub(crate) async fn list_again_if_returned(db: &impl ConnectionTrait, digest: Uuid) -> Result<(), DbErr> {
    db.execute_raw(statement(include_str!("sql/list_again.sql"), [digest.into()])).await.map(drop)
}

async fn finish(db: &DatabaseConnection, id: Uuid) -> Result<(), DbErr> {
    let sql = "UPDATE digest_mail SET finished_at = now() WHERE id = $1";
    db.execute_raw(statement(sql, [id.into()])).await.map(drop)
}
