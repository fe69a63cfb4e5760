//! Whether the database can be reached, is durable and has the current schema.
//!
//! While it is not ready, requests are refused at once with 503 and a background task probes the database.

use std::{
    pin::pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use entity::database::{UnsafeServer, beside, refuse_unsafe_server};
use futures::future::join_all;
use migration::{SchemaError, ensure_current};
use sea_orm::{DatabaseConnection, DbErr};
use tokio::{
    sync::Notify,
    task::JoinHandle,
    time::{Instant, timeout},
};

use crate::database_fault::{is_congestion, is_login_refused};

/// Between two probes while the database is not ready.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);
/// Between two probes while it is ready: a setting or the schema can change.
const CONFIRM_INTERVAL: Duration = Duration::from_secs(30);
/// Each takes as long as a caller waits for a connection.
const FILL_ATTEMPTS: usize = 2;
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

/// The database cannot take inquiries now.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the database is not ready")]
pub(crate) struct NotReady;

#[derive(Clone, Debug)]
pub(crate) struct Readiness(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    accepts_unsafe_server: bool,
    is_ready: AtomicBool,
    state: Mutex<State>,
    /// The pool whose connections are to stay open.
    kept_open: Option<DatabaseConnection>,
    /// A separate connection: an exhausted pool must not look like an outage. The lock admits one probe at a time.
    db: tokio::sync::Mutex<DatabaseConnection>,
    /// The server keeps open connections of a role whose login it refuses, so the next probe opens a new one.
    needs_new_connection: AtomicBool,
    failure_reported: Arc<Notify>,
}

#[derive(Debug)]
struct State {
    reason: String,
    probed_at: Option<Instant>,
}

impl Readiness {
    /// `stays_open`: opens all connections of `db` before it is ready, and again those that were lost.
    pub(crate) fn new(db: &DatabaseConnection, stays_open: bool, accepts_unsafe_server: bool) -> Self {
        let state = State { reason: "the database has not been probed yet".into(), probed_at: None };
        Self(Arc::new(Inner {
            accepts_unsafe_server,
            is_ready: AtomicBool::new(false),
            state: Mutex::new(state),
            kept_open: stays_open.then(|| db.clone()),
            db: tokio::sync::Mutex::new(beside(db)),
            needs_new_connection: AtomicBool::new(false),
            failure_reported: Arc::default(),
        }))
    }

    /// Probes in a background task until every other clone is dropped.
    pub(crate) fn watch(&self) -> JoinHandle<()> {
        let (weak, failure_reported) = (Arc::downgrade(&self.0), Arc::clone(&self.0.failure_reported));
        tokio::spawn(async move {
            let mut probed_at = Instant::now();
            while let Some(inner) = weak.upgrade() {
                let readiness = Self(inner);
                if !readiness.is_ready() || probed_at.elapsed() > CONFIRM_INTERVAL {
                    probed_at = Instant::now();
                    // The probe itself fills the pool when the database becomes ready.
                    let was_ready = readiness.is_ready();
                    if readiness.probe().await.is_ok() && was_ready {
                        readiness.fill_pool().await;
                    }
                }
                drop(readiness);
                // A timeout and a reported failure both lead to the next round.
                let _ = timeout(PROBE_INTERVAL, failure_reported.notified()).await;
            }
        })
    }

    /// Refuses at once while the database is known to be away or unsuitable.
    pub(crate) async fn ensure(&self) -> Result<(), NotReady> {
        if self.is_ready() {
            return Ok(());
        }
        if self.state(|state| state.probed_at.is_some()) {
            return Err(NotReady);
        }
        // The process has only just started.
        self.probe().await.map_err(|_| NotReady)
    }

    /// A statement failed: requests are refused until the background task has probed. Congestion refuses none: it says
    /// nothing about the database, so the probe decides.
    pub(crate) async fn report_failure(&self, error: &DbErr) {
        if is_congestion(error) {
            // The result is in `is_ready`.
            let _ = self.probe().await;
        } else {
            self.0.needs_new_connection.fetch_or(is_login_refused(error), Ordering::Relaxed);
            self.0.is_ready.store(false, Ordering::Relaxed);
            self.0.failure_reported.notify_one();
        }
    }

    /// Probes the database now. The error is one line for the operator.
    pub(crate) async fn probe(&self) -> Result<(), String> {
        let began = Instant::now();
        let mut db = self.0.db.lock().await;
        // Another caller probed while this one waited.
        if self.state(|state| state.probed_at.is_some_and(|at| at > began)) {
            return self.result();
        }
        if self.0.needs_new_connection.swap(false, Ordering::Relaxed) {
            *db = beside(&db);
        }
        let checked = {
            let mut check = pin!(self.check_server(&db));
            let checked = timeout(PROBE_TIMEOUT, &mut check).await;
            if checked.is_err() {
                // Of an open pool, the connection would first have to answer a ping, which has no time limit. The server ends the
                // statement of a client that is gone.
                drop(db.get_postgres_connection_pool().close());
            }
            checked
        };
        if checked.is_err() {
            *db = beside(&db);
        }
        let result = checked.unwrap_or_else(|_| Err("the database does not answer".into()));
        if result.is_ok() && !self.is_ready() {
            self.fill_pool().await;
        }
        self.record(&result);
        result
    }

    fn is_ready(&self) -> bool {
        self.0.is_ready.load(Ordering::Relaxed)
    }

    fn result(&self) -> Result<(), String> {
        if self.is_ready() { Ok(()) } else { Err(self.state(|state| state.reason.clone())) }
    }

    fn record(&self, result: &Result<(), String>) {
        let reason = result.as_ref().err().cloned().unwrap_or_default();
        let has_changed = self.state(|state| {
            state.probed_at = Some(Instant::now());
            std::mem::replace(&mut state.reason, reason.clone()) != reason
        });
        self.0.is_ready.store(result.is_ok(), Ordering::Relaxed);
        match result {
            Ok(()) if has_changed => tracing::info!("the database is ready"),
            Err(_) if has_changed => tracing::error!(%reason, "not ready"),
            _ => {}
        }
    }

    fn state<T>(&self, use_it: impl FnOnce(&mut State) -> T) -> T {
        use_it(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A login takes several round trips. Under load it would take longer than a caller waits for a connection, and each
    /// caller would begin anew. What is open already is tested, which also keeps it known to firewalls.
    ///
    /// Not while connections are in use: their callers open what they need, and must not wait for this.
    async fn fill_pool(&self) {
        let Some(db) = &self.0.kept_open else { return };
        let pool = db.get_postgres_connection_pool();
        if u32::try_from(pool.num_idle()).is_ok_and(|idle| idle < pool.size()) {
            return;
        }
        for _ in 0..FILL_ATTEMPTS {
            let opened = join_all((0..pool.options().get_max_connections()).map(|_| pool.acquire())).await;
            if opened.iter().all(Result::is_ok) {
                return;
            }
        }
    }

    /// Our own texts only: the driver's can quote the URL.
    async fn check_server(&self, db: &DatabaseConnection) -> Result<(), String> {
        match refuse_unsafe_server(db).await {
            Err(UnsafeServer::NotDurable { .. }) if self.0.accepts_unsafe_server => {}
            Err(error) => return Err(error.to_string()),
            Ok(()) => {}
        }
        ensure_current(db).await.map_err(|error: SchemaError| error.to_string())
    }
}
