//! Scenarios side by side, where they do not disturb each other.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Result, bail};

use super::arena::Arena;
use super::plan::Plan;
use super::report::Report;
use super::run_scenario;
use super::scenarios::Scenario;
use devstack::build::Programs;

/// Most of a quick scenario is waiting, for a lease to end or a silent server.
const LANES: usize = 2;

/// Runs all of `chosen`, each lane with a database, ports and a mail server of its own. Reports come in the order of
/// the scenarios. A full run is one lane: its loads are as heavy as the machine takes.
pub(super) fn run(folder: &Path, programs: &Arc<Programs>, chosen: &[Scenario], plan: Plan) -> Result<Vec<Report>> {
    let (alone, beside): (Vec<_>, Vec<_>) = chosen.iter().copied().partition(|scenario| scenario.measures_times());
    let lanes = plan.size(LANES, 1).min(beside.len().max(1));
    let mut reports = lane(&folder.join("alone"), programs, &Mutex::new(alone.into()), plan)?;
    let queue = Mutex::new(VecDeque::from(beside));
    thread::scope(|scope| {
        let running: Vec<_> = (1..=lanes)
            .map(|number| {
                let (folder, queue) = (folder.join(format!("lane-{number}")), &queue);
                scope.spawn(move || lane(&folder, programs, queue, plan))
            })
            .collect();
        for lane in running {
            let Ok(of_lane) = lane.join() else { bail!("a lane broke down") };
            reports.extend(of_lane?);
        }
        Ok(())
    })?;
    reports.sort_by_key(|(scenario, _)| chosen.iter().position(|one| one == scenario));
    Ok(reports.into_iter().map(|(_, report)| report).collect())
}

type Reported = (Scenario, Report);

/// Takes the next scenario until there is none.
fn lane(
    folder: &Path,
    programs: &Arc<Programs>,
    queue: &Mutex<VecDeque<Scenario>>,
    plan: Plan,
) -> Result<Vec<Reported>> {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let mut reports = Vec::new();
    let Some(mut scenario) = next() else { return Ok(reports) };
    let mut arena = Arena::prepare(folder, Arc::clone(programs))?;
    loop {
        eprintln!("proving {} (seed {})", scenario.name(), plan.seed);
        reports.push((scenario, run_scenario(&mut arena, scenario, plan)?));
        match next() {
            Some(following) => scenario = following,
            None => break,
        }
    }
    arena.clear()?;
    Ok(reports)
}
