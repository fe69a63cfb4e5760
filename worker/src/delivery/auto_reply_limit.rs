//! Limits on auto-replies, so that the form cannot be used to flood a third party's mailbox.

use entity::outbox;
use sea_orm::{ConnectionTrait, DbErr, QueryResult, TransactionTrait};

use super::{context::Delivery, statement::statement};
use crate::smtp::Code;

/// Whether an auto-reply may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Granted,
    /// It is never sent; the row is in its final state.
    Suppressed(Code),
    /// The claim is lost.
    Lost,
}

/// An arbitrary key. One transaction at a time counts and grants, across all processes.
const LOCK: &str = "SELECT pg_advisory_xact_lock(4176201)";

const LIMIT_AUTO_REPLY: &str = include_str!("sql/limit_auto_reply.sql");

/// Decides on an auto-reply before its first attempt. Only a grant needs the lock: a reply over a limit is refused
/// without it, so that thousands of refusals do not wait for each other.
pub async fn admit(delivery: &Delivery, row: &outbox::Model) -> Result<Admission, DbErr> {
    let ask = |may_grant: bool| {
        let holder = delivery.leases.holder();
        statement(
            LIMIT_AUTO_REPLY,
            [row.id.into(), holder.into(), row.inquiry_id.into(), may_grant.into(), row.claims.into()],
        )
    };
    if let Some(refused) = delivery.db.query_one_raw(ask(false)).await? {
        return read(&refused);
    }
    let transaction = delivery.db.begin().await?;
    transaction.execute_unprepared(LOCK).await?;
    let answer = transaction.query_one_raw(ask(true)).await?;
    transaction.commit().await?;
    answer.map_or(Ok(Admission::Lost), |answer| read(&answer))
}

fn read(answer: &QueryResult) -> Result<Admission, DbErr> {
    let refusal: Option<String> = answer.try_get("", "refusal")?;
    Ok(refusal.map_or(Admission::Granted, |code| Admission::Suppressed(Code::new(code))))
}
