//! The job runner. A job only wakes a sender: the outbox decides what is sent.

use std::{sync::Arc, time::Duration};

use apalis::{
    layers::WorkerBuilderExt,
    prelude::{BackendExt, BoxDynError, Monitor, WorkerBuilder},
};
use apalis_postgres::{Config, PostgresStorage};
use entity::jobs::{DeliverMail, MAIL_QUEUE, RunSchedule, SCHEDULE_QUEUE};
use mailer::outage;
use outbox::{Delivery, send_due};
use sqlx::{PgPool, Postgres, pool::PoolOptions};
use ulid::Ulid;

use super::{
    payload::{AnyPayload, Payload},
    poll::JobPoller,
    schedule::Schedules,
};

/// A worker without [`MISSED_HEARTBEATS`] heartbeats counts as dead, and its jobs run again.
const HEARTBEAT: Duration = Duration::from_secs(10);
const MISSED_HEARTBEATS: usize = 3;
/// The pause between a failure of the runner and its restart.
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// The pool of a runner: fetch, heartbeat, listener and acknowledgements.
const CONNECTIONS: u32 = 4;

/// A separate pool for each start of a runner, with the settings of `pool`. A runner that ends can drop a connection
/// right after BEGIN, and sqlx 0.9 then returns it to the pool with the transaction open. In a shared pool, the next
/// statement of a delivery would join that transaction, keep its row lock and never be committed.
fn separate_pool(pool: &PgPool) -> PgPool {
    let options: PoolOptions<Postgres> = pool.options().clone();
    options.max_connections(CONNECTIONS).connect_lazy_with((*pool.connect_options()).clone())
}

/// A macro, because the type of a worker cannot be named.
macro_rules! worker {
    ($pool:expr, $queue:expr, $listens:expr, $concurrency:expr, $restarts:expr, $payload:ty, $handler:expr) => {{
        let pool = separate_pool($pool);
        let config = Config::default()
            .queue($queue)
            // A larger batch would stop heartbeats and acknowledgements until it is empty.
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

/// The apalis monitor with its workers. They are restarted after a failure, unless the process is stopping.
///
/// `listens`: whether notifications of the database wake them, too.
pub fn monitor<R: Send + Sync>(
    pool: &PgPool,
    delivery: &Arc<Delivery>,
    schedules: &Arc<Schedules<R>>,
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
            // One for each schedule: a relay that does not answer must not keep the purge waiting for a report.
            worker!(
                &schedule_pool,
                SCHEDULE_QUEUE,
                listens,
                schedules.all.len(),
                restarts,
                RunSchedule,
                move |job: Payload<RunSchedule>| { tasks.track_future(run_schedule(Arc::clone(&schedules), job)) }
            )
        })
        .should_restart(move |_, _| {
            outage::runner_failed();
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

async fn run_schedule<R>(schedules: Arc<Schedules<R>>, Payload(job): Payload<RunSchedule>) -> Result<(), BoxDynError> {
    if let Some(job) = job {
        schedules.run(&job).await;
    } else {
        tracing::error!(queue = SCHEDULE_QUEUE, "a job's payload cannot be read");
    }
    Ok(())
}
