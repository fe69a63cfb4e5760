//! POST throughput as a ratio to pgbench with the same SQL, in rounds that take turns.

use std::time::Duration;

use anyhow::Result;

use super::ground::{Ground, Scene};
use super::load;
use super::pgbench::Pgbench;
use super::table::{Table, Wanted};
use super::token::TokenMaker;
use super::{median, percentile};
use crate::signals;

const CLIENTS: usize = 64;
/// More than a client gets answered in a second.
const REQUESTS_PER_CLIENT_SECOND: u64 = 500;

pub(super) fn measure(ground: &mut Ground, rounds: usize, seconds: u64, table: &mut Table) -> Result<()> {
    let scene = ground.scene("bench_post", &[])?;
    let pgbench = Pgbench::prepare(ground, &scene)?;
    ground.start_api(&scene)?;
    eprintln!("measuring POST throughput");
    let (mut ours, mut theirs, mut latencies) = (Vec::new(), Vec::new(), Vec::new());
    let mut resident: u64 = 0;
    warm_up(ground, &scene)?;
    for turn in 1..=rounds {
        signals::check()?;
        let outcome = round(ground, &scene, seconds)?;
        let rate = outcome.per_second();
        ours.push(rate);
        latencies.extend(outcome.latencies_ms);
        resident = resident.max(ground.stack.resident_bytes("api").unwrap_or_default());
        if let Some(pgbench) = &pgbench {
            theirs.push(pgbench.round(CLIENTS, seconds)?);
        }
        let yardstick = theirs.last().map_or_else(String::new, |tps| format!(", pgbench {tps:.0}/s"));
        eprintln!("  round {turn} of {rounds}: POST {rate:.0}/s{yardstick}");
    }
    table.tell("POST at 64 clients", median(&ours), "/s");
    table.tell("POST p50", percentile(&latencies, 50), "ms");
    table.tell("POST p99", percentile(&latencies, 99), "ms");
    if theirs.is_empty() {
        table.miss("POST as a ratio to pgbench", "pgbench is missing; it comes with the system's Postgres");
    } else {
        let ratios: Vec<f64> = ours.iter().zip(&theirs).map(|(our, their)| our / their).collect();
        table.tell("pgbench, same SQL", median(&theirs), "/s");
        table.judge("POST as a ratio to pgbench", median(&ratios), "", Wanted::AtLeast(0.8));
    }
    table.judge("api resident under load", megabytes(resident), "MB", Wanted::Under(40.0));
    ground.stack.stop_service("api")
}

pub(super) fn warm_up(ground: &Ground, scene: &Scene) -> Result<()> {
    round(ground, scene, 1).map(drop)
}

/// What 64 clients get through in that many seconds.
pub(super) fn round(ground: &Ground, scene: &Scene, seconds: u64) -> Result<load::Outcome> {
    // A fresh model for each round: challenges expire within minutes.
    let tokens = TokenMaker::new(&scene.site, scene.setting("ALTCHA_HMAC_KEY"))?;
    let request = |_| load::request(ground.ports.site, &tokens);
    let client = |_| (0..REQUESTS_PER_CLIENT_SECOND * seconds).map(request).collect::<Result<Vec<_>>>();
    let clients = (0..CLIENTS).map(client).collect::<Result<Vec<_>>>()?;
    load::run(ground.ports.site, clients, Duration::from_secs(seconds))
}

/// Of a count of bytes below some petabytes: exact in a float.
pub(super) fn megabytes(bytes: u64) -> f64 {
    f64::from(u32::try_from(bytes / 1024).unwrap_or(u32::MAX)) / 1024.0
}
