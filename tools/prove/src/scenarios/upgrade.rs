//! A rolling upgrade: this version stores and sends while the schema changes, then beside the next one, which has a step and
//! functions more, then it stops. Once the new api starts first, once the new worker.

use std::time::Duration;

use anyhow::Result;

use crate::harness::{Harness, Part, Setup};
use crate::invariants;
use crate::plan::Plan;
use crate::report::Report;
use crate::versions;
use devstack::signals;
use testkit::database_probe::RESET_HOURLY_LIMIT;
use testkit::load::{LoadGenerator, LoadProfile, Submission};

const EARLIER: [Part; 2] = [Part::Api, Part::Worker];
const ORDERS: [(&str, [Part; 2]); 2] =
    [("api first", [Part::SecondApi, Part::SecondWorker]), ("worker first", [Part::SecondWorker, Part::SecondApi])];
/// Inquiries a second.
const RATE: f64 = 25.0;
/// Of each state of the upgrade.
const LASTS: Duration = Duration::from_secs(5);

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    harness.begin_upgrade(versions::next()?);
    let result = ORDERS.iter().try_for_each(|(order, parts)| upgrade(harness, plan, order, *parts, report));
    harness.end_upgrade();
    result
}

fn upgrade(harness: &mut Harness, plan: Plan, order: &str, new: [Part; 2], report: &mut Report) -> Result<()> {
    let setup = harness.set_up("upgrade", &[])?;
    harness.start(&setup, &EARLIER)?;
    let mut submissions = Vec::new();
    let mut load = |harness: &mut Harness, sites: &[Part], state: &str, step: &dyn Fn(&mut Harness) -> Result<()>| {
        submissions.extend(under_load(harness, &setup, sites, plan.seed_of(&format!("{order} {state}")), step)?);
        Ok::<_, anyhow::Error>(())
    };
    load(harness, &[Part::Api], "schema", &|harness| harness.migrate(&mut setup.clone()))?;
    load(harness, &[Part::Api], "first", &|harness| harness.start(&setup, &new[..1]))?;
    load(harness, &[Part::Api], "second", &|harness| harness.start(&setup, &new[1..]))?;
    load(harness, &[Part::Api, Part::SecondApi], "both", &|_| Ok(()))?;
    // A proxy sends nothing more to the earlier api.
    load(harness, &[Part::SecondApi], "new", &|harness| harness.stop(&EARLIER))?;
    let mut probe = setup.probe.clone();
    let is_settled = invariants::settle(&mut probe, RESET_HOURLY_LIMIT, Duration::from_mins(2))?;
    report.yes(&format!("{order}: every mail reached a final state"), is_settled);
    let (comparison, mails) = invariants::check(&mut probe, &submissions, &harness.smtp.recorder())?;
    report.scaled(&format!("{order}: inquiries acknowledged"), comparison.acknowledged, 500);
    report.none(&format!("{order}: inquiries never acknowledged"), submissions.len() - comparison.acknowledged);
    report.none(&format!("{order}: attempts that failed"), submissions.iter().map(|one| one.tries - 1).sum());
    report.none(&format!("{order}: mails that failed"), mails.iter().filter(|mail| mail.state == "failed").count());
    report.none(&format!("{order}: processes that ended"), harness.dead(&new)?);
    comparison.report_without_share(report);
    harness.stop(&new)
}

/// The inquiries that were sent to the apis of `sites` before, during and after `step`.
fn under_load(
    harness: &mut Harness,
    setup: &Setup,
    sites: &[Part],
    seed: u64,
    step: &dyn Fn(&mut Harness) -> Result<()>,
) -> Result<Vec<Submission>> {
    let profile = LoadProfile { threads: 4, rate: Some(RATE), reconnects: true, seed, ..LoadProfile::FORM };
    let sites: Vec<_> = sites.iter().map(|part| harness.site(*part)).collect();
    let load = LoadGenerator::new(profile, &sites, setup);
    load.during_unlimited(setup, || step(harness).and_then(|()| signals::wait_until(LASTS, || Ok(false))))?;
    Ok(load.into_submissions())
}
