//! Queues one job per schedule and planned time.

use std::{str::FromStr, time::Duration};

use apalis_cron::CronScheduler;
use chrono::{DateTime, SecondsFormat, SubsecRound, TimeDelta, Utc};
use cron::Schedule as Cron;
use entity::jobs::{self, NewJob, RunSchedule, SCHEDULE_QUEUE};
use futures::StreamExt;
use mailer::outage;
use sea_orm::{DatabaseConnection, DbErr};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::schedule::{Resources, Schedule};

/// The last planned time at or before `now`.
fn last_planned(cron: &Cron, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    // A time before the next second is at or before this one.
    cron.after(&(now.trunc_subsecs(0) + TimeDelta::seconds(1))).next_back()
}

/// Queues the last planned run, which may have been missed while no worker ran, and then each run at its time. The
/// job's unique key contains the planned time, so any number of workers queue a run once.
pub async fn queue_runs_regularly(resources: &Resources, schedule: &Schedule, stopping: &CancellationToken) {
    let Ok(cron) = Cron::from_str(schedule.cron) else {
        return tracing::error!(schedule = schedule.name, "the cron expression is not valid");
    };
    let queueing = async {
        queue_last(resources, schedule, &cron).await;
        loop {
            let mut planned = Box::pin(CronScheduler::new(cron.clone()).into_stream());
            while let Some(Ok(time)) = planned.next().await {
                let seconds = i64::try_from(time.get_timestamp()).unwrap_or_default();
                if let Some(time) = DateTime::from_timestamp(seconds, 0) {
                    queue(&resources.db, schedule, time).await;
                }
            }
            // The stream ends with an error when a planned time is reached late: restart it.
            sleep(Duration::from_secs(1)).await;
            queue_last(resources, schedule, &cron).await;
        }
    };
    stopping.run_until_cancelled(queueing).await;
}

async fn queue_last(resources: &Resources, schedule: &Schedule, cron: &Cron) {
    if let Some(time) = last_planned(cron, resources.clock.now()) {
        queue(&resources.db, schedule, time).await;
    }
}

async fn queue(db: &DatabaseConnection, schedule: &Schedule, time: DateTime<Utc>) {
    while try_queue(db, schedule, time).await.is_err() {
        outage::database_failed();
        sleep(Duration::from_secs(2)).await;
    }
}

async fn try_queue(db: &DatabaseConnection, schedule: &Schedule, time: DateTime<Utc>) -> Result<(), DbErr> {
    let tick = time.to_rfc3339_opts(SecondsFormat::Secs, true);
    let run = RunSchedule { schedule: schedule.name.to_owned(), tick };
    if jobs::enqueue(db, &[NewJob::scheduled_run(&run)]).await? > 0 {
        if schedule.is_quiet {
            tracing::debug!(schedule = run.schedule, tick = run.tick, "run queued");
        } else {
            tracing::info!(schedule = run.schedule, tick = run.tick, "run queued");
        }
        jobs::notify_workers(db, SCHEDULE_QUEUE).await?;
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
    fn finds_the_run_that_was_missed() {
        let hourly = Cron::from_str("0 17 * * * *").unwrap();
        for (now, planned) in [
            ("2026-11-21T10:16:59.9Z", "2026-11-21T09:17:00Z"),
            ("2026-11-21T10:17:00Z", "2026-11-21T10:17:00Z"),
            ("2026-11-21T10:17:00.5Z", "2026-11-21T10:17:00Z"),
            ("2026-11-21T10:18:00Z", "2026-11-21T10:17:00Z"),
            ("2026-01-01T00:00:00Z", "2025-12-31T23:17:00Z"),
        ] {
            assert_eq!(last_planned(&hourly, at(now)), Some(at(planned)), "{now}");
        }
        let monthly = Cron::from_str("0 0 6 1 * *").unwrap();
        assert_eq!(last_planned(&monthly, at("2026-03-01T05:59:59Z")), Some(at("2026-02-01T06:00:00Z")));
    }
}
