//! A relay that filters by content: it refuses whole notifications that have a visitor's word, after the dot, and every third
//! such inquiry at RCPT first, beside urgent inquiries that it takes. Then it refuses all.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use uuid::Uuid;

use crate::harness::{Harness, Part, Setup};
use crate::plan::Plan;
use crate::report::Report;
use devstack::signals;
use testkit::client::Client;
use testkit::load::{inquiry, submit_once};
use testkit::smtp::{FailureMode, Stage};
use testkit::statistics::percentile;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
const CONSULTANTS: usize = 2;
/// The last name of a visitor whose text is refused.
const WORD: &str = "Zimplegrast";
const FILTER: FailureMode = FailureMode::Filter(WORD);
const AT_RCPT: FailureMode = FailureMode::Reply(Stage::Rcpt, "550 5.7.1 rejected by policy");
const ALL: FailureMode = FailureMode::Reply(Stage::EndOfData, "554 5.7.1 rejected by policy");
/// Three filtered inquiries and an urgent one a minute.
const BETWEEN: Duration = Duration::from_secs(20);
const PAUSES: &str = "refuses the envelope sender; its mails pause";
const NOTIFICATION: &str = r#""kind":"notification""#;
const ALERT: &str = r#""code":"configuration""#;
const TIMES: &str = "\
    SELECT contact_reason = 'incident-response', extract(epoch FROM finished_at - created_at), \
        state = 'sent' AND last_code = CASE contact_reason WHEN 'incident-response' THEN 'smtp_250' ELSE 'sent_without_text' END \
    FROM outbox JOIN (SELECT id, contact_reason FROM inquiry) AS of ON of.id = inquiry_id WHERE kind = 'notification'";

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let mut setup = harness.set_up("filter", &[("NOTIFY_TO", "wombat@firnwall.example,numbat@firnwall.example")])?;
    harness.smtp.keep_texts(true);
    harness.smtp.always(FILTER);
    harness.start(&setup, &PARTS)?;
    let (filtered, smtp) = (plan.size(3, 45), harness.smtp.clone());
    for number in 0..filtered {
        let began = Instant::now();
        if number % 3 == 0 {
            smtp.always(AT_RCPT);
            send(harness, &setup, "other", WORD)?;
            let untried =
                "SELECT count(*) FROM outbox WHERE kind = 'notification' AND (attempts = 0 OR state = 'sending')";
            ensure!(setup.probe.becomes_zero(untried, Duration::from_secs(10))?, "notifications are not tried");
            smtp.always(FILTER);
            send(harness, &setup, "incident-response", "Blimfandle")?;
        } else {
            send(harness, &setup, "other", WORD)?;
        }
        signals::wait_until(BETWEEN.saturating_sub(began.elapsed()), || Ok(false))?;
    }
    let unsent = "SELECT count(*) FROM outbox WHERE kind = 'notification' AND finished_at IS NULL";
    report.yes("every notification is sent", setup.probe.becomes_zero(unsent, Duration::from_mins(2))?);
    let (mut urgent, mut others, mut different) = (Vec::new(), Vec::new(), 0);
    for row in setup.probe.rows(TIMES)? {
        let times = if row.text(0) == "t" { &mut urgent } else { &mut others };
        times.push(row.text(1).parse().unwrap_or(f64::INFINITY));
        different += usize::from(row.text(2) != "t");
    }
    report.all("notifications of filtered inquiries", others.len(), CONSULTANTS * filtered);
    report.at_most("urgent ones told after, p99", percentile(&urgent, 99), 30.0, "s");
    report.at_most("filtered ones told after, at most", percentile(&others, 100), 120.0, "s");
    report.none("urgent ones without, filtered ones with their text", different);
    let accepted = smtp.accepted();
    report.none("accepted mails with the word", accepted.iter().filter(|mail| mail.data.contains(WORD)).count());
    report.none("pauses", lines(harness, &[PAUSES])?);
    all_refused(harness, &mut setup, report)?;
    report.none("processes that ended", harness.dead(&PARTS)?);
    harness.stop(&PARTS)
}

fn all_refused(harness: &Harness, setup: &mut Setup, report: &mut Report) -> Result<()> {
    let smtp = &harness.smtp;
    smtp.always(ALL);
    send(harness, setup, "other", "Blimfandle")?;
    let is_alerted = signals::wait_until(Duration::from_secs(45), || Ok(lines(harness, &[ALERT])? > 0))?;
    report.yes("all refused: an alert", is_alerted);
    let begun = smtp.mails_begun();
    send(harness, setup, "incident-response", "Blimfandle")?;
    // Less than the pause.
    signals::wait_until(Duration::from_secs(10), || Ok(false))?;
    let held = "SELECT count(*) FROM outbox WHERE kind = 'notification' AND attempts = 0 AND state = 'ready'";
    report.all("all refused: notifications held back", usize::try_from(setup.probe.number(held)?)?, CONSULTANTS);
    report.note("all refused: mails begun meanwhile", smtp.mails_begun() - begun);
    report.all("all refused: pauses", lines(harness, &[PAUSES, NOTIFICATION])?, 1);
    // Auto-replies have another envelope sender.
    report.note("all refused: alerts of auto-replies", lines(harness, &[r#""code":"return_path_refused""#])?);
    report.all("all refused: alerts", lines(harness, &[ALERT])?, 1);
    report.all("of these with the reply's code", lines(harness, &[ALERT, "smtp_554"])?, 1);
    Ok(())
}

fn send(harness: &Harness, setup: &Setup, reason: &str, name: &str) -> Result<()> {
    let site = harness.site(Part::Api);
    let inquiry = inquiry(Uuid::new_v4(), &setup.tokens(site).make()?);
    let inquiry = inquiry.with("contactReason", reason).with("lastName", name);
    let submission = submit_once(&mut Client::new(site), site, &inquiry, "");
    ensure!(submission.reference.is_some(), "an inquiry was answered {}", submission.status);
    Ok(())
}

/// Lines of the worker's log that have all these words.
fn lines(harness: &Harness, words: &[&str]) -> Result<usize> {
    let log = harness.log(Part::Worker.name())?;
    Ok(log.lines().filter(|line| words.iter().all(|word| line.contains(word))).count())
}
