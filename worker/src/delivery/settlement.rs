//! Recording what became of a mail.

use std::time::Duration;

use entity::outbox::{self, MailKind, OutboxState};
use rand::RngExt;
use sea_orm::ActiveEnum;
use serde::Serialize;
use tokio::time::sleep;
use uuid::Uuid;

use super::{
    Delivery,
    backoff::{delay_after, give_up_after},
    outbox_store::{self, BatchResult},
};
use crate::smtp::{Code, Outcome};

/// Long enough that a row which is given back again and again keeps nobody busy.
const RELEASED: Duration = Duration::from_secs(1);

/// What is written to the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    pub state: OutboxState,
    /// Whether the attempt counts against the schedule.
    pub counted: bool,
    pub ambiguous: bool,
    /// Until the next attempt, if there is one.
    pub delay: Option<Duration>,
    /// Whether the server certainly has not taken the mail, so that an auto-reply may go again.
    pub undelivered: bool,
    /// Beyond this age of the row, `state` is `Failed` instead.
    pub give_up_after: Option<Duration>,
    pub code: Code,
}

impl Settlement {
    /// `attempts` includes this one; `chance` (0..=1) spreads the next; `pause` is the breaker's.
    pub fn of(outcome: &Outcome, kind: MailKind, attempts: i32, chance: f64, pause: Duration) -> Self {
        let end = Self {
            state: OutboxState::Failed,
            counted: true,
            ambiguous: false,
            delay: None,
            undelivered: true,
            give_up_after: None,
            code: outcome.code(),
        };
        let again =
            |state, delay| Self { state, delay: Some(delay), give_up_after: Some(give_up_after(kind)), ..end.clone() };
        match outcome {
            Outcome::Sent => Self { state: OutboxState::Sent, undelivered: false, ..end },
            Outcome::Failed(_) => end,
            Outcome::Retry(_) => again(OutboxState::Retry, delay_after(attempts, chance)),
            Outcome::Misconfigured(_) => {
                // Spread over the pause's end, and never given up for a fault of ours.
                let delay = pause + delay_after(1, chance) / 2;
                Self { counted: false, give_up_after: None, ..again(OutboxState::Retry, delay) }
            }
            Outcome::Released(_) => Self { counted: false, give_up_after: None, ..again(OutboxState::Retry, RELEASED) },
            Outcome::Ambiguous(_) => {
                let base = match kind {
                    MailKind::Notification => again(OutboxState::Ambiguous, delay_after(attempts, chance)),
                    MailKind::AutoReply => Self { state: OutboxState::Ambiguous, ..end },
                };
                Self { ambiguous: true, undelivered: false, ..base }
            }
        }
    }
}

/// `given`, `mine` and `settled`. Resets `crashes` once an outcome is reported.
///
/// `$1` holder, `$2` outcomes as JSON. Locks in the order of ids, as the renewal of leases does, so that neither waits
/// for the other in turn, and decides by what it finds under the lock: the statement's snapshot may be older. A 250 is a
/// fact: it is recorded even when the lease was lost, unless another sender is at it. `already`: this claim was ended
/// before, by a statement whose answer was lost or by a sweep.
macro_rules! settle_sql {
    () => {
        "given AS MATERIALIZED ( \
            SELECT * FROM jsonb_to_recordset($2) AS g(id uuid, claim integer, outcome text, uncounted integer, ambiguous smallint, \
                delay_ms bigint, undelivered boolean, give_up_after_s bigint, code text) \
        ), mine AS ( \
            SELECT given.*, created_at + give_up_after_s * interval '1 second' AS over_at, state AS found, \
                claims = claim AND state <> 'sending' AS already, \
                lease_holder = $1 AND claims = claim \
                    OR outcome = 'sent' AND state IN ('ready', 'retry', 'ambiguous', 'failed') AS is_taken \
            FROM given JOIN outbox USING (id) ORDER BY id FOR UPDATE OF outbox \
        ), settled AS ( \
            UPDATE outbox SET \
                state = CASE WHEN now() >= over_at THEN 'failed' ELSE outcome END, \
                attempts = greatest(attempts - uncounted, 0), \
                ambiguities = ambiguities + ambiguous, crashes = 0, \
                next_attempt_at = coalesce(least(now() + delay_ms * interval '1 millisecond', \
                    CASE WHEN over_at IS NOT NULL THEN greatest(now(), over_at) END), next_attempt_at), \
                data_at = CASE WHEN undelivered THEN NULL ELSE data_at END, \
                finished_at = CASE WHEN delay_ms IS NULL OR now() >= over_at THEN now() END, \
                last_code = code, lease_holder = NULL, lease_until = NULL \
            FROM mine WHERE outbox.id = mine.id AND is_taken \
            RETURNING outbox.id, claim, state)"
    };
}
pub(super) use settle_sql;

/// One outcome as the statement takes it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Settled {
    id: Uuid,
    claim: i32,
    outcome: String,
    uncounted: i32,
    ambiguous: i16,
    delay_ms: Option<u64>,
    undelivered: bool,
    give_up_after_s: Option<u64>,
    code: String,
}

impl Settled {
    /// Names the claim in an answer.
    pub(super) fn claim_name(&self) -> String {
        format!("{}.{}", self.id, self.claim)
    }

    fn new(row: &outbox::Model, settlement: &Settlement) -> Self {
        let whole = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self {
            id: row.id,
            claim: row.claims,
            outcome: settlement.state.to_value(),
            uncounted: i32::from(!settlement.counted),
            ambiguous: i16::from(settlement.ambiguous),
            delay_ms: settlement.delay.map(whole),
            undelivered: settlement.undelivered,
            give_up_after_s: settlement.give_up_after.map(|age| age.as_secs()),
            code: settlement.code.as_str().to_owned(),
        }
    }
}

/// Settles for as long as it takes: what the server said is known here and nowhere else. With `go_on`, the next row is
/// claimed by the same statement, unless the process stops or sending pauses.
pub(super) async fn settle_at_last(
    delivery: &Delivery,
    row: &outbox::Model,
    outcome: &Outcome,
    go_on: bool,
) -> BatchResult {
    let pause = match outcome {
        Outcome::Misconfigured(_) => delivery.breaker.trip(),
        _ => Duration::ZERO,
    };
    let settlement = Settlement::of(outcome, row.kind, row.attempts, rand::rng().random(), pause);
    let mut wait = Duration::from_millis(50);
    loop {
        let settled = Settled::new(row, &settlement);
        if let Ok(turn) = outbox_store::submit(delivery, Some(settled), go_on && delivery.may_begin()).await {
            return turn;
        }
        tracing::warn!(outbox = %row.id, "the outcome cannot be written yet");
        if delivery.force_shutdown.run_until_cancelled(sleep(wait)).await.is_none() {
            tracing::error!(outbox = %row.id, code = %settlement.code, "stopped before the outcome was written");
            return BatchResult::default();
        }
        wait = (wait * 2).min(Duration::from_secs(5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outcome: &Outcome, kind: MailKind) -> Settlement {
        Settlement::of(outcome, kind, 3, 0.5, Duration::from_mins(1))
    }

    fn code() -> Code {
        Code::new("dot_lost")
    }

    #[test]
    fn an_ambiguous_notification_goes_again_and_an_auto_reply_never() {
        let again = of(&Outcome::Ambiguous(code()), MailKind::Notification);
        assert!(again.ambiguous && again.delay == Some(Duration::from_mins(5)));
        let never = of(&Outcome::Ambiguous(code()), MailKind::AutoReply);
        assert!(never.ambiguous && never.delay.is_none() && !never.undelivered);
    }

    #[test]
    fn a_fault_of_ours_counts_for_nothing() {
        let settlement = of(&Outcome::Misconfigured(code()), MailKind::AutoReply);
        assert!(!settlement.counted && settlement.give_up_after.is_none() && settlement.undelivered);
        assert!(settlement.delay > Some(Duration::from_mins(1)));
    }

    #[test]
    fn only_what_the_server_took_or_may_have_taken_stays_marked() {
        for kind in [MailKind::Notification, MailKind::AutoReply] {
            assert!(of(&Outcome::Retry(code()), kind).undelivered);
            assert!(of(&Outcome::Failed(code()), kind).undelivered);
            assert!(!of(&Outcome::Sent, kind).undelivered);
        }
    }
}
