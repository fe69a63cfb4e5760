//! The database server dies without warning every ten seconds, under a steady load.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::arena::{Arena, Part};
use crate::crowd::{Asked, Crowd, Manner, Visitors};
use crate::plan::Plan;
use crate::referee::Book;
use crate::report::{Report, float};
use crate::sets::{self, UNSETTLED};
use devstack::signals;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
const RATE: f64 = 50.0;
/// How long the server stays away each time.
const DOWN: Duration = Duration::from_secs(1);
const RECOVERY: f64 = 5.0;

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("postgres");
    let scene = arena.scene("postgres", &[])?;
    arena.start(&scene, &PARTS)?;
    let lasting = plan.size(Duration::from_secs(12), Duration::from_mins(3));
    let between = plan.size(Duration::from_secs(5), Duration::from_secs(10));
    let manner = Manner {
        wanted: usize::MAX,
        threads: 24,
        rate: Some(RATE),
        persists: true,
        reconnects: false,
        seed: plan.seed_of("postgres"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let crowd = Crowd::new(manner, &[arena.site(Part::Api)], scene.setting("ALTCHA_HMAC_KEY"));
    let ready = thread::scope(|scope| {
        let visitors = scope.spawn(|| crowd.run());
        let ready = keep_killing(arena, &crowd, lasting, between);
        crowd.close();
        visitors.join().unwrap_or_else(|_| anyhow::bail!("the visitors broke down"))?;
        ready
    })?;
    let mut observer = scene.observer.clone();
    report.yes("every mail at its end", observer.becomes_zero(UNSETTLED, Duration::from_mins(2))?);
    let asked = crowd.into_asked();
    let book = arena.referee.book();
    let (verdict, _) = sets::judge(&mut observer, &asked, &book)?;
    report.scaled("s under load", usize::try_from(lasting.as_secs())?, 180);
    report.tell("inquiries acknowledged", verdict.acknowledged);
    report.tell("kills of the server", ready.len());
    let lasts = |times: Vec<f64>| times.into_iter().fold(0.0, f64::max);
    report.at_most("longest time until an inquiry is stored again", lasts(stored_after(&ready, &asked)), RECOVERY, "s");
    report.at_most("longest time until a mail is sent again", lasts(sent_after(&ready, &book)), RECOVERY, "s");
    drop(book);
    report.none("processes that had to be started again", arena.dead(&PARTS)?);
    verdict.report(&mut report);
    let refused = asked.iter().filter(|one| one.tries > 1).count();
    report.tell(
        "inquiries that needed a second try, %",
        format!("{:.1}", 100.0 * float(refused) / float(asked.len().max(1))),
    );
    arena.stop(&PARTS)?;
    Ok(report)
}

/// When the server was ready again, each time.
fn keep_killing(arena: &mut Arena, crowd: &Crowd, lasting: Duration, between: Duration) -> Result<Vec<Instant>> {
    let end = Instant::now() + lasting;
    let mut ready = Vec::new();
    loop {
        let is_over = || Ok(crowd.is_over() || Instant::now() > end);
        if signals::wait_until(between, is_over)? {
            return Ok(ready);
        }
        ready.push(arena.crash_postgres(DOWN)?);
    }
}

fn stored_after(ready: &[Instant], asked: &[Asked]) -> Vec<f64> {
    let ends: Vec<Instant> = asked.iter().filter(|one| one.reference.is_some()).map(|one| one.ended).collect();
    first_after(ready, &ends)
}

fn sent_after(ready: &[Instant], book: &Book) -> Vec<f64> {
    let ends: Vec<Instant> = book.records.iter().map(|record| record.at).collect();
    first_after(ready, &ends)
}

/// Seconds from each of `starts` to the first event after it; a start that nothing follows is endless.
fn first_after(starts: &[Instant], events: &[Instant]) -> Vec<f64> {
    let first = |start: &Instant| events.iter().filter(|event| *event > start).min();
    let seconds = |start: &Instant| first(start).map_or(f64::INFINITY, |event| (*event - *start).as_secs_f64());
    starts.iter().map(seconds).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_after_which_nothing_comes_never_recovers() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let found = first_after(&[at(0), at(10), at(20)], &[at(12), at(3), at(1)]);
        assert_eq!(found, [1.0, 2.0, f64::INFINITY]);
    }
}
