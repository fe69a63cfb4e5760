//! The backoff: when a mail is sent again.

use std::time::Duration;

use entity::outbox::MailKind;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// The delay after the n-th attempt; the last one repeats.
const DELAYS_SECONDS: [u64; 8] = [15, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];

/// The delay that repeats while no server is reached: an outage ends for all mails at once, and a notification must not
/// wait for hours after it.
const LONGEST_UNREACHED: i32 = 4;

/// The jitter, so that mails that failed together are not sent again together.
const JITTER: f64 = 0.2;

/// The delay after `attempts` counted attempts. `chance` is in 0..=1.
pub fn delay_after(attempts: i32, chance: f64) -> Duration {
    let index = usize::try_from(attempts.max(1) - 1).unwrap_or_default().min(DELAYS_SECONDS.len() - 1);
    let factor = 1.0 - JITTER + 2.0 * JITTER * chance.clamp(0.0, 1.0);
    Duration::from_secs(DELAYS_SECONDS[index]).mul_f64(factor)
}

/// As [`delay_after`], when no server was reached: at most 15 minutes.
pub(super) fn delay_while_unreached(attempts: i32, chance: f64) -> Duration {
    delay_after(attempts.min(LONGEST_UNREACHED), chance)
}

/// The age at which a mail fails: of a notification since the server's first judgement, without the time in which nothing
/// could be sent; of an auto-reply since its inquiry (a late one only confuses). An operator's retry begins anew.
pub fn give_up_after(kind: MailKind) -> Duration {
    match kind {
        MailKind::AutoReply => Duration::from_hours(24),
        _ => Duration::from_hours(5 * 24),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn follows_the_table() {
        let minutes: Vec<_> = (1..=10).map(|n| delay_after(n, 0.5).as_secs_f64() / 60.0).collect();
        assert_eq!(minutes, [0.25, 1.0, 5.0, 15.0, 30.0, 60.0, 120.0, 240.0, 240.0, 240.0]);
    }

    #[test]
    fn an_outage_delays_a_mail_by_15_minutes_at_most() {
        let minutes: Vec<_> = (1..=6).map(|n| delay_while_unreached(n, 0.5).as_secs_f64() / 60.0).collect();
        assert_eq!(minutes, [0.25, 1.0, 5.0, 15.0, 15.0, 15.0]);
    }

    proptest! {
        #[test]
        fn the_jitter_is_at_most_a_fifth(attempts in any::<i32>(), chance in 0.0..=1.0_f64) {
            let middle = delay_after(attempts, 0.5).as_secs_f64();
            let delay = delay_after(attempts, chance).as_secs_f64();
            prop_assert!((middle * 0.799..=middle * 1.201).contains(&delay));
            prop_assert!((12.0..=4.0 * 3600.0 * 1.2).contains(&delay));
        }

        #[test]
        fn a_later_delay_is_never_shorter(attempts in 1..1000_i32) {
            prop_assert!(delay_after(attempts, 0.5) <= delay_after(attempts + 1, 0.5));
        }

        /// With any jitter, each delay is longer than the previous one, up to the longest.
        #[test]
        fn the_jitter_never_makes_a_delay_shorter_than_the_previous_one(
            attempts in 1..DELAYS_SECONDS.len(), one in 0.0..=1.0_f64, other in 0.0..=1.0_f64,
        ) {
            let attempts = i32::try_from(attempts).unwrap();
            prop_assert!(delay_after(attempts, one) < delay_after(attempts + 1, other));
        }

        /// An outage of any length costs a bounded number of attempts, the last one when the mail fails.
        #[test]
        fn a_mail_fails_at_its_maximum_age_after_few_attempts(chances in proptest::collection::vec(0.0..=1.0_f64, 60)) {
            for (kind, hours, few) in [(MailKind::Notification, 120, 30..50), (MailKind::AutoReply, 24, 10..18)] {
                let end = give_up_after(kind);
                prop_assert_eq!(end, Duration::from_hours(hours));
                let (mut age, mut attempts) = (Duration::ZERO, 1);
                while age < end {
                    // As in the database: never beyond the end.
                    age = (age + delay_after(attempts, chances[usize::try_from(attempts).unwrap()])).min(end);
                    attempts += 1;
                }
                prop_assert_eq!(age, end);
                prop_assert!(few.contains(&attempts), "{attempts} attempts");
            }
        }
    }
}
