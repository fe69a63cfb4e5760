//! The ops listener: health, metrics, the queue board. For this machine or a private network: it asks for no login.

mod board;
mod figures;

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use entity::database::refuse_unsafe_server;
use metrics::{describe_counter, describe_histogram};
use metrics_exporter_prometheus::PrometheusHandle;
use sea_orm::DatabaseConnection;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use self::figures::Figures;

pub(crate) const RESTORED: &str =
    "the database was restored from a dump; run `worker retention replay` with the latest exported ledger";

#[derive(Clone, Debug)]
struct Ops {
    db: DatabaseConnection,
    figures: Arc<Figures>,
    prometheus: Option<PrometheusHandle>,
}

/// Whether work can be done: the database answers, has the schema this program knows, and keeps what it acknowledges.
pub async fn is_ready(db: &DatabaseConnection) -> Result<(), &'static str> {
    migration::ensure_current(db).await.map_err(|error| match error {
        migration::SchemaError::Unreachable(_) => "the database cannot be reached",
        migration::SchemaError::Restored => RESTORED,
        _ => "the database's schema is not current; run the `migration` program",
    })?;
    refuse_unsafe_server(db).await.map_err(|_| "the database server may lose what it acknowledges")
}

/// The process' own figures, in words.
pub(crate) fn describe() {
    describe_counter!("mail_outcomes_total", "Attempts to send a mail, by what became of them.");
    describe_histogram!("mail_attempt_seconds", "From the claim of a mail to its recorded outcome.");
    describe_counter!("alerts_total", "Alerts that were due, whether or not the webhook took them.");
    describe_counter!("alert_webhook_failures_total", "Alerts that the webhook did not take.");
    describe_counter!("schedule_runs_total", "Runs of a schedule in this process.");
    describe_counter!("retention_purged_total", "Inquiries that this process purged.");
    describe_counter!("retention_late_total", "Of these, more than two hours after they expired.");
    describe_counter!("retention_failures_total", "Purges that failed, by reason.");
}

/// Serves until `ended`.
pub async fn serve(
    listener: TcpListener,
    db: DatabaseConnection,
    prometheus: Option<PrometheusHandle>,
    ended: CancellationToken,
) -> std::io::Result<()> {
    let figures = Arc::new(Figures::default());
    let board = board::router(db.get_postgres_connection_pool(), ended.clone());
    let policy = HeaderValue::try_from(board::policy()).map_err(std::io::Error::other)?;
    let ops = Ops { db, figures, prometheus };
    let router = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(ops)
        .merge(board)
        .layer(middleware::from_fn_with_state(policy, read_only));
    axum::serve(listener, router).with_graceful_shutdown(ended.cancelled_owned()).await
}

async fn readyz(State(ops): State<Ops>) -> Response {
    match is_ready(&ops.db).await {
        Ok(()) => "ready\n".into_response(),
        Err(problem) => (StatusCode::SERVICE_UNAVAILABLE, format!("{problem}\n")).into_response(),
    }
}

async fn metrics(State(ops): State<Ops>) -> Response {
    let mut text = ops.prometheus.as_ref().map(PrometheusHandle::render).unwrap_or_default();
    text.push_str(&ops.figures.render(&ops.db).await);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// The board's library can also push jobs; here it may only look. No page of another origin may read or frame it.
async fn read_only(State(policy): State<HeaderValue>, request: Request, next: Next) -> Response {
    let mut response = match *request.method() {
        Method::GET | Method::HEAD => next.run(request).await,
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
