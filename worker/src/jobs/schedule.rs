//! A schedule and its runs. Each planned time runs once, however many workers there are.

use std::{sync::Arc, time::Duration};

use compliance::ledger::Authority;
use entity::{Clock, answer_within::AnswerWithin, jobs::RunSchedule};
use futures::future::BoxFuture;
use mailer::{
    Mailer,
    alert::{AlertCode, Alerts},
};
use metrics::counter;
use sea_orm::DatabaseConnection;
use tokio::{sync::Mutex, time::sleep};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{intake::Reviewers, spam_digest::SpamReviewers};

/// What visitors are promised, and who hears of a broken promise.
#[derive(Clone, Debug)]
pub struct Promise {
    pub answer: AnswerWithin,
    /// `ESCALATE_TO`; empty: the ticket's consultants.
    pub escalate_to: Vec<String>,
    /// Whom the settings name; `None`: everybody who was notified.
    pub consultants: Option<Vec<String>>,
}

/// What a scheduled run needs.
#[derive(Clone, Debug)]
pub struct Resources {
    pub db: DatabaseConnection,
    pub clock: Clock,
    pub alerts: Arc<Alerts>,
    pub mailer: Mailer,
    /// Timestamps the heads of the monthly reports.
    pub authority: Option<Authority>,
    /// `None`: consultants answer elsewhere, and nobody is reminded.
    pub promise: Option<Promise>,
    /// Who decides about mails in quarantine. `None`: no mails come in, or nobody is named.
    pub reviewers: Option<Reviewers>,
    /// Who decides about suspected inquiries.
    pub spam_reviewers: SpamReviewers,
    /// Cancelled when the process is to stop.
    pub stopping: CancellationToken,
}

type Run = fn(Resources) -> BoxFuture<'static, anyhow::Result<()>>;

#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Stored in job keys and used as a metric label: a new name would run the schedule twice during a rollout.
    pub name: &'static str,
    /// Second, minute, hour, day, month and weekday, in UTC.
    pub cron: &'static str,
    /// Its runs are logged at debug: it runs every minute, and what it removes has its own line.
    pub is_quiet: bool,
    pub run: Run,
}

/// How often a failing run is tried.
const ATTEMPTS: u32 = 3;
const ATTEMPT_PAUSE: Duration = Duration::from_secs(10);

/// The schedules of a process.
#[derive(Debug)]
pub struct Schedules {
    pub schedules: &'static [Schedule],
    pub resources: Resources,
    /// One for each schedule, held by its run.
    running: Vec<Mutex<()>>,
}

impl Schedules {
    pub fn new(schedules: &'static [Schedule], resources: Resources) -> Self {
        Self { schedules, resources, running: schedules.iter().map(|_| Mutex::new(())).collect() }
    }

    /// Runs a schedule for one planned time. A failure is alerted and does not prevent the next run.
    pub async fn run(&self, job: &RunSchedule) {
        let known = self.schedules.iter().zip(&self.running).find(|(schedule, _)| schedule.name == job.schedule);
        let Some((schedule, running)) = known else {
            tracing::warn!(schedule = job.schedule, "unknown schedule; it may belong to a newer release");
            return;
        };
        // A run does what is due, so the next planned time makes up for one that is left out.
        let Ok(_running) = running.try_lock() else {
            tracing::warn!(schedule = schedule.name, tick = job.tick, "left out: the run before has not ended");
            return;
        };
        for run in 1..=ATTEMPTS {
            let result = (schedule.run)(self.resources.clone()).await;
            let name = schedule.name;
            let outcome = if result.is_ok() { "done" } else { "failed" };
            counter!("schedule_runs_total", "schedule" => name, "outcome" => outcome).increment(1);
            if result.is_ok() && schedule.is_quiet {
                return tracing::debug!(schedule = name, tick = job.tick, "schedule done");
            }
            if result.is_ok() {
                return tracing::info!(schedule = name, tick = job.tick, "schedule done");
            }
            tracing::error!(schedule = name, tick = job.tick, run, "schedule failed");
            if run < ATTEMPTS {
                sleep(ATTEMPT_PAUSE).await;
            }
        }
        self.resources.alerts.raise_many(AlertCode::ScheduleFailed, 1, &[] as &[Uuid]);
    }
}
