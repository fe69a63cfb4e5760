//! Returns rows whose sender died and queues rows that are due: with the reaper alone, every mail would still be sent.

use std::time::Duration;

use entity::jobs::{self, MAIL_QUEUE, NewJob};
use entity::outbox::{MailKind, OutboxState};
use mailer::{alert::AlertCode, db::statement, outage};
use sea_orm::{ConnectionTrait, DbErr};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{
    context::Delivery,
    due::due_sql,
    envelope_senders::Kinds,
    lease::{Claim, arrays},
    outbox_store::known,
};

const INTERVAL: Duration = Duration::from_secs(5);
/// Without it, a run on a connection to a vanished server would block the reaper for ever.
const LIMIT: Duration = Duration::from_secs(30);
/// Jobs per run: each job sends every row that is due, so a few wake all senders.
const JOBS: i64 = 32;

/// The result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reaped {
    /// Rows whose sender died.
    pub crashed: usize,
    /// Rows that this process claimed without getting the answer.
    pub orphaned: usize,
    /// Jobs queued for rows that are due and have none.
    pub queued: i64,
}

const RECORD_CRASHES: &str = include_str!("sql/record_crashes.sql");
const RELEASE_ORPHANS: &str = include_str!("sql/release_orphans.sql");

/// A fresh row has a job already, which gets three seconds. The occasion, part of the job's unique key, changes every
/// half minute: a row is never without a job for longer, and jobs do not pile up.
pub const LATE_ROWS: &str = concat!(
    "SELECT id, concat_ws('-', attempts, crashes, floor(extract(epoch FROM now()) / 30)::bigint) AS occasion \
     FROM outbox WHERE ",
    due_sql!(),
    " AND (state <> 'ready' OR next_attempt_at < now() - interval '3 seconds') ORDER BY next_attempt_at LIMIT $2"
);

/// One run. Any number of processes can run it at the same time.
pub async fn reap(delivery: &Delivery) -> Result<Reaped, DbErr> {
    let (holder, held) = (delivery.leases.holder(), delivery.leases.held());
    // Orphans first: otherwise they would count as crashes.
    let [ids, numbers] = arrays(&held);
    let released = statement(RELEASE_ORPHANS, [holder.into(), ids, numbers]);
    let orphaned = delivery.db.execute_raw(released).await?.rows_affected();
    let crashed = record_crashes(delivery, &held, None).await?;
    let queued = if delivery.senders.working() == Kinds::NONE { 0 } else { queue_late(delivery).await? };
    let reaped = Reaped { crashed, orphaned: usize::try_from(orphaned).unwrap_or(usize::MAX), queued };
    if reaped != Reaped::default() {
        tracing::info!(crashed, orphaned, queued, "outbox reaped");
    }
    Ok(reaped)
}

/// Runs at once and then at a regular interval, until the process stops.
pub async fn reap_regularly(delivery: &Delivery) {
    loop {
        match timeout(LIMIT, reap(delivery)).await {
            Ok(Ok(_)) => outage::database_answered(),
            Ok(Err(_)) | Err(_) => outage::database_failed(),
        }
        delivery.connections.close_idle();
        if delivery.stopping.run_until_cancelled(sleep(INTERVAL)).await.is_none() {
            return;
        }
    }
}

/// Records that the sender of one claim crashed.
pub(super) async fn record_crash(delivery: &Delivery, claim: Claim) -> Result<(), DbErr> {
    delivery.leases.let_go(claim);
    record_crashes(delivery, &delivery.leases.held(), Some(claim)).await.map(drop)
}

async fn record_crashes(delivery: &Delivery, held: &[Claim], panicked: Option<Claim>) -> Result<usize, DbErr> {
    let ([ids, numbers], holder) = (arrays(held), delivery.leases.holder());
    let (id, number) = panicked.map(|claim| (claim.id, claim.number)).unzip();
    let values = [holder.into(), ids, numbers, id.into(), number.into(), known::<MailKind>().into()];
    let rows = delivery.db.query_all_raw(statement(RECORD_CRASHES, values)).await?;
    for row in &rows {
        let (id, state): (Uuid, OutboxState) = (row.try_get("", "id")?, row.try_get("", "state")?);
        tracing::warn!(outbox = %id, ?state, "the sender crashed");
        if state == OutboxState::Failed {
            delivery.alerts.raise(AlertCode::MailFailed, id);
        }
    }
    Ok(rows.len())
}

async fn queue_late(delivery: &Delivery) -> Result<i64, DbErr> {
    let rows = delivery.db.query_all_raw(statement(LATE_ROWS, [known::<MailKind>().into(), JOBS.into()])).await?;
    let jobs = rows
        .iter()
        .map(|row| Ok(NewJob::deliver_again(row.try_get("", "id")?, &row.try_get::<String>("", "occasion")?)))
        .collect::<Result<Vec<_>, DbErr>>()?;
    if jobs.is_empty() {
        return Ok(0);
    }
    let queued = jobs::enqueue(&delivery.db, &jobs).await?;
    if queued > 0 {
        jobs::notify_workers(&delivery.db, MAIL_QUEUE).await?;
    }
    Ok(queued)
}
