//! The api and the worker are asked to end, under load, again and again.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use anyhow::Result;

use crate::prove::arena::{Arena, Part, Scene};
use crate::prove::crowd::{Asked, Crowd, Manner, Visitors};
use crate::prove::plan::Plan;
use crate::prove::report::Report;
use crate::prove::sets::{self, UNSETTLED};

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// How long the mail server takes for each mail, so that a stop always meets mails under way.
const MAIL_TAKES: Duration = Duration::from_millis(300);
const BETWEEN_STOPS: Duration = Duration::from_millis(700);

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("stop");
    let scene = arena.scene("stop", &[])?;
    arena.referee.set_delay(MAIL_TAKES);
    arena.start(&scene, &PARTS)?;
    let stops = plan.size(4, 20);
    let manner = Manner {
        wanted: usize::MAX,
        threads: 8,
        rate: Some(40.0),
        // Each request counts, and each is alone on its connection: an idle one may be closed at any time.
        persists: false,
        reconnects: true,
        seed: plan.seed_of("stop"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let crowd = Crowd::new(manner, &[arena.site(Part::Api)], scene.setting("ALTCHA_HMAC_KEY"));
    let ends = thread::scope(|scope| {
        let visitors = scope.spawn(|| crowd.run());
        let ends = keep_stopping(arena, stops);
        crowd.close();
        visitors.join().unwrap_or_else(|_| anyhow::bail!("the visitors broke down"))?;
        ends
    })?;
    arena.referee.set_delay(Duration::ZERO);
    let mut observer = scene.observer.clone();
    report.yes("every mail at its end", observer.becomes_zero(UNSETTLED, Duration::from_mins(1))?);
    let asked = crowd.into_asked();
    let (verdict, mails) = sets::judge(&mut observer, &asked, &arena.referee.book())?;
    report.scaled("stops", ends.len(), 20);
    report.tell("requests answered", asked.iter().filter(|one| one.status > 0).count());
    report.none("accepted requests dropped: stored, and the visitor not told", dropped(&scene, &asked)?);
    report.none("requests answered by an error of ours (5xx)", asked.iter().filter(|one| one.status >= 500).count());
    report.tell("connections refused while the api was away", asked.iter().filter(|one| one.status == 0).count());
    let longest = ends.iter().map(Duration::as_secs_f64).fold(0.0, f64::max);
    report.at_most("longest stop, sends under way included", longest, 30.0, "s");
    report.none("mails taken twice", verdict.notified_twice + verdict.replied_twice);
    report.none("mails whose sender was lost", mails.iter().filter(|mail| mail.crashes + mail.ambiguities > 0).count());
    verdict.report(&mut report);
    arena.stop(&PARTS)?;
    Ok(report)
}

fn keep_stopping(arena: &mut Arena, stops: usize) -> Result<Vec<Duration>> {
    let mut ends = Vec::new();
    for number in 0..stops {
        thread::sleep(BETWEEN_STOPS);
        let part = PARTS[number % PARTS.len()];
        ends.push(arena.cycle(part)?);
        arena.await_ready(part)?;
    }
    thread::sleep(BETWEEN_STOPS);
    Ok(ends)
}

/// Inquiries that are stored although their visitor was told nothing or an error.
fn dropped(scene: &Scene, asked: &[Asked]) -> Result<usize> {
    let rows = scene.observer.clone().rows("SELECT idempotency_key FROM inquiry")?;
    let stored: HashSet<&str> = rows.iter().map(|row| row.text(0)).collect();
    let untold = asked.iter().filter(|one| one.reference.is_none());
    Ok(untold.filter(|one| stored.contains(one.key.to_string().as_str())).count())
}
