//! A thousand slow connections beside honest visitors.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::harness::{Harness, Part};
use crate::idle_connections::{self, Attack, Kind};
use crate::load::{LoadGenerator, LoadProfile, Visitors};
use crate::plan::Plan;
use crate::report::{Report, Wanted, float, megabytes, ms};
use devstack::{process, repo, signals};
use testkit::client::{Client, get};
use testkit::statistics::percentile;

const KINDS: [Kind; 4] = [Kind::Header, Kind::Body, Kind::NoRead, Kind::SlowRead];
const IDLE_CONNECTIONS: usize = 1_000;
/// Four times the default of slowhttptest. `flood` opens more.
const OPENED_A_SECOND: usize = 200;
/// Of the attacker.
const ADDRESSES: usize = 200;
/// So few that none is evicted: only time limits close them.
const FEW: usize = 120;
/// Longer than the longest time limit.
const FEW_LAST: Duration = Duration::from_secs(13);
/// Lifetimes are measured too long by up to two steps.
const INACCURACY: f64 = 0.5;

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("slow");
    let setup = harness.set_up("slow", &[])?;
    harness.start(&setup, &[Part::Api])?;
    let site = harness.site(Part::Api);
    let page = largest_asset()?;
    let attack = Attack {
        kinds: &KINDS,
        count: IDLE_CONNECTIONS,
        opened_a_second: OPENED_A_SECOND,
        addresses: ADDRESSES,
        page: &page,
    };
    let seconds = plan.size(10, 60);
    let profile = LoadProfile {
        wanted: 20 * seconds,
        threads: 8,
        rate: Some(20.0),
        retries: false,
        reconnects: true,
        seed: plan.seed_of("slow"),
        visitors: Visitors::Many,
        spreads: true,
    };
    let load = LoadGenerator::new(profile, &[site], setup.setting("ALTCHA_HMAC_KEY"));
    let (is_over, resident) = (AtomicBool::new(false), AtomicU64::new(0));
    let pid = harness.stack.service(Part::Api.name())?.pid();
    let lifetimes = thread::scope(|scope| {
        let slow = scope.spawn(|| idle_connections::keep_open(site, attack, &is_over));
        let watch = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                resident.fetch_max(process::resident_bytes(pid).unwrap_or_default(), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(100));
            }
        });
        // The honest visitors start after the slow connections are open.
        thread::sleep(Duration::from_secs(6));
        let outcome = load.run();
        is_over.store(true, Ordering::Relaxed);
        let _ = watch.join();
        let lifetimes = slow.join().unwrap_or_else(|_| bail!("the slow connections panicked"))?;
        outcome.map(|()| lifetimes)
    })?;
    let submissions = load.into_submissions();
    let took: Vec<f64> = submissions.iter().map(|one| ms(one.took)).collect();
    report.note("slow connections at a time / in all", format!("{IDLE_CONNECTIONS} / {}", lifetimes.opened));
    report.note("honest POSTs", submissions.len());
    report.none("honest POSTs that failed", submissions.iter().filter(|one| one.status != 201).count());
    report.speed(plan, "honest POST p99", percentile(&took, 99), Wanted::AtMost(500.0), "ms");
    report.at_least("slow connections closed", float(lifetimes.seconds.len()), float(IDLE_CONNECTIONS) / 2.0, "");
    report.at_most("longest lifetime of a slow connection", lifetimes.longest() - INACCURACY, 10.0, "s");
    let few = few_alone(site, Attack { count: FEW, ..attack })?;
    report.at_least(&format!("closed of {FEW} without eviction"), float(few.seconds.len()), float(FEW), "");
    report.all("kinds among them", few.kinds_closed(&KINDS), KINDS.len());
    report.at_most("longest lifetime of these", few.longest() - INACCURACY, 10.0, "s");
    report.at_most("the api's memory", megabytes(resident.into_inner()), 256.0, "MB");
    harness.stop(&[Part::Api])?;
    Ok(report)
}

fn few_alone(site: std::net::SocketAddr, attack: Attack) -> Result<idle_connections::Lifetimes> {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let slow = scope.spawn(|| idle_connections::keep_open(site, attack, &is_over));
        let waited = signals::wait_until(FEW_LAST, || Ok(slow.is_finished()));
        is_over.store(true, Ordering::Relaxed);
        let lifetimes = slow.join().unwrap_or_else(|_| bail!("the slow connections panicked"));
        waited.and(lifetimes)
    })
}

/// The path of the site's largest asset.
fn largest_asset() -> Result<String> {
    let folder = repo::root().join("web/dist/assets");
    let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let largest = entries.flatten().max_by_key(|entry| entry.metadata().map_or(0, |found| found.len()));
    let name = largest.context("the site has no assets")?.file_name();
    Ok(format!("/assets/{}", name.to_string_lossy()))
}

/// Whether the site responds within 200 ms.
pub(super) fn answers_at_once(site: std::net::SocketAddr) -> bool {
    Client::new(site).send(&get("/")).is_ok_and(|reply| reply.status == 200 && reply.took < Duration::from_millis(200))
}
