//! What an operator sees of the outbox, and how failed mails are queued again. No function returns an address.

use chrono::{DateTime, Utc};
use entity::{
    TicketReference,
    jobs::{self, MAIL_QUEUE, NewJob},
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, TransactionTrait, Value};
use serde::Serialize;
use uuid::Uuid;

use crate::db::statement;

/// One mail, without anything that identifies its recipient.
#[derive(Debug, FromQueryResult, Serialize)]
pub struct OutboxLine {
    pub id: Uuid,
    pub reference: TicketReference,
    pub kind: String,
    pub state: String,
    pub attempts: i32,
    pub last_code: Option<String>,
    pub next_attempt_at: DateTime<Utc>,
    /// An auto-reply that may have been delivered.
    #[serde(skip)]
    may_be_delivered: bool,
    /// The number of mails without the limit.
    #[serde(skip)]
    total: i64,
}

impl OutboxLine {
    /// Whether `next_attempt_at` counts.
    pub fn is_waiting(&self) -> bool {
        matches!(self.state.as_str(), "ready" | "retry" | "ambiguous") && !self.may_be_delivered
    }

    /// Why an operator must not retry this mail.
    fn refusal(&self) -> Option<&'static str> {
        match self.state.as_str() {
            "sent" => {
                Some("the mail server has taken it. If it did not arrive, ask the relay's log for its Message-ID")
            }
            "sending" => {
                Some("a worker is sending it. Wait for its outcome; a dead worker's mails are free after 30 s")
            }
            "suppressed" => {
                Some("this person has had an auto-reply, or the address gets none. Answer the visitor by hand")
            }
            _ if self.may_be_delivered => {
                Some("the auto-reply may have been delivered, and none is sent twice. Answer the visitor by hand")
            }
            _ => None,
        }
    }
}

/// Mails, and their number without the limit.
#[derive(Debug)]
pub struct OutboxList {
    pub lines: Vec<OutboxLine>,
    pub total: i64,
}

#[derive(Debug, thiserror::Error)]
pub enum RetryError {
    #[error("no mail has the id {0}. `worker outbox list` shows the ids; a purged inquiry's mails are gone")]
    Unknown(Uuid),
    #[error("{id} stays {state}: {reason}")]
    Refused { id: Uuid, state: String, reason: &'static str },
    #[error("{0} changed its state just now. Look with `worker outbox list` and try again")]
    Changed(Uuid),
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// The mails that [`retry_failed`] queued again, and those that it must not queue.
#[derive(Debug)]
pub struct RetriedMails {
    pub ready: Vec<Uuid>,
    pub refused: Vec<(Uuid, &'static str)>,
}

const LINES: &str = "\
    SELECT outbox.id, reference, kind, state, attempts, last_code, next_attempt_at, \
        kind = 'auto_reply' AND data_at IS NOT NULL AS may_be_delivered, count(*) OVER () AS total \
    FROM outbox JOIN inquiry ON inquiry.id = inquiry_id ";

/// Mails that wait or have failed come first, the oldest first.
pub async fn list_mails(db: &DatabaseConnection, state: Option<String>, limit: i64) -> Result<OutboxList, DbErr> {
    let rest = "WHERE $1::text IS NULL OR state = $1 \
                ORDER BY state IN ('sent', 'suppressed'), outbox.created_at, outbox.id LIMIT $2";
    let lines = lines(db, rest, [state.into(), limit.into()]).await?;
    Ok(OutboxList { total: lines.first().map_or(0, |line| line.total), lines })
}

/// Starts the attempts of one mail anew.
pub async fn retry_mail(db: &DatabaseConnection, id: Uuid) -> Result<(), RetryError> {
    let Some(line) = lines(db, "WHERE outbox.id = $1", [id.into()]).await?.pop() else {
        return Err(RetryError::Unknown(id));
    };
    if let Some(reason) = line.refusal() {
        return Err(RetryError::Refused { id, state: line.state, reason });
    }
    if make_ready(db, &[id]).await?.is_empty() { Err(RetryError::Changed(id)) } else { Ok(()) }
}

/// Starts the attempts of every failed mail anew.
pub async fn retry_failed(db: &DatabaseConnection) -> Result<RetriedMails, DbErr> {
    let failed = lines(db, "WHERE state = 'failed' ORDER BY outbox.created_at", []).await?;
    let (mut ids, mut refused) = (Vec::new(), Vec::new());
    for line in &failed {
        match line.refusal() {
            Some(reason) => refused.push((line.id, reason)),
            None => ids.push(line.id),
        }
    }
    Ok(RetriedMails { ready: make_ready(db, &ids).await?, refused })
}

async fn lines<const N: usize>(
    db: &DatabaseConnection,
    rest: &str,
    values: [Value; N],
) -> Result<Vec<OutboxLine>, DbErr> {
    OutboxLine::find_by_statement(statement(&format!("{LINES}{rest}"), values)).all(db).await
}

/// Changes rows and queues their jobs in one transaction. Returns the rows that were changed.
async fn make_ready(db: &DatabaseConnection, ids: &[Uuid]) -> Result<Vec<Uuid>, DbErr> {
    let sql = "UPDATE outbox SET state = 'ready', attempts = 0, crashes = 0, copies = 0, next_attempt_at = now(), \
                   age_from = CASE WHEN kind = 'auto_reply' THEN now() END, finished_at = NULL, last_code = 'operator_retry' \
               WHERE id = ANY($1) AND state IN ('ready', 'retry', 'ambiguous', 'failed') \
                   AND NOT (kind = 'auto_reply' AND data_at IS NOT NULL) RETURNING id";
    let transaction = db.begin().await?;
    let rows = transaction.query_all_raw(statement(sql, [ids.to_vec().into()])).await?;
    let ids = rows.iter().map(|row| row.try_get("", "id")).collect::<Result<Vec<Uuid>, _>>()?;
    let occasion = format!("operator-{}", Uuid::new_v4().simple());
    let jobs: Vec<_> = ids.iter().map(|id| NewJob::deliver_again(*id, &occasion)).collect();
    jobs::enqueue(&transaction, &jobs).await?;
    transaction.commit().await?;
    jobs::notify_workers(db, MAIL_QUEUE).await?;
    Ok(ids)
}
