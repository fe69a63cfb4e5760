//! Settles finished rows and claims the next ones. Requests that arrive at the same time share one statement and one
//! commit (group commit).

use std::collections::HashMap;

use entity::outbox::{self, OutboxState};
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr, FromQueryResult};
use tokio::time::{Instant, timeout};
use uuid::Uuid;

use super::{
    Delivery, STATEMENT_TIMEOUT,
    claim::claim_sql,
    lease::{Claim, LEASE},
    no_answer,
    settlement::{Settled, settle_sql},
    statement,
};
use crate::retention::sqlstate;

/// `$1` holder, `$2` outcomes as JSON, `$3` rows wanted, `$4` lease in seconds, `$5` the Message-ID of the nil UUID.
/// A row in every answer, with the states of what was settled, by [`Settled::claim_name`]; without a mail where none was
/// claimed.
pub const SETTLE_AND_CLAIM: &str = concat!(
    "WITH ",
    settle_sql!(),
    ", ",
    claim_sql!(),
    " SELECT claimed.*, states FROM ( \
        SELECT jsonb_object_agg(concat_ws('.', id, claim), coalesce(settled.state, found)) AS states \
        FROM mine LEFT JOIN settled USING (id, claim) WHERE settled.id IS NOT NULL OR already \
      ) AS known LEFT JOIN claimed ON true"
);

/// One sender's request: a row to settle, and whether it wants the next row.
#[derive(Debug)]
pub(super) struct Request {
    settled: Option<Settled>,
    wants_next: bool,
}

#[derive(Debug, Default)]
pub(super) struct BatchResult {
    /// The state that the settled row is in now; `None` if another claim has begun.
    pub(super) state: Option<OutboxState>,
    pub(super) next: Option<Claimed>,
}

pub(super) type RequestResult = Result<BatchResult, DbErr>;

#[derive(Debug)]
pub(super) struct Claimed {
    row: outbox::Model,
    /// Taken before the database's `now()`, so that our end of the lease is never later than the database's.
    asked_at: Instant,
}

impl Claimed {
    /// From here on the lease is renewed. The reaper returns rows that are dropped before or arrive too late.
    pub(super) fn hold(self, delivery: &Delivery) -> Option<outbox::Model> {
        if self.asked_at.elapsed() > STATEMENT_TIMEOUT {
            return None;
        }
        delivery.leases.took(Claim::from(&self.row), self.asked_at);
        Some(self.row)
    }
}

/// Claims the row that has been due longest.
pub async fn claim_next(delivery: &Delivery) -> Result<Option<outbox::Model>, DbErr> {
    let next = submit(delivery, None, true).await?.next;
    Ok(next.and_then(|claimed| claimed.hold(delivery)))
}

/// Settles a row, claims the row that has been due longest, or both.
pub(super) async fn submit(delivery: &Delivery, settled: Option<Settled>, wants_next: bool) -> RequestResult {
    let request = Request { settled, wants_next };
    let answer = delivery.batcher.submit(request, async |requests| run_batch(delivery, requests).await).await;
    answer.unwrap_or_else(|| Err(no_answer()))
}

async fn run_batch(delivery: &Delivery, requests: Vec<Request>) -> Vec<RequestResult> {
    match run(delivery, &requests).await {
        Ok(results) => results.into_iter().map(Ok).collect(),
        // One refused outcome must not keep the others from being written.
        Err(error) if requests.len() > 1 && is_refusal(&error) => {
            let mut answers = Vec::with_capacity(requests.len());
            for request in requests {
                let alone = run(delivery, &[request]).await;
                answers.push(alone.map(|results| results.into_iter().next().unwrap_or_default()));
            }
            answers
        }
        Err(_) => requests.iter().map(|_| Err(no_answer())).collect(),
    }
}

/// Whether the server refused the values (SQLSTATE classes 22 and 23): other requests may then succeed.
fn is_refusal(error: &DbErr) -> bool {
    sqlstate(error).is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// One result per request.
async fn run(delivery: &Delivery, requests: &[Request]) -> Result<Vec<BatchResult>, DbErr> {
    let (asked_at, may_begin) = (Instant::now(), delivery.may_begin());
    let settled: Vec<_> = requests.iter().filter_map(|request| request.settled.as_ref()).collect();
    let wants_next = |request: &Request| request.wants_next && may_begin;
    let wanted = requests.iter().filter(|request| wants_next(request)).count();
    let values = [
        delivery.leases.holder().into(),
        serde_json::to_value(settled).map_err(|error| DbErr::Json(error.to_string()))?.into(),
        i64::try_from(wanted).unwrap_or(i64::MAX).into(),
        i32::try_from(LEASE.as_secs()).unwrap_or(i32::MAX).into(),
        delivery.mail.message_id(Uuid::nil()).into(),
    ];
    let asked = timeout(STATEMENT_TIMEOUT, delivery.db.query_all_raw(statement(SETTLE_AND_CLAIM, values)));
    let rows = asked.await.unwrap_or_else(|_| Err(no_answer()))?;
    let states: Option<serde_json::Value> = rows.first().map_or(Ok(None), |row| row.try_get("", "states"))?;
    let states: HashMap<String, String> =
        states.map_or(Ok(HashMap::new()), serde_json::from_value).map_err(|error| DbErr::Json(error.to_string()))?;
    let mut claimed = Vec::with_capacity(rows.len());
    for row in &rows {
        if row.try_get::<Option<Uuid>>("", "id")?.is_some() {
            claimed.push(Claimed { row: outbox::Model::from_query_result(row, "")?, asked_at });
        }
    }
    let mut claimed = claimed.into_iter();
    let result = |request: &Request| -> Result<BatchResult, DbErr> {
        let state = request.settled.as_ref().and_then(|settled| states.get(&settled.claim_name()));
        let state = state.map(OutboxState::try_from_value).transpose()?;
        Ok(BatchResult { state, next: if wants_next(request) { claimed.next() } else { None } })
    };
    requests.iter().map(result).collect()
}
