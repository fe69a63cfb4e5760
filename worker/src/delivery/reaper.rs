//! Putting right what jobs and senders left behind: rows are the truth, so this alone would deliver everything.

use std::time::Duration;

use entity::jobs::{self, MAIL_QUEUE, NewJob};
use entity::outbox::OutboxState;
use sea_orm::{ConnectionTrait, DbErr, QueryResult};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{
    Delivery,
    lease::{Claim, arrays},
    statement,
};
use crate::{alert::AlertCode, due_sql};

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
    /// Rows that this process had claimed without learning of it.
    pub orphaned: usize,
    /// Jobs queued for rows that are due and have none.
    pub queued: i64,
}

/// `$1` this process, `$2` and `$3` claims that it is working on, `$4` and `$5` one whose sender is known to have
/// crashed (or null). Locks in the order of ids.
///
/// A dead process is swept when all its leases have run out, so that what it was doing is seen whole: the second crash
/// of a row that was alone is the row's own doing and puts it into quarantine, while rows in company were most likely
/// bystanders, and would otherwise be given up by the hundred when machines fail. A row whose delivery panicked rests for
/// a minute: what made it panic may be over by then. An auto-reply past its final dot stays ambiguous for good.
const RECORD_CRASHES: &str = "\
    WITH gone AS ( \
        SELECT id, claims, lease_holder, panicked, \
            crashes + 1 >= CASE WHEN panicked OR count(*) OVER (PARTITION BY lease_holder) = 1 THEN 2 ELSE 5 END AS over \
        FROM outbox, LATERAL ( \
            SELECT coalesce(lease_holder = $1 AND id = $4 AND claims = $5, false) AS panicked \
        ) AS known \
        WHERE state = 'sending' AND (panicked OR ( \
            lease_until < now() \
            AND NOT (lease_holder = $1 AND (id, claims) IN (SELECT * FROM unnest($2::uuid[], $3::integer[]))) \
            AND NOT EXISTS (SELECT FROM outbox AS other WHERE other.state = 'sending' \
                AND other.lease_holder = outbox.lease_holder AND other.lease_until >= now()))) \
    ), locked AS ( \
        SELECT outbox.id, kind = 'auto_reply' AND data_at IS NOT NULL AS told \
        FROM outbox JOIN gone USING (id) ORDER BY id FOR UPDATE OF outbox \
    ) \
    UPDATE outbox SET crashes = crashes + 1, lease_holder = NULL, lease_until = NULL, \
        next_attempt_at = now() + CASE WHEN panicked THEN interval '1 minute' ELSE interval '0' END, \
        state = CASE WHEN told THEN 'ambiguous' WHEN over THEN 'failed' \
                     WHEN kind = 'auto_reply' THEN 'retry' ELSE 'ambiguous' END, \
        ambiguities = ambiguities + CASE WHEN kind = 'notification' OR told THEN 1 ELSE 0 END, \
        finished_at = CASE WHEN over OR told THEN now() END, \
        last_code = CASE WHEN over THEN 'sender_crashed' ELSE 'sender_lost' END \
    FROM gone JOIN locked USING (id) \
    WHERE outbox.id = gone.id AND outbox.claims = gone.claims AND outbox.lease_holder = gone.lease_holder \
        AND state = 'sending' AND (panicked OR lease_until < now()) \
    RETURNING outbox.id, state";

/// A claim that was committed although its answer was lost, or came too late: nothing was sent. Only once the lease has
/// run out: a claim that is being made at this moment is not among `$2` and `$3` yet.
const RELEASE_ORPHANS: &str = "\
    WITH orphan AS ( \
        SELECT id FROM outbox \
        WHERE state = 'sending' AND lease_holder = $1 AND data_at IS NULL AND lease_until < now() \
            AND (id, claims) NOT IN (SELECT * FROM unnest($2::uuid[], $3::integer[])) \
        ORDER BY id FOR UPDATE \
    ) \
    UPDATE outbox SET state = 'retry', attempts = greatest(attempts - 1, 0), next_attempt_at = now(), \
        lease_holder = NULL, lease_until = NULL, last_code = 'claim_lost' \
    FROM orphan WHERE outbox.id = orphan.id AND state = 'sending' AND lease_holder = $1";

/// A fresh row has a job already, which gets three seconds. The occasion, part of the job's unique key, changes every
/// half minute: a row is never without a job for longer, and jobs do not pile up.
const LATE: &str = concat!(
    "SELECT id, concat_ws('-', attempts, crashes, floor(extract(epoch FROM now()) / 30)::bigint) AS occasion \
     FROM outbox WHERE ",
    due_sql!(),
    " AND (state <> 'ready' OR next_attempt_at < now() - interval '3 seconds') ORDER BY next_attempt_at LIMIT $1"
);

/// One sweep. Harmless however many processes do it at once.
pub async fn reap(delivery: &Delivery) -> Result<Reaped, DbErr> {
    let (holder, held) = (delivery.leases.holder(), delivery.leases.held());
    // First the own orphans, lest they count as crashes.
    let [ids, numbers] = arrays(&held);
    let released = statement(RELEASE_ORPHANS, [holder.into(), ids, numbers]);
    let orphaned = delivery.db.execute_raw(released).await?.rows_affected();
    let crashed = record_crashes(delivery, &held, None).await?;
    let queued = if delivery.breaker.is_open() { 0 } else { queue_late(delivery).await? };
    let swept = Reaped { crashed, orphaned: usize::try_from(orphaned).unwrap_or(usize::MAX), queued };
    if swept != Reaped::default() {
        tracing::info!(swept.crashed, swept.orphaned, swept.queued, "outbox swept");
    }
    Ok(swept)
}

/// Sweeps at once and then regularly, until the process stops.
pub async fn reap_regularly(delivery: &Delivery) {
    loop {
        if !matches!(timeout(LIMIT, reap(delivery)).await, Ok(Ok(_))) {
            tracing::warn!("the outbox cannot be swept: the database does not answer");
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
    let values = [holder.into(), ids, numbers, id.into(), number.into()];
    let rows = delivery.db.query_all_raw(statement(RECORD_CRASHES, values)).await?;
    for row in &rows {
        let (id, state) = id_and_state(row)?;
        tracing::warn!(outbox = %id, ?state, "its sender crashed");
        if state == OutboxState::Failed {
            delivery.alerts.raise(AlertCode::MailFailed, id);
        }
    }
    Ok(rows.len())
}

fn id_and_state(row: &QueryResult) -> Result<(Uuid, OutboxState), DbErr> {
    Ok((row.try_get("", "id")?, row.try_get("", "state")?))
}

async fn queue_late(delivery: &Delivery) -> Result<i64, DbErr> {
    let rows = delivery.db.query_all_raw(statement(LATE, [JOBS.into()])).await?;
    let jobs = rows
        .iter()
        .map(|row| Ok(NewJob::deliver_again(row.try_get("", "id")?, &row.try_get::<String>("", "occasion")?)))
        .collect::<Result<Vec<_>, DbErr>>()?;
    if jobs.is_empty() {
        return Ok(0);
    }
    let queued = jobs::enqueue(&delivery.db, &jobs).await?;
    if queued > 0 {
        jobs::wake_workers(&delivery.db, MAIL_QUEUE).await?;
    }
    Ok(queued)
}
