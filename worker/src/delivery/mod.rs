//! The outbox: claiming rows, sending them, recording what became of them.

mod admit;
mod breaker;
mod claim;
mod lease;
mod schedule;
mod send;
mod settle;
mod sweep;

use std::sync::Arc;

use entity::outbox::{self, MailKind};
use sea_orm::{DatabaseConnection, DbBackend, Statement, Value};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

pub use self::{
    admit::{Admission, admit},
    breaker::Breaker,
    claim::{claim_next, claim_own},
    lease::{LEASE, Leases, keep_leases},
    schedule::{delay_after, give_up_after},
    settle::{Settlement, settle},
    sweep::{Swept, sweep, sweep_regularly},
};
use crate::{alert::Alerts, mail::MailSettings, smtp::Lanes};

/// What a delivery needs; one per process.
#[derive(Debug)]
pub struct Delivery {
    pub db: DatabaseConnection,
    pub mail: MailSettings,
    pub lanes: Lanes,
    pub leases: Leases,
    pub breaker: Breaker,
    pub alerts: Arc<Alerts>,
    /// Deliveries under way.
    pub tasks: TaskTracker,
    /// No new claims from here on.
    pub stopping: CancellationToken,
    /// What is still being sent is broken off.
    pub giving_up: CancellationToken,
}

/// The most rows that one job takes beyond its own, so that its end is acknowledged now and then.
const ROWS_PER_JOB: usize = 500;

impl Delivery {
    /// Delivers the row of a job, then whatever else is due. A row that is not due is no error:
    /// another job has taken it, or it is another time's turn.
    pub async fn run(self: &Arc<Self>, outbox_id: Option<Uuid>) {
        let mut own = outbox_id;
        for _ in 0..=ROWS_PER_JOB {
            if self.stopping.is_cancelled() || self.breaker.is_open() {
                return;
            }
            let claimed = match own.take() {
                Some(id) => match claim_own(self, id).await {
                    Ok(None) => claim_next(self).await,
                    claimed => claimed,
                },
                None => claim_next(self).await,
            };
            match claimed {
                Ok(Some(row)) => self.deliver(row).await,
                Ok(None) => return,
                Err(_) => {
                    tracing::warn!("no row can be claimed: the database does not answer");
                    return;
                }
            }
        }
    }

    /// Delivers one claimed row to its end. A panic in it is a crash of its sender, and recorded as one.
    async fn deliver(self: &Arc<Self>, row: outbox::Model) {
        let id = row.id;
        let delivery = Arc::clone(self);
        if tokio::spawn(async move { send::deliver(&delivery, row).await }).await.is_err() {
            tracing::error!(outbox = %id, "the delivery panicked");
            if sweep::record_crash(self, id).await.is_err() {
                tracing::warn!(outbox = %id, "the crash is not recorded; the lease will expire");
            }
        }
    }
}

fn statement<const N: usize>(sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

fn kind_name(kind: MailKind) -> &'static str {
    match kind {
        MailKind::Notification => "notification",
        MailKind::AutoReply => "auto_reply",
    }
}
