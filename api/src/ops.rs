//! The ops listener, for supervisor and monitoring; not to be exposed to the internet.

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    middleware::map_response,
    response::IntoResponse,
    routing::get,
};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::{http, readiness::Readiness};

pub(crate) fn router(readiness: Readiness, metrics: PrometheusHandle) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(readyz).with_state(readiness))
        .route("/metrics", get(print_metrics).with_state(metrics))
        .layer(map_response(http::secure_ops_response))
}

/// 200, or 503 with the reason.
async fn readyz(State(readiness): State<Readiness>) -> impl IntoResponse {
    match readiness.probe().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")),
    }
}

async fn print_metrics(State(metrics): State<PrometheusHandle>) -> impl IntoResponse {
    metrics.run_upkeep();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics.render())
}
