//! The injected clock: the only code that reads the system clock.
//!
//! Times that processes must agree on come from the database. This clock is for decisions of one process, such
//! as the expiry of a challenge.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, TimeDelta, Utc};

/// A clock that tests can move. Clones share the offset.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    offset_ms: Arc<AtomicI64>,
}

impl Clock {
    /// The system's time.
    pub fn system() -> Self {
        Self::default()
    }

    pub fn now(&self) -> DateTime<Utc> {
        #[expect(clippy::disallowed_methods, reason = "the one place that reads the system clock")]
        let now = Utc::now();
        now + TimeDelta::milliseconds(self.offset_ms.load(Ordering::Relaxed))
    }

    /// Moves this clock and all its clones, for tests.
    pub fn advance(&self, by: TimeDelta) {
        self.offset_ms.fetch_add(by.num_milliseconds(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_move_together() {
        let clock = Clock::system();
        let clone = clock.clone();
        let before = clone.now();
        clock.advance(TimeDelta::hours(1));
        assert!(clone.now() - before >= TimeDelta::hours(1));
    }
}
