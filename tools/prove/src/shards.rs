//! Scenarios in parallel, where they do not disturb each other.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Result, bail};

use super::harness::Harness;
use super::plan::Plan;
use super::report::Report;
use super::run_scenario;
use super::scenarios::Scenario;
use devstack::build::Programs;

/// A quick scenario mostly waits: for a lease to end, or for a timeout.
const SHARDS: usize = 3;

/// Runs all of `chosen`. Each shard has a separate database server, ports and SMTP fake. Returns the reports in the
/// order of `chosen`. A full run has one shard: its load uses the whole machine.
pub(super) fn run(folder: &Path, programs: &Arc<Programs>, chosen: &[Scenario], plan: Plan) -> Result<Vec<Report>> {
    let (alone, beside): (Vec<_>, Vec<_>) = chosen.iter().copied().partition(|scenario| scenario.measures_times());
    let shards = plan.size(SHARDS, 1).min(beside.len().max(1));
    let mut reports = run_shard(&folder.join("alone"), programs, &Mutex::new(alone.into()), plan)?;
    let queue = Mutex::new(VecDeque::from(beside));
    thread::scope(|scope| {
        let running: Vec<_> = (1..=shards)
            .map(|number| {
                let (folder, queue) = (folder.join(format!("shard-{number}")), &queue);
                scope.spawn(move || run_shard(&folder, programs, queue, plan))
            })
            .collect();
        for shard in running {
            let Ok(shard) = shard.join() else { bail!("a shard panicked") };
            reports.extend(shard?);
        }
        Ok(())
    })?;
    reports.sort_by_key(|(scenario, _)| chosen.iter().position(|one| one == scenario));
    Ok(reports.into_iter().map(|(_, report)| report).collect())
}

type Reported = (Scenario, Report);

/// Runs scenarios from the queue until it is empty.
fn run_shard(
    folder: &Path,
    programs: &Arc<Programs>,
    queue: &Mutex<VecDeque<Scenario>>,
    plan: Plan,
) -> Result<Vec<Reported>> {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let mut reports = Vec::new();
    let Some(mut scenario) = next() else { return Ok(reports) };
    let mut harness = Harness::prepare(folder, Arc::clone(programs))?;
    loop {
        eprintln!("proving {} (seed {})", scenario.name(), plan.seed);
        reports.push((scenario, run_scenario(&mut harness, scenario, plan)?));
        match next() {
            Some(following) => scenario = following,
            None => break,
        }
    }
    harness.clear()?;
    Ok(reports)
}
