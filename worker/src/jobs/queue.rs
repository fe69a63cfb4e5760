//! Queues one job per schedule and planned time.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use entity::{
    Clock,
    jobs::{self, NewJob, RunSchedule, SCHEDULE_QUEUE},
};
use mailer::outage;
use sea_orm::{DatabaseConnection, DbErr};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::schedule::Schedule;

/// How often the clock is read, whatever it does meanwhile.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Queues the last planned run of each schedule, which may have been missed while no worker ran, and then each run at its
/// time. A job's unique key contains the planned time, so any number of workers queue a run once.
pub async fn queue_runs_regularly<R>(
    schedules: &[Schedule<R>],
    db: &DatabaseConnection,
    clock: &Clock,
    stopping: &CancellationToken,
) {
    let mut queued: Vec<RunSchedule> = Vec::new();
    let queueing = async {
        loop {
            let now = clock.now();
            let last: Vec<_> = schedules.iter().map(|schedule| last_run(schedule, now)).collect();
            let new: Vec<_> = last.iter().filter(|run| !queued.contains(run)).map(NewJob::scheduled_run).collect();
            match queue(db, &new).await {
                Ok(()) => queued = last,
                Err(_) => outage::database_failed(),
            }
            sleep(POLL_INTERVAL).await;
        }
    };
    stopping.run_until_cancelled(queueing).await;
}

fn last_run<R>(schedule: &Schedule<R>, now: DateTime<Utc>) -> RunSchedule {
    let tick = schedule.last_planned(now).to_rfc3339_opts(SecondsFormat::Secs, true);
    RunSchedule { schedule: schedule.name.to_owned(), tick }
}

async fn queue(db: &DatabaseConnection, runs: &[NewJob]) -> Result<(), DbErr> {
    if !runs.is_empty() && jobs::enqueue(db, runs).await? > 0 {
        jobs::notify_workers(db, SCHEDULE_QUEUE).await?;
    }
    Ok(())
}
