//! Floods of connections from few addresses, beside honest visitors at other addresses.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use rustix::process::{Resource, getrlimit, setrlimit};

use crate::harness::{Harness, Part, Setup};
use crate::idle_connections::{self, Attack, Kind};
use crate::load::{LoadGenerator, LoadProfile, Visitors};
use crate::plan::Plan;
use crate::report::{Report, Wanted, float, ms};
use testkit::statistics::percentile;

const FLOODS: [(&str, Attack); 2] = [
    (
        "silent, 4 addresses",
        Attack { kinds: &[Kind::Silent], count: 12_000, opened_a_second: 1_000, addresses: 4, page: "/" },
    ),
    (
        "slow bodies, 8 addresses",
        Attack { kinds: &[Kind::Body], count: 1_000, opened_a_second: 1_000, addresses: 8, page: "/" },
    ),
];
/// Until the flood holds what it can get.
const BEFORE: Duration = Duration::from_secs(3);

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("flood");
    raise_descriptors()?;
    let setup = harness.set_up("flood", &[])?;
    harness.start(&setup, &[Part::Api])?;
    for (name, attack) in FLOODS {
        flood(harness, &setup, plan, name, attack, &mut report)?;
    }
    report.none("processes that ended", harness.dead(&[Part::Api])?);
    harness.stop(&[Part::Api])?;
    Ok(report)
}

fn flood(harness: &Harness, setup: &Setup, plan: Plan, name: &str, attack: Attack, report: &mut Report) -> Result<()> {
    let site = harness.site(Part::Api);
    let profile = LoadProfile {
        wanted: plan.size(90, 600),
        threads: 8,
        rate: Some(10.0),
        retries: false,
        reconnects: true,
        seed: plan.seed_of(name),
        visitors: Visitors::Many,
        spreads: true,
    };
    let load = LoadGenerator::new(profile, &[site], setup.setting("ALTCHA_HMAC_KEY"));
    let is_over = AtomicBool::new(false);
    let lifetimes = thread::scope(|scope| {
        let attack = scope.spawn(|| idle_connections::keep_open(site, attack, &is_over));
        thread::sleep(BEFORE);
        let outcome = load.run();
        is_over.store(true, Ordering::Relaxed);
        let lifetimes = attack.join().unwrap_or_else(|_| bail!("the flood panicked"))?;
        outcome.map(|()| lifetimes)
    })?;
    let submissions = load.into_submissions();
    let failed = submissions.iter().filter(|one| one.status != 201).count();
    let took: Vec<f64> = submissions.iter().map(|one| ms(one.took)).collect();
    report.note(&format!("{name}: opened / closed by the api"), lifetimes.shown());
    let share = 100.0 * float(failed) / float(submissions.len());
    report.at_most(&format!("{name}: of {} honest POSTs failed", submissions.len()), share, 5.0, "%");
    report.speed(plan, &format!("{name}: honest POST p99"), percentile(&took, 99), Wanted::AtMost(500.0), "ms");
    Ok(())
}

/// The flood's own: it holds a connection for as long as the api does.
fn raise_descriptors() -> Result<()> {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit })?;
    Ok(())
}
