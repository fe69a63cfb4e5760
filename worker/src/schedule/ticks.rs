//! From the clock to the queue: one job per tick.

use std::{str::FromStr, time::Duration};

use apalis_cron::CronScheduler;
use chrono::{DateTime, SecondsFormat, SubsecRound, TimeDelta, Utc};
use cron::Schedule as Cron;
use entity::jobs::{self, NewJob, RunSchedule, SCHEDULE_QUEUE};
use futures::StreamExt;
use sea_orm::{DatabaseConnection, DbErr};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::{Resources, Schedule};

/// The last tick at or before `now`.
pub fn last_tick(cron: &Cron, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    // What is before the next second is at or before this one.
    cron.after(&(now.trunc_subsecs(0) + TimeDelta::seconds(1))).next_back()
}

/// Queues the tick that may have been missed while no worker ran, and then each one as its time comes.
/// The job's key is the tick, so that any number of workers queue it once.
pub async fn tick_regularly(resources: &Resources, schedule: &Schedule, stopping: &CancellationToken) {
    let Ok(cron) = Cron::from_str(schedule.cron) else {
        return tracing::error!(schedule = schedule.name, "its times cannot be read");
    };
    let ticking = async {
        if let Some(tick) = last_tick(&cron, resources.clock.now()) {
            queue(&resources.db, schedule, tick).await;
        }
        loop {
            let mut ticks = Box::pin(CronScheduler::new(cron.clone()).into_stream());
            while let Some(Ok(tick)) = ticks.next().await {
                let seconds = i64::try_from(tick.get_timestamp()).unwrap_or_default();
                if let Some(tick) = DateTime::from_timestamp(seconds, 0) {
                    queue(&resources.db, schedule, tick).await;
                }
            }
            // A tick that was reached late ends the stream with an error: begin anew.
            sleep(Duration::from_secs(1)).await;
            if let Some(tick) = last_tick(&cron, resources.clock.now()) {
                queue(&resources.db, schedule, tick).await;
            }
        }
    };
    stopping.run_until_cancelled(ticking).await;
}

async fn queue(db: &DatabaseConnection, schedule: &Schedule, tick: DateTime<Utc>) {
    while try_queue(db, schedule, tick).await.is_err() {
        tracing::warn!(schedule = schedule.name, "the tick cannot be queued yet");
        sleep(Duration::from_secs(2)).await;
    }
}

async fn try_queue(db: &DatabaseConnection, schedule: &Schedule, tick: DateTime<Utc>) -> Result<(), DbErr> {
    let tick = tick.to_rfc3339_opts(SecondsFormat::Secs, true);
    let run = RunSchedule { schedule: schedule.name.to_owned(), tick };
    if jobs::enqueue(db, &[NewJob::tick(&run)]).await? > 0 {
        tracing::info!(schedule = run.schedule, tick = run.tick, "tick queued");
        jobs::wake_workers(db, SCHEDULE_QUEUE).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn finds_the_tick_that_was_missed() {
        let hourly = Cron::from_str("0 17 * * * *").unwrap();
        for (now, tick) in [
            ("2026-11-21T10:16:59.9Z", "2026-11-21T09:17:00Z"),
            ("2026-11-21T10:17:00Z", "2026-11-21T10:17:00Z"),
            ("2026-11-21T10:17:00.5Z", "2026-11-21T10:17:00Z"),
            ("2026-11-21T10:18:00Z", "2026-11-21T10:17:00Z"),
            ("2026-01-01T00:00:00Z", "2025-12-31T23:17:00Z"),
        ] {
            assert_eq!(last_tick(&hourly, at(now)), Some(at(tick)), "{now}");
        }
        let monthly = Cron::from_str("0 0 6 1 * *").unwrap();
        assert_eq!(last_tick(&monthly, at("2026-03-01T05:59:59Z")), Some(at("2026-02-01T06:00:00Z")));
    }

    #[test]
    fn every_schedule_has_readable_times_and_a_name_of_its_own() {
        let names: std::collections::HashSet<_> =
            super::super::SCHEDULES.iter().map(|schedule| schedule.name).collect();
        assert_eq!(names.len(), super::super::SCHEDULES.len());
        for schedule in super::super::SCHEDULES {
            assert!(Cron::from_str(schedule.cron).is_ok(), "{}", schedule.name);
            assert!(!schedule.name.contains(':'), "the name ends at the first colon of the job's key");
        }
    }
}
