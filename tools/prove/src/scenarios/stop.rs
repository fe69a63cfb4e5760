//! The api and the worker get SIGTERM under load, repeatedly.

use std::collections::HashSet;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::slow_disk;
use crate::harness::{Harness, Part, Setup};
use crate::invariants::{self, UNSETTLED};
use crate::plan::Plan;
use crate::report::{Report, float};
use testkit::load::{LoadGenerator, LoadProfile, Submission};

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// The mail server delays each mail, so that every stop happens while mails are being sent.
const MAIL_TAKES: Duration = Duration::from_millis(300);
/// The database delays each inquiry below the rate of requests, so that every stop happens while requests wait.
const INQUIRY_TAKES: Duration = Duration::from_millis(100);
const BETWEEN_STOPS: Duration = Duration::from_millis(700);

/// One stop of a process.
struct Stop {
    part: Part,
    began: Instant,
    took: Duration,
}

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let setup = harness.set_up("stop", &[])?;
    setup.probe.clone().run(&slow_disk(INQUIRY_TAKES))?;
    harness.smtp.delay(MAIL_TAKES);
    harness.start(&setup, &PARTS)?;
    let wanted = plan.size(4, 20);
    // A server may close an idle connection at any time, even if a request has just been sent on it (RFC 9112, sections
    // 9.3.1 and 9.6). So each request gets a new connection.
    let profile = LoadProfile { rate: Some(40.0), seed: plan.seed_of("stop"), ..LoadProfile::STRANGERS };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], &setup);
    let stops = load.during(|| keep_stopping(harness, wanted))?;
    harness.smtp.delay(Duration::ZERO);
    let mut probe = setup.probe.clone();
    report.yes("every mail reached a final state", probe.becomes_zero(UNSETTLED, Duration::from_mins(1))?);
    let submissions = load.into_submissions();
    let (comparison, mails) = invariants::check(&mut probe, &submissions, &harness.smtp.recorder())?;
    report.scaled("stops", stops.len(), 20);
    report.note("requests answered", submissions.iter().filter(|one| one.status > 0).count());
    let fewest = float(fewest_in_progress(&stops, &submissions));
    report.at_least("fewest requests in progress at a stop of the api", fewest, 1.0, "");
    // The kernel resets connections that it takes between the api's last accept and the end of its listener. To the
    // client, that looks like an accepted request, so it counts.
    let broken = submissions.iter().filter(|one| one.broken.is_some()).count();
    report.none("accepted requests dropped: sent, not answered", broken);
    report.none("accepted requests dropped: stored, not acknowledged", dropped(&setup, &submissions)?);
    report.none("requests answered by 5xx", submissions.iter().filter(|one| one.status >= 500).count());
    let refused = submissions.iter().filter(|one| one.status == 0 && one.broken.is_none()).count();
    report.note("connections refused while the api was down", refused);
    let longest = stops.iter().map(|stop| stop.took.as_secs_f64()).fold(0.0, f64::max);
    report.at_most("longest stop", longest, 30.0, "s");
    report.none("mails accepted twice", comparison.notified_twice + comparison.replied_twice);
    report.none("mails whose worker was lost", mails.iter().filter(|mail| mail.crashes + mail.ambiguities > 0).count());
    comparison.report(report);
    harness.stop(&PARTS)
}

fn keep_stopping(harness: &mut Harness, wanted: usize) -> Result<Vec<Stop>> {
    let mut stops = Vec::new();
    for number in 0..wanted {
        thread::sleep(BETWEEN_STOPS);
        let part = PARTS[number % PARTS.len()];
        let (began, took) = harness.cycle(part)?;
        stops.push(Stop { part, began, took });
        harness.await_ready(part)?;
    }
    thread::sleep(BETWEEN_STOPS);
    Ok(stops)
}

/// The fewest requests in progress at a stop of the api.
fn fewest_in_progress(stops: &[Stop], submissions: &[Submission]) -> usize {
    let was_sent = |one: &&Submission| one.status > 0 || one.broken.is_some();
    let under_way = |stop: &Stop| {
        submissions
            .iter()
            .filter(was_sent)
            .filter(|one| one.ended < stop.began + one.took && stop.began < one.ended)
            .count()
    };
    stops.iter().filter(|stop| stop.part == Part::Api).map(under_way).min().unwrap_or_default()
}

/// Counts inquiries that are stored, and not acknowledged.
fn dropped(setup: &Setup, submissions: &[Submission]) -> Result<usize> {
    let rows = setup.probe.clone().rows("SELECT idempotency_key FROM inquiry")?;
    let stored: HashSet<&str> = rows.iter().map(|row| row.text(0)).collect();
    let untold = submissions.iter().filter(|one| one.reference.is_none());
    Ok(untold.filter(|one| stored.contains(one.key.to_string().as_str())).count())
}
