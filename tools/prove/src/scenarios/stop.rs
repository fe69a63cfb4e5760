//! The api and the worker are asked to end, under load, again and again.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::slow_disk;
use crate::arena::{Arena, Part, Scene};
use crate::crowd::{Asked, Crowd, Manner, Visitors};
use crate::plan::Plan;
use crate::report::{Report, float};
use crate::sets::{self, UNSETTLED};

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// How long the mail server takes for each mail, so that a stop always meets mails under way.
const MAIL_TAKES: Duration = Duration::from_millis(300);
/// How long the database takes for each inquiry: fewer are stored a second than are due, so a stop always meets
/// requests under way.
const INQUIRY_TAKES: Duration = Duration::from_millis(100);
const BETWEEN_STOPS: Duration = Duration::from_millis(700);

/// A process was asked to end.
struct Stop {
    part: Part,
    began: Instant,
    took: Duration,
}

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("stop");
    let scene = arena.scene("stop", &[])?;
    scene.observer.clone().run(&slow_disk(INQUIRY_TAKES))?;
    arena.referee.set_delay(MAIL_TAKES);
    arena.start(&scene, &PARTS)?;
    let wanted = plan.size(4, 20);
    let manner = Manner {
        wanted: usize::MAX,
        threads: 8,
        rate: Some(40.0),
        // Each request counts, and each is alone on a new connection: an idle one may be closed at any time, even
        // under a request that has just been sent (RFC 9112, sections 9.3.1 and 9.6), and that is no drop.
        persists: false,
        reconnects: true,
        seed: plan.seed_of("stop"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let crowd = Crowd::new(manner, &[arena.site(Part::Api)], scene.setting("ALTCHA_HMAC_KEY"));
    let stops = thread::scope(|scope| {
        let visitors = scope.spawn(|| crowd.run());
        let stops = keep_stopping(arena, wanted);
        crowd.close();
        visitors.join().unwrap_or_else(|_| anyhow::bail!("the visitors broke down"))?;
        stops
    })?;
    arena.referee.set_delay(Duration::ZERO);
    let mut observer = scene.observer.clone();
    report.yes("every mail at its end", observer.becomes_zero(UNSETTLED, Duration::from_mins(1))?);
    let asked = crowd.into_asked();
    let (verdict, mails) = sets::judge(&mut observer, &asked, &arena.referee.book())?;
    report.scaled("stops", stops.len(), 20);
    report.tell("requests answered", asked.iter().filter(|one| one.status > 0).count());
    report.at_least("fewest requests under way at a stop of the api", float(fewest_under_way(&stops, &asked)), 1.0, "");
    report.none(
        "accepted requests dropped: sent, and not answered",
        asked.iter().filter(|one| one.broken.is_some()).count(),
    );
    // The kernel resets what it takes between the api's last accept and the end of its listener. From here that looks
    // like a request that was accepted and not read, so it counts.
    let reset = asked
        .iter()
        .filter(|one| matches!(one.broken, Some(ErrorKind::ConnectionReset | ErrorKind::BrokenPipe)))
        .count();
    report.tell("of these reset, so not read and perhaps not accepted", reset);
    report.none("accepted requests dropped: stored, and the visitor not told", dropped(&scene, &asked)?);
    report.none("requests answered by an error of ours (5xx)", asked.iter().filter(|one| one.status >= 500).count());
    let refused = asked.iter().filter(|one| one.status == 0 && one.broken.is_none()).count();
    report.tell("connections refused while the api was away", refused);
    let longest = stops.iter().map(|stop| stop.took.as_secs_f64()).fold(0.0, f64::max);
    report.at_most("longest stop, sends under way included", longest, 30.0, "s");
    report.none("mails taken twice", verdict.notified_twice + verdict.replied_twice);
    report.none("mails whose sender was lost", mails.iter().filter(|mail| mail.crashes + mail.ambiguities > 0).count());
    verdict.report(&mut report);
    arena.stop(&PARTS)?;
    Ok(report)
}

fn keep_stopping(arena: &mut Arena, wanted: usize) -> Result<Vec<Stop>> {
    let mut stops = Vec::new();
    for number in 0..wanted {
        thread::sleep(BETWEEN_STOPS);
        let part = PARTS[number % PARTS.len()];
        let (began, took) = arena.cycle(part)?;
        stops.push(Stop { part, began, took });
        arena.await_ready(part)?;
    }
    thread::sleep(BETWEEN_STOPS);
    Ok(stops)
}

/// How many requests that were sent had no answer yet when the api was asked to end: the fewest of all times.
fn fewest_under_way(stops: &[Stop], asked: &[Asked]) -> usize {
    let was_sent = |one: &&Asked| one.status > 0 || one.broken.is_some();
    let under_way = |stop: &Stop| {
        asked.iter().filter(was_sent).filter(|one| one.ended < stop.began + one.took && stop.began < one.ended).count()
    };
    stops.iter().filter(|stop| stop.part == Part::Api).map(under_way).min().unwrap_or_default()
}

/// Inquiries that are stored although their visitor was told nothing or an error.
fn dropped(scene: &Scene, asked: &[Asked]) -> Result<usize> {
    let rows = scene.observer.clone().rows("SELECT idempotency_key FROM inquiry")?;
    let stored: HashSet<&str> = rows.iter().map(|row| row.text(0)).collect();
    let untold = asked.iter().filter(|one| one.reference.is_none());
    Ok(untold.filter(|one| stored.contains(one.key.to_string().as_str())).count())
}
