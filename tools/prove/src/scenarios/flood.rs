//! Floods of connections from few addresses, beside honest visitors at other addresses.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use rustix::process::{Resource, getrlimit, setrlimit};

use crate::harness::{Harness, Part, Setup};
use crate::idle_connections::{self, Attack};
use crate::load::{LoadGenerator, LoadProfile};
use crate::plan::Plan;
use crate::report::{Report, Wanted, float, megabytes, ms};
use devstack::process;
use testkit::statistics::percentile;

const FLOODS: [(&str, Attack); 2] = [
    ("silent, 4 addresses", Attack { sends_body: false, count: 12_000, opened_a_second: 1_000, addresses: 4 }),
    ("slow bodies, 8 addresses", Attack { sends_body: true, count: 1_000, opened_a_second: 1_000, addresses: 8 }),
];
/// Until the flood holds what it can get.
const BEFORE: Duration = Duration::from_secs(3);

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    raise_descriptors()?;
    let setup = harness.set_up("flood", &[])?;
    harness.start(&setup, &[Part::Api])?;
    for (name, attack) in FLOODS {
        flood(harness, &setup, plan, name, attack, report)?;
    }
    report.none("processes that ended", harness.dead(&[Part::Api])?);
    harness.stop(&[Part::Api])
}

fn flood(
    harness: &mut Harness,
    setup: &Setup,
    plan: Plan,
    name: &str,
    attack: Attack,
    report: &mut Report,
) -> Result<()> {
    let site = harness.site(Part::Api);
    let (wanted, seed) = (plan.size(90, 600), plan.seed_of(name));
    let profile = LoadProfile { wanted, rate: Some(10.0), seed, ..LoadProfile::STRANGERS };
    let load = LoadGenerator::new(profile, &[site], setup);
    let is_over = AtomicBool::new(false);
    let pid = harness.stack.service(Part::Api.name())?.pid();
    let mut memory = 0;
    let (opened, closed) = thread::scope(|scope| {
        let attack = scope.spawn(|| idle_connections::keep_open(site, attack, &is_over));
        thread::sleep(BEFORE);
        let visitors = scope.spawn(|| load.run());
        while !visitors.is_finished() {
            memory = memory.max(process::resident_bytes(pid).unwrap_or_default());
            thread::sleep(Duration::from_millis(100));
        }
        is_over.store(true, Ordering::Relaxed);
        visitors.join().unwrap_or_else(|_| bail!("the load generator panicked"))?;
        attack.join().unwrap_or_else(|_| bail!("the flood panicked"))
    })?;
    let submissions = load.into_submissions();
    let failed = submissions.iter().filter(|one| one.status != 201).count();
    let took: Vec<f64> = submissions.iter().map(|one| ms(one.took)).collect();
    report.note(&format!("{name}: opened / closed by the api"), format!("{opened} / {closed}"));
    report.at_most(&format!("{name}: the api's memory"), megabytes(memory), 256.0, "MB");
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
