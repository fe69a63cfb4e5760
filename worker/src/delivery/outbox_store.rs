//! Settles finished rows and claims the next ones. Requests that arrive at the same time share one statement and one
//! commit (group commit).

use std::collections::HashMap;

use entity::outbox::{self, OutboxState};
use sea_orm::{ActiveEnum, ConnectionTrait, DatabaseConnection, DbErr, FromQueryResult, QueryResult};
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::{
    batcher::Batcher,
    lease::{Claim, Leases},
    settlement::SettlementRow,
    statement::{STATEMENT_TIMEOUT, no_answer, statement},
};
use crate::db_error::sqlstate;

pub const SETTLE_AND_CLAIM: &str = include_str!("sql/settle_and_claim.sql");

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
}

impl Claimed {
    /// From here on the lease is renewed. The reaper returns rows that are dropped before or arrive too late.
    pub(super) fn hold(self, leases: &Leases) -> Option<outbox::Model> {
        if self.asked_at.elapsed() > STATEMENT_TIMEOUT.min(leases.settings().safe) {
            return None;
        }
        leases.took(Claim::from(&self.row), self.asked_at);
        Some(self.row)
    }
}

#[derive(Debug)]
pub(super) struct OutboxStore {
    db: DatabaseConnection,
    /// The Message-ID of a row with the nil UUID; the statement puts in the row's id.
    nil_message_id: String,
    batcher: Batcher<Request, Result<BatchResult, DbErr>>,
}

impl OutboxStore {
    pub(super) fn new(db: DatabaseConnection, nil_message_id: String) -> Self {
        Self { db, nil_message_id, batcher: Batcher::default() }
    }

    /// Settles a row, claims the row that has been due longest, or both. Claims nothing unless `may_claim` holds when
    /// the batch runs.
    pub(super) async fn submit(
        &self,
        leases: &Leases,
        may_claim: impl Fn() -> bool,
        request: Request,
    ) -> Result<BatchResult, DbErr> {
        let run = async |requests| self.run_batch(leases, may_claim(), requests).await;
        self.batcher.submit(request, run).await.unwrap_or_else(|| Err(no_answer()))
    }

    async fn run_batch(
        &self,
        leases: &Leases,
        may_claim: bool,
        requests: Vec<Request>,
    ) -> Vec<Result<BatchResult, DbErr>> {
        match self.run(leases, may_claim, &requests).await {
            Ok(results) => results.into_iter().map(Ok).collect(),
            // One refused outcome must not keep the others from being written.
            Err(error) if requests.len() > 1 && is_refusal(&error) => {
                let mut results = Vec::with_capacity(requests.len());
                for request in requests {
                    let alone = self.run(leases, may_claim, &[request]).await;
                    results.push(alone.map(|results| results.into_iter().next().unwrap_or_default()));
                }
                results
            }
            Err(_) => requests.iter().map(|_| Err(no_answer())).collect(),
        }
    }

    /// One result per request.
    async fn run(&self, leases: &Leases, may_claim: bool, requests: &[Request]) -> Result<Vec<BatchResult>, DbErr> {
        let asked_at = Instant::now();
        let wants_next = |request: &Request| request.wants_next && may_claim;
        let settled: Vec<_> = requests.iter().filter_map(|request| request.settled.as_ref()).collect();
        let wanted = requests.iter().filter(|request| wants_next(request)).count();
        let values = [
            leases.holder().into(),
            serde_json::to_value(settled).map_err(|error| DbErr::Json(error.to_string()))?.into(),
            i64::try_from(wanted).unwrap_or(i64::MAX).into(),
            leases.settings().seconds().into(),
            self.nil_message_id.as_str().into(),
        ];
        let asked = timeout(STATEMENT_TIMEOUT, self.db.query_all_raw(statement(SETTLE_AND_CLAIM, values)));
        let rows = asked.await.unwrap_or_else(|_| Err(no_answer()))?;
        let states = read_states(rows.first())?;
        let mut claimed = read_claimed(&rows, asked_at)?.into_iter();
        let result = |request: &Request| -> Result<BatchResult, DbErr> {
            let state = request.settled.as_ref().and_then(|settled| states.get(&settled.key()));
            let state = state.map(OutboxState::try_from_value).transpose()?;
            Ok(BatchResult { state, next: if wants_next(request) { claimed.next() } else { None } })
        };
        requests.iter().map(result).collect()
    }
}

/// Whether the server refused the values (SQLSTATE classes 22 and 23): other requests may then succeed.
fn is_refusal(error: &DbErr) -> bool {
    sqlstate(error).is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// The states of the settled rows, by [`SettlementRow::key`].
fn read_states(row: Option<&QueryResult>) -> Result<HashMap<String, String>, DbErr> {
    let states: Option<serde_json::Value> = row.map_or(Ok(None), |row| row.try_get("", "states"))?;
    states.map_or(Ok(HashMap::new()), serde_json::from_value).map_err(|error| DbErr::Json(error.to_string()))
}

fn read_claimed(rows: &[QueryResult], asked_at: Instant) -> Result<Vec<Claimed>, DbErr> {
    let mut claimed = Vec::with_capacity(rows.len());
    for row in rows {
        if row.try_get::<Option<Uuid>>("", "id")?.is_some() {
            claimed.push(Claimed { row: outbox::Model::from_query_result(row, "")?, asked_at });
        }
    }
    Ok(claimed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_the_rows_that_count_as_due_elsewhere() {
        let words = |sql: &str| sql.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(SETTLE_AND_CLAIM).contains(&words(crate::due_sql!())));
    }
}
