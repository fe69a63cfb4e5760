//! What an operator sees of the outbox, and how failed mails are queued again. No function returns an address.

use chrono::{DateTime, Utc};
use entity::{
    TicketReference,
    jobs::{self, MAIL_QUEUE, NewJob},
    notify_routes::NotifyRoutes,
};
use mailer::db::{lock_inquiry, query_value, query_values, statement};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, FromQueryResult, QueryResult, TransactionTrait,
    Value,
};
use serde::Serialize;
use uuid::Uuid;

use crate::{
    notifications::{consultants_of, queue_notifications},
    settlement::SENT_WITHOUT_TEXT,
};

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
    #[serde(skip)]
    inquiry_id: Uuid,
    #[serde(skip)]
    is_to_visitor: bool,
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

    fn is_notification(&self) -> bool {
        self.kind == "notification"
    }

    /// Why it must not be retried.
    fn retry_refusal(&self) -> Option<&'static str> {
        let is_unnamed = self.is_unnamed;
        match (self.state.as_str(), self.last_code.as_deref()) {
            ("sent", Some(SENT_WITHOUT_TEXT)) if !is_unnamed => None,
            ("sent", _) => {
                Some("the mail server has taken it. If it did not arrive, ask the relay's log for its Message-ID")
            }
            ("sending", _) => {
                Some("a worker is sending it. Wait for its outcome; a dead worker's mails are free after 30 s")
            }
            ("bounced", _) if is_unnamed && self.is_notification() => None,
            ("bounced", _) if self.is_to_visitor => Some("it came back. Call the visitor, or write to another address"),
            ("bounced", _) => {
                Some("it came back: the consultant's mailbox refuses it. Correct the address in NOTIFY_TO")
            }
            ("suppressed", Some(READDRESSED)) if is_unnamed => {
                Some("the settings do not name its consultant. Those whom they name have a notification instead")
            }
            ("suppressed", Some("collected")) => Some("the hourly mail of what is perhaps spam tells of its inquiry"),
            ("suppressed", Some("named")) => Some("it names a person whom another mail told of the inquiry"),
            ("suppressed", Some("answered")) => Some("the inquiry was answered or closed before it was sent"),
            ("suppressed", Some(code)) if ![GAVE_UP, READDRESSED, RESTRICTED].contains(&code) => {
                Some("this person has had an auto-reply, or the address gets none. Answer the visitor by hand")
            }
            _ if self.may_be_delivered => {
                Some("the auto-reply may have been delivered, and none is sent twice. Answer the visitor by hand")
            }
            _ if is_unnamed && !self.is_notification() => {
                Some("the settings do not name its consultant. Correct NOTIFY_TO, or give the mail up")
            }
            _ => None,
        }
    }

    /// Why it must not be given up.
    fn give_up_refusal(&self) -> Option<&'static str> {
        match self.state.as_str() {
            _ if self.is_notification() => Some(
                "without it, an inquiry may be lost. `worker outbox retry` notifies the consultants whom the settings name",
            ),
            "sending" => Some("a worker is sending it"),
            _ if !self.is_open() && self.state != "failed" => Some("no worker tries it again"),
            _ if !self.is_unnamed => Some("a worker sends it, and gives it up when its time is over"),
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
pub enum OperatorError {
    #[error("no mail has the id {0}. `worker outbox list` shows the ids; a purged inquiry's mails are gone")]
    Unknown(Uuid),
    #[error("{id} stays {state}: {reason}")]
    Refused { id: Uuid, state: String, reason: &'static str },
    #[error("{0} changed its state just now. Look with `worker outbox list` and try again")]
    Changed(Uuid),
    #[error("the database refused")]
    Database(#[from] DbErr),
}

/// What has become of a mail that was retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retried {
    /// Its attempts begin anew.
    Ready,
    /// A notification whose consultant the settings do not name: so many of those whom they name are notified instead. The others
    /// had a notification of this inquiry.
    Readdressed { queued: usize },
}

/// The mails that [`retry_failed`] has retried, and those that stay failed.
#[derive(Debug, Default)]
pub struct RetriedMails {
    pub retried: Vec<(Uuid, Retried)>,
    pub refused: Vec<OperatorError>,
    /// Of the mails after these nothing is known.
    pub stopped_by: Option<DbErr>,
}

/// Codes of suppressed mails that can be retried.
const READDRESSED: &str = "readdressed";
const GAVE_UP: &str = "operator_gave_up";
const RESTRICTED: &str = "restricted";

/// `$1` the consultants by the settings, or NULL if this process has none. As [`super::SETTLE_AND_CLAIM`] judges them.
const LINES: &str = "\
    SELECT outbox.id, inquiry_id, reference, kind, state, attempts, last_code, next_attempt_at, \
        kind IN ('auto_reply', 'answer') AS is_to_visitor, \
        kind = 'auto_reply' AND data_at IS NOT NULL AS may_be_delivered, \
        kind NOT IN ('auto_reply', 'answer') AND $1::text[] IS NOT NULL AND recipient <> ALL ($1) AS is_unnamed, \
        count(*) OVER () AS total \
    FROM outbox JOIN inquiry ON inquiry.id = inquiry_id ";

/// Mails that wait, have failed or went without their text come first, the oldest first.
pub async fn list_mails(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    state: Option<String>,
    limit: i64,
) -> Result<OutboxList, DbErr> {
    let rest = "WHERE $2::text IS NULL OR state = $2 \
                ORDER BY state IN ('sent', 'suppressed') AND last_code IS DISTINCT FROM 'sent_without_text', \
                    outbox.created_at, outbox.id LIMIT $3";
    let lines = lines(db, rest, [named(routes), state.into(), limit.into()]).await?;
    Ok(OutboxList { total: lines.first().map_or(0, |line| line.total), lines })
}

/// Starts the attempts of one mail anew.
pub async fn retry_mail(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    id: Uuid,
) -> Result<Retried, OperatorError> {
    let retried = retry(db, routes, &find_line(db, routes, id).await?).await?;
    jobs::notify_workers(db, MAIL_QUEUE).await?;
    Ok(retried)
}

/// Starts the attempts of the failed mails anew.
pub async fn retry_failed(db: &DatabaseConnection, routes: Option<&NotifyRoutes>) -> Result<RetriedMails, DbErr> {
    // What may have gone out before a restore is retried alone.
    let rest = "WHERE state = 'failed' AND last_code IS DISTINCT FROM 'restored' ORDER BY outbox.created_at";
    let failed = lines(db, rest, [named(routes)]).await?;
    let mut mails = RetriedMails::default();
    for line in &failed {
        match retry(db, routes, line).await {
            Ok(retried) => mails.retried.push((line.id, retried)),
            Err(OperatorError::Database(error)) => {
                mails.stopped_by = Some(error);
                return Ok(mails);
            }
            Err(refusal) => mails.refused.push(refusal),
        }
    }
    jobs::notify_workers(db, MAIL_QUEUE).await?;
    Ok(mails)
}

/// Ends the attempts of a mail whose consultant the settings do not name. [`retry_mail`] takes it back.
pub async fn give_up_mail(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    id: Uuid,
) -> Result<(), OperatorError> {
    let line = find_line(db, routes, id).await?;
    if let Some(reason) = line.give_up_refusal() {
        return Err(OperatorError::Refused { id, state: line.state, reason });
    }
    if suppress(db, id, GAVE_UP).await? { Ok(()) } else { Err(OperatorError::Changed(id)) }
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
    routes.map(NotifyRoutes::notified_and_escalation).into()
}

/// Changes the row and queues its job in one transaction.
async fn retry(
    db: &DatabaseConnection,
    routes: Option<&NotifyRoutes>,
    line: &OutboxLine,
) -> Result<Retried, OperatorError> {
    let id = line.id;
    let refused = |reason| Err(OperatorError::Refused { id, state: line.state.clone(), reason });
    if let Some(reason) = line.retry_refusal() {
        return refused(reason);
    }
    let transaction = db.begin().await?;
    match lock_inquiry(&transaction, line.inquiry_id).await? {
        Some(false) => {}
        Some(true) => {
            return refused("its inquiry is restricted, and nobody is mailed about it. Lift the restriction first");
        }
        None => return Err(OperatorError::Unknown(id)),
    }
    if query_value(&transaction, statement(IS_RECIPIENT_RESTRICTED, [id.into()])).await? {
        return refused("its recipient is restricted, and nothing is sent there. Lift the restriction first");
    }
    let retried = if let (Some(routes), true) = (routes, line.is_unnamed) {
        // That it came back stays on record.
        if line.state != "bounced" && !suppress(&transaction, id, READDRESSED).await? {
            return Err(OperatorError::Changed(id));
        }
        Retried::Readdressed { queued: notify_named(&transaction, line.inquiry_id, routes).await? }
    } else if make_ready(&transaction, &[id]).await? == 1 {
        Retried::Ready
    } else {
        return Err(OperatorError::Changed(id));
    };
    transaction.commit().await?;
    Ok(retried)
}

/// Returns how many consultants are notified who had no notification, or one that no worker would have sent.
async fn notify_named(transaction: &DatabaseTransaction, inquiry: Uuid, routes: &NotifyRoutes) -> Result<usize, DbErr> {
    let consultants = consultants_of(transaction, inquiry, routes).await?;
    let sql = "SELECT id FROM outbox WHERE inquiry_id = $1 AND kind = 'notification' AND recipient = ANY ($2) \
                   AND (state = 'failed' OR state = 'suppressed' AND last_code = 'readdressed')";
    let ended: Vec<Uuid> =
        query_values(transaction, statement(sql, [inquiry.into(), consultants.clone().into()])).await?;
    let jobs = queue_notifications(transaction, inquiry, consultants).await?;
    jobs::enqueue(transaction, &jobs).await?;
    Ok(jobs.len() + make_ready(transaction, &ended).await?)
}

/// `$1` the mail.
const IS_RECIPIENT_RESTRICTED: &str = "\
    SELECT EXISTS (SELECT FROM outbox JOIN participant AS named ON named.id = participant \
        WHERE outbox.id = $1 AND named.restricted_at IS NOT NULL)";

/// `$1` mails.
const MAKE_READY: &str = "\
    UPDATE outbox SET state = 'ready', attempts = 0, crashes = 0, copies = 0, next_attempt_at = now(), \
        age_from = CASE WHEN kind = 'auto_reply' THEN now() END, finished_at = NULL, last_code = 'operator_retry' \
    WHERE id = ANY ($1) AND NOT (kind = 'auto_reply' AND data_at IS NOT NULL) \
        AND NOT EXISTS (SELECT FROM participant AS named WHERE named.id = participant AND restricted_at IS NOT NULL) AND ( \
        state IN ('ready', 'retry', 'ambiguous', 'failed') \
        OR state = 'suppressed' AND last_code IN ('readdressed', 'operator_gave_up', 'restricted') \
        OR state = 'sent' AND last_code = 'sent_without_text' \
    ) RETURNING id";

/// Returns how many mails are ready.
async fn make_ready(transaction: &DatabaseTransaction, ids: &[Uuid]) -> Result<usize, DbErr> {
    let rows = transaction.query_all_raw(statement(MAKE_READY, [ids.to_vec().into()])).await?;
    let occasion = format!("operator-{}", Uuid::new_v4().simple());
    let again = |row: &QueryResult| Ok(NewJob::deliver_again(row.try_get("", "id")?, &occasion));
    let jobs = rows.iter().map(again).collect::<Result<Vec<_>, DbErr>>()?;
    jobs::enqueue(transaction, &jobs).await?;
    Ok(jobs.len())
}

/// Returns false if no worker would have sent it.
async fn suppress(db: &impl ConnectionTrait, id: Uuid, code: &str) -> Result<bool, DbErr> {
    let sql = "UPDATE outbox SET state = 'suppressed', last_code = $2, finished_at = now() \
               WHERE id = $1 AND (state IN ('ready', 'retry', 'ambiguous', 'failed') \
                   OR state = 'suppressed' AND last_code = 'restricted')";
    Ok(db.execute_raw(statement(sql, [id.into(), code.into()])).await?.rows_affected() == 1)
}
