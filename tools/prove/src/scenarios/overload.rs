//! More visitors than the processor can serve, then ten times as many inquiries a second as can be stored.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use uuid::Uuid;

use super::slow::answers_at_once;
use super::slow_disk;
use crate::arena::{Arena, Part, Scene};
use crate::crowd::{Asked, Crowd, Manner, Visitors, ask_once};
use crate::inquiry::{Inquiry, Tokens};
use crate::plan::Plan;
use crate::report::{Report, Wanted, float, ms};
use crate::sets;
use devstack::signals;
use testkit::client::Client;
use testkit::statistics::percentile;

/// This many, each asking again as soon as it is answered, keep the api busy.
const BUSY: usize = 64;
/// Too many; and enough that some are free to ask while others wait, so that a rate is kept.
const CROWD: usize = 640;
const TIMES: f64 = 10.0;
/// The load shares the machine with the product, so it is ten times what can be stored only with a database that
/// takes its time.
const INQUIRY_TAKES: Duration = Duration::from_millis(6);

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("overload");
    let scene = arena.scene("overload", &[])?;
    arena.start(&scene, &[Part::Api])?;
    let seconds = plan.size(4, 30);
    let asked = crowd(arena, &scene, plan.seed_of("overload"), CROWD, None, seconds)?;
    report.tell("640 without pause: requests / stored a second", rates(&asked, seconds));
    judge_answers(&mut report, plan, "640 without pause", &asked);
    let mut all = asked;

    let mut observer = scene.observer.clone();
    observer.run(&slow_disk(INQUIRY_TAKES))?;
    let asked = crowd(arena, &scene, plan.seed_of("capacity"), BUSY, None, 3)?;
    let capacity = float(stored(&asked).len()) / 3.0;
    all.extend(asked);
    let seconds = plan.size(6, 60);
    let asked = crowd(arena, &scene, plan.seed_of("ten times"), CROWD, Some(TIMES * capacity), seconds)?;
    let over = Instant::now();
    let recovered = signals::wait_until(Duration::from_secs(20), || Ok(is_normal(arena, &scene)))?;
    report.tell("capacity of a slow database: stored a second", format!("{capacity:.0}"));
    report.scaled("s of ten times as much", seconds, 60);
    report.tell("ten times: requests / stored a second", rates(&asked, seconds));
    let times = float(asked.len()) / float(seconds) / capacity;
    report.speed(plan, "ten times: requests, times the capacity", times, Wanted::AtLeast(9.0), "");
    judge_answers(&mut report, plan, "ten times", &asked);
    let stored = stored(&asked);
    report.tell(
        "ten times: stored, p50 / p99 ms",
        format!("{:.0} / {:.0}", percentile(&stored, 50), percentile(&stored, 99)),
    );
    report.yes("normal again", recovered);
    report.at_most("s until then", over.elapsed().as_secs_f64(), 10.0, "s");
    all.extend(asked);
    let (verdict, _) = sets::judge(&mut observer, &all, &arena.referee.book())?;
    report.none("acknowledged inquiries lost", verdict.lost);
    report.none("duplicate inquiries", verdict.doubled);
    arena.stop(&[Part::Api])?;
    Ok(report)
}

/// So many visitors for so long, with so many inquiries a second, or each sending again as soon as it is answered.
fn crowd(
    arena: &Arena,
    scene: &Scene,
    seed: u64,
    threads: usize,
    rate: Option<f64>,
    seconds: usize,
) -> Result<Vec<Asked>> {
    let manner = Manner {
        wanted: usize::MAX,
        threads,
        rate,
        persists: false,
        reconnects: true,
        seed,
        visitors: Visitors::Many,
        spreads: true,
    };
    let crowd = Crowd::new(manner, &[arena.site(Part::Api)], scene.setting("ALTCHA_HMAC_KEY"));
    let lasting = Duration::from_secs(seconds.try_into()?);
    thread::scope(|scope| {
        let visitors = scope.spawn(|| crowd.run());
        let _ = signals::wait_until(lasting, || Ok(crowd.is_over()));
        crowd.close();
        visitors.join().unwrap_or_else(|_| bail!("the visitors broke down"))
    })?;
    Ok(crowd.into_asked())
}

fn rates(asked: &[Asked], seconds: usize) -> String {
    format!("{} / {}", asked.len() / seconds, stored(asked).len() / seconds)
}

/// How long, in milliseconds, each took that was stored.
fn stored(asked: &[Asked]) -> Vec<f64> {
    asked.iter().filter(|one| one.reference.is_some()).map(|one| ms(one.took)).collect()
}

fn judge_answers(report: &mut Report, plan: Plan, load: &str, asked: &[Asked]) {
    let shed: Vec<f64> = asked.iter().filter(|one| matches!(one.status, 429 | 503)).map(|one| ms(one.took)).collect();
    report.at_least(&format!("{load}: shed with 429 or 503"), float(shed.len()), 1.0, "");
    report.speed(plan, &format!("{load}: shed p99"), percentile(&shed, 99), Wanted::AtMost(100.0), "ms");
    let others = asked.iter().filter(|one| !matches!(one.status, 0 | 200 | 201 | 429 | 503)).count();
    report.none(&format!("{load}: answered in any other way"), others);
    let unanswered = asked.iter().filter(|one| one.status == 0).count();
    let share = 100.0 * float(unanswered) / float(asked.len().max(1));
    report.at_most(&format!("{load}: connections cut to make room"), share, 1.0, "%");
}

/// The site and the form answer as fast as on any day.
fn is_normal(arena: &Arena, scene: &Scene) -> bool {
    let site = arena.site(Part::Api);
    let tokens = Tokens::new(site, scene.setting("ALTCHA_HMAC_KEY"));
    let Ok(token) = tokens.make() else { return false };
    let asked = ask_once(&mut Client::new(site), site, &Inquiry::new(Uuid::new_v4(), &token), "");
    asked.status == 201 && asked.took < Duration::from_millis(200) && answers_at_once(site)
}
