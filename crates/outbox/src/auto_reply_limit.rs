//! Limits on auto-replies, so that the form cannot be used to flood a third party's mailbox, and none goes out days late.

use chrono::Days;
use entity::{
    EmailAddress,
    outbox::{self, MailKind, OutboxState},
};
use mailer::{db::statement, smtp::Code};
use sea_orm::{ConnectionTrait, DbErr, QueryResult, TransactionTrait};

use super::{backoff::give_up_after, context::Delivery};

/// The code for an address that called a mail of ours unwanted.
const COMPLAINT: &str = "complaint";

/// Without a complaint of anybody, one query of a small table.
pub(super) async fn complaint_of(delivery: &Delivery, email: &EmailAddress) -> Result<Option<&'static str>, DbErr> {
    let Some(key) = &delivery.mail.fingerprint_key else { return Ok(None) };
    let sql = "SELECT auto_reply_key($1) AS key WHERE EXISTS (SELECT FROM complaint)";
    let Some(row) = delivery.db.query_one_raw(statement(sql, [email.key().into()])).await? else { return Ok(None) };
    let fingerprint = key.address_fingerprint(&row.try_get::<String>("", "key")?);
    let sql = "SELECT FROM complaint WHERE address_digest = $1";
    let found = delivery.db.query_one_raw(statement(sql, [fingerprint.into()])).await?;
    Ok(found.map(|_| COMPLAINT))
}

/// Whether an auto-reply may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LimitDecision {
    Granted,
    /// It is not sent now; the row has its new state.
    Refused(OutboxState, Code),
    /// The claim is lost.
    Lost,
}

/// In the first days of a quarter the former one is read, too, which may be under rewrite.
const WAIT: &str = "SET LOCAL lock_timeout = '1s'";

/// An arbitrary key. One transaction at a time counts and grants, across all processes.
const LOCK: &str = "SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(4176201)";

/// Longer than a week and the longest wait of an auto-reply.
const RECENT: Days = Days::new(10);

const LIMIT_AUTO_REPLY: &str = include_str!("sql/limit_auto_reply.sql");

/// Decides on an auto-reply before each attempt. Only the first grant needs the lock: a reply over a limit is refused
/// without it, so that thousands of refusals do not wait for each other.
///
/// `refusal`: why the address never gets an auto-reply.
pub async fn check_limit(
    delivery: &Delivery,
    row: &outbox::Model,
    refusal: Option<&'static str>,
) -> Result<LimitDecision, DbErr> {
    let max_age = i64::try_from(give_up_after(MailKind::AutoReply).as_secs()).unwrap_or(i64::MAX);
    let since = row.created_at.date_naive() - RECENT;
    let sql = LIMIT_AUTO_REPLY.replace("{since}", &since.to_string());
    let ask = |may_grant: bool| {
        let (id, inquiry, holder) = (row.id.into(), row.inquiry_id.into(), delivery.leases.holder().into());
        let values = [id, holder, inquiry, may_grant.into(), row.claims.into(), max_age.into(), refusal.into()];
        statement(&sql, values)
    };
    let transaction = delivery.db.begin().await?;
    transaction.execute_unprepared(WAIT).await?;
    let mut answer = transaction.query_one_raw(ask(false)).await?;
    if answer.is_none() {
        transaction.execute_unprepared(LOCK).await?;
        answer = transaction.query_one_raw(ask(true)).await?;
    }
    transaction.commit().await?;
    answer.map_or(Ok(LimitDecision::Lost), |answer| read(&answer))
}

fn read(answer: &QueryResult) -> Result<LimitDecision, DbErr> {
    let refusal: Option<String> = answer.try_get("", "refusal")?;
    let Some(code) = refusal else { return Ok(LimitDecision::Granted) };
    Ok(LimitDecision::Refused(answer.try_get("", "state")?, Code::new(code)))
}
