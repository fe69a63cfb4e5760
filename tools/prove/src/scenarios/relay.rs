//! Postfix as the worker's relay, with its default settings. A policy service lets it greylist, take long, and report full
//! mailboxes; then its own restrictions refuse our sender, until an operator lifts them. Expected: the outcomes of
//! docs/smtp-outcomes.md; `worker/tests/it/faults.rs` has the replies of other settings.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::harness::{Harness, Part, Setup};
use crate::invariants::{self, SKIP_BACKOFF, settle};
use crate::mail_servers::{Policy, Postfix, Rule};
use crate::plan::Plan;
use crate::report::{Report, Wanted};
use devstack::ports::Ports;
use devstack::signals;
use testkit::database_probe::{DatabaseProbe, RESET_HOURLY_LIMIT};
use testkit::load::{Submission, submit_accepted};

const INSTALL: &str = "apt-get install --no-install-recommends postfix";
const PARTS: [Part; 2] = [Part::Api, Part::Worker];
const DOMAIN: &str = "consultants.example";
/// Told of inquiries about cloud security: their mailboxes have no rule.
const PLAIN: [&str; 2] = ["anna", "beat"];
/// Told of all others.
const SPECIAL: [&str; 5] = ["carla", "greylisted", "callout", "full-for-now", "over-quota"];
const FAILED: &str = "SELECT count(*) FROM outbox WHERE state = 'failed'";
/// From the refusal's end: the pause of a minute, and the backoff of the mail that showed it.
const RESUMED: f64 = 100.0;
/// A callout of 45 s occupies a connection; nobody else's mail may wait for it.
const UNDISTURBED: f64 = 5.0;
/// Our sender is refused: the line of `main.cf`, the reply to RCPT, and the event in the worker's log.
const REFUSAL: &str = "smtpd_sender_restrictions = check_sender_access static:REJECT\n";
const REPLY: &str = "554 5.7.1 ";
const EVENT: &str = "refuses the envelope sender; its mails pause";

struct Stage<'a> {
    harness: &'a mut Harness,
    plan: Plan,
    setup: Setup,
    probe: DatabaseProbe,
    postfix: Postfix,
    policy: Policy,
    greylisting: Duration,
    submissions: Vec<Submission>,
}

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let program = Postfix::find(INSTALL)?;
    let greylisting = plan.size(Duration::from_secs(20), Duration::from_mins(5));
    let policy = Policy::start(&[
        ("greylisted", Rule::Greylisted(greylisting)),
        ("callout", Rule::Callout(plan.size(Duration::from_secs(8), Duration::from_secs(45)))),
        ("full-for-now", Rule::Refused("452 4.2.2 Mailbox is full for now")),
        ("over-quota", Rule::Refused("552 5.2.2 Mailbox is full")),
    ])?;
    let port = Ports::find_free()?.smtp;
    let at_domain = |names: &[&str]| names.iter().map(|name| format!("{name}@{DOMAIN}")).collect::<Vec<_>>().join(",");
    let overrides: [(&str, &str); 3] = [
        ("SMTP_URL", &format!("smtp://127.0.0.1:{port}")),
        ("NOTIFY_TO", &at_domain(&PLAIN)),
        ("NOTIFY_ROUTES", &format!("other={}", at_domain(&SPECIAL))),
    ];
    let setup = harness.set_up("relay", &overrides)?;
    let postfix = Postfix::start(harness, &program, port, &settings(harness, &policy, ""))?;
    harness.start(&setup, &PARTS)?;
    let (probe, submissions) = (setup.probe.clone(), Vec::new());
    let mut stage = Stage { harness, plan, setup, probe, postfix, policy, greylisting, submissions };
    stage.recipients(report)?;
    stage.sender_refused(report)?;
    stage.conclude(report)
}

/// The SMTP fake is the next hop, so that it records what Postfix has accepted.
fn settings(harness: &Harness, policy: &Policy, lines: &str) -> String {
    format!(
        "myhostname = relay.example\nrelayhost = [127.0.0.1]:{}\nmynetworks = 127.0.0.0/8\n\
         smtpd_recipient_restrictions = check_policy_service inet:{}\n{lines}",
        harness.smtp.address.port(),
        policy.address,
    )
}

impl Stage<'_> {
    fn send(&mut self, count: usize, visitor: &str, reason: &str) -> Result<()> {
        let earlier = self.submissions.len();
        let visitors = (earlier..earlier + count).map(|number| format!("{visitor}krelvonta-{number}@example.com"));
        self.submissions.extend(submit_accepted(self.harness.site(Part::Api), &self.setup, visitors, reason)?);
        Ok(())
    }

    fn count(&mut self, sql: &str) -> Result<usize> {
        Ok(usize::try_from(self.probe.number(sql)?)?)
    }

    /// Seconds from the queueing of mails to their acceptance; the extremes of those to these recipients.
    fn waits(&mut self, names: &[&str]) -> Result<(f64, f64)> {
        let sql = format!(
            "SELECT extract(epoch FROM min(finished_at - created_at)), extract(epoch FROM max(finished_at - created_at)) \
             FROM outbox WHERE state = 'sent' AND recipient IN ('{}@{DOMAIN}')",
            names.join(&format!("@{DOMAIN}', '"))
        );
        let rows = self.probe.rows(&sql)?;
        let number = |column| rows.first().and_then(|row| row.text(column).parse().ok()).unwrap_or(f64::NAN);
        Ok((number(0), number(1)))
    }

    /// Mailboxes that accept late or not at all, and visitors whose server takes long.
    fn recipients(&mut self, report: &mut Report) -> Result<()> {
        let inquiries = self.plan.size(2, 5);
        self.send(inquiries, "", "other")?;
        let first = "SELECT count(*) FROM outbox WHERE kind = 'notification' AND attempts = 0 OR state = 'sending'";
        let attempted = self.probe.becomes_zero(first, Duration::from_secs(90))?;
        report.yes("every mailbox was tried", attempted);
        for (name, outcome, filter) in [
            ("over-quota", "failed smtp_552_recipient", "state = 'failed' AND last_code = 'smtp_552_recipient'"),
            ("full-for-now", "retry smtp_452", "state = 'retry' AND last_code = 'smtp_452'"),
            ("greylisted", "retry smtp_450", "state = 'retry' AND last_code = 'smtp_450'"),
            ("callout", "sent at the first attempt", "state = 'sent' AND attempts = 1"),
        ] {
            let sql = format!("SELECT count(*) FROM outbox WHERE recipient = '{name}@{DOMAIN}' AND {filter}");
            report.all(&format!("{name}: {outcome}"), self.count(&sql)?, inquiries);
        }
        report.at_most("mails to another mailbox meanwhile", self.waits(&["carla"])?.1, UNDISTURBED, "s");

        // More slow visitors than connections.
        self.send(self.plan.size(12, 40), "callout-", "cloud-security")?;
        self.policy.lift("full-for-now");
        let limit = self.greylisting * 2 + Duration::from_mins(3);
        let settled = settle(&mut self.probe, RESET_HOURLY_LIMIT, limit)?;
        report.yes("every mail reached a final state", settled);
        report.at_most("notifications beside slow auto-replies", self.waits(&PLAIN)?.1, UNDISTURBED, "s");
        let shortest = self.waits(&["greylisted"])?.0;
        report.at_least("greylisted: sent after", shortest, self.greylisting.as_secs_f64(), "s");
        let others = format!("{FAILED} AND recipient IS DISTINCT FROM 'over-quota@{DOMAIN}'");
        report.none("other mails given up", self.count(&others)?);
        Ok(())
    }

    /// The relay refuses our sender, then an operator lifts it.
    fn sender_refused(&mut self, report: &mut Report) -> Result<()> {
        let failed = self.count(FAILED)?;
        self.reload(REFUSAL)?;
        // Connections from before the reload have the former settings until they are closed.
        self.harness.crash(Part::Worker.name())?;
        self.send(3, "", "cloud-security")?;
        let is_taken = || Ok(self.harness.log(Part::Worker.name())?.contains(EVENT));
        report.yes(&format!("sender refused: {EVENT}"), signals::wait_until(Duration::from_secs(30), is_taken)?);
        let is_refused = self.postfix.refusals("RCPT", REPLY)? > 0;
        report.yes(&format!("sender refused: Postfix refused at RCPT with {}", REPLY.trim_end()), is_refused);
        self.send(1, "", "cloud-security")?;
        signals::wait_until(Duration::from_secs(3), || Ok(false))?;

        self.reload("")?;
        let lifted = Instant::now();
        // A quick run skips the pause of a minute.
        if !self.plan.is_full {
            self.harness.crash(Part::Worker.name())?;
            self.probe.run(SKIP_BACKOFF)?;
        }
        let settled = settle(&mut self.probe, RESET_HOURLY_LIMIT, Duration::from_mins(5))?;
        report.yes("sender refused: then every mail was sent", settled);
        let (what, resumed) = ("sender refused: sent after its end", lifted.elapsed().as_secs_f64());
        report.speed(self.plan, what, resumed, Wanted::AtMost(RESUMED), "s");
        report.none("sender refused: given up", self.count(FAILED)? - failed);
        Ok(())
    }

    fn reload(&self, lines: &str) -> Result<()> {
        self.postfix.reload(&settings(self.harness, &self.policy, lines))
    }

    /// Compares with what the next hop got.
    fn conclude(mut self, report: &mut Report) -> Result<()> {
        let sent = self.count("SELECT count(*) FROM outbox WHERE state = 'sent'")?;
        let passed_on = signals::wait_until(Duration::from_mins(1), || Ok(self.harness.smtp.accepted().len() >= sent))?;
        report.yes("Postfix has passed on every mail", passed_on);
        let (comparison, _) = invariants::check(&mut self.probe, &self.submissions, &self.harness.smtp.recorder())?;
        report.note("mails", sent);
        comparison.report_without_share(report);
        report.none("mails accepted twice", comparison.notified_twice + comparison.replied_twice);
        report.none("processes that ended", self.harness.dead(&PARTS)?);
        self.harness.stop(&PARTS)?;
        self.postfix.stop(self.harness)
    }
}
