//! The api, a worker or the database server gets SIGKILL every two seconds, until all inquiries are acknowledged.

use std::time::{Duration, Instant};

use anyhow::Result;
use rand::RngExt;

use crate::harness::{Harness, Part};
use crate::invariants::{self, UNSETTLED};
use crate::plan::Plan;
use crate::report::Report;
use devstack::signals;
use testkit::load::{LoadGenerator, LoadProfile};

const PARTS: [Part; 3] = [Part::Api, Part::Worker, Part::SecondWorker];
const BETWEEN_KILLS: Duration = Duration::from_secs(2);
/// The database server dies at the third of four kills, and is away for so long.
const DATABASE_EVERY: usize = 4;
const DOWN: Duration = Duration::from_secs(1);
/// From the end of its recovery until an inquiry is stored, and until a mail is sent.
const RECOVERY: f64 = 5.0;
/// The lease of a dead worker ends after 20 s, and the reaper finds it within 5 s.
const DRAIN: Duration = Duration::from_mins(2);

/// What the scenario has done.
#[derive(Default)]
struct Kills {
    count: usize,
    /// When the database server was ready again.
    recovered: Vec<Instant>,
    /// Processes that had ended before they were killed.
    ended: usize,
}

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let setup = harness.set_up("kill", &[])?;
    harness.start(&setup, &PARTS)?;
    let wanted = plan.size(800, 10_000);
    let rate = Some(plan.size(80.0, 100.0));
    let profile = LoadProfile { wanted, threads: 24, rate, seed: plan.seed_of("kill"), ..LoadProfile::FORM };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], &setup);
    let kills = load.during_unlimited(&setup, || keep_killing(harness, plan, &load))?;
    let mut probe = setup.probe.clone();
    report.yes("every mail reached a final state", probe.becomes_zero(UNSETTLED, DRAIN)?);
    let submissions = load.into_submissions();
    let recorder = harness.smtp.recorder();
    let (comparison, mails) = invariants::check(&mut probe, &submissions, &recorder)?;
    report.scaled("inquiries acknowledged", comparison.acknowledged, 10_000);
    report.none("inquiries without an acknowledgement", wanted - comparison.acknowledged);
    report.note("kills, of these of the database", format!("{} / {}", kills.count, kills.recovered.len()));
    report.note("mails whose worker died", mails.iter().filter(|mail| mail.crashes + mail.ambiguities > 0).count());
    let stored: Vec<_> = submissions.iter().filter(|one| one.reference.is_some()).map(|one| one.ended).collect();
    // After the last one is stored, nobody waits.
    let awaited: Vec<_> = kills.recovered.iter().copied().filter(|at| stored.iter().any(|end| end > at)).collect();
    let longest = longest_wait(&awaited, &stored);
    report.at_most("longest time until an inquiry is stored again", longest, RECOVERY, "s");
    let sent: Vec<Instant> = recorder.records.iter().map(|record| record.at).collect();
    report.at_most("longest time until a mail is sent again", longest_wait(&kills.recovered, &sent), RECOVERY, "s");
    drop(recorder);
    report.none("processes that ended by themselves", kills.ended + harness.dead(&PARTS)?);
    comparison.report(report);
    report.note("repeated requests", submissions.iter().filter(|one| one.tries > 1).count());
    harness.stop(&PARTS)
}

fn keep_killing(harness: &mut Harness, plan: Plan, load: &LoadGenerator) -> Result<Kills> {
    let mut rng = plan.rng("kill");
    let mut kills = Kills::default();
    loop {
        let pause = BETWEEN_KILLS.mul_f64(rng.random_range(0.8..1.2));
        if signals::wait_until(pause, || Ok(load.is_over()))? {
            return Ok(kills);
        }
        kills.count += 1;
        kills.ended += harness.dead(&PARTS)?;
        if kills.count % DATABASE_EVERY == 3 {
            kills.recovered.push(harness.crash_postgres(DOWN)?);
        } else {
            harness.crash(PARTS[rng.random_range(0..PARTS.len())].name())?;
        }
    }
}

/// Of the times from each start to the first event after it, in seconds; infinite without an event.
fn longest_wait(starts: &[Instant], events: &[Instant]) -> f64 {
    let wait = |start: &Instant| {
        let first = events.iter().filter(|event| *event > start).min();
        first.map_or(f64::INFINITY, |event| (*event - *start).as_secs_f64())
    };
    starts.iter().map(wait).fold(0.0, f64::max)
}
