//! More visitors than the processor can serve, then ten times as many inquiries a second as can be stored.

use std::time::{Duration, Instant};

use anyhow::Result;
use uuid::Uuid;

use super::slow_disk;
use crate::harness::{Harness, Part, Setup};
use crate::invariants;
use crate::plan::Plan;
use crate::report::{Report, Wanted, float, ms};
use devstack::signals;
use testkit::client::{Client, get};
use testkit::load::{LoadGenerator, LoadProfile, Submission, inquiry, submit_once};
use testkit::statistics::percentile;

/// This many visitors without pause keep the api busy.
const BUSY: usize = 64;
/// Enough to keep the rate while some wait for responses.
const VISITORS: usize = 640;
const TIMES: f64 = 10.0;
/// A response without load takes less.
const NORMAL: Duration = Duration::from_millis(200);
/// The load generator shares the machine with the product. It reaches ten times the capacity only with a slow
/// database.
const INQUIRY_TAKES: Duration = Duration::from_millis(6);

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let setup = harness.set_up("overload", &[])?;
    harness.start(&setup, &[Part::Api])?;
    let seconds = plan.size(4, 30);
    let submissions = generate_load(harness, &setup, plan.seed_of("overload"), VISITORS, None, seconds)?;
    report.note("640 without pause: requests / stored a second", rates(&submissions, seconds));
    judge_answers(report, plan, "640 without pause", &submissions);
    let mut all = submissions;

    let mut probe = setup.probe.clone();
    probe.run(&slow_disk(INQUIRY_TAKES))?;
    let submissions = generate_load(harness, &setup, plan.seed_of("capacity"), BUSY, None, 3)?;
    let capacity = float(stored(&submissions).len()) / 3.0;
    all.extend(submissions);
    let seconds = plan.size(6, 60);
    let submissions =
        generate_load(harness, &setup, plan.seed_of("ten times"), VISITORS, Some(TIMES * capacity), seconds)?;
    let over = Instant::now();
    let recovered = signals::wait_until(Duration::from_secs(20), || Ok(is_normal(harness, &setup)))?;
    report.note("capacity of a slow database: stored a second", format!("{capacity:.0}"));
    report.scaled("s at ten times the capacity", seconds, 60);
    report.note("ten times: requests / stored a second", rates(&submissions, seconds));
    let times = float(submissions.len()) / float(seconds) / capacity;
    report.speed(plan, "ten times: requests, times the capacity", times, Wanted::AtLeast(9.0), "");
    judge_answers(report, plan, "ten times", &submissions);
    let stored = stored(&submissions);
    report.note(
        "ten times: stored, p50 / p99 ms",
        format!("{:.0} / {:.0}", percentile(&stored, 50), percentile(&stored, 99)),
    );
    report.yes("recovered", recovered);
    report.at_most("s until then", over.elapsed().as_secs_f64(), 10.0, "s");
    all.extend(submissions);
    let (comparison, _) = invariants::check(&mut probe, &all, &harness.smtp.recorder())?;
    report.none("acknowledged inquiries lost", comparison.lost);
    report.none("duplicate inquiries", comparison.doubled);
    harness.stop(&[Part::Api])
}

/// Sends inquiries for some seconds, at a rate or as fast as responses come.
fn generate_load(
    harness: &Harness,
    setup: &Setup,
    seed: u64,
    threads: usize,
    rate: Option<f64>,
    seconds: usize,
) -> Result<Vec<Submission>> {
    let profile = LoadProfile { threads, rate, seed, ..LoadProfile::STRANGERS };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], setup);
    let lasting = Duration::from_secs(seconds.try_into()?);
    load.during(|| signals::wait_until(lasting, || Ok(load.is_over())))?;
    Ok(load.into_submissions())
}

fn rates(submissions: &[Submission], seconds: usize) -> String {
    format!("{} / {}", submissions.len() / seconds, stored(submissions).len() / seconds)
}

/// Durations of the stored inquiries in ms.
fn stored(submissions: &[Submission]) -> Vec<f64> {
    submissions.iter().filter(|one| one.reference.is_some()).map(|one| ms(one.took)).collect()
}

fn judge_answers(report: &mut Report, plan: Plan, load: &str, submissions: &[Submission]) {
    let shed: Vec<f64> =
        submissions.iter().filter(|one| matches!(one.status, 429 | 503)).map(|one| ms(one.took)).collect();
    report.at_least(&format!("{load}: shed with 429 or 503"), float(shed.len()), 1.0, "");
    report.speed(plan, &format!("{load}: shed p99"), percentile(&shed, 99), Wanted::AtMost(100.0), "ms");
    let others = submissions.iter().filter(|one| !matches!(one.status, 0 | 200 | 201 | 429 | 503)).count();
    report.none(&format!("{load}: other responses"), others);
    let unanswered = submissions.iter().filter(|one| one.status == 0).count();
    let share = 100.0 * float(unanswered) / float(submissions.len().max(1));
    report.at_most(&format!("{load}: connections cut to make room"), share, 1.0, "%");
}

/// Whether the site and the form respond as fast as without load.
fn is_normal(harness: &Harness, setup: &Setup) -> bool {
    let site = harness.site(Part::Api);
    let Ok(token) = setup.tokens(site).make() else { return false };
    let submission = submit_once(&mut Client::new(site), site, &inquiry(Uuid::new_v4(), &token), "");
    let page = Client::new(site).send(&get("/"));
    let is_page_normal = page.is_ok_and(|reply| reply.status == 200 && reply.took < NORMAL);
    submission.status == 201 && submission.took < NORMAL && is_page_normal
}
