//! Where lanes bring what is done and get what is next. Lanes that come at the same time share a statement and a
//! commit, so that the disk's time for a commit is paid once for all of them.

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
    settle::{Settled, settle_sql},
    statement,
};
use crate::retention::sqlstate;

/// `$1` holder, `$2` outcomes as JSON, `$3` rows wanted, `$4` lease in seconds, `$5` the Message-ID of the nil UUID.
/// A row in every answer, with the states of what was settled, by [`Settled::claim_name`]; without a mail where none was
/// claimed.
pub const TURN: &str = concat!(
    "WITH ",
    settle_sql!(),
    ", ",
    claim_sql!(),
    " SELECT claimed.*, states FROM ( \
        SELECT jsonb_object_agg(concat_ws('.', id, claim), coalesce(settled.state, found)) AS states \
        FROM mine LEFT JOIN settled USING (id, claim) WHERE settled.id IS NOT NULL OR already \
      ) AS known LEFT JOIN claimed ON true"
);

/// What a lane brings and wants.
#[derive(Debug)]
pub(super) struct Question {
    settled: Option<Settled>,
    wants_next: bool,
}

#[derive(Debug, Default)]
pub(super) struct Turn {
    /// The state that the settled row is in now; `None` if another claim has begun.
    pub(super) state: Option<OutboxState>,
    pub(super) next: Option<Claimed>,
}

pub(super) type Answer = Result<Turn, DbErr>;

#[derive(Debug)]
pub(super) struct Claimed {
    row: outbox::Model,
    /// Before the database's `now()`: our idea of the lease's end is never later than the database's.
    asked_at: Instant,
}

impl Claimed {
    /// From here on the lease is renewed. What is dropped before, or comes too late to be sure of, a sweep gives back.
    pub(super) fn hold(self, delivery: &Delivery) -> Option<outbox::Model> {
        if self.asked_at.elapsed() > STATEMENT_TIMEOUT {
            return None;
        }
        delivery.leases.took(Claim::from(&self.row), self.asked_at);
        Some(self.row)
    }
}

/// Settles a row, claims the one that has been due longest, or both.
pub(super) async fn ask(delivery: &Delivery, settled: Option<Settled>, wants_next: bool) -> Answer {
    let question = Question { settled, wants_next };
    let answer = delivery.desk.ask(question, async |questions| answer_all(delivery, questions).await).await;
    answer.unwrap_or_else(|| Err(no_answer()))
}

async fn answer_all(delivery: &Delivery, questions: Vec<Question>) -> Vec<Answer> {
    match answer(delivery, &questions).await {
        Ok(turns) => turns.into_iter().map(Ok).collect(),
        // One outcome that the database refuses must not keep the others from being written.
        Err(error) if questions.len() > 1 && is_refusal(&error) => {
            let mut answers = Vec::with_capacity(questions.len());
            for question in questions {
                let alone = answer(delivery, &[question]).await;
                answers.push(alone.map(|turns| turns.into_iter().next().unwrap_or_default()));
            }
            answers
        }
        Err(_) => questions.iter().map(|_| Err(no_answer())).collect(),
    }
}

/// Whether the values themselves were refused (SQLSTATE classes 22 and 23), so that others may pass.
fn is_refusal(error: &DbErr) -> bool {
    sqlstate(error).is_some_and(|code| code.starts_with("22") || code.starts_with("23"))
}

/// A turn for each question.
async fn answer(delivery: &Delivery, questions: &[Question]) -> Result<Vec<Turn>, DbErr> {
    let (asked_at, may_begin) = (Instant::now(), delivery.may_begin());
    let settled: Vec<_> = questions.iter().filter_map(|question| question.settled.as_ref()).collect();
    let wants_next = |question: &Question| question.wants_next && may_begin;
    let wanted = questions.iter().filter(|question| wants_next(question)).count();
    let values = [
        delivery.leases.holder().into(),
        serde_json::to_value(settled).map_err(|error| DbErr::Json(error.to_string()))?.into(),
        i64::try_from(wanted).unwrap_or(i64::MAX).into(),
        i32::try_from(LEASE.as_secs()).unwrap_or(i32::MAX).into(),
        delivery.mail.message_id(Uuid::nil()).into(),
    ];
    let asked = timeout(STATEMENT_TIMEOUT, delivery.db.query_all_raw(statement(TURN, values)));
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
    let turn = |question: &Question| -> Result<Turn, DbErr> {
        let state = question.settled.as_ref().and_then(|settled| states.get(&settled.claim_name()));
        let state = state.map(OutboxState::try_from_value).transpose()?;
        Ok(Turn { state, next: if wants_next(question) { claimed.next() } else { None } })
    };
    questions.iter().map(turn).collect()
}
