//! The promise to answer in time: due times, reminders, escalation.

use chrono::{DateTime, Utc};
use entity::{answer_within::AnswerWithin, contact::ContactReason};
use mailer::db::{query_one, query_value, statement};
use metrics::histogram;
use outbox::known;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult};
use uuid::Uuid;

/// Inquiries whose due times one statement writes.
const BATCH: u64 = 500;

/// What visitors are promised, and who hears of a broken promise.
#[derive(Clone, Debug)]
pub struct Promise {
    pub answer: AnswerWithin,
    /// `ESCALATE_TO`; empty: the ticket's consultants.
    pub escalate_to: Vec<String>,
    /// Whom the settings name; `None`: everybody who was notified.
    pub consultants: Option<Vec<String>>,
}

/// Every minute: gives new inquiries their due time, queues reminders and escalations, and measures
/// first answers. `None`: this worker does not watch.
pub async fn keep_promises(db: &DatabaseConnection, promise: Option<&Promise>) -> anyhow::Result<()> {
    let is_on = promise.is_some();
    db.execute_raw(statement("SELECT watch_promise($1)", [is_on.into()])).await?;
    let Some(Promise { answer, escalate_to, consultants }) = promise else { return Ok(()) };
    let watched = statement("SELECT now() AS now, seen_until FROM promise_watch", []);
    let Watched { now, seen_until } = query_one(db, watched).await?;
    while promise_new(db, answer, seen_until).await? == BATCH {}

    let (_, opening) = answer.opening(now);
    let due = [escalate_to.clone().into(), consultants.clone().into(), opening.into(), now.into()];
    let mails: i64 = query_value(db, statement("SELECT keep_promises($1, $2, $3, $4)", due)).await?;
    if mails > 0 {
        tracing::info!(mails, "reminders queued");
    }
    Ok(measure(db).await?)
}

#[derive(FromQueryResult)]
struct Watched {
    now: DateTime<Utc>,
    seen_until: DateTime<Utc>,
}

/// Without a due time yet, or with one from before a reopening, by the database's clock alone. `$1` when the last run was: since then
/// was the last contact of a new inquiry, from which the indexed time follows.
const NEW: &str = "\
    SELECT inquiry.id, contact_reason, received_at AS promised_from \
    FROM inquiry JOIN promise_watch ON received_at >= greatest(since, seen_until) \
        LEFT JOIN ticket ON ticket.inquiry_id = inquiry.id \
    WHERE expires_at >= ($1 AT TIME ZONE 'UTC' + interval '2 years') AT TIME ZONE 'UTC' \
        AND promised_from IS NULL AND started_at IS NULL AND contact_reason = ANY ($3) \
        AND EXISTS (SELECT FROM outbox WHERE outbox.inquiry_id = inquiry.id AND kind = 'notification' \
            AND last_code IS DISTINCT FROM 'named') \
    UNION ALL \
    SELECT inquiry.id, contact_reason, started_at \
    FROM ticket JOIN inquiry ON inquiry.id = inquiry_id \
    WHERE started_at IS NOT NULL AND state IN ('open', 'claimed') AND started_at IS DISTINCT FROM promised_from \
        AND contact_reason = ANY ($3) \
    LIMIT $2";

#[derive(FromQueryResult)]
struct New {
    id: Uuid,
    contact_reason: ContactReason,
    promised_from: DateTime<Utc>,
}

/// Returns the number of inquiries. `seen_until`: as `promise_watch` has it.
async fn promise_new(db: &DatabaseConnection, answer: &AnswerWithin, seen_until: DateTime<Utc>) -> Result<u64, DbErr> {
    // A newer version's reason is left to that version.
    let values = [seen_until.into(), BATCH.into(), known::<ContactReason>().into()];
    let new = New::find_by_statement(statement(NEW, values)).all(db).await?;
    let column =
        |of: fn(&New, &AnswerWithin) -> DateTime<Utc>| new.iter().map(|new| of(new, answer)).collect::<Vec<_>>();
    let columns = [
        new.iter().map(|new| new.id).collect::<Vec<_>>().into(),
        column(|new, _| new.promised_from).into(),
        column(|new, answer| answer.half(new.promised_from, new.contact_reason)).into(),
        column(|new, answer| answer.due(new.promised_from, new.contact_reason)).into(),
    ];
    if !new.is_empty() {
        db.execute_raw(statement("SELECT promise_answers($1, $2, $3, $4)", columns)).await?;
    }
    Ok(new.len().try_into().unwrap_or(u64::MAX))
}

/// Each first answer is counted by one worker.
async fn measure(db: &DatabaseConnection) -> Result<(), DbErr> {
    for row in db.query_all_raw(statement("SELECT seconds, is_kept FROM measure_answers()", [])).await? {
        let (seconds, is_kept): (f64, bool) = (row.try_get("", "seconds")?, row.try_get("", "is_kept")?);
        histogram!("ticket_first_answer_seconds", "kept" => if is_kept { "yes" } else { "no" }).record(seconds);
    }
    Ok(())
}
