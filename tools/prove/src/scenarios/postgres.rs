//! The database server gets SIGKILL every ten seconds, under a steady load.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::harness::{Harness, Part};
use crate::invariants::{self, UNSETTLED};
use crate::load::{LoadGenerator, LoadProfile, Submission, Visitors};
use crate::plan::Plan;
use crate::report::{Report, float};
use devstack::signals;
use testkit::smtp::Recorder;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
const RATE: f64 = 50.0;
/// How long the server stays down.
const DOWN: Duration = Duration::from_secs(1);
const RECOVERY: f64 = 5.0;

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("postgres");
    let setup = harness.set_up("postgres", &[])?;
    harness.start(&setup, &PARTS)?;
    let lasting = plan.size(Duration::from_secs(12), Duration::from_mins(3));
    let between = plan.size(Duration::from_secs(5), Duration::from_secs(10));
    let profile = LoadProfile {
        wanted: usize::MAX,
        threads: 24,
        rate: Some(RATE),
        retries: true,
        reconnects: false,
        seed: plan.seed_of("postgres"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], setup.setting("ALTCHA_HMAC_KEY"));
    let ready = thread::scope(|scope| {
        let visitors = scope.spawn(|| load.run());
        let ready = keep_killing(harness, &load, lasting, between);
        load.close();
        visitors.join().unwrap_or_else(|_| anyhow::bail!("the load generator panicked"))?;
        ready
    })?;
    let mut probe = setup.probe.clone();
    report.yes("every mail reached a final state", probe.becomes_zero(UNSETTLED, Duration::from_mins(2))?);
    let submissions = load.into_submissions();
    let recorder = harness.smtp.recorder();
    let (comparison, _) = invariants::check(&mut probe, &submissions, &recorder)?;
    report.scaled("s under load", usize::try_from(lasting.as_secs())?, 180);
    report.note("inquiries acknowledged", comparison.acknowledged);
    report.note("kills of the server", ready.len());
    let lasts = |times: Vec<f64>| times.into_iter().fold(0.0, f64::max);
    report.at_most(
        "longest time until an inquiry is stored again",
        lasts(stored_after(&ready, &submissions)),
        RECOVERY,
        "s",
    );
    report.at_most("longest time until a mail is sent again", lasts(sent_after(&ready, &recorder)), RECOVERY, "s");
    drop(recorder);
    report.none("processes that ended", harness.dead(&PARTS)?);
    comparison.report(&mut report);
    let refused = submissions.iter().filter(|one| one.tries > 1).count();
    report.note(
        "inquiries that needed a second try, %",
        format!("{:.1}", 100.0 * float(refused) / float(submissions.len().max(1))),
    );
    harness.stop(&PARTS)?;
    Ok(report)
}

/// Returns when the server was ready again after each kill.
fn keep_killing(
    harness: &mut Harness,
    load: &LoadGenerator,
    lasting: Duration,
    between: Duration,
) -> Result<Vec<Instant>> {
    let end = Instant::now() + lasting;
    let mut ready = Vec::new();
    loop {
        let is_over = || Ok(load.is_over() || Instant::now() > end);
        if signals::wait_until(between, is_over)? {
            return Ok(ready);
        }
        ready.push(harness.crash_postgres(DOWN)?);
    }
}

fn stored_after(ready: &[Instant], submissions: &[Submission]) -> Vec<f64> {
    let ends: Vec<Instant> = submissions.iter().filter(|one| one.reference.is_some()).map(|one| one.ended).collect();
    first_after(ready, &ends)
}

fn sent_after(ready: &[Instant], recorder: &Recorder) -> Vec<f64> {
    let ends: Vec<Instant> = recorder.records.iter().map(|record| record.at).collect();
    first_after(ready, &ends)
}

/// Seconds from each start to the first event after it, infinite without one.
fn first_after(starts: &[Instant], events: &[Instant]) -> Vec<f64> {
    let first = |start: &Instant| events.iter().filter(|event| *event > start).min();
    let seconds = |start: &Instant| first(start).map_or(f64::INFINITY, |event| (*event - *start).as_secs_f64());
    starts.iter().map(seconds).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_event_the_recovery_is_infinite() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let found = first_after(&[at(0), at(10), at(20)], &[at(12), at(3), at(1)]);
        assert_eq!(found, [1.0, 2.0, f64::INFINITY]);
    }
}
