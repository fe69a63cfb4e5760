//! POST throughput as a ratio to pgbench with the same SQL, in rounds that take turns.

use std::time::Duration;

use anyhow::Result;

use super::ground::{Ground, Scene};
use super::load;
use super::pgbench::Pgbench;
use super::table::{Table, Wanted};
use devstack::signals;
use testkit::statistics::{median, percentile};
use testkit::token::TokenMaker;

const CLIENTS: usize = 64;
/// More than a client gets answered in a second.
const REQUESTS_PER_CLIENT_SECOND: u64 = 500;

pub(super) fn measure(ground: &mut Ground, rounds: usize, seconds: u64, table: &mut Table) -> Result<()> {
    let posts = Rounds::run(ground, "bench_post", rounds, seconds)?;
    table.tell("POST p50", percentile(&posts.latencies_ms, 50), "ms");
    table.tell("POST p99", percentile(&posts.latencies_ms, 99), "ms");
    if let Some(ratio) = posts.tell_rates("", table) {
        table.judge(RATIO, ratio, "", Wanted::AtLeast(0.8));
    }
    table.judge("api resident under load", megabytes(posts.resident), "MB", Wanted::Under(40.0));
    Ok(())
}

pub(super) const RATIO: &str = "POST as a ratio to pgbench";

/// Rounds in which the api and pgbench take turns on one database.
pub(super) struct Rounds {
    /// Inquiries a second, a round each.
    ours: Vec<f64>,
    theirs: Vec<f64>,
    latencies_ms: Vec<f64>,
    /// The api's highest memory in bytes.
    resident: u64,
}

impl Rounds {
    pub(super) fn run(ground: &mut Ground, database: &str, rounds: usize, seconds: u64) -> Result<Self> {
        let scene = ground.scene(database, &[])?;
        let pgbench = Pgbench::prepare(ground, &scene)?;
        ground.start_api(&scene)?;
        eprintln!("measuring POST throughput");
        warm_up(ground, &scene)?;
        let mut all = Self { ours: Vec::new(), theirs: Vec::new(), latencies_ms: Vec::new(), resident: 0 };
        for turn in 1..=rounds {
            signals::check()?;
            let outcome = round(ground, &scene, seconds)?;
            let rate = outcome.per_second();
            all.ours.push(rate);
            all.latencies_ms.extend(outcome.latencies_ms);
            all.resident = all.resident.max(ground.stack.resident_bytes("api").unwrap_or_default());
            if let Some(pgbench) = &pgbench {
                all.theirs.push(pgbench.round(CLIENTS, seconds)?);
            }
            let yardstick = all.theirs.last().map_or_else(String::new, |tps| format!(", pgbench {tps:.0}/s"));
            eprintln!("  round {turn} of {rounds}: POST {rate:.0}/s{yardstick}");
        }
        ground.stack.stop_service("api")?;
        Ok(all)
    }

    /// Tells both rates, and returns their ratio where there is pgbench.
    pub(super) fn tell_rates(&self, held: &str, table: &mut Table) -> Option<f64> {
        table.tell(&format!("POST at 64 clients{held}"), median(&self.ours), "/s");
        if self.theirs.is_empty() {
            table.miss(&format!("{RATIO}{held}"), "pgbench is missing; it comes with the system's Postgres");
            return None;
        }
        table.tell(&format!("pgbench, same SQL{held}"), median(&self.theirs), "/s");
        let ratios: Vec<f64> = self.ours.iter().zip(&self.theirs).map(|(our, their)| our / their).collect();
        Some(median(&ratios))
    }
}

pub(super) fn warm_up(ground: &Ground, scene: &Scene) -> Result<()> {
    round(ground, scene, 1).map(drop)
}

/// What 64 clients get through in that many seconds.
fn round(ground: &Ground, scene: &Scene, seconds: u64) -> Result<load::Outcome> {
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
