//! The api or a worker gets SIGKILL every two seconds, until all inquiries are acknowledged.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use rand::RngExt;

use crate::harness::{Harness, Part};
use crate::invariants::{self, UNSETTLED};
use crate::load::{LoadGenerator, LoadProfile, Visitors};
use crate::plan::Plan;
use crate::report::Report;
use devstack::signals;

const PARTS: [Part; 3] = [Part::Api, Part::Worker, Part::SecondWorker];
const BETWEEN_KILLS: Duration = Duration::from_secs(2);
/// The lease of a dead worker ends after 20 s, and the reaper finds it within 5 s.
const DRAIN: Duration = Duration::from_mins(2);

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("kill");
    let setup = harness.set_up("kill", &[])?;
    harness.start(&setup, &PARTS)?;
    let wanted = plan.size(800, 10_000);
    let profile = LoadProfile {
        wanted,
        threads: 16,
        rate: Some(plan.size(80.0, 100.0)),
        retries: true,
        reconnects: false,
        seed: plan.seed_of("kill"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], setup.setting("ALTCHA_HMAC_KEY"));
    let probe = setup.probe.clone();
    let kills = thread::scope(|scope| {
        let load = &load;
        let visitors = scope.spawn(|| load.run());
        let resetting = scope.spawn(move || invariants::keep_resetting_limit(probe, load));
        let kills = keep_killing(harness, plan, load);
        load.close();
        let _ = resetting.join();
        visitors.join().unwrap_or_else(|_| anyhow::bail!("the load generator panicked"))?;
        kills
    })?;
    let mut probe = setup.probe.clone();
    let began = Instant::now();
    report.yes("every mail reached a final state", probe.becomes_zero(UNSETTLED, DRAIN)?);
    report.note("s until then, from the last kill", began.elapsed().as_secs());
    let submissions = load.into_submissions();
    let (comparison, mails) = invariants::check(&mut probe, &submissions, &harness.smtp.recorder())?;
    report.scaled("inquiries acknowledged", comparison.acknowledged, 10_000);
    report.none("inquiries without an acknowledgement", wanted - comparison.acknowledged);
    report.note("kills", kills);
    report.note("mails whose worker died", mails.iter().filter(|mail| mail.crashes + mail.ambiguities > 0).count());
    comparison.report(&mut report);
    report.note("repeated requests", submissions.iter().filter(|one| one.tries > 1).count());
    harness.stop(&PARTS)?;
    Ok(report)
}

fn keep_killing(harness: &mut Harness, plan: Plan, load: &LoadGenerator) -> Result<usize> {
    let mut rng = plan.rng("kill");
    let mut kills = 0;
    loop {
        let pause = BETWEEN_KILLS.mul_f64(rng.random_range(0.8..1.2));
        if signals::wait_until(pause, || Ok(load.is_over()))? {
            return Ok(kills);
        }
        let victim = PARTS[rng.random_range(0..PARTS.len())];
        harness.crash(victim.name())?;
        kills += 1;
    }
}
