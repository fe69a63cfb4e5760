//! The metrics, by name. No label contains what a visitor sent.

use std::{
    sync::{Once, OnceLock},
    time::Duration,
};

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

const SECONDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 10.0];
const BATCH: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// Installs the recorder once per process and returns the handle that renders it.
pub(crate) fn install() -> PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let recorder = PrometheusBuilder::new()
                .set_buckets(&SECONDS)
                .and_then(|builder| builder.set_buckets_for_metric(Matcher::Full("api_batch_size".into()), &BATCH))
                .expect("the buckets are not empty")
                .build_recorder();
            let handle = recorder.handle();
            // Fails only if a recorder is installed already, which then receives the metrics.
            let _ = metrics::set_global_recorder(recorder);
            describe();
            handle
        })
        .clone()
}

fn describe() {
    describe_counter!("http_requests_total", "Responses, by route, method and status");
    describe_histogram!("http_request_seconds", Unit::Seconds, "Time to the head of the response, by route");
    describe_counter!("api_rate_limited_total", "Requests refused by a rate limit, by limit");
    describe_counter!("api_bot_check_total", "Verdicts of the bot check; our_fault needs an operator");
    describe_counter!("api_inquiries_total", "Inquiries by outcome: stored, unverified, replayed");
    describe_counter!("api_unverified_capped_total", "Unverified inquiries refused because a cap was reached");
    describe_counter!("api_disk_full_total", "Writes that the database refused because its disk is full");
    describe_counter!("api_untrusted_forwarded_total", "Requests with X-Forwarded-For from outside TRUSTED_PROXIES");
    describe_histogram!("api_batch_size", "Inquiries that shared one commit");
    describe_gauge!("api_waiting_inquiries", "Inquiries still waiting when a batch was taken");
    describe_gauge!("http_connections", "Open connections of both listeners");
    describe_counter!("http_connections_refused_total", "Connections refused because all slots were in use");
    describe_counter!("http_connections_cut_total", "Connections closed to free a slot, by reason");
}

pub(crate) fn request(route: &'static str, method: &'static str, status: u16, took: Duration) {
    let status = status.to_string();
    counter!("http_requests_total", "route" => route, "method" => method, "status" => status).increment(1);
    histogram!("http_request_seconds", "route" => route).record(took.as_secs_f64());
}

pub(crate) fn inquiries(outcome: &'static str, count: usize) {
    counter!("api_inquiries_total", "outcome" => outcome).increment(u64::try_from(count).unwrap_or(u64::MAX));
}

pub(crate) fn disk_full() {
    counter!("api_disk_full_total").increment(1);
}

/// Its header counts for nothing: behind a proxy, all visitors share one limit.
pub(crate) fn untrusted_forwarded() {
    static LOGGED: Once = Once::new();
    counter!("api_untrusted_forwarded_total").increment(1);
    LOGGED.call_once(|| {
        tracing::warn!(
            "a peer outside TRUSTED_PROXIES sends X-Forwarded-For, which does not count: if it is your proxy, add its network"
        );
    });
}

#[expect(clippy::cast_precision_loss, reason = "both are below 1000")]
pub(crate) fn batch(size: usize, waiting: usize) {
    histogram!("api_batch_size").record(size as f64);
    gauge!("api_waiting_inquiries").set(waiting as f64);
}
