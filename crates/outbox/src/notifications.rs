//! Queues notifications of an inquiry that is stored already.

use entity::{jobs::NewJob, notify_routes::NotifyRoutes};
use mailer::db::{find_value, query_row, statement};
use sea_orm::{ConnectionTrait, DbErr};
use uuid::Uuid;

/// The consultants of its reason and program.
pub async fn consultants_of(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    routes: &NotifyRoutes,
) -> Result<Vec<String>, DbErr> {
    let sql = "SELECT contact_reason, program FROM inquiry WHERE id = $1";
    let row = query_row(db, statement(sql, [inquiry.into()])).await?;
    Ok(routes.recipients(row.try_get("", "contact_reason")?, row.try_get("", "program")?))
}

/// `$1` the id of the mail, `$2` inquiry, `$3` recipient.
const QUEUE: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient) VALUES ($1, $2, 'notification', $3) \
    ON CONFLICT ON CONSTRAINT outbox_once DO UPDATE \
    SET state = 'ready', last_code = NULL, finished_at = NULL, next_attempt_at = now() \
    WHERE outbox.state = 'suppressed' AND outbox.last_code = 'named' RETURNING id";

/// One for each of them who has none yet, or one that only names this person. Returns their jobs, for the caller to queue in the same transaction.
pub async fn queue_notifications(
    transaction: &impl ConnectionTrait,
    inquiry: Uuid,
    consultants: Vec<String>,
) -> Result<Vec<NewJob>, DbErr> {
    let mut jobs = Vec::new();
    for consultant in consultants {
        // In order of time: the promise looks for new notifications by it.
        let id = Uuid::now_v7();
        let queue = statement(QUEUE, [id.into(), inquiry.into(), consultant.into()]);
        jobs.extend(find_value(transaction, queue).await?.map(NewJob::deliver));
    }
    Ok(jobs)
}
