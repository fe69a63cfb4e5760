//! Settles finished rows and claims the next ones. Requests that arrive at the same time share one statement and one
//! commit (group commit).

use std::{collections::HashMap, sync::Arc, time::Duration};

use entity::{
    batcher::Commit,
    contact::{ContactReason, Program},
    outbox::{self, MailKind, OutboxState},
};
use mailer::db::{statement, within};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, Iterable, QueryResult};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    envelope_senders::{EnvelopeSenders, Kinds},
    lease::{Claim, Leases},
    settlement::SettlementRow,
};

pub const SETTLE_AND_CLAIM: &str = include_str!("sql/settle_and_claim.sql");

/// A shared statement must not hang on a connection to a vanished server. A statement that times out can still be
/// committed: the reaper then returns the claim, and the outcome is written again.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

/// One sender's request: a row to settle, and whether it wants the next row.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) settled: Option<SettlementRow>,
    pub(super) wants_next: bool,
}

/// What a batch did for one request.
#[derive(Debug, Default)]
pub(super) struct BatchResult {
    /// The state that the settled row is in now; `None` if another claim has begun.
    pub(super) state: Option<OutboxState>,
    pub(super) next: Option<Claimed>,
}

#[derive(Debug)]
pub(super) struct Claimed {
    row: outbox::Model,
    /// Taken before the database's `now()`, so that our end of the lease is never later than the database's.
    asked_at: Instant,
    slot: Option<OwnedSemaphorePermit>,
}

/// A claimed row whose lease is renewed.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) row: outbox::Model,
    /// An auto-reply's, until its SMTP dialogue has ended.
    pub(super) slot: Option<OwnedSemaphorePermit>,
}

impl Claimed {
    /// From here on the lease is renewed. The reaper returns rows that are dropped before or arrive too late.
    pub(super) fn hold(self, leases: &Leases) -> Option<Held> {
        if self.asked_at.elapsed() > STATEMENT_TIMEOUT.min(leases.settings().safe) {
            return None;
        }
        leases.took(Claim::from(&self.row), self.asked_at);
        Some(Held { row: self.row, slot: self.slot })
    }
}

/// What a batch needs of a [`Delivery`].
pub(super) struct OutboxStore {
    pub(super) db: DatabaseConnection,
    pub(super) leases: Arc<Leases>,
    pub(super) senders: Arc<EnvelopeSenders>,
    pub(super) stopping: CancellationToken,
    /// The Message-ID of a row with the nil UUID; the statement puts in the row's id.
    pub(super) nil_message_id: String,
    /// Auto-replies that may be sent at the same time: slow recipients must leave connections to notifications.
    pub(super) auto_reply_slots: Arc<Semaphore>,
    /// The consultants by the settings. `None`: any address.
    pub(super) consultants: Option<Vec<String>>,
}

impl Commit for OutboxStore {
    type Request = Request;
    type Answer = BatchResult;

    /// Only one batch takes the slots of auto-replies.
    const WRITERS: usize = 1;
    /// More than there are senders.
    const MAX_WAITING: usize = 1024;
    const MAX_BATCH: usize = 64;

    async fn commit(&self, requests: &[Request]) -> Result<Vec<BatchResult>, DbErr> {
        let asked_at = Instant::now();
        let claimable = self.senders.claimable(&self.stopping);
        let wants_next = |request: &Request| request.wants_next && claimable != Kinds::NONE;
        let settled: Vec<_> = requests.iter().filter_map(|request| request.settled.as_ref()).collect();
        let wanted = count(requests.iter().filter(|request| wants_next(request)).count());
        let slots = count(self.auto_reply_slots.available_permits());
        let values = [
            self.leases.holder().into(),
            serde_json::to_value(settled).map_err(|error| DbErr::Json(error.to_string()))?.into(),
            wanted.into(),
            self.leases.settings().seconds().into(),
            self.nil_message_id.as_str().into(),
            if claimable.notifications { wanted } else { 0 }.into(),
            if claimable.auto_replies { slots } else { 0 }.into(),
            known::<ContactReason>().into(),
            known::<Program>().into(),
            self.consultants.clone().into(),
            known::<MailKind>().into(),
        ];
        let rows = within(STATEMENT_TIMEOUT, self.db.query_all_raw(statement(SETTLE_AND_CLAIM, values))).await?;
        let states = read_states(rows.first())?;
        let mut claimed = self.read_claimed(&rows, asked_at)?.into_iter();
        let result = |request: &Request| -> Result<BatchResult, DbErr> {
            let state = request.settled.as_ref().and_then(|settled| states.get(&settled.key()));
            // A state of a newer version is unknown; it must not fail the others of the batch.
            let state = state.and_then(|state| OutboxState::try_from_value(state).ok());
            Ok(BatchResult { state, next: if wants_next(request) { claimed.next() } else { None } })
        };
        requests.iter().map(result).collect()
    }
}

impl OutboxStore {
    fn read_claimed(&self, rows: &[QueryResult], asked_at: Instant) -> Result<Vec<Claimed>, DbErr> {
        let mut claimed = Vec::with_capacity(rows.len());
        for row in rows {
            if row.try_get::<Option<Uuid>>("", "id")?.is_some() {
                let row = outbox::Model::from_query_result(row, "")?;
                // Nobody else takes slots, so there is one for each claimed auto-reply.
                let slot = (row.kind == MailKind::AutoReply)
                    .then(|| Arc::clone(&self.auto_reply_slots).try_acquire_owned().ok())
                    .flatten();
                claimed.push(Claimed { row, asked_at, slot });
            }
        }
        Ok(claimed)
    }
}

/// The states of the settled rows, by [`SettlementRow::key`].
fn read_states(row: Option<&QueryResult>) -> Result<HashMap<String, String>, DbErr> {
    let states: Option<serde_json::Value> = row.map_or(Ok(None), |row| row.try_get("", "states"))?;
    states.map_or(Ok(HashMap::new()), serde_json::from_value).map_err(|error| DbErr::Json(error.to_string()))
}

/// The values that this version can read.
pub fn known<T: ActiveEnum<Value = String> + Iterable>() -> Vec<String> {
    T::iter().map(|value| value.to_value()).collect()
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
