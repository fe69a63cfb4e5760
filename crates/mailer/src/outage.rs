//! The log of a database outage: one line at its start, one a minute while it lasts, one at its end. With a line per
//! failed statement, an outage of hours would push its own start out of the log.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

const INTERVAL: Duration = Duration::from_mins(1);
/// A statement that began in an outage can still fail after its end: it has waited for a connection.
const LATE: Duration = Duration::from_secs(10);

static DATABASE: Mutex<Outage> = Mutex::new(Outage::NONE);
static RUNNER: Mutex<Outage> = Mutex::new(Outage::NONE);

#[derive(Debug)]
struct Outage {
    began: Option<Instant>,
    logged: Option<Instant>,
    /// The end of the outage before
    ended: Option<Instant>,
}

impl Outage {
    const NONE: Self = Self { began: None, logged: None, ended: None };

    /// How long the outage has lasted, if that is to be logged now.
    fn failed(&mut self) -> Option<Duration> {
        let now = Instant::now();
        if self.began.is_none() && self.ended.is_some_and(|ended| now.duration_since(ended) < LATE) {
            return None;
        }
        let began = *self.began.get_or_insert(now);
        let is_due = self.logged.is_none_or(|logged| now.duration_since(logged) >= INTERVAL);
        is_due.then(|| {
            self.logged = Some(now);
            now.duration_since(began)
        })
    }

    /// How long the outage has lasted, if there was one.
    fn ended(&mut self) -> Option<Duration> {
        self.logged = None;
        let began = self.began.take()?;
        self.ended = Some(Instant::now());
        Some(began.elapsed())
    }
}

/// A statement was not answered.
pub fn database_failed() {
    match DATABASE.lock().failed() {
        Some(Duration::ZERO) => tracing::warn!("the database does not answer"),
        Some(lasted) => tracing::warn!(seconds = lasted.as_secs(), "the database still does not answer"),
        None => {}
    }
}

/// The reaper's statements were answered.
pub fn database_answered() {
    if let Some(lasted) = DATABASE.lock().ended() {
        tracing::info!(seconds = lasted.as_secs(), "the database answers again");
    }
}

/// The job runner ended and is restarted, every second while the database is away.
pub fn runner_failed() {
    if RUNNER.lock().failed().is_some() {
        tracing::warn!("the job runner failed; it is restarted");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_outage_is_logged_at_its_start_once_a_minute_and_at_its_end() {
        let mut outage = Outage::NONE;
        assert_eq!(outage.ended(), None, "nothing to say while all is well");
        let mut logged = Vec::new();
        for second in 0..150 {
            logged.extend(outage.failed().map(|lasted| (second, lasted.as_secs())));
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert_eq!(logged, [(0, 0), (60, 60), (120, 120)]);
        assert_eq!(outage.ended(), Some(Duration::from_secs(150)));
        assert_eq!((outage.ended(), outage.failed()), (None, None), "a late failure begins no outage");
        tokio::time::advance(LATE).await;
        assert_eq!(outage.failed(), Some(Duration::ZERO), "the next outage");
    }
}
