//! A relay that refuses `MAIL FROM:<>`, the return path of auto-replies, and inquiries that come all the time.

use std::collections::HashMap;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::harness::{Harness, Part, Setup};
use crate::invariants;
use crate::load::{LoadGenerator, LoadProfile, Visitors};
use crate::plan::Plan;
use crate::report::{Report, float};
use devstack::signals;
use testkit::database_probe::RESET_HOURLY_LIMIT;
use testkit::statistics::percentile;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// From the acknowledgement to the relay's acceptance.
const NOTIFIED: f64 = 30.0;

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("return-path");
    let setup = harness.set_up("return_path", &[("MAIL_RETURN_PATH", "<>")])?;
    harness.smtp.refuse_null_path(true);
    harness.start(&setup, &PARTS)?;
    let profile = LoadProfile {
        wanted: plan.size(20, 75),
        threads: 1,
        rate: Some(plan.size(1.0, 0.125)),
        retries: true,
        reconnects: true,
        seed: plan.seed_of("return-path"),
        visitors: Visitors::Many,
        spreads: false,
    };
    let load = LoadGenerator::new(profile, &[harness.site(Part::Api)], setup.setting("ALTCHA_HMAC_KEY"));
    load.run()?;
    let submissions = load.into_submissions();
    let mut probe = setup.probe.clone();
    let unsent = "SELECT count(*) FROM outbox WHERE kind = 'notification' AND state <> 'sent'";
    report.yes("every notification was sent", probe.becomes_zero(unsent, Duration::from_secs(40))?);
    report.yes("`worker check --send` names the return path", names_return_path(harness, &setup)?);
    let refused = "SELECT count(*) FROM outbox WHERE kind = 'auto_reply' AND state IN ('failed', 'suppressed')";
    report.none("auto-replies given up", usize::try_from(probe.number(refused)?)?);

    harness.smtp.refuse_null_path(false);
    // The pause after a refusal lasts minutes; waiting proves nothing.
    harness.crash(Part::Worker.name())?;
    let hurry = format!("{RESET_HOURLY_LIMIT}; {}", invariants::SKIP_BACKOFF);
    report.yes("then every mail", invariants::settle(&mut probe, &hurry, Duration::from_mins(2))?);
    let recorder = harness.smtp.recorder();
    let (comparison, mails) = invariants::check(&mut probe, &submissions, &recorder)?;
    let accepted: HashMap<&str, Instant> =
        recorder.records.iter().filter(|one| one.is_accepted()).map(|one| (one.message_id.as_str(), one.at)).collect();
    let acknowledged: HashMap<&str, Instant> =
        submissions.iter().filter_map(|one| Some((one.reference.as_deref()?, one.ended))).collect();
    let delays = mails.iter().filter(|mail| !mail.is_auto_reply).map(|mail| {
        let at = accepted.get(mail.message_id.as_str()).context("a notification was not accepted")?;
        Ok(at.saturating_duration_since(acknowledged[mail.reference.as_str()]).as_secs_f64())
    });
    let delays = delays.collect::<Result<Vec<f64>>>()?;
    report.at_least("notifications", float(delays.len()), float(submissions.len()), "");
    report.at_most("notification p99", percentile(&delays, 99), NOTIFIED, "s");
    drop(recorder);
    comparison.report_without_share(&mut report);
    harness.stop(&PARTS)?;
    Ok(report)
}

fn names_return_path(harness: &Harness, setup: &Setup) -> Result<bool> {
    signals::check()?;
    let mut check: Command = harness.stack.command(harness.program(Part::Worker)?, &setup.settings);
    let output = check.args(["check", "--send"]).output().context("worker check cannot start")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let is_named = text.lines().any(|line| line.contains("auto-reply") && line.contains("MAIL_RETURN_PATH"));
    Ok(!output.status.success() && is_named)
}
