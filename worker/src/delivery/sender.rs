//! A sender: claims rows and delivers them one after the other, until none is due.

use std::sync::Arc;

use entity::outbox;
use sea_orm::DbErr;

use super::{
    context::Delivery,
    lease::Claim,
    outbox_store::Request,
    reaper,
    send::{self, Next},
};

/// The most rows that one job takes, so that finished jobs are acknowledged now and then.
const ROWS_PER_JOB: usize = 500;

/// Delivers the rows that are due, the longest due first. Often there is none: another job has taken the row that this
/// one was queued for.
pub async fn send_due(delivery: &Arc<Delivery>) {
    let mut next = Next::Claim;
    for rest in (0..ROWS_PER_JOB).rev() {
        let row = match next {
            Next::Row(claimed) => match claimed.hold(&delivery.leases) {
                Some(row) => row,
                None => return,
            },
            Next::Claim if delivery.may_claim() => match claim_next(delivery).await {
                Ok(Some(row)) => row,
                Ok(None) => return,
                Err(_) => {
                    tracing::warn!("no row can be claimed: the database does not answer");
                    return;
                }
            },
            Next::Claim | Next::Nothing => return,
        };
        next = send_one(delivery, row, rest > 0).await;
    }
}

/// Claims the row that has been due longest. The claim is committed before a byte is sent.
pub async fn claim_next(delivery: &Delivery) -> Result<Option<outbox::Model>, DbErr> {
    let request = Request { settled: None, wants_next: true };
    let result = delivery.store.submit(&delivery.leases, || delivery.may_claim(), request).await?;
    Ok(result.next.and_then(|claimed| claimed.hold(&delivery.leases)))
}

/// Delivers one claimed row. A panic counts as a crash of the sender.
async fn send_one(delivery: &Arc<Delivery>, row: outbox::Model, go_on: bool) -> Next {
    let claim = Claim::from(&row);
    let task = Arc::clone(delivery);
    let sent = tokio::spawn(async move { send::deliver(&task, row, go_on).await }).await;
    if let Ok(next) = sent {
        return next;
    }
    tracing::error!(outbox = %claim.id, "the delivery panicked");
    if reaper::record_crash(delivery, claim).await.is_err() {
        tracing::warn!(outbox = %claim.id, "the crash is not recorded; the lease will expire");
    }
    Next::Claim
}
