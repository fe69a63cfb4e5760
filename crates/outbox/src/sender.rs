//! A sender: claims rows and delivers them one after the other, until none is due.

use std::sync::Arc;

use entity::outbox;
use mailer::outage;
use sea_orm::DbErr;

use super::{
    context::Delivery,
    envelope_senders::Kinds,
    lease::Claim,
    outbox_store::{Held, Request},
    reaper,
    send::{self, Next},
};

/// The most rows that one job takes, so that finished jobs are acknowledged now and then.
const ROWS_PER_JOB: usize = 500;

/// Delivers the rows that are due: notifications first, of each kind the longest due first. Often there is none: another job has taken the row that this
/// one was queued for.
pub async fn send_due(delivery: &Arc<Delivery>) {
    let mut next = Next::Claim;
    for rest in (0..ROWS_PER_JOB).rev() {
        let held = match next {
            Next::Row(claimed) => match claimed.hold(&delivery.leases) {
                Some(held) => held,
                None => return,
            },
            Next::Claim if delivery.senders.claimable(&delivery.stopping) != Kinds::NONE => {
                match claim(delivery).await {
                    Ok(Some(held)) => held,
                    Ok(None) => return,
                    Err(_) => {
                        outage::database_failed();
                        return;
                    }
                }
            }
            Next::Claim | Next::Nothing => return,
        };
        next = send_one(delivery, held, rest > 0).await;
    }
}

/// Claims the next row.
pub async fn claim_next(delivery: &Delivery) -> Result<Option<outbox::Model>, DbErr> {
    Ok(claim(delivery).await?.map(|held| held.row))
}

/// Claims the next row. The claim is committed before a byte is sent.
async fn claim(delivery: &Delivery) -> Result<Option<Held>, DbErr> {
    let request = Request { settled: None, wants_next: true };
    let result = delivery.submit(request).await?;
    Ok(result.next.and_then(|claimed| claimed.hold(&delivery.leases)))
}

/// Delivers one claimed row. A panic counts as a crash of the sender.
async fn send_one(delivery: &Arc<Delivery>, held: Held, go_on: bool) -> Next {
    let claim = Claim::from(&held.row);
    let task = Arc::clone(delivery);
    let sent = tokio::spawn(async move { send::deliver(&task, held, go_on).await }).await;
    if let Ok(next) = sent {
        return next;
    }
    tracing::error!(outbox = %claim.id, "the delivery panicked");
    if reaper::record_crash(delivery, claim).await.is_err() {
        tracing::warn!(outbox = %claim.id, "the crash is not recorded; the lease will expire");
    }
    Next::Claim
}
