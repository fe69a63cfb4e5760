//! Ten times as many visitors at once as keep the api busy.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use uuid::Uuid;

use super::slow::answers_at_once;
use crate::bench::percentile;
use crate::prove::arena::{Arena, Part, Scene};
use crate::prove::client::Client;
use crate::prove::crowd::{Asked, Crowd, Manner, Visitors, ask_once};
use crate::prove::inquiry::{Inquiry, Tokens};
use crate::prove::plan::Plan;
use crate::prove::report::{Report, Wanted, float, ms};
use crate::prove::sets;
use crate::signals;

/// This many in a loop without pauses keep every core busy.
const BUSY: usize = 64;
const TIMES: usize = 10;

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("overload");
    let scene = arena.scene("overload", &[])?;
    arena.start(&scene, &[Part::Api])?;
    let capacity = crowd(arena, &scene, plan, BUSY, Duration::from_secs(3))?;
    let seconds = plan.size(6, 60);
    let asked = crowd(arena, &scene, plan, BUSY * TIMES, Duration::from_secs(seconds))?;
    let over = Instant::now();
    let recovered = signals::wait_until(Duration::from_secs(20), || Ok(is_normal(arena, &scene)))?;
    let accepted = |asked: &[Asked]| asked.iter().filter(|one| one.reference.is_some()).count();
    report.tell("capacity: stored a second by 64 visitors", accepted(&capacity) / 3);
    report.scaled("s under ten times as many", usize::try_from(seconds)?, 60);
    report.tell("requests then", asked.len());
    report.tell("stored a second then", accepted(&asked) / usize::try_from(seconds)?);
    let shed: Vec<f64> = asked.iter().filter(|one| matches!(one.status, 429 | 503)).map(|one| ms(one.took)).collect();
    report.at_least("shed with 429 or 503", float(shed.len()), 1.0, "");
    report.speed(plan, "shed p99", percentile(&shed, 99), Wanted::AtMost(100.0), "ms");
    let others = asked.iter().filter(|one| !matches!(one.status, 0 | 200 | 201 | 429 | 503)).count();
    report.none("answered in any other way", others);
    let unanswered = asked.iter().filter(|one| one.status == 0).count();
    report.at_most("connections cut to make room", 100.0 * float(unanswered) / float(asked.len().max(1)), 1.0, "%");
    let stored: Vec<f64> = asked.iter().filter(|one| one.reference.is_some()).map(|one| ms(one.took)).collect();
    report.tell("stored, p50 / p99 ms", format!("{:.0} / {:.0}", percentile(&stored, 50), percentile(&stored, 99)));
    report.yes("normal again", recovered);
    report.at_most("s until then", over.elapsed().as_secs_f64(), 10.0, "s");
    let mut observer = scene.observer.clone();
    let all: Vec<Asked> = capacity.into_iter().chain(asked).collect();
    let (verdict, _) = sets::judge(&mut observer, &all, &arena.referee.book())?;
    report.none("acknowledged inquiries lost", verdict.lost);
    report.none("duplicate inquiries", verdict.doubled);
    arena.stop(&[Part::Api])?;
    Ok(report)
}

/// So many visitors for so long, each sending again as soon as it is answered.
fn crowd(arena: &Arena, scene: &Scene, plan: Plan, threads: usize, lasting: Duration) -> Result<Vec<Asked>> {
    let manner = Manner {
        wanted: usize::MAX,
        threads,
        rate: None,
        persists: false,
        reconnects: true,
        seed: plan.seed_of(&format!("overload {threads}")),
        visitors: Visitors::Many,
        spreads: true,
    };
    let crowd = Crowd::new(manner, &[arena.site(Part::Api)], scene.setting("ALTCHA_HMAC_KEY"));
    thread::scope(|scope| {
        let visitors = scope.spawn(|| crowd.run());
        let _ = signals::wait_until(lasting, || Ok(crowd.is_over()));
        crowd.close();
        visitors.join().unwrap_or_else(|_| bail!("the visitors broke down"))
    })?;
    Ok(crowd.into_asked())
}

/// The site and the form answer as fast as on any day.
fn is_normal(arena: &Arena, scene: &Scene) -> bool {
    let site = arena.site(Part::Api);
    let tokens = Tokens::new(site, scene.setting("ALTCHA_HMAC_KEY"));
    let Ok(token) = tokens.make() else { return false };
    let asked = ask_once(&mut Client::new(site), site, &Inquiry::new(Uuid::new_v4(), &token), "");
    asked.status == 201 && asked.took < Duration::from_millis(200) && answers_at_once(site)
}
