//! A schedule and its runs. Each planned time runs once, however many workers there are.

use std::{collections::BTreeSet, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use entity::jobs::RunSchedule;
use futures::{FutureExt, future::BoxFuture};
use mailer::{
    alert::{AlertCode, Alerts},
    describe_cause,
};
use metrics::counter;
use tokio::{sync::Mutex, time::sleep};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// Does everything that is due, so the next planned time makes up for one that is left out.
type Run<R> = for<'a> fn(&'a R) -> BoxFuture<'a, anyhow::Result<()>>;

/// `R` is what runs need.
#[derive(Debug)]
pub struct Schedule<R> {
    /// Stored in job keys and used as a metric label: a new name would run the schedule twice during a rollout.
    pub name: &'static str,
    pub run: Run<R>,
    /// Between two planned times.
    period_seconds: i64,
    /// From the full period to the planned time, in UTC.
    offset_seconds: i64,
}

impl<R> Schedule<R> {
    pub const fn every_second(name: &'static str, run: Run<R>) -> Self {
        Self { name, run, period_seconds: 1, offset_seconds: 0 }
    }

    /// At this second of each minute. Its runs are logged at debug.
    pub const fn every_minute(name: &'static str, second: i64, run: Run<R>) -> Self {
        Self { name, run, period_seconds: MINUTE, offset_seconds: second }
    }

    /// At this second of each half minute.
    pub const fn twice_a_minute(name: &'static str, second: i64, run: Run<R>) -> Self {
        Self { name, run, period_seconds: MINUTE / 2, offset_seconds: second }
    }

    /// At this minute of each hour.
    pub const fn hourly(name: &'static str, minute: i64, run: Run<R>) -> Self {
        Self { name, run, period_seconds: HOUR, offset_seconds: minute * MINUTE }
    }

    pub fn is_hourly(&self) -> bool {
        self.period_seconds == HOUR
    }

    /// The last planned time at or before `now`.
    pub(super) fn last_planned(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let since = (now.timestamp() - self.offset_seconds).rem_euclid(self.period_seconds);
        now.trunc_subsecs(0) - TimeDelta::seconds(since)
    }
}

/// How often a failing run is tried.
const ATTEMPTS: u32 = 3;
const ATTEMPT_PAUSE: Duration = Duration::from_secs(10);

/// The schedules of a process.
#[derive(Debug)]
pub struct Schedules<R: 'static> {
    pub(super) all: &'static [Schedule<R>],
    resources: R,
    alerts: Arc<Alerts>,
    /// One for each schedule, held by its run.
    running: Vec<Mutex<()>>,
}

impl<R> Schedules<R> {
    pub fn new(all: &'static [Schedule<R>], resources: R, alerts: Arc<Alerts>) -> Self {
        Self { all, resources, alerts, running: all.iter().map(|_| Mutex::new(())).collect() }
    }

    /// Runs a schedule for one planned time. A failure is alerted and does not prevent the next run.
    pub async fn run(&self, RunSchedule { schedule: name, tick }: &RunSchedule) {
        let known = self.all.iter().zip(&self.running).find(|(schedule, _)| schedule.name == name);
        let Some((schedule, running)) = known else {
            return tracing::warn!(schedule = name, "unknown schedule; it may belong to a newer version");
        };
        let Ok(_running) = running.try_lock() else {
            return tracing::warn!(schedule = name, tick, "left out: the run before has not ended");
        };
        let mut causes = BTreeSet::new();
        for run in 1..=ATTEMPTS {
            let failure = self.try_run(schedule).await.err();
            let outcome = if failure.is_none() { "done" } else { "failed" };
            counter!("schedule_runs_total", "schedule" => schedule.name, "outcome" => outcome).increment(1);
            match failure {
                None if schedule.is_hourly() => return tracing::info!(schedule = name, tick, "schedule done"),
                None => return tracing::debug!(schedule = name, tick, "schedule done"),
                Some(cause) => {
                    tracing::error!(schedule = name, tick, run, cause, "schedule failed");
                    causes.insert(format!("{name}: {cause}"));
                }
            }
            if run < ATTEMPTS {
                sleep(ATTEMPT_PAUSE).await;
            }
        }
        self.alerts.raise_many(AlertCode::ScheduleFailed, 1, &[], causes);
    }

    /// The cause of a failure has no personal data.
    async fn try_run(&self, schedule: &Schedule<R>) -> Result<(), String> {
        let run = AssertUnwindSafe((schedule.run)(&self.resources)).catch_unwind().await;
        run.map_err(|_| "it panicked; the log names the place".to_owned())?.map_err(|error| describe_cause(&error))
    }
}

#[cfg(test)]
mod tests {
    use entity::Clock;
    use mailer::db_error::DatabaseError;
    use tokio::time::Instant;

    use super::*;

    #[test]
    fn finds_the_run_that_was_missed() {
        let hourly = Schedule::<()>::hourly("hourly", 17, |()| Box::pin(async { Ok(()) }));
        let every_minute = Schedule::<()>::every_minute("every-minute", 30, |()| Box::pin(async { Ok(()) }));
        for (schedule, now, planned) in [
            (&hourly, "2026-11-21T10:16:59.9Z", "2026-11-21T09:17:00Z"),
            (&hourly, "2026-11-21T10:17:00Z", "2026-11-21T10:17:00Z"),
            (&hourly, "2026-11-21T10:17:00.5Z", "2026-11-21T10:17:00Z"),
            (&hourly, "2026-11-21T10:18:00Z", "2026-11-21T10:17:00Z"),
            (&hourly, "2026-01-01T00:00:00Z", "2025-12-31T23:17:00Z"),
            (&every_minute, "2026-11-21T10:17:29.9Z", "2026-11-21T10:16:30Z"),
            (&every_minute, "2026-11-21T10:17:30Z", "2026-11-21T10:17:30Z"),
        ] {
            let [now, planned]: [DateTime<Utc>; 2] = [now, planned].map(|time| time.parse().unwrap());
            assert_eq!(schedule.last_planned(now), planned, "{now}");
        }
    }

    const FAILING: &[Schedule<()>] = &[
        Schedule::hourly("panicking", 0, |()| Box::pin(async { panic!("not today") })),
        Schedule::hourly("refusing", 0, |()| Box::pin(async { Err(DatabaseError::Busy.into()) })),
    ];

    #[tokio::test(start_paused = true)]
    async fn a_run_that_fails_or_panics_is_tried_three_times_and_alerted() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let alerts = Arc::new(Alerts::new(None, Clock::system()).unwrap());
        let schedules = Schedules::new(FAILING, (), Arc::clone(&alerts));
        for Schedule { name, .. } in FAILING {
            let begun = Instant::now();
            schedules.run(&RunSchedule { schedule: (*name).to_owned(), tick: "now".to_owned() }).await;
            assert_eq!(begun.elapsed().as_secs(), 20, "{name}");
            assert!(alerts.is_set(AlertCode::ScheduleFailed), "{name}");
            alerts.forget(AlertCode::ScheduleFailed);
        }
    }
}
