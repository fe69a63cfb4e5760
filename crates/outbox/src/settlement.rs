//! From the outcome of an attempt to the new state of its row.

use std::time::Duration;

use entity::outbox::{self, MailKind, OutboxState};
use mailer::smtp::{Code, SendOutcome};
use sea_orm::ActiveEnum;
use serde::Serialize;
use uuid::Uuid;

use super::backoff::{delay_after, delay_while_unreached, give_up_after};

/// Keeps a row that is released again and again from busying a sender.
const RELEASE_DELAY: Duration = Duration::from_secs(1);

/// Copies of a notification that the relay may have. After the last one, the operator gets an alert.
const MAX_COPIES: i16 = 3;

/// The server has refused what the mail says: the next attempt is a mail without anybody's words.
pub(super) const TEXT_REFUSED: &str = "text_refused";
/// Such a mail was sent. An operator can send the whole one later.
pub(super) const SENT_WITHOUT_TEXT: &str = "sent_without_text";

/// Whether an attempt with this row sends a mail without anybody's words.
pub(super) fn is_without_text(row: &outbox::Model) -> bool {
    row.last_code.as_deref() == Some(TEXT_REFUSED)
}

/// What an attempt counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    Nothing,
    /// The server has not judged the mail.
    Backoff,
    /// A notification's age begins with the server's first judgement.
    BackoffAndAge,
}

/// The new state of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    pub state: OutboxState,
    pub attempt: Attempt,
    pub ambiguous: bool,
    /// The time until the next attempt, if there is one.
    pub delay: Option<Duration>,
    /// Whether the server certainly has not taken the mail, so that an auto-reply can be sent again.
    pub undelivered: bool,
    /// If the row's age exceeds it, `state` is `Failed` instead.
    pub give_up_after: Option<Duration>,
    pub code: Code,
}

impl Settlement {
    /// `row` is the row as claimed; `chance` (0..=1) is the jitter; `pause` is the circuit breaker's.
    pub fn of(outcome: &SendOutcome, row: &outbox::Model, chance: f64, pause: Duration) -> Self {
        let kind = row.kind;
        let end = Self {
            state: OutboxState::Failed,
            attempt: Attempt::BackoffAndAge,
            ambiguous: false,
            delay: None,
            undelivered: true,
            give_up_after: None,
            code: outcome.code(),
        };
        let again =
            |state, delay| Self { state, delay: Some(delay), give_up_after: Some(give_up_after(kind)), ..end.clone() };
        let backoff = delay_after(row.attempts, chance);
        match outcome {
            SendOutcome::Sent => {
                let code = if is_without_text(row) { Code::new(SENT_WITHOUT_TEXT) } else { outcome.code() };
                Self { state: OutboxState::Sent, undelivered: false, code, ..end }
            }
            SendOutcome::Refused(..) | SendOutcome::Failed(_) => end,
            SendOutcome::Retry(_) => again(OutboxState::Retry, backoff),
            SendOutcome::Unreached(_) => {
                // However long the relay is away, a notification waits for it; a late auto-reply only confuses.
                let give_up_after = (kind == MailKind::AutoReply).then(|| give_up_after(kind));
                let delay = delay_while_unreached(row.attempts, chance);
                Self { give_up_after, attempt: Attempt::Backoff, ..again(OutboxState::Retry, delay) }
            }
            SendOutcome::Misconfigured(_) | SendOutcome::SenderRefused(_) => {
                // Jitter after the pause, and no giving up: the fault is in our configuration.
                let delay = pause + delay_after(1, chance) / 2;
                Self { attempt: Attempt::Nothing, give_up_after: None, ..again(OutboxState::Retry, delay) }
            }
            SendOutcome::TextRefused(_) => Self {
                attempt: Attempt::Nothing,
                code: Code::new(TEXT_REFUSED),
                give_up_after: None,
                ..again(OutboxState::Retry, Duration::ZERO)
            },
            SendOutcome::Released(_) => {
                Self { attempt: Attempt::Nothing, give_up_after: None, ..again(OutboxState::Retry, RELEASE_DELAY) }
            }
            SendOutcome::Ambiguous(_) => {
                let base = match kind {
                    MailKind::AutoReply => Self { state: OutboxState::Ambiguous, ..end },
                    _ if row.copies + 1 >= MAX_COPIES => end,
                    _ => again(OutboxState::Ambiguous, backoff),
                };
                Self { ambiguous: true, undelivered: false, ..base }
            }
        }
    }
}

/// One settlement as the statement reads it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SettlementRow {
    id: Uuid,
    claim: i32,
    outcome: String,
    uncounted: i32,
    ambiguous: i16,
    delay_ms: Option<u64>,
    undelivered: bool,
    give_up_after_s: Option<u64>,
    judged: bool,
    code: String,
}

impl SettlementRow {
    /// Identifies the claim in the statement's result.
    pub(super) fn key(&self) -> String {
        format!("{}.{}", self.id, self.claim)
    }

    pub(super) fn new(row: &outbox::Model, settlement: &Settlement) -> Self {
        let whole = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self {
            id: row.id,
            claim: row.claims,
            outcome: settlement.state.to_value(),
            uncounted: i32::from(settlement.attempt == Attempt::Nothing),
            ambiguous: i16::from(settlement.ambiguous),
            delay_ms: settlement.delay.map(whole),
            undelivered: settlement.undelivered,
            give_up_after_s: settlement.give_up_after.map(|age| age.as_secs()),
            judged: settlement.attempt == Attempt::BackoffAndAge,
            code: settlement.code.as_str().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;

    /// Claimed a moment ago.
    fn row(kind: MailKind, attempts: i32) -> outbox::Model {
        let at = DateTime::UNIX_EPOCH;
        outbox::Model {
            id: Uuid::nil(),
            inquiry_id: Uuid::nil(),
            kind,
            recipient: None,
            message_id: None,
            state: OutboxState::Sending,
            claims: 1,
            attempts,
            crashes: 0,
            ambiguities: 0,
            copies: 0,
            next_attempt_at: at,
            lease_holder: Some(Uuid::nil()),
            lease_until: Some(at),
            first_attempt_at: Some(at),
            data_at: None,
            finished_at: None,
            last_code: None,
            created_at: at,
            age_from: None,
            over_share: false,
            about: None,
            participant: None,
            is_copy: false,
        }
    }

    fn of(outcome: &SendOutcome, kind: MailKind) -> Settlement {
        Settlement::of(outcome, &row(kind, 3), 0.5, Duration::from_mins(1))
    }

    fn code() -> Code {
        Code::new("dot_lost")
    }

    #[test]
    fn retries_an_ambiguous_notification_but_never_an_ambiguous_auto_reply() {
        let again = of(&SendOutcome::Ambiguous(code()), MailKind::Notification);
        assert!(again.ambiguous && again.delay == Some(Duration::from_mins(5)));
        let never = of(&SendOutcome::Ambiguous(code()), MailKind::AutoReply);
        assert!(never.ambiguous && never.delay.is_none() && !never.undelivered);
    }

    #[test]
    fn a_configuration_fault_does_not_count_as_an_attempt() {
        let settlement = of(&SendOutcome::Misconfigured(code()), MailKind::AutoReply);
        assert!(settlement.attempt == Attempt::Nothing && settlement.give_up_after.is_none() && settlement.undelivered);
        assert!(settlement.delay > Some(Duration::from_mins(1)));
    }

    #[test]
    fn a_notification_waits_for_a_relay_that_is_away_and_an_auto_reply_does_not() {
        let notification = of(&SendOutcome::Unreached(code()), MailKind::Notification);
        assert!(notification.attempt == Attempt::Backoff && notification.give_up_after.is_none());
        let row = row(MailKind::Notification, 40);
        let late = Settlement::of(&SendOutcome::Unreached(code()), &row, 0.5, Duration::ZERO);
        assert_eq!(late.delay, Some(Duration::from_mins(15)), "an outage of hours does not delay it for hours after");
        let auto_reply = of(&SendOutcome::Unreached(code()), MailKind::AutoReply);
        assert_eq!(auto_reply.give_up_after, Some(Duration::from_hours(24)));
    }

    #[test]
    fn only_a_mail_that_the_server_took_or_may_have_taken_keeps_data_at() {
        for kind in [MailKind::Notification, MailKind::AutoReply] {
            assert!(of(&SendOutcome::Retry(code()), kind).undelivered);
            assert!(of(&SendOutcome::Failed(code()), kind).undelivered);
            assert!(!of(&SendOutcome::Sent, kind).undelivered);
        }
    }
}
