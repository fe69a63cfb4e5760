//! The siteverify service fails in every way.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use uuid::Uuid;

use crate::harness::{Harness, Part, Setup};
use crate::inquiry::{inquiry, visitor};
use crate::invariants::{self, UNSETTLED};
use crate::load::{Submission, submit_once};
use crate::plan::Plan;
use crate::report::Report;
use testkit::client::Client;
use testkit::database_probe::DatabaseProbe;
use testkit::siteverify::{ExpectedVerdict, MODES};
use testkit::smtp::Recorder;
use testkit::statistics::percentile;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// Unverified inquiries are capped per hour. The caps are tested separately below.
const RESET_CAP: &str = "UPDATE inquiry SET received_at = received_at - interval '2 hours', \
    last_contact_at = last_contact_at WHERE bot_check = 'unverified' AND received_at > now() - interval '1 hour'";
const CAP_OF_A_NETWORK: usize = 5;
/// The failure without a response: nothing listens at the URL of the second api.
const UNREACHABLE: (&str, ExpectedVerdict) = ("unreachable", ExpectedVerdict::Kept);

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("challenge");
    let verify_url = format!("http://127.0.0.1:{}/siteverify", harness.ports.inbox);
    let overrides = [
        ("BOT_CHECK", "turnstile"),
        ("TURNSTILE_SITE_KEY", "proof-site-key"),
        ("TURNSTILE_SECRET", "proof-secret"),
        ("TURNSTILE_VERIFY_URL", verify_url.as_str()),
    ];
    let mut setup = harness.set_up("challenge", &overrides)?;
    harness.start(&setup, &PARTS)?;
    // The port of the third worker, which does not run here: connections are refused.
    setup.set("TURNSTILE_VERIFY_URL", &format!("http://127.0.0.1:{}/siteverify", harness.more.inbox));
    harness.start(&setup, &[Part::SecondApi])?;
    let mut probe = setup.probe.clone();
    let mut submissions = Vec::new();
    for _ in 0..plan.size(1, 5) {
        submissions.extend(submit_in_every_mode(harness));
        probe.run(RESET_CAP)?;
    }
    // Without the success, with the unreachable one.
    report.note("failure modes", MODES.len());
    report.note("inquiries", submissions.len());
    let took: Vec<f64> = submissions.iter().map(|(_, one)| one.took.as_secs_f64()).collect();
    report.at_most("POST p99", percentile(&took, 99), 6.0, "s");
    judge(&mut probe, &submissions, &mut report)?;
    report.yes("every mail reached a final state", probe.becomes_zero(UNSETTLED, Duration::from_secs(30))?);
    let only: Vec<Submission> = submissions.iter().map(|(_, one)| one.clone()).collect();
    let (comparison, _) = invariants::check(&mut probe, &only, &harness.smtp.recorder())?;
    report.none("inquiries lost", comparison.lost);
    report.none("notifications missing", comparison.unnotified);
    submissions.extend(cap(harness, &setup, &mut report)?);
    judge_replies(&submissions, &harness.smtp.recorder(), &mut report);
    harness.stop(&PARTS)?;
    harness.stop(&[Part::SecondApi])?;
    Ok(report)
}

/// All modes at once: the slow ones must not delay the others.
fn submit_in_every_mode(harness: &Harness) -> Vec<(ExpectedVerdict, Submission)> {
    let answered = MODES.into_iter().map(|mode| (mode, harness.site(Part::Api)));
    let modes = answered.chain([(UNREACHABLE, harness.site(Part::SecondApi))]);
    thread::scope(|scope| {
        let asking: Vec<_> = modes
            .enumerate()
            .map(|(number, ((mode, verdict), site))| {
                scope.spawn(move || {
                    let key = Uuid::new_v4();
                    let inquiry = inquiry(key, &format!("{mode}.{key}"));
                    // From separate networks, because of the cap per network.
                    let source = [127, 1, 0, u8::try_from(number + 1).unwrap_or(u8::MAX)];
                    let mut client = Client::new(site).with_source(source.into());
                    (verdict, submit_once(&mut client, site, &inquiry, ""))
                })
            })
            .collect();
        asking.into_iter().filter_map(|thread| thread.join().ok()).collect()
    })
}

/// Compares each response with the stored row.
fn judge(probe: &mut DatabaseProbe, submissions: &[(ExpectedVerdict, Submission)], report: &mut Report) -> Result<()> {
    let verified = keys(probe, "bot_check = 'verified'")?;
    let unverified = keys(probe, "bot_check = 'unverified'")?;
    let is_as_expected = |verdict: ExpectedVerdict, one: &Submission| {
        let key = one.key.to_string();
        let (is_verified, is_unverified) = (verified.contains(&key), unverified.contains(&key));
        match verdict {
            ExpectedVerdict::Verified => one.status == 201 && is_verified,
            ExpectedVerdict::Refused => one.status == 403 && !is_verified && !is_unverified,
            ExpectedVerdict::Kept => one.status == 201 && is_unverified,
        }
    };
    let wrong: Vec<_> = submissions.iter().filter(|(verdict, one)| !is_as_expected(*verdict, one)).collect();
    for (verdict, one) in &wrong {
        eprintln!("  {verdict:?} was answered {} after {} ms", one.status, one.took.as_millis());
    }
    report.none("responses other than expected", wrong.len());
    let refused = submissions.iter().filter(|(verdict, _)| *verdict == ExpectedVerdict::Refused);
    report.none("wrong hostname or action accepted", refused.filter(|(_, one)| one.reference.is_some()).count());
    Ok(())
}

/// Auto-replies by the expected verdict of each mode, not by the stored status, which could be wrong.
fn judge_replies(submissions: &[(ExpectedVerdict, Submission)], recorder: &Recorder, report: &mut Report) {
    let replies = |wanted: ExpectedVerdict| {
        let meant = submissions.iter().filter(|(verdict, _)| *verdict == wanted);
        let visitors: HashSet<String> = meant.map(|(_, one)| visitor(one.key)).collect();
        (recorder.auto_replies().filter(|reply| visitors.contains(&reply.to)).count(), visitors.len())
    };
    report.none("auto-replies to unverified", replies(ExpectedVerdict::Kept).0);
    let (sent, verified) = replies(ExpectedVerdict::Verified);
    report.all("auto-replies to verified", sent, verified);
}

/// The cap on unverified inquiries per network and hour.
fn cap(harness: &Harness, setup: &Setup, report: &mut Report) -> Result<Vec<(ExpectedVerdict, Submission)>> {
    let site = harness.site(Part::Api);
    let mut client = Client::new(site).with_source([127, 2, 0, 1].into());
    let submissions: Vec<Submission> = (0..2 * CAP_OF_A_NETWORK)
        .map(|_| {
            let key = Uuid::new_v4();
            submit_once(&mut client, site, &inquiry(key, &format!("internal-error.{key}")), "")
        })
        .collect();
    let answered = |status: u16| submissions.iter().filter(|one| one.status == status).count();
    report.all("unverified inquiries accepted from one network in an hour", answered(201), CAP_OF_A_NETWORK);
    report.all("the others refused by 503", answered(503), CAP_OF_A_NETWORK);
    let mut probe = setup.probe.clone();
    if !probe.becomes_zero(UNSETTLED, Duration::from_secs(30))? {
        bail!("the mails of the capped inquiries reach no final state");
    }
    Ok(submissions.into_iter().map(|one| (ExpectedVerdict::Kept, one)).collect())
}

fn keys(probe: &mut DatabaseProbe, condition: &str) -> Result<Vec<String>> {
    let rows = probe.rows(&format!("SELECT idempotency_key FROM inquiry WHERE {condition}"))?;
    Ok(rows.iter().map(|row| row.text(0).to_owned()).collect())
}
