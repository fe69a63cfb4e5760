//! Recording what became of a mail.

use std::time::Duration;

use entity::outbox::{self, MailKind, OutboxState};
use rand::RngExt;
use sea_orm::{ActiveEnum, ConnectionTrait, DbErr};
use tokio::time::sleep;

use super::{
    Delivery,
    schedule::{delay_after, give_up_after},
    statement,
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

/// `$1` id, `$2` holder, `$3` state, `$4` uncounted attempts, `$5` ambiguities, `$6` delay in ms (or null),
/// `$7` undelivered, `$8` age to give up at in seconds (or null), `$9` code.
const SETTLE: &str = "\
    UPDATE outbox SET \
        state = CASE WHEN now() >= created_at + $8 * interval '1 second' THEN 'failed' ELSE $3 END, \
        attempts = greatest(attempts - $4, 0), \
        ambiguities = ambiguities + $5, \
        next_attempt_at = coalesce(least(now() + $6 * interval '1 millisecond', CASE WHEN $8 IS NOT NULL \
            THEN greatest(now(), created_at + $8 * interval '1 second') END), next_attempt_at), \
        data_at = CASE WHEN $7 THEN NULL ELSE data_at END, \
        finished_at = CASE WHEN $6 IS NULL OR now() >= created_at + $8 * interval '1 second' THEN now() END, \
        last_code = $9, lease_holder = NULL, lease_until = NULL \
    WHERE id = $1 AND (lease_holder = $2 OR ($3 = 'sent' AND state IN ('retry', 'ambiguous', 'failed'))) \
    RETURNING state";

/// Writes the outcome and returns the state that the row is in now; `None` if it was not ours any more.
/// A 250 is a fact: it is recorded even when the lease was lost, unless another sender is at it.
pub async fn settle(
    delivery: &Delivery,
    row: &outbox::Model,
    settlement: &Settlement,
) -> Result<Option<OutboxState>, DbErr> {
    let whole = |duration: Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    let values = [
        row.id.into(),
        delivery.leases.holder().into(),
        settlement.state.to_value().into(),
        i32::from(!settlement.counted).into(),
        i16::from(settlement.ambiguous).into(),
        settlement.delay.map(whole).into(),
        settlement.undelivered.into(),
        settlement.give_up_after.map(|age| whole(age) / 1000).into(),
        settlement.code.as_str().into(),
    ];
    let answer = delivery.db.query_one_raw(statement(SETTLE, values)).await?;
    answer.map(|answer| answer.try_get("", "state")).transpose()
}

/// Settles for as long as it takes: what the server said is known here and nowhere else.
pub(super) async fn settle_at_last(delivery: &Delivery, row: &outbox::Model, outcome: &Outcome) -> Option<OutboxState> {
    let pause = match outcome {
        Outcome::Misconfigured(_) => delivery.breaker.trip(),
        _ => Duration::ZERO,
    };
    let settlement = Settlement::of(outcome, row.kind, row.attempts, rand::rng().random(), pause);
    let mut wait = Duration::from_millis(50);
    loop {
        if let Ok(state) = settle(delivery, row, &settlement).await {
            return state;
        }
        tracing::warn!(outbox = %row.id, "the outcome cannot be written yet");
        if delivery.giving_up.run_until_cancelled(sleep(wait)).await.is_none() {
            tracing::error!(outbox = %row.id, code = %settlement.code, "stopped before the outcome was written");
            return None;
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
