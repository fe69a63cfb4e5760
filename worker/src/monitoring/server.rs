//! The ops listener: health, metrics, the queue board. It requires no login: bind it to this machine or a private
//! network.

use std::{path::PathBuf, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use metrics::{describe_counter, describe_histogram};
use metrics_exporter_prometheus::PrometheusHandle;
use sea_orm::DatabaseConnection;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{
    board,
    gauges::{Gauges, of_disk},
    readiness::check_readiness_in_time,
};

#[derive(Clone, Debug)]
struct Ops {
    db: DatabaseConnection,
    gauges: Arc<Gauges>,
    prometheus: Option<PrometheusHandle>,
    has_intake: bool,
    disk: Option<PathBuf>,
}

/// Describes the metrics of the process.
pub fn describe_metrics() {
    describe_counter!("mail_outcomes_total", "Attempts to send a mail, by outcome.");
    describe_histogram!("mail_attempt_seconds", "From the claim of a mail to its recorded outcome.");
    describe_histogram!("ticket_first_answer_seconds", "From the start of the promised time to the first answer.");
    describe_counter!("intake_deliveries_total", "Deliveries of mail that came, by way; known ones are not new.");
    describe_counter!("intake_refusals_total", "Recipients and mails that were refused, by way and reply code.");
    describe_counter!("intake_files_scanned_total", "Attachments that the virus scanner was asked about, by outcome.");
    describe_counter!("intake_settled_total", "Mails that came and were settled, by way and fate.");
    describe_counter!("alerts_total", "Alerts that were due, whether or not the webhook accepted them.");
    describe_counter!("alert_webhook_failures_total", "Alerts that the webhook did not accept.");
    describe_counter!("heartbeats_total", "Heartbeats, by outcome; one is withheld while something is critical.");
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
    has_intake: bool,
    disk: Option<PathBuf>,
    journey_every: Option<Duration>,
    ended: CancellationToken,
) -> std::io::Result<()> {
    let gauges = Arc::new(Gauges::new(journey_every));
    let policy = HeaderValue::try_from(board::policy()).map_err(std::io::Error::other)?;
    let ops = Ops { db, gauges, prometheus, has_intake, disk };
    let router = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .route("/", get(show_board))
        .with_state(ops)
        .layer(middleware::from_fn_with_state(policy, read_only));
    axum::serve(listener, router).with_graceful_shutdown(ended.cancelled_owned()).await
}

async fn readyz(State(ops): State<Ops>) -> Response {
    match check_readiness_in_time(&ops.db, ops.has_intake).await {
        Ok(()) => "ready\n".into_response(),
        Err(problem) => (StatusCode::SERVICE_UNAVAILABLE, format!("{problem}\n")).into_response(),
    }
}

async fn show_board(State(ops): State<Ops>) -> Response {
    match board::render(&ops.db).await {
        Ok(page) => Html(page).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn metrics(State(ops): State<Ops>) -> Response {
    let mut text = ops.prometheus.as_ref().map(PrometheusHandle::render).unwrap_or_default();
    text.push_str(&ops.disk.as_deref().map(of_disk).unwrap_or_default());
    text.push_str(&ops.gauges.render(&ops.db).await);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// Refuses writes. Pages of other origins may neither read nor frame it.
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
