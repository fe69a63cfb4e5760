//! From the answer of a POST, which follows its commit, to the notification at the sink.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::ground::Ground;
use super::load::{self, Connection};
use super::table::{Table, Wanted};
use devstack::signals;
use testkit::statistics::percentile;
use testkit::token::TokenMaker;

const INQUIRIES: usize = 300;
/// Twenty a second: a busy day, not a flood.
const INTERVAL: Duration = Duration::from_millis(50);

pub(super) fn measure(ground: &mut Ground, table: &mut Table) -> Result<()> {
    let delays = delays_ms(ground, "bench_latency")?;
    table.tell("commit to sink p50", percentile(&delays, 50), "ms");
    table.judge("commit to sink p99", percentile(&delays, 99), "ms", Wanted::Under(2000.0));
    Ok(())
}

/// What each of some inquiries took, with a database whose outbox is empty.
pub(super) fn delays_ms(ground: &mut Ground, database: &str) -> Result<Vec<f64>> {
    let scene = ground.scene(database, &[])?;
    ground.start_worker(&scene)?;
    ground.start_api(&scene)?;
    ground.sink.reset();
    eprintln!("measuring commit to sink ({INQUIRIES} inquiries)");
    let tokens = TokenMaker::new(&scene.site, scene.setting("ALTCHA_HMAC_KEY"))?;
    let mut connection = Connection::open(ground.ports.site)?;
    let mut answered = HashMap::new();
    for _ in 0..INQUIRIES {
        signals::check()?;
        let request = load::request(ground.ports.site, &tokens)?;
        let (status, body) = connection.exchange(&request)?;
        if status != 201 {
            bail!("a POST was answered {status}: {}", String::from_utf8_lossy(&body));
        }
        let body: Value = serde_json::from_slice(&body)?;
        let reference = body["reference"].as_str().context("an answer without a reference")?.to_owned();
        answered.insert(reference, Instant::now());
        thread::sleep(INTERVAL);
    }
    let sink = ground.sink.clone();
    let arrived = || Ok(answered.keys().all(|reference| sink.notified_at(reference).is_some()));
    if !signals::wait_until(Duration::from_secs(30), arrived)? {
        bail!("not every inquiry was notified within 30 s");
    }
    let delays = answered
        .iter()
        .filter_map(|(reference, at)| Some(sink.notified_at(reference)?.saturating_duration_since(*at)))
        .map(|delay| delay.as_secs_f64() * 1000.0)
        .collect();
    ground.stack.stop_service("api")?;
    ground.stack.stop_service("worker")?;
    Ok(delays)
}
