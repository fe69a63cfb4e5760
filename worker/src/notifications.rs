//! Queues the notifications of an inquiry for the consultants whom the settings name.

use entity::{
    contact::{ContactReason, Program},
    jobs::NewJob,
    notify_routes::NotifyRoutes,
};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr};
use uuid::Uuid;

use crate::db::{query_row, statement};

/// `$1` the id of the mail, `$2` inquiry, `$3` recipient.
const QUEUE: &str = "\
    INSERT INTO outbox (id, inquiry_id, kind, recipient) VALUES ($1, $2, 'notification', $3) ON CONFLICT DO NOTHING";

/// One for each consultant of its reason and program, and for `also`, who has none yet. Returns their jobs, for the caller to
/// queue in the same transaction.
pub(crate) async fn queue_notifications(
    db: &impl ConnectionTrait,
    inquiry: Uuid,
    routes: &NotifyRoutes,
    also: Option<&str>,
) -> Result<Vec<NewJob>, DbErr> {
    let sql = "SELECT contact_reason, program FROM inquiry WHERE id = $1";
    let row = query_row(db, statement(sql, [inquiry.into()])).await?;
    let reason = ContactReason::try_from_value(&row.try_get("", "contact_reason")?)?;
    let program: Option<String> = row.try_get("", "program")?;
    let program = program.map(|program| Program::try_from_value(&program)).transpose()?;
    let mut consultants = routes.recipients(reason, program);
    if let Some(also) = also.filter(|also| !consultants.iter().any(|other| other.eq_ignore_ascii_case(also))) {
        consultants.push(also.to_owned());
    }
    let mut jobs = Vec::new();
    for consultant in consultants {
        // In order of time: the promise looks for new notifications by it.
        let id = Uuid::now_v7();
        if db.execute_raw(statement(QUEUE, [id.into(), inquiry.into(), consultant.into()])).await?.rows_affected() == 1
        {
            jobs.push(NewJob::deliver(id));
        }
    }
    Ok(jobs)
}
