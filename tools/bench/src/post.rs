//! POST throughput as a ratio to pgbench with the same SQL, in alternating rounds.

use std::time::Duration;

use anyhow::Result;

use super::environment::Environment;
use super::load;
use super::pgbench::Pgbench;
use devstack::signals;
use testkit::measurements::{Measurements, Wanted};
use testkit::setup::Setup;
use testkit::statistics::{median, megabytes, percentile};

const CLIENTS: usize = 64;
/// More than the api answers.
const REQUESTS_PER_CLIENT_SECOND: u64 = 500;

pub(super) fn measure(
    environment: &mut Environment,
    rounds: usize,
    seconds: u64,
    table: &mut Measurements,
) -> Result<()> {
    let posts = Rounds::run(environment, "bench_post", rounds, seconds)?;
    table.note("POST p50", percentile(&posts.latencies_ms, 50), "ms");
    table.note("POST p99", percentile(&posts.latencies_ms, 99), "ms");
    if let Some(ratio) = posts.note_rates("", table) {
        table.judge(RATIO, ratio, "", Wanted::AtLeast(0.8));
    }
    table.judge("api resident under load", megabytes(posts.resident), "MB", Wanted::AtMost(40.0));
    Ok(())
}

pub(super) const RATIO: &str = "POST as a ratio to pgbench";

/// Alternating rounds of the api and pgbench on one database.
pub(super) struct Rounds {
    /// Inquiries a second, per round.
    ours: Vec<f64>,
    theirs: Vec<f64>,
    latencies_ms: Vec<f64>,
    /// The api's peak memory in bytes.
    resident: u64,
}

impl Rounds {
    pub(super) fn run(environment: &mut Environment, database: &str, rounds: usize, seconds: u64) -> Result<Self> {
        let setup = environment.set_up(database, &[])?;
        let pgbench = Pgbench::prepare(environment, &setup)?;
        environment.start_api(&setup)?;
        eprintln!("measuring POST throughput");
        warm_up(environment, &setup)?;
        let mut all = Self { ours: Vec::new(), theirs: Vec::new(), latencies_ms: Vec::new(), resident: 0 };
        for number in 1..=rounds {
            signals::check()?;
            let outcome = round(environment, &setup, seconds)?;
            let rate = outcome.per_second();
            all.ours.push(rate);
            all.latencies_ms.extend(outcome.latencies_ms);
            all.resident = all.resident.max(environment.stack.resident_bytes("api").unwrap_or_default());
            if let Some(pgbench) = &pgbench {
                all.theirs.push(pgbench.round(CLIENTS, seconds)?);
            }
            let yardstick = all.theirs.last().map_or_else(String::new, |tps| format!(", pgbench {tps:.0}/s"));
            eprintln!("  round {number} of {rounds}: POST {rate:.0}/s{yardstick}");
        }
        environment.stack.stop_service("api")?;
        Ok(all)
    }

    /// Notes both rates, and returns their ratio if there is pgbench.
    pub(super) fn note_rates(&self, held: &str, table: &mut Measurements) -> Option<f64> {
        table.note(&format!("POST at 64 clients{held}"), median(&self.ours), "/s");
        if self.theirs.is_empty() {
            table.tell(
                &format!("{RATIO}{held}"),
                "not measured: pgbench is missing; it comes with the system's Postgres",
            );
            return None;
        }
        table.note(&format!("pgbench, same SQL{held}"), median(&self.theirs), "/s");
        let ratios: Vec<f64> = self.ours.iter().zip(&self.theirs).map(|(our, their)| our / their).collect();
        Some(median(&ratios))
    }
}

pub(super) fn warm_up(environment: &Environment, setup: &Setup) -> Result<()> {
    round(environment, setup, 1).map(drop)
}

/// One round of 64 clients.
fn round(environment: &Environment, setup: &Setup, seconds: u64) -> Result<load::LoadResult> {
    let tokens = setup.tokens(environment.site());
    let request = |_| load::request(environment.site(), &tokens);
    let client = |_| (0..REQUESTS_PER_CLIENT_SECOND * seconds).map(request).collect::<Result<Vec<_>>>();
    let clients = (0..CLIENTS).map(client).collect::<Result<Vec<_>>>()?;
    load::run(environment.site(), &clients, Duration::from_secs(seconds))
}
