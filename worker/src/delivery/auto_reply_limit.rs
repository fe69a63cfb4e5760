//! Limits on auto-replies: a form that mails any address it is given must not be a weapon.

use entity::outbox;
use sea_orm::{ConnectionTrait, DbErr, QueryResult, TransactionTrait};

use super::{Delivery, statement};
use crate::smtp::Code;

/// Whether an auto-reply may go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    Granted,
    /// Never to be sent; the row says so already.
    Suppressed(Code),
    /// The row is no longer ours.
    Lost,
}

/// Any number of our own: one transaction at a time counts and grants, in all processes.
const LOCK: &str = "SELECT pg_advisory_xact_lock(4176201)";

/// `$1` row, `$2` holder, `$3` inquiry, `$4` whether it may be granted, `$5` the claim's number.
///
/// At most one per person in 24 hours, two in 7 days, and 100 an hour in all. The cheapest question first: what was
/// refused has no `first_attempt_at`, so an hour holds a hundred at most. `MATERIALIZED`, because the replies of a week
/// are the cheap side of the join when one address is abused thousands of times.
const ADMIT: &str = "\
    WITH recent AS MATERIALIZED ( \
        SELECT inquiry_id, first_attempt_at FROM outbox \
        WHERE kind = 'auto_reply' AND state <> 'suppressed' AND first_attempt_at > now() - interval '7 days' \
    ), person AS ( \
        SELECT count(*) AS week, count(*) FILTER (WHERE first_attempt_at > now() - interval '24 hours') AS day \
        FROM recent JOIN inquiry_content USING (inquiry_id) \
        WHERE email_key = (SELECT email_key FROM inquiry_content WHERE inquiry_id = $3) \
    ), verdict AS ( \
        SELECT CASE \
            WHEN (SELECT count(*) FROM outbox WHERE kind = 'auto_reply' AND state <> 'suppressed' \
                  AND first_attempt_at > now() - interval '1 hour') >= 100 THEN 'hourly_limit' \
            WHEN (SELECT day FROM person) >= 1 THEN 'daily_limit' \
            WHEN (SELECT week FROM person) >= 2 THEN 'weekly_limit' \
        END AS refusal \
    ) \
    UPDATE outbox SET \
        first_attempt_at = CASE WHEN refusal IS NULL THEN now() END, \
        state = CASE WHEN refusal IS NULL THEN state ELSE 'suppressed' END, \
        attempts = CASE WHEN refusal IS NULL THEN attempts ELSE attempts - 1 END, \
        finished_at = CASE WHEN refusal IS NULL THEN NULL ELSE now() END, \
        lease_holder = CASE WHEN refusal IS NULL THEN lease_holder END, \
        lease_until = CASE WHEN refusal IS NULL THEN lease_until END, \
        last_code = coalesce(refusal, last_code) \
    FROM verdict WHERE id = $1 AND lease_holder = $2 AND claims = $5 AND (refusal IS NOT NULL OR $4) RETURNING refusal";

/// Decides on an auto-reply before its first attempt. Only a grant must be counted under the lock: what is seen to be
/// over a limit already is refused without it, so that thousands of refusals do not queue up.
pub async fn admit(delivery: &Delivery, row: &outbox::Model) -> Result<Admission, DbErr> {
    let ask = |may_grant: bool| {
        let holder = delivery.leases.holder();
        statement(ADMIT, [row.id.into(), holder.into(), row.inquiry_id.into(), may_grant.into(), row.claims.into()])
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
