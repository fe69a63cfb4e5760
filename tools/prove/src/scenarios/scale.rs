//! Two apis and three, two, then one worker on one database. It begins with three, which compete for the auto-replies
//! of the hour and the ticks of the schedules.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::Value;

use crate::harness::{Harness, Part, Setup};
use crate::invariants::{self, UNSETTLED};
use crate::plan::Plan;
use crate::report::{Report, float};
use testkit::load::{LoadGenerator, LoadProfile, Submission};

const APIS: [Part; 2] = [Part::Api, Part::SecondApi];
const WORKERS: [Part; 3] = [Part::Worker, Part::SecondWorker, Part::ThirdWorker];
/// A remote relay: the worker mostly waits for it, as in production.
const MAIL_TAKES: Duration = Duration::from_millis(50);
/// Minimal factor of a second worker.
const GROWTH: f64 = 1.5;

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let setup = harness.set_up("scale", &[])?;
    harness.start(&setup, &APIS)?;
    harness.smtp.delay(MAIL_TAKES);
    let mut submissions = Vec::new();
    let mut rates = Vec::new();
    let mut ticks = HashMap::new();
    for count in (1..=WORKERS.len()).rev() {
        submissions.extend(fill(harness, &setup, plan, count)?);
        let workers = harness.available(&WORKERS[..count]);
        rates.push(drain(harness, &setup, workers)?);
        for worker in workers {
            count_ticks(&harness.log(worker.name())?, &mut ticks);
        }
    }
    rates.reverse();
    for (count, rate) in rates.iter().enumerate() {
        report.note(&format!("mails a second with {} workers", count + 1), format!("{rate:.0}"));
    }
    report.at_least("second worker", rates[1] / rates[0], GROWTH, "times one");
    report.at_least("third worker", rates[2] / rates[1], 1.1, "times two");
    report.at_least("schedule ticks run", float(ticks.len()), 1.0, "");
    report.none("schedule ticks run more than once", ticks.values().filter(|runs| **runs > 1).count());
    let (comparison, _) = invariants::check(&mut setup.probe.clone(), &submissions, &harness.smtp.recorder())?;
    report.none("mails accepted twice", comparison.notified_twice + comparison.replied_twice);
    report.at_most("auto-replies in the hour, of all workers together", float(comparison.auto_replies), 100.0, "");
    report.at_least("auto-replies sent", float(comparison.auto_replies), 50.0, "");
    comparison.report(report);
    harness.stop(&APIS)
}

/// Fills the outbox through both apis while no worker runs.
fn fill(harness: &Harness, setup: &Setup, plan: Plan, round: usize) -> Result<Vec<Submission>> {
    let (wanted, seed) = (plan.size(400, 2_000), plan.seed_of(&format!("scale {round}")));
    let profile = LoadProfile { wanted, seed, ..LoadProfile::FORM };
    let load = LoadGenerator::new(profile, &APIS.map(|api| harness.site(api)), setup);
    load.run()?;
    Ok(load.into_submissions())
}

/// Mails a second, from the first mail until the outbox is empty.
fn drain(harness: &mut Harness, setup: &Setup, workers: &[Part]) -> Result<f64> {
    let before = harness.smtp.recorder().records.len();
    harness.start(setup, workers)?;
    if !setup.probe.clone().becomes_zero(UNSETTLED, Duration::from_mins(2))? {
        bail!("the outbox did not drain");
    }
    harness.stop(workers)?;
    let recorder = harness.smtp.recorder();
    let times: Vec<Instant> = recorder.records[before..].iter().map(|record| record.at).collect();
    let (Some(first), Some(last)) = (times.iter().min(), times.iter().max()) else { bail!("no mail was sent") };
    Ok(float(times.len()) / (*last - *first).as_secs_f64())
}

/// Counts the runs of each scheduled tick in the workers' logs.
fn count_ticks(log: &str, ticks: &mut HashMap<(String, String), usize>) {
    for line in log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if line["message"] == "schedule done" {
            let part = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            *ticks.entry((part("schedule"), part("tick"))).or_default() += 1;
        }
    }
}
