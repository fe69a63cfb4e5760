//! Pauses sending when the relay refuses our login or an envelope sender.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

const FIRST: Duration = Duration::from_mins(1);
const LONGEST: Duration = Duration::from_mins(15);

#[derive(Debug, Default)]
pub struct CircuitBreaker {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    open_until: Option<Instant>,
    last_pause: Duration,
}

impl CircuitBreaker {
    pub fn is_open(&self) -> bool {
        self.state.lock().open_until.is_some_and(|until| until > Instant::now())
    }

    /// Whether the server took no mail since it last opened.
    pub fn is_doubted(&self) -> bool {
        !self.state.lock().last_pause.is_zero()
    }

    /// Opens the breaker after a fault and returns the pause. Faults during a pause, from mails in progress, do not
    /// lengthen it; a fault after a pause doubles the next one.
    pub fn trip(&self) -> Duration {
        let now = Instant::now();
        let mut state = self.state.lock();
        if let Some(until) = state.open_until.filter(|until| *until > now) {
            return until - now;
        }
        state.last_pause = (state.last_pause * 2).clamp(FIRST, LONGEST);
        state.open_until = Some(now + state.last_pause);
        state.last_pause
    }

    /// Starts anew after the server took a mail.
    pub fn reset(&self) {
        let mut state = self.state.lock();
        if state.open_until.is_none_or(|until| until <= Instant::now()) {
            *state = State::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_pause_doubles_up_to_15_minutes_and_starts_anew_after_a_success() {
        let breaker = CircuitBreaker::default();
        let mut minutes = Vec::new();
        for _ in 0..6 {
            assert!(!breaker.is_open());
            let pause = breaker.trip();
            assert!(breaker.is_open());
            assert!(breaker.trip() <= pause, "a second fault does not lengthen the pause");
            minutes.push(pause.as_secs() / 60);
            tokio::time::advance(pause).await;
        }
        assert_eq!(minutes, [1, 2, 4, 8, 15, 15]);
        assert!(breaker.is_doubted(), "until a mail is taken");
        breaker.reset();
        assert!(!breaker.is_doubted());
        assert_eq!(breaker.trip(), FIRST);
        breaker.reset();
        assert!(breaker.is_open(), "a mail in progress does not end the pause");
    }
}
