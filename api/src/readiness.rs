//! Whether the database is there, safe and of our schema.
//!
//! Requests look before they store. While the answer is no, they are told at once to come back, and the
//! background task keeps asking the database.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use entity::database::{UnsafeServer, beside, refuse_unsafe_server};
use migration::{SchemaError, ensure_current};
use sea_orm::{DatabaseConnection, DbErr};
use tokio::{
    sync::Notify,
    task::JoinHandle,
    time::{Instant, timeout},
};

use crate::{
    database_fault::is_congestion,
    error::{ApiError, Unavailable},
};

/// How often it is asked while the answer is no.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);
/// How often it is asked while the answer is yes: a setting or the schema can change under us.
const CONFIRM_INTERVAL: Duration = Duration::from_secs(30);
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Clone, Debug)]
pub(crate) struct Readiness(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// A separate connection: an exhausted pool must not look like an outage.
    db: DatabaseConnection,
    accepts_unsafe_server: bool,
    is_ready: AtomicBool,
    state: Mutex<State>,
    probing: tokio::sync::Mutex<()>,
    doubted: Arc<Notify>,
}

#[derive(Debug)]
struct State {
    reason: String,
    probed_at: Option<Instant>,
}

impl Readiness {
    pub(crate) fn new(db: &DatabaseConnection, accepts_unsafe_server: bool) -> Self {
        let state = State { reason: "the database has not been asked yet".into(), probed_at: None };
        Self(Arc::new(Inner {
            db: beside(db),
            accepts_unsafe_server,
            is_ready: AtomicBool::new(false),
            state: Mutex::new(state),
            probing: tokio::sync::Mutex::default(),
            doubted: Arc::default(),
        }))
    }

    /// Keeps asking until nobody else holds this readiness.
    pub(crate) fn watch(&self) -> JoinHandle<()> {
        let (weak, doubted) = (Arc::downgrade(&self.0), Arc::clone(&self.0.doubted));
        tokio::spawn(async move {
            let mut asked = Instant::now();
            while let Some(inner) = weak.upgrade() {
                let readiness = Self(inner);
                if !readiness.is_ready() || asked.elapsed() > CONFIRM_INTERVAL {
                    asked = Instant::now();
                    // The result is kept in `is_ready`.
                    let _ = readiness.probe().await;
                }
                drop(readiness);
                // Either way it is time to look again.
                let _ = timeout(PROBE_INTERVAL, doubted.notified()).await;
            }
        })
    }

    /// Refuses at once while the database is known to be away or unfit.
    pub(crate) async fn ensure(&self) -> Result<(), ApiError> {
        if self.is_ready() {
            return Ok(());
        }
        if self.state(|state| state.probed_at.is_some()) {
            return Err(Unavailable::NotReady.into());
        }
        // The process has only just started.
        self.probe().await.map_err(|_| Unavailable::NotReady.into())
    }

    /// A statement failed: requests are put off until the background task has asked. An error that says nothing of
    /// the database puts nobody off before it has been asked.
    pub(crate) async fn doubt(&self, error: &DbErr) {
        if is_congestion(error) {
            // The result is kept in `is_ready`.
            let _ = self.probe().await;
        } else {
            self.0.is_ready.store(false, Ordering::Relaxed);
            self.0.doubted.notify_one();
        }
    }

    /// Asks the database now. An error is one line, fit for an operator.
    pub(crate) async fn probe(&self) -> Result<(), String> {
        let began = Instant::now();
        let _one = self.0.probing.lock().await;
        // Another one asked while this one waited.
        if self.state(|state| state.probed_at.is_some_and(|at| at > began)) {
            return self.answer();
        }
        let asked = timeout(PROBE_TIMEOUT, self.ask()).await;
        let result = asked.unwrap_or_else(|_| Err("the database does not answer".into()));
        self.keep(&result);
        result
    }

    fn is_ready(&self) -> bool {
        self.0.is_ready.load(Ordering::Relaxed)
    }

    fn answer(&self) -> Result<(), String> {
        if self.is_ready() { Ok(()) } else { Err(self.state(|state| state.reason.clone())) }
    }

    fn keep(&self, result: &Result<(), String>) {
        let reason = result.as_ref().err().cloned().unwrap_or_default();
        let is_news = self.state(|state| {
            state.probed_at = Some(Instant::now());
            std::mem::replace(&mut state.reason, reason.clone()) != reason
        });
        self.0.is_ready.store(result.is_ok(), Ordering::Relaxed);
        match result {
            Ok(()) if is_news => tracing::info!("the database is ready"),
            Err(_) if is_news => tracing::error!(%reason, "not ready"),
            _ => {}
        }
    }

    fn state<T>(&self, use_it: impl FnOnce(&mut State) -> T) -> T {
        use_it(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The texts are our own: a driver's could quote a URL.
    async fn ask(&self) -> Result<(), String> {
        match refuse_unsafe_server(&self.0.db).await {
            Err(UnsafeServer::Unreachable(_)) => return Err("the database cannot be reached".into()),
            Err(error @ UnsafeServer::NotDurable { .. }) if !self.0.accepts_unsafe_server => {
                return Err(error.to_string());
            }
            _ => {}
        }
        ensure_current(&self.0.db).await.map_err(|error: SchemaError| error.to_string())
    }
}
