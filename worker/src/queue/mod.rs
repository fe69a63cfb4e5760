//! The job runner: wakes workers and carries ids, no more. The outbox decides what is sent.

mod payload;
mod poll;

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use apalis::{
    layers::WorkerBuilderExt,
    prelude::{BackendExt, BoxDynError, Monitor, WorkerBuilder},
};
use apalis_postgres::{Config, PostgresStorage};
use entity::jobs::{DeliverMail, MAIL_QUEUE, RunSchedule, SCHEDULE_QUEUE};
use futures::FutureExt;
use sqlx::{PgPool, Postgres, pool::PoolOptions};
use ulid::Ulid;

pub use self::{
    payload::{AnyPayload, Payload},
    poll::JobPoller,
};
use crate::{
    delivery::{Delivery, send_due},
    schedule::Schedules,
};

/// A worker that has not been seen for three of these is taken for dead, and its jobs run again.
const HEARTBEAT: Duration = Duration::from_secs(10);
const MISSED_HEARTBEATS: usize = 3;
/// Between a failure of the runner and its next start.
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// Of a runner's own pool: its fetch, heartbeat, listener and acknowledgements.
const CONNECTIONS: u32 = 4;

/// A pool for one start of a runner, with the settings of `pool`. A runner that ends drops what it is about to ask;
/// a connection on which it had just said BEGIN goes back to its pool with the transaction open (sqlx 0.9 counts a
/// transaction only once BEGIN is answered). In a shared pool, the next statement of a delivery would be part of
/// that transaction, hold its row's lock and never be committed.
fn pool_of_its_own(pool: &PgPool) -> PgPool {
    let options: PoolOptions<Postgres> = pool.options().clone();
    options.max_connections(CONNECTIONS).connect_lazy_with((*pool.connect_options()).clone())
}

/// A macro, because the type of a worker cannot be written down.
macro_rules! worker {
    ($pool:expr, $queue:expr, $listens:expr, $concurrency:expr, $restarts:expr, $payload:ty, $handler:expr) => {{
        let pool = pool_of_its_own($pool);
        let config = Config::default()
            .queue($queue)
            // One by one: a larger batch would stop heartbeats and acknowledgements until it is empty.
            .batch_size(1)
            .heartbeat_interval(HEARTBEAT)
            .missed_heartbeats(MISSED_HEARTBEATS);
        let pause = if $restarts == 0 { Duration::ZERO } else { RESTART_PAUSE };
        let backend = PostgresStorage::<Payload<$payload>>::new(&pool)
            .with_config(config)
            .with_codec(AnyPayload)
            .poll_with_strategy(JobPoller::new(pool, $queue, $listens))
            .before_start(move |_| async move {
                tokio::time::sleep(pause).await;
                Ok(())
            });
        // A unique name per start: jobs of a name that is in use again would never count as orphans.
        WorkerBuilder::new(format!("{}-{}", $queue, Ulid::new()).as_str())
            .backend(backend)
            .concurrency($concurrency)
            .build($handler)
    }};
}

/// The apalis monitor with its workers; once `stopping`, they are not restarted.
///
/// `listens`: whether notifications of the database wake them, too.
pub fn monitor(
    pool: &PgPool,
    delivery: &Arc<Delivery>,
    schedules: &Arc<Schedules>,
    concurrency: usize,
    listens: bool,
) -> Monitor {
    let stopping = delivery.stopping.clone();
    let (mail_pool, delivery) = (pool.clone(), Arc::clone(delivery));
    let (schedule_pool, schedules, tasks) = (pool.clone(), Arc::clone(schedules), delivery.tasks.clone());
    Monitor::new()
        .register(move |restarts| {
            let delivery = Arc::clone(&delivery);
            worker!(&mail_pool, MAIL_QUEUE, listens, concurrency, restarts, DeliverMail, move |job: Payload<
                DeliverMail,
            >| {
                deliver_mail(Arc::clone(&delivery), job)
            })
        })
        .register(move |restarts| {
            let (schedules, tasks) = (Arc::clone(&schedules), tasks.clone());
            worker!(&schedule_pool, SCHEDULE_QUEUE, listens, 1, restarts, RunSchedule, move |job: Payload<
                RunSchedule,
            >| {
                tasks.track_future(run_schedule(Arc::clone(&schedules), job))
            })
        })
        .should_restart(move |_, _| {
            tracing::warn!("the job runner failed");
            !stopping.is_cancelled()
        })
}

/// Delivers in a separate task, so that a restart of the runner cuts no SMTP dialogue. Always `Ok`: the outbox row has
/// the outcome.
async fn deliver_mail(delivery: Arc<Delivery>, Payload(job): Payload<DeliverMail>) -> Result<(), BoxDynError> {
    if job.is_none() {
        tracing::error!(queue = MAIL_QUEUE, "a job's payload cannot be read");
    }
    let task = Arc::clone(&delivery);
    let run = async move { send_due(&task).await };
    if delivery.tasks.spawn(run).await.is_err() {
        tracing::error!(queue = MAIL_QUEUE, "a job panicked");
    }
    Ok(())
}

async fn run_schedule(schedules: Arc<Schedules>, Payload(job): Payload<RunSchedule>) -> Result<(), BoxDynError> {
    let Some(job) = job else {
        tracing::error!(queue = SCHEDULE_QUEUE, "a job's payload cannot be read");
        return Ok(());
    };
    if AssertUnwindSafe(schedules.run(&job)).catch_unwind().await.is_err() {
        tracing::error!(queue = SCHEDULE_QUEUE, schedule = job.schedule, "a schedule panicked");
    }
    Ok(())
}
