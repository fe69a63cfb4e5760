//! Whether the database can be reached, is durable, has the current schema, takes a write and knows the time.
//!
//! One task probes the database. While it is not ready, requests are refused at once with 503.

use std::{
    future::poll_fn,
    iter,
    panic::AssertUnwindSafe,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Duration,
};

use entity::database::{ServerClock, UnsafeServer, beside, login, refuse_full_disk, refuse_unsafe_server};
use futures::{FutureExt, future::join_all, poll};
use migration::{SchemaError, ensure_current};
use sea_orm::{
    DatabaseConnection, DbErr,
    sqlx::{Connection, Postgres, pool::PoolConnection},
};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, timeout},
};

use crate::{
    database_fault::{is_congestion, is_login_refused},
    error::Unavailable,
    metrics,
};

/// Between two probes while the database is not ready.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);
/// Between two probes while it is ready: a setting or the schema can change.
const CONFIRM_INTERVAL: Duration = Duration::from_secs(30);
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);
/// A new connection sees what an administrator has set for new sessions.
const MAX_CONNECTION_AGE: Duration = Duration::from_secs(20);
const PING_TIMEOUT: Duration = Duration::from_millis(1500);
/// For the filling while it is ready. Shorter than [`MAX_WAIT`].
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(2);
/// Less than a millisecond of work for one login.
const POLLS_IN_A_ROW: usize = 200;
/// How long a caller waits for the result of a probe. A login can take longer; the health check of the image waits 3 s.
const MAX_WAIT: Duration = Duration::from_millis(2500);

const NO_ANSWER: &str = "the database does not answer";

/// `None` before the first probe. The error is one line for the operator.
type ProbeResult = Option<Result<(), String>>;

/// The prober ends when every clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Readiness {
    shared: Arc<Shared>,
    requests: mpsc::Sender<()>,
    results: watch::Receiver<ProbeResult>,
}

#[derive(Debug, Default)]
struct Shared {
    is_ready: AtomicBool,
    /// A statement failed since the probe began, so its result is outdated.
    has_failed: AtomicBool,
    /// The server keeps open connections of a role whose login it refuses, so the next probe opens a new one.
    needs_new_connection: AtomicBool,
}

impl Readiness {
    /// Starts to probe; must be called within a tokio runtime. `stays_open`: opens all connections of `db` before it is
    /// ready, and again those that were lost.
    pub(crate) fn watch(db: &DatabaseConnection, stays_open: bool, accepts_unsafe_server: bool) -> Self {
        let shared = Arc::<Shared>::default();
        let (requests, requested) = mpsc::channel(1);
        let (sender, results) = watch::channel(None);
        let prober = Prober {
            shared: Arc::clone(&shared),
            accepts_unsafe_server,
            kept_open: stays_open.then(|| db.clone()),
            db: beside(db),
            opened_at: Instant::now(),
            filled_at: Instant::now(),
            clock: ServerClock::default(),
            results: sender,
        };
        tokio::spawn(prober.run(requested));
        Self { shared, requests, results }
    }

    /// Refuses while the database is known to be away or unsuitable.
    pub(crate) fn refuse_if_away(&self) -> Result<(), Unavailable> {
        if self.shared.is_ready() || self.results.borrow().is_none() { Ok(()) } else { Err(Unavailable::NotReady) }
    }

    /// The same, but waits for the first probe.
    pub(crate) async fn ensure(&self) -> Result<(), Unavailable> {
        if self.results.borrow().is_none() {
            // The process has only just started.
            return self.probe().await.map_err(|_| Unavailable::NotReady);
        }
        self.refuse_if_away()
    }

    /// A statement failed: requests are refused until the next probe, which follows at once. Congestion refuses none: it
    /// says nothing about the database, so the probe decides.
    pub(crate) fn report_failure(&self, error: &DbErr) {
        if !is_congestion(error) {
            self.shared.needs_new_connection.fetch_or(is_login_refused(error), Ordering::Relaxed);
            self.shared.has_failed.store(true, Ordering::Relaxed);
            self.shared.is_ready.store(false, Ordering::Relaxed);
        }
        self.request_probe();
    }

    /// Waits for the result of a probe that ends after this call. The error is one line for the operator.
    pub(crate) async fn probe(&self) -> Result<(), String> {
        let mut results = self.results.clone();
        results.mark_unchanged();
        self.request_probe();
        let in_time = matches!(timeout(MAX_WAIT, results.changed()).await, Ok(Ok(())));
        match results.borrow().clone() {
            Some(result) if in_time || result.is_err() => result,
            _ => Err(NO_ANSWER.to_owned()),
        }
    }

    fn request_probe(&self) {
        // One that waits already serves this caller, too.
        let _ = self.requests.try_send(());
    }
}

impl Shared {
    fn is_ready(&self) -> bool {
        self.is_ready.load(Ordering::Relaxed)
    }
}

struct Prober {
    shared: Arc<Shared>,
    accepts_unsafe_server: bool,
    /// The pool whose connections are to stay open.
    kept_open: Option<DatabaseConnection>,
    /// A separate connection: an exhausted pool must not look like an outage.
    db: DatabaseConnection,
    opened_at: Instant,
    filled_at: Instant,
    clock: ServerClock,
    results: watch::Sender<ProbeResult>,
}

impl Prober {
    async fn run(mut self, mut requested: mpsc::Receiver<()>) {
        loop {
            self.shared.has_failed.store(false, Ordering::Relaxed);
            // A panic must not end the probes: the site would stay refused, or ready, forever.
            let probe = AssertUnwindSafe(self.probe_and_fill()).catch_unwind();
            let result = probe.await.unwrap_or_else(|_| Err("the probe of the database panicked".to_owned()));
            // The result answers those who asked until now.
            while requested.try_recv().is_ok() {}
            if result.is_ok() && self.shared.has_failed.load(Ordering::Relaxed) {
                continue;
            }
            self.record(result);
            let interval = if self.shared.is_ready() { CONFIRM_INTERVAL } else { PROBE_INTERVAL };
            if let Ok(None) = timeout(interval, requested.recv()).await {
                return;
            }
        }
    }

    async fn probe_and_fill(&mut self) -> Result<(), String> {
        self.probe().await?;
        if !self.shared.is_ready() {
            self.fill_pool().await;
        } else if self.filled_at.elapsed() >= CONFIRM_INTERVAL {
            // Those who ask meanwhile wait for it.
            let _ = timeout(CONFIRM_TIMEOUT, self.fill_pool()).await;
        } else {
            return Ok(());
        }
        self.filled_at = Instant::now();
        Ok(())
    }

    async fn probe(&mut self) -> Result<(), String> {
        if self.shared.needs_new_connection.swap(false, Ordering::Relaxed)
            || self.opened_at.elapsed() > MAX_CONNECTION_AGE
        {
            self.close_connection();
        }
        let pool = self.db.get_postgres_connection_pool();
        if pool.size() == 0 {
            hurry(login(&self.db)).await.map_err(|error| error.to_string())?;
        }
        let checked = {
            let mut check = pin!(hurry(self.check_server()));
            let checked = timeout(PROBE_TIMEOUT, &mut check).await;
            if checked.is_err() {
                // Before the check is dropped, so that its connection is closed and not tested. The server ends the statement of a
                // client that is gone.
                drop(pool.close());
            }
            checked
        };
        checked.unwrap_or_else(|_| {
            self.close_connection();
            Err(NO_ANSWER.to_owned())
        })
    }

    fn close_connection(&mut self) {
        self.db = beside(&self.db);
        self.opened_at = Instant::now();
    }

    /// Our own texts only: the driver's can quote the URL.
    async fn check_server(&self) -> Result<(), String> {
        match refuse_unsafe_server(&self.db).await {
            Err(UnsafeServer::NotDurable { .. }) if self.accepts_unsafe_server => {}
            Err(error) => return Err(error.to_string()),
            Ok(()) => {}
        }
        ensure_current(&self.db).await.map_err(|error: SchemaError| error.to_string())?;
        refuse_full_disk(&self.db).await.map_err(|error| {
            if matches!(error, UnsafeServer::DiskFull) {
                metrics::disk_full();
            }
            error.to_string()
        })?;
        self.clock.refuse_wrong(&self.db).await.map_err(|error| UnsafeServer::of(error).to_string())
    }

    /// Callers would give up logins that take long under load, and begin anew. What is open already is tested, which also
    /// keeps it known to firewalls.
    async fn fill_pool(&self) {
        let Some(db) = &self.kept_open else { return };
        let pool = db.get_postgres_connection_pool();
        let idle: Vec<_> = iter::from_fn(|| pool.try_acquire()).collect();
        let answering = join_all(idle.into_iter().map(close_if_silent)).await;
        let missing = pool.options().get_max_connections().saturating_sub(pool.size());
        let mut opening = pin!(join_all((0..missing).map(|_| hurry(async { drop(pool.acquire().await) }))));
        // The first poll finds no idle connection and begins the logins. Then callers can have those that are open.
        if poll!(&mut opening).is_pending() {
            drop(answering);
            opening.await;
        }
    }

    fn record(&self, result: Result<(), String>) {
        self.shared.is_ready.store(result.is_ok(), Ordering::Relaxed);
        let has_changed = self.results.borrow().as_ref() != Some(&result);
        match &result {
            Ok(()) if has_changed => tracing::info!("the database is ready"),
            Err(reason) if has_changed => tracing::error!(%reason, "not ready"),
            _ => {}
        }
        self.results.send_replace(Some(result));
    }
}

async fn close_if_silent(mut connection: PoolConnection<Postgres>) -> Option<PoolConnection<Postgres>> {
    if let Ok(Ok(())) = timeout(PING_TIMEOUT, connection.ping()).await {
        return Some(connection);
    }
    drop(connection.detach());
    None
}

/// Polls it often in a row. In a login, sqlx yields 800 times (RFC 5802, Hi). Each yield waits until the runtime has run the
/// other tasks; while requests keep it busy, no login would end in time.
async fn hurry<T>(login: impl Future<Output = T>) -> T {
    let mut login = pin!(login);
    poll_fn(|context| {
        let mut polls = (0..POLLS_IN_A_ROW).map(|_| login.as_mut().poll(context));
        polls.find(Poll::is_ready).unwrap_or(Poll::Pending)
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use tokio::task::yield_now;

    use super::*;

    /// A site that answered many requests with 503 never had its database back.
    #[tokio::test]
    async fn a_login_does_not_wait_for_other_tasks_at_each_yield() {
        let rounds = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&rounds);
        tokio::spawn(async move {
            loop {
                counter.fetch_add(1, Ordering::Relaxed);
                yield_now().await;
            }
        });
        hurry(async {
            for _ in 0..800 {
                yield_now().await;
            }
        })
        .await;
        let rounds = rounds.load(Ordering::Relaxed);
        assert!(rounds < 10, "{rounds}");
    }
}
