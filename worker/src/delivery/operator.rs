//! What an operator sees of the outbox, and how failed mails are queued again. No function returns an address.

use chrono::{DateTime, Utc};
use entity::{
    TicketReference,
    jobs::{self, MAIL_QUEUE, NewJob},
    notify_routes::NotifyRoutes,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, TransactionTrait, Value};
use serde::Serialize;
use uuid::Uuid;

use crate::{db::statement, notifications::queue_notifications};

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
    /// No worker sends it: the settings do not name its consultant.
    pub is_unnamed: bool,
    /// An auto-reply that may have been delivered.
    #[serde(skip)]
    may_be_delivered: bool,
    /// The number of mails without the limit.
    #[serde(skip)]
    total: i64,
}

impl OutboxLine {
    /// Whether a worker sends it at `next_attempt_at`.
    pub fn is_waiting(&self) -> bool {
        self.is_open() && !self.may_be_delivered && !self.is_unnamed
    }

    pub fn is_open(&self) -> bool {
        matches!(self.state.as_str(), "ready" | "retry" | "ambiguous")
    }

    /// Why an operator must not retry this mail.
    fn refusal(&self) -> Option<&'static str> {
        match (self.state.as_str(), self.last_code.as_deref()) {
            ("sent", _) => {
                Some("the mail server has taken it. If it did not arrive, ask the relay's log for its Message-ID")
            }
            ("sending", _) => {
                Some("a worker is sending it. Wait for its outcome; a dead worker's mails are free after 30 s")
            }
            ("bounced", _) => {
                Some("the mail server has taken it, and it came back. Write to the person by another address")
            }
            ("suppressed", Some("restricted")) => {
                Some("its inquiry is restricted. It is sent when the restriction is lifted")
            }
            ("suppressed", Some(READDRESSED)) => {
                Some("the consultants whom the settings name have been notified instead")
            }
            ("suppressed", Some("answered")) => Some("the inquiry was answered before it was sent"),
            ("suppressed", code) if code != Some(GAVE_UP) => {
                Some("this person has had an auto-reply, or the address gets none. Answer the visitor by hand")
            }
            _ if self.may_be_delivered => {
                Some("the auto-reply may have been delivered, and none is sent twice. Answer the visitor by hand")
            }
            _ if self.is_unnamed && self.kind != "notification" => {
                Some("the settings do not name its consultant, so no worker sends it. Give it up, or correct NOTIFY_TO")
            }
            _ => None,
        }
    }

    /// Why an operator must not give this mail up.
    fn need(&self) -> Option<&'static str> {
        if self.kind == "notification" {
            Some(
                "without it, an inquiry may be lost. `worker outbox retry` notifies the consultants whom the settings name",
            )
        } else if !self.is_unnamed {
            Some("a worker sends it, and gives it up when its time is over")
        } else if !self.is_open() {
            Some("no worker tries it again")
        } else {
            None
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
pub enum OperatorError {
    #[error("no mail has the id {0}. `worker outbox list` shows the ids; a purged inquiry's mails are gone")]
    Unknown(Uuid),
    #[error("{id} stays {state}: {reason}")]
    Refused { id: Uuid, state: String, reason: &'static str },
    #[error("{0} changed its state just now. Look with `worker outbox list` and try again")]
    Changed(Uuid),
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// What [`retry_mail`] has done with a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retried {
    /// Its attempts begin anew.
    Ready,
    /// A notification whose consultant the settings do not name: those whom they name are notified instead. `queued`: so
    /// many had no notification of this inquiry.
    Readdressed { queued: usize },
}

/// The mails that [`retry_failed`] has retried, and those that it must not.
#[derive(Debug, Default)]
pub struct RetriedMails {
    pub retried: Vec<(Uuid, Retried)>,
    pub refused: Vec<(Uuid, &'static str)>,
}

/// Codes of suppressed mails.
const READDRESSED: &str = "readdressed";
const GAVE_UP: &str = "operator_gave_up";

/// `$1` the consultants by the settings, or NULL if this process has none. As [`super::SETTLE_AND_CLAIM`] judges them.
const LINES: &str = "\
    SELECT outbox.id, reference, kind, state, attempts, last_code, next_attempt_at, \
        kind = 'auto_reply' AND data_at IS NOT NULL AS may_be_delivered, \
        kind NOT IN ('auto_reply', 'answer') AND $1::text[] IS NOT NULL AND recipient <> ALL ($1) AS is_unnamed, \
        count(*) OVER () AS total \
    FROM outbox JOIN inquiry ON inquiry.id = inquiry_id ";

/// Mails that wait or have failed come first, the oldest first.
pub async fn list_mails(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    state: Option<String>,
    limit: i64,
) -> Result<OutboxList, DbErr> {
    let rest = "WHERE $2::text IS NULL OR state = $2 \
                ORDER BY state IN ('sent', 'suppressed'), outbox.created_at, outbox.id LIMIT $3";
    let lines = lines(db, rest, [named(routes), state.into(), limit.into()]).await?;
    Ok(OutboxList { total: lines.first().map_or(0, |line| line.total), lines })
}

/// Starts the attempts of one mail anew.
pub async fn retry_mail(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    id: Uuid,
) -> Result<Retried, OperatorError> {
    let line = find_line(db, routes, id).await?;
    if let Some(reason) = line.refusal() {
        return Err(OperatorError::Refused { id, state: line.state, reason });
    }
    let retried = retry(db, routes, &line).await?.ok_or(OperatorError::Changed(id))?;
    jobs::notify_workers(db, MAIL_QUEUE).await?;
    Ok(retried)
}

/// Starts the attempts of every failed mail anew.
pub async fn retry_failed(db: &DatabaseConnection, routes: Option<&NotifyRoutes>) -> Result<RetriedMails, DbErr> {
    let failed = lines(db, "WHERE state = 'failed' ORDER BY outbox.created_at", [named(routes)]).await?;
    let mut mails = RetriedMails::default();
    for line in failed {
        match line.refusal() {
            Some(reason) => mails.refused.push((line.id, reason)),
            None => mails.retried.extend(retry(db, routes, &line).await?.map(|retried| (line.id, retried))),
        }
    }
    jobs::notify_workers(db, MAIL_QUEUE).await?;
    Ok(mails)
}

/// Ends the attempts of a mail that waits for a consultant whom the settings do not name. Nothing else waits for ever.
pub async fn give_up_mail(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    id: Uuid,
) -> Result<(), OperatorError> {
    let line = find_line(db, routes, id).await?;
    if let Some(reason) = line.need() {
        return Err(OperatorError::Refused { id, state: line.state, reason });
    }
    let sql = statement(SUPPRESS, [id.into(), GAVE_UP.into()]);
    db.query_one_raw(sql).await?.map(drop).ok_or(OperatorError::Changed(id))
}

async fn find_line(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    id: Uuid,
) -> Result<OutboxLine, OperatorError> {
    let found = lines(db, "WHERE outbox.id = $2", [named(routes), id.into()]).await?.pop();
    found.ok_or(OperatorError::Unknown(id))
}

async fn lines<const N: usize>(
    db: &DatabaseConnection,
    rest: &str,
    values: [Value; N],
) -> Result<Vec<OutboxLine>, DbErr> {
    OutboxLine::find_by_statement(statement(&format!("{LINES}{rest}"), values)).all(db).await
}

fn named(routes: Option<&NotifyRoutes>) -> Value {
    routes.map(NotifyRoutes::everybody).into()
}

/// `$1` mail.
const MAKE_READY: &str = "\
    UPDATE outbox SET state = 'ready', attempts = 0, crashes = 0, copies = 0, next_attempt_at = now(), \
        age_from = CASE WHEN kind = 'auto_reply' THEN now() END, finished_at = NULL, last_code = 'operator_retry' \
    WHERE id = $1 AND NOT (kind = 'auto_reply' AND data_at IS NOT NULL) \
        AND (state IN ('ready', 'retry', 'ambiguous', 'failed') OR state = 'suppressed' AND last_code = 'operator_gave_up') \
    RETURNING inquiry_id";

/// `$1` mail, `$2` code.
const SUPPRESS: &str = "\
    UPDATE outbox SET state = 'suppressed', last_code = $2, finished_at = now() \
    WHERE id = $1 AND state IN ('ready', 'retry', 'ambiguous', 'failed') RETURNING inquiry_id";

/// Changes the row and queues its job in one transaction. `None`: its state has changed.
async fn retry(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    line: &OutboxLine,
) -> Result<Option<Retried>, DbErr> {
    let transaction = db.begin().await?;
    let (retried, jobs) = if let (Some(routes), true) = (routes, line.is_unnamed) {
        let sql = statement(SUPPRESS, [line.id.into(), READDRESSED.into()]);
        let Some(row) = transaction.query_one_raw(sql).await? else { return Ok(None) };
        let jobs = queue_notifications(&transaction, row.try_get("", "inquiry_id")?, routes, None).await?;
        (Retried::Readdressed { queued: jobs.len() }, jobs)
    } else {
        if transaction.query_one_raw(statement(MAKE_READY, [line.id.into()])).await?.is_none() {
            return Ok(None);
        }
        let occasion = format!("operator-{}", Uuid::new_v4().simple());
        (Retried::Ready, vec![NewJob::deliver_again(line.id, &occasion)])
    };
    jobs::enqueue(&transaction, &jobs).await?;
    transaction.commit().await?;
    Ok(Some(retried))
}
