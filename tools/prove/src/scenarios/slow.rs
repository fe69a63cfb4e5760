//! A thousand connections that take their time, beside honest visitors.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::arena::{Arena, Part};
use crate::crowd::{Crowd, Manner, Visitors};
use crate::idlers;
use crate::plan::Plan;
use crate::report::{Report, Wanted, float, megabytes, ms};
use devstack::{process, repo, signals};
use testkit::client::{Client, get};
use testkit::statistics::percentile;

const IDLERS: usize = 1_000;
/// So few that nobody has to make room: the limits on time alone end these.
const FEW: usize = 120;
/// Longer than the longest limit, by what opening and looking take.
const FEW_LAST: Duration = Duration::from_secs(13);
/// A step of the idlers, twice, by which a life is seen too long.
const BLUR: f64 = 0.5;

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("slow");
    let scene = arena.scene("slow", &[])?;
    arena.start(&scene, &[Part::Api])?;
    let site = arena.site(Part::Api);
    let page = largest_asset()?;
    let seconds = plan.size(10, 60);
    let manner = Manner {
        wanted: 20 * seconds,
        threads: 8,
        rate: Some(20.0),
        persists: false,
        reconnects: true,
        seed: plan.seed_of("slow"),
        visitors: Visitors::Many,
        spreads: true,
    };
    let crowd = Crowd::new(manner, &[site], scene.setting("ALTCHA_HMAC_KEY"));
    let (is_over, resident) = (AtomicBool::new(false), AtomicU64::new(0));
    let pid = arena.stack.service(Part::Api.name())?.pid();
    let lives = thread::scope(|scope| {
        let idlers = scope.spawn(|| idlers::keep_open(site, IDLERS, &page, &is_over));
        let watch = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                resident.fetch_max(process::resident_bytes(pid).unwrap_or_default(), Ordering::Relaxed);
                thread::sleep(Duration::from_millis(100));
            }
        });
        // They come when the thousand are there.
        thread::sleep(Duration::from_secs(6));
        let outcome = crowd.run();
        is_over.store(true, Ordering::Relaxed);
        let _ = watch.join();
        let lives = idlers.join().unwrap_or_else(|_| bail!("the idlers broke down"))?;
        outcome.map(|()| lives)
    })?;
    let asked = crowd.into_asked();
    let took: Vec<f64> = asked.iter().map(|one| ms(one.took)).collect();
    report.tell("slow connections at a time / in all", format!("{IDLERS} / {}", lives.opened));
    report.tell("honest POSTs", asked.len());
    report.none("honest POSTs that failed", asked.iter().filter(|one| one.status != 201).count());
    report.speed(plan, "honest POST p99", percentile(&took, 99), Wanted::AtMost(500.0), "ms");
    report.at_least("slow connections cut", float(lives.seconds.len()), float(IDLERS) / 2.0, "");
    report.at_most("longest that a slow one was held", lives.longest() - BLUR, 10.0, "s");
    let few = few_alone(site, &page)?;
    report.at_least(&format!("cut of {FEW} that had room"), float(few.seconds.len()), float(FEW), "");
    report.all("kinds of slowness among them", few.kinds_cut(), idlers::KINDS.len());
    report.at_most("longest that one of these was held", few.longest() - BLUR, 10.0, "s");
    report.at_most("the api's memory", megabytes(resident.into_inner()), 256.0, "MB");
    arena.stop(&[Part::Api])?;
    Ok(report)
}

fn few_alone(site: std::net::SocketAddr, page: &str) -> Result<idlers::Lives> {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let idlers = scope.spawn(|| idlers::keep_open(site, FEW, page, &is_over));
        let waited = signals::wait_until(FEW_LAST, || Ok(idlers.is_finished()));
        is_over.store(true, Ordering::Relaxed);
        let lives = idlers.join().unwrap_or_else(|_| bail!("the idlers broke down"));
        waited.and(lives)
    })
}

/// The path of the site's largest script or picture.
fn largest_asset() -> Result<String> {
    let folder = repo::root().join("web/dist/assets");
    let entries = std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let largest = entries.flatten().max_by_key(|entry| entry.metadata().map_or(0, |found| found.len()));
    let name = largest.context("the site has no assets")?.file_name();
    Ok(format!("/assets/{}", name.to_string_lossy()))
}

/// Whether the site answers at once, as it should again after anything.
pub(super) fn answers_at_once(site: std::net::SocketAddr) -> bool {
    Client::new(site).send(&get("/")).is_ok_and(|reply| reply.status == 200 && reply.took < Duration::from_millis(200))
}
