//! An api or a worker dies without warning every two seconds, until all inquiries are acknowledged.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use rand::RngExt;

use crate::arena::{Arena, Part};
use crate::crowd::{Crowd, Manner, Visitors};
use crate::plan::Plan;
use crate::report::Report;
use crate::sets::{self, UNSETTLED};
use devstack::signals;
use testkit::observer::{FORGET_THE_HOUR, Observer};

const PARTS: [Part; 3] = [Part::Api, Part::Worker, Part::SecondWorker];
const BETWEEN_KILLS: Duration = Duration::from_secs(2);
/// A dead sender's lease ends after 20 s, and a sweep finds it within 5 s more.
const DRAIN: Duration = Duration::from_mins(2);

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("kill");
    let scene = arena.scene("kill", &[])?;
    arena.start(&scene, &PARTS)?;
    let wanted = plan.size(800, 10_000);
    let manner = Manner {
        wanted,
        threads: 16,
        rate: Some(plan.size(80.0, 100.0)),
        persists: true,
        reconnects: false,
        seed: plan.seed_of("kill"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let crowd = Crowd::new(manner, &[arena.site(Part::Api)], scene.setting("ALTCHA_HMAC_KEY"));
    let observer = scene.observer.clone();
    let kills = thread::scope(|scope| {
        let crowd = &crowd;
        let visitors = scope.spawn(|| crowd.run());
        let ageing = scope.spawn(move || keep_ageing(observer, crowd));
        let kills = keep_killing(arena, plan, crowd);
        crowd.close();
        let _ = ageing.join();
        visitors.join().unwrap_or_else(|_| anyhow::bail!("the visitors broke down"))?;
        kills
    })?;
    let mut observer = scene.observer.clone();
    let began = Instant::now();
    report.yes("every mail at its end", observer.becomes_zero(UNSETTLED, DRAIN)?);
    report.tell("s until then, after the last kill", began.elapsed().as_secs());
    let asked = crowd.into_asked();
    let (verdict, mails) = sets::judge(&mut observer, &asked, &arena.referee.book())?;
    report.scaled("inquiries acknowledged", verdict.acknowledged, 10_000);
    report.none("inquiries without an acknowledgement", wanted - verdict.acknowledged);
    report.tell("kills", kills);
    report.tell(
        "mails whose sender died (auto-replies that went on not counted)",
        mails.iter().filter(|mail| mail.crashes + mail.ambiguities > 0).count(),
    );
    verdict.report(&mut report);
    report.tell("repeated requests", asked.iter().filter(|one| one.tries > 1).count());
    arena.stop(&PARTS)?;
    Ok(report)
}

fn keep_killing(arena: &mut Arena, plan: Plan, crowd: &Crowd) -> Result<usize> {
    let mut dice = plan.dice("kill");
    let mut kills = 0;
    loop {
        let pause = BETWEEN_KILLS.mul_f64(dice.random_range(0.8..1.2));
        if signals::wait_until(pause, || Ok(crowd.is_over()))? {
            return Ok(kills);
        }
        let victim = PARTS[dice.random_range(0..PARTS.len())];
        arena.crash(victim.name())?;
        kills += 1;
    }
}

/// Without it a hundred auto-replies would be all that the run sees.
fn keep_ageing(mut observer: Observer, crowd: &Crowd) {
    while !crowd.is_over() {
        let _ = observer.run(FORGET_THE_HOUR);
        thread::sleep(Duration::from_millis(200));
    }
}
