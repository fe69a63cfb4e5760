//! The outbox: claiming rows, sending them, recording what became of them.

mod auto_reply_limit;
mod backoff;
mod batcher;
mod circuit_breaker;
mod claim;
mod lease;
mod outbox_store;
mod reaper;
mod send;
mod settlement;

use std::{sync::Arc, time::Duration};

use entity::outbox::{self, MailKind};
use sea_orm::{DatabaseConnection, DbBackend, DbErr, RuntimeErr, Statement, Value};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

pub use self::{
    auto_reply_limit::{Admission, admit},
    backoff::{delay_after, give_up_after},
    circuit_breaker::CircuitBreaker,
    lease::{Claim, LEASE, Leases, keep_leases},
    outbox_store::{SETTLE_AND_CLAIM, claim_next},
    reaper::{Reaped, reap, reap_regularly},
    settlement::Settlement,
};
use self::{
    batcher::Batcher,
    outbox_store::{Request, RequestResult},
    send::Next,
};
use crate::{
    alert::Alerts,
    mail::MailSettings,
    smtp::{Client, Connections},
};

/// What a delivery needs; one per process.
#[derive(Debug)]
pub struct Delivery {
    pub db: DatabaseConnection,
    pub mail: MailSettings,
    pub connections: Connections,
    pub leases: Leases,
    pub breaker: CircuitBreaker,
    pub alerts: Arc<Alerts>,
    /// Deliveries under way.
    pub tasks: TaskTracker,
    /// No new claims from here on.
    pub stopping: CancellationToken,
    /// What is still being sent is broken off.
    pub force_shutdown: CancellationToken,
    batcher: Batcher<Request, RequestResult>,
}

/// The most rows that one job takes, so that its end is acknowledged now and then.
const ROWS_PER_JOB: usize = 500;
/// A shared statement must not hang on a connection to a vanished server. One that is given up
/// may still be committed: a claim is then swept up, and an outcome is written again.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

impl Delivery {
    pub fn new(db: DatabaseConnection, mail: MailSettings, client: Client, alerts: Arc<Alerts>) -> Self {
        Self {
            db,
            mail,
            connections: Connections::new(client),
            leases: Leases::new(Uuid::new_v4()),
            breaker: CircuitBreaker::default(),
            alerts,
            tasks: TaskTracker::new(),
            stopping: CancellationToken::new(),
            force_shutdown: CancellationToken::new(),
            batcher: Batcher::default(),
        }
    }

    /// Delivers what is due, the longest due first. Nothing to do is no error: another job has taken the row that this
    /// one was queued for, or it is another time's turn.
    pub async fn run(self: &Arc<Self>) {
        let mut next = Next::Ask;
        for rest in (0..ROWS_PER_JOB).rev() {
            let row = match next {
                Next::Row(claimed) => match claimed.hold(self) {
                    Some(row) => row,
                    None => return,
                },
                Next::Ask if self.may_begin() => match claim_next(self).await {
                    Ok(Some(row)) => row,
                    Ok(None) => return,
                    Err(_) => {
                        tracing::warn!("no row can be claimed: the database does not answer");
                        return;
                    }
                },
                Next::Ask | Next::Nothing => return,
            };
            next = self.deliver(row, rest > 0).await;
        }
    }

    fn may_begin(&self) -> bool {
        !self.stopping.is_cancelled() && !self.breaker.is_open()
    }

    /// Delivers one claimed row to its end. A panic in it is a crash of its sender, and recorded as one.
    async fn deliver(self: &Arc<Self>, row: outbox::Model, go_on: bool) -> Next {
        let claim = Claim::from(&row);
        let delivery = Arc::clone(self);
        let sent = tokio::spawn(async move { send::deliver(&delivery, row, go_on).await }).await;
        if let Ok(next) = sent {
            return next;
        }
        tracing::error!(outbox = %claim.id, "the delivery panicked");
        if reaper::record_crash(self, claim).await.is_err() {
            tracing::warn!(outbox = %claim.id, "the crash is not recorded; the lease will expire");
        }
        Next::Ask
    }
}

fn statement<const N: usize>(sql: &str, values: [Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

fn no_answer() -> DbErr {
    DbErr::Conn(RuntimeErr::Internal("no answer".to_owned()))
}

fn kind_name(kind: MailKind) -> &'static str {
    match kind {
        MailKind::Notification => "notification",
        MailKind::AutoReply => "auto_reply",
    }
}
