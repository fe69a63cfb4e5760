//! `worker run`: starts all parts, waits for the signal to stop, and stops them.

use std::{sync::Arc, time::Duration};

use anyhow::Context;
use entity::{
    Clock,
    database::UnsafeServer,
    notify_routes::NotifyRoutes,
    process::{signals, warn_if_exposed},
};
use mailer::alert::Alerts;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use outbox::{Delivery, keep_leases, reap_regularly};
use sea_orm::DatabaseConnection;
use tokio::{
    net::TcpListener,
    sync::Notify,
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    intake::{self, Acceptor, Listener, Mailbox, settle_regularly},
    jobs::{self, Schedules, queue_runs_regularly},
    monitoring::{self, Heartbeat, NotReady, alert_overdue_regularly, check_readiness},
    schedules::{Resources, SCHEDULES},
    settings::WorkerSettings,
};

/// The time for sends in progress after the signal to stop.
const GRACE: Duration = Duration::from_secs(25);
/// The time for the job runner to acknowledge its last jobs. Without it they run again and find nothing due.
const ACKNOWLEDGE: Duration = Duration::from_secs(1);
/// The time for outcomes to be written after that.
const LAST_WRITES: Duration = Duration::from_secs(4);
/// Between two checks of a database that is not ready.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Runs until SIGTERM or SIGINT.
pub async fn run(settings: WorkerSettings) -> anyhow::Result<()> {
    let prometheus = PrometheusBuilder::new().install_recorder().context("metrics cannot be recorded")?;
    monitoring::describe_metrics();
    let listener = TcpListener::bind(settings.ops_listen).await.with_context(|| {
        format!("WORKER_OPS_LISTEN: {} cannot be listened on. Is another worker running?", settings.ops_listen)
    })?;
    let lmtp = match settings.intake.as_ref().and_then(|intake| intake.lmtp.as_ref()) {
        Some(address) => Some(intake::Listener::bind(address).await?),
        None => None,
    };
    let db = settings.database.connect_lazily().await.context("DATABASE_URL: it cannot be used")?;
    let delivery = Arc::new(assemble(&settings, db.clone())?);
    let mailer = settings.mailer()?;
    let ended = CancellationToken::new();
    let background = TaskTracker::new();
    let has_intake = settings.intake.is_some();
    let disk = settings.database_disk.clone();
    let (handle, every, until) = (Some(prometheus.clone()), settings.journey_every, ended.clone());
    background.spawn(monitoring::serve(listener, db.clone(), handle, has_intake, disk.clone(), every, until));
    background.spawn(keep_metrics(prometheus, ended.clone()));
    // Before the database is ready: its absence is alerted, too.
    let part = Arc::clone(&delivery);
    background.spawn(async move {
        alert_overdue_regularly(&part.db, &part.alerts, disk.as_deref(), every, &part.stopping).await;
    });
    let (part, until) = (Arc::clone(&delivery), ended.clone());
    background.spawn(async move { part.alerts.send_regularly(&until).await });
    let settings = Arc::new(settings);
    if let Some(url) = settings.heartbeat.clone() {
        let (heartbeat, settings) = (Heartbeat::new(url)?, Arc::clone(&settings));
        let stopping = delivery.stopping.clone();
        background.spawn(async move { heartbeat.beat_regularly(&settings, &stopping).await });
    }
    let stopping = delivery.stopping.clone();
    signals::on_shutdown("stopping: no further mail is claimed", move || stopping.cancel())?;
    for problem in &settings.warnings {
        tracing::warn!(problem, "settings");
    }
    if settings.routes.is_none() {
        tracing::warn!("NOTIFY_TO is not set for the worker: it mails notifications to any address in the outbox");
    }
    warn_if_exposed("WORKER_OPS_LISTEN", settings.ops_listen);
    tracing::info!(listen = %settings.ops_listen, smtp = ?settings.smtp, concurrency = settings.concurrency, "worker started");

    let readiness = wait_until_ready(&db, &delivery.stopping).await;
    if matches!(readiness, Ok(true)) {
        start_intake(&settings, lmtp, &delivery, &background).await?;
        let resources = Resources::new(&settings, &delivery, mailer)?;
        work(&settings, &delivery, resources, &background, &ended).await;
    }
    ended.cancel();
    background.close();
    if timeout(LAST_WRITES, background.wait()).await.is_err() {
        tracing::warn!("background tasks did not end in time");
    }
    // A connection to a vanished server is never returned to the pool.
    timeout(LAST_WRITES, db.close()).await.ok();
    tracing::info!("worker stopped");
    readiness.map(drop)
}

/// Mail in: the ways that are on, and what settles the mails that came.
async fn start_intake(
    settings: &WorkerSettings,
    lmtp: Option<Listener>,
    delivery: &Delivery,
    background: &TaskTracker,
) -> anyhow::Result<()> {
    let Some(intake) = &settings.intake else { return Ok(()) };
    let accepted = Arc::new(Notify::new());
    let key = Arc::clone(&intake.fingerprint_key);
    key.open(&delivery.db).await.context("the database does not give the key of fingerprints")?;
    let acceptor = Arc::new(Acceptor::start(delivery.db.clone(), key, Arc::clone(&accepted)).with_quota(intake));
    let clock = Arc::clone(&acceptor.clock);
    if let Some(listener) = lmtp {
        background.spawn(listener.serve(Arc::clone(&acceptor), intake.clone(), delivery.stopping.clone()));
    }
    if let Some(imap) = &intake.imap {
        let mailbox = Mailbox {
            acceptor,
            settings: imap.clone(),
            reserve: intake.reserve.clone(),
            addresses: Arc::clone(&intake.addresses),
            alerts: Arc::clone(&delivery.alerts),
            stopping: delivery.stopping.clone(),
        };
        background.spawn(mailbox.read_regularly());
    }
    background.spawn(settle_regularly(
        delivery.db.clone(),
        intake.clone(),
        Arc::clone(&delivery.alerts),
        accepted,
        clock,
        delivery.stopping.clone(),
    ));
    Ok(())
}

pub(crate) fn assemble(settings: &WorkerSettings, db: DatabaseConnection) -> anyhow::Result<Delivery> {
    let alerts = Alerts::new(settings.alert_webhook.clone(), Clock::system())?;
    let delivery = Delivery::new(db, settings.mail.clone(), settings.client()?, Arc::new(alerts), settings.concurrency);
    let consultants = settings.routes.as_ref().map(NotifyRoutes::notified_and_escalation);
    Ok(delivery.with_consultants(consultants))
}

/// Works until the signal to stop, and then until the deliveries in progress have ended.
async fn work(
    settings: &WorkerSettings,
    delivery: &Arc<Delivery>,
    resources: Resources,
    background: &TaskTracker,
    ended: &CancellationToken,
) {
    let schedules = Arc::new(Schedules::new(SCHEDULES, resources, Arc::clone(&delivery.alerts)));
    let part = Arc::clone(delivery);
    background.spawn(async move {
        queue_runs_regularly(SCHEDULES, &part.db, &Clock::system(), &part.stopping).await;
    });
    let part = Arc::clone(delivery);
    background.spawn(async move { reap_regularly(&part).await });
    let (part, until) = (Arc::clone(delivery), ended.clone());
    background.spawn(async move { keep_leases(&part.db, &part.leases, &until).await });

    let pool = delivery.db.get_postgres_connection_pool();
    let monitor = jobs::monitor(pool, delivery, &schedules, settings.concurrency, settings.listens);
    let stopping = delivery.stopping.clone();
    let runner = monitor.run_with_signal(async move {
        stopping.cancelled().await;
        Ok(())
    });
    // The runner can miss the end of its last job and would then wait for ever.
    let done = async {
        delivery.stopping.cancelled().await;
        delivery.tasks.close();
        delivery.tasks.wait().await;
        sleep(ACKNOWLEDGE).await;
    };
    let all = async {
        tokio::select! {
            result = runner => if result.is_err() {
                tracing::error!("the job runner ended with an error");
            },
            () = done => {}
        }
        // If the runner ended by itself, the process stops and is restarted.
        delivery.stopping.cancel();
        delivery.tasks.close();
        delivery.tasks.wait().await;
    };
    let out_of_time = async {
        delivery.stopping.cancelled().await;
        sleep(GRACE).await;
        delivery.force_shutdown.cancel();
        sleep(LAST_WRITES).await;
    };
    tokio::select! {
        () = all => {}
        () = out_of_time => tracing::warn!("stopped before all deliveries in progress had ended"),
    }
}

/// False if the process stops first. A login that must not be used is an error: waiting does not correct it.
async fn wait_until_ready(db: &DatabaseConnection, stopping: &CancellationToken) -> anyhow::Result<bool> {
    let mut logged = String::new();
    loop {
        match check_readiness(db).await {
            Ok(()) => return Ok(true),
            Err(NotReady::Server(error @ UnsafeServer::NotDurable { .. })) => {
                tracing::error!(problem = %error, "not ready");
                return Ok(true);
            }
            Err(NotReady::Server(error @ UnsafeServer::Privileged { .. })) => return Err(error.into()),
            Err(error) => {
                let problem = error.to_string();
                if logged != problem {
                    tracing::warn!(problem, "waiting");
                    logged = problem;
                }
            }
        }
        if stopping.run_until_cancelled(sleep(POLL_INTERVAL)).await.is_none() {
            return Ok(false);
        }
    }
}

/// Histograms grow until they are drained.
async fn keep_metrics(prometheus: PrometheusHandle, ended: CancellationToken) {
    while ended.run_until_cancelled(sleep(Duration::from_secs(5))).await.is_some() {
        prometheus.run_upkeep();
    }
}
