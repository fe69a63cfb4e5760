//! What is done regularly, once per tick however many workers run.

mod hygiene;
mod ticks;

use std::{sync::Arc, time::Duration};

use entity::{Clock, jobs::RunSchedule};
use futures::future::BoxFuture;
use metrics::counter;
use sea_orm::DatabaseConnection;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    alert::{AlertCode, Alerts},
    retention::{Mailer, purge_on_schedule, report_on_schedule},
};

pub use self::{
    hygiene::hygiene,
    ticks::{last_tick, tick_regularly},
};

/// What a schedule may use.
#[derive(Clone, Debug)]
pub struct Resources {
    pub db: DatabaseConnection,
    pub clock: Clock,
    pub alerts: Arc<Alerts>,
    /// To the compliance mailbox.
    pub mailer: Mailer,
    /// Cancelled when the process is to stop.
    pub stopping: CancellationToken,
}

type Run = fn(Resources) -> BoxFuture<'static, anyhow::Result<()>>;

/// One schedule: its name in the queue, its times (second, minute, hour, day, month, weekday; UTC), its work.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    pub name: &'static str,
    pub cron: &'static str,
    pub run: Run,
}

/// Every schedule there is.
pub const SCHEDULES: &[Schedule] = &[
    Schedule { name: "hygiene", cron: "0 17 * * * *", run: |r| Box::pin(hygiene(r)) },
    Schedule { name: "purge", cron: "0 7 * * * *", run: |r| Box::pin(purge_on_schedule(r)) },
    // Monthly: each hour checks whether the month's report is sent, and sends it if not.
    Schedule { name: "report", cron: "0 37 * * * *", run: |r| Box::pin(report_on_schedule(r)) },
];

/// A failed run is repeated this often before its tick is given up.
const RUNS: u32 = 3;
const RUN_PAUSE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub struct Schedules {
    pub schedules: &'static [Schedule],
    pub resources: Resources,
}

impl Schedules {
    /// Runs one tick. Ends well in any case: what failed is alerted, and the next tick comes.
    pub async fn run(&self, job: &RunSchedule) {
        let Some(schedule) = self.schedules.iter().find(|schedule| schedule.name == job.schedule) else {
            tracing::warn!(schedule = job.schedule, "no such schedule; a newer worker may know it");
            return;
        };
        for run in 1..=RUNS {
            let result = (schedule.run)(self.resources.clone()).await;
            let name = schedule.name;
            let outcome = if result.is_ok() { "done" } else { "failed" };
            counter!("schedule_runs_total", "schedule" => name, "outcome" => outcome).increment(1);
            if result.is_ok() {
                return tracing::info!(schedule = name, tick = job.tick, "schedule done");
            }
            tracing::error!(schedule = name, tick = job.tick, run, "schedule failed");
            if run < RUNS {
                sleep(RUN_PAUSE).await;
            }
        }
        self.resources.alerts.raise_many(AlertCode::ScheduleFailed, 1, &[] as &[Uuid]);
    }
}
