//! Postfix as the worker's relay, with its default settings, with and without `smtpd_delay_reject`. A policy service lets it
//! greylist, take long, and report full mailboxes; its own restrictions refuse our sender, our right to relay and our
//! address, until an operator lifts them. Expected: the outcomes of docs/smtp-outcomes.md.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::harness::{Harness, Part, Setup, two_rows};
use crate::invariants::{self, SKIP_BACKOFF};
use crate::load::{Submission, submit_accepted};
use crate::mail_servers::{Policy, Postfix, Rule};
use crate::plan::Plan;
use crate::report::{Report, Wanted};
use devstack::signals;
use testkit::database_probe::{DatabaseProbe, RESET_HOURLY_LIMIT};

const INSTALL: &str = "apt-get install --no-install-recommends postfix";
const PARTS: [Part; 2] = [Part::Api, Part::Worker];
const DOMAIN: &str = "consultants.example";
/// Told of inquiries about cloud security: their mailboxes have no rule.
const PLAIN: [&str; 2] = ["anna", "beat"];
/// Told of all others.
const SPECIAL: [&str; 5] = ["carla", "greylisted", "callout", "full-for-now", "over-quota"];
const UNSENT: &str = "SELECT count(*) FROM outbox WHERE state NOT IN ('sent', 'failed', 'suppressed')";
/// From the refusal's end: the pause of a minute, and the backoff of the mail that showed it.
const RESUMED: f64 = 100.0;
/// A callout of 45 s occupies a connection; nobody else's mail may wait for it.
const UNDISTURBED: f64 = 5.0;

/// How the worker takes a refusal of us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    SenderPauses,
    AllPauses,
    Retried,
}

impl Taken {
    /// The event in the worker's log.
    fn event(self) -> &'static str {
        match self {
            Self::SenderPauses => "refuses the envelope sender; its mails pause",
            Self::AllPauses => "refuses us; sending pauses",
            Self::Retried => "not sent",
        }
    }
}

struct Refusal {
    name: &'static str,
    settings: &'static str,
    reply: &'static str,
    /// The phase in Postfix's log, and how the worker takes it: with `smtpd_delay_reject = yes`, and with `no`.
    delayed: (&'static str, Taken),
    at_once: (&'static str, Taken),
}

/// A server process ends over this setting. The master then starts none for a minute (`service_throttle_time`), also after a
/// reload of right settings: Postfix accepts connections and greets nobody.
const FATAL: &str = "mynetworks = 127.0.0.0/8\nsmtpd_relay_restrictions = permit\n";
const TRUSTED: &str = "mynetworks = 127.0.0.0/8\n";

const REFUSALS: [Refusal; 4] = [
    Refusal {
        name: "sender refused",
        settings: "mynetworks = 127.0.0.0/8\nsmtpd_sender_restrictions = check_sender_access static:REJECT\n",
        reply: "554 5.7.1 ",
        delayed: ("RCPT", Taken::SenderPauses),
        at_once: ("MAIL", Taken::SenderPauses),
    },
    Refusal {
        name: "relaying refused",
        settings: "mynetworks = 192.0.2.1\nsmtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination\n",
        reply: "554 5.7.1 ",
        delayed: ("RCPT", Taken::SenderPauses),
        at_once: ("RCPT", Taken::SenderPauses),
    },
    Refusal {
        name: "relaying deferred, the default",
        settings: "mynetworks = 192.0.2.1\n",
        reply: "454 4.7.1 ",
        delayed: ("RCPT", Taken::Retried),
        at_once: ("RCPT", Taken::Retried),
    },
    Refusal {
        name: "client refused",
        settings: "mynetworks = 127.0.0.0/8\nsmtpd_client_restrictions = check_client_access static:REJECT\n",
        reply: "554 5.7.1 ",
        delayed: ("RCPT", Taken::SenderPauses),
        at_once: ("CONNECT", Taken::AllPauses),
    },
];

/// Postfix with one value of `smtpd_delay_reject`, and the product in front of it.
struct Stage<'a> {
    harness: &'a mut Harness,
    plan: Plan,
    setup: Setup,
    probe: DatabaseProbe,
    postfix: Postfix,
    policy: Policy,
    is_delayed: bool,
    greylisting: Duration,
    submissions: Vec<Submission>,
}

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let program = Postfix::find(INSTALL)?;
    for is_delayed in [true, false] {
        let greylisting = plan.size(Duration::from_secs(20), Duration::from_mins(5));
        let policy = Policy::start(&[
            ("greylisted", Rule::Greylisted(greylisting)),
            ("callout", Rule::Callout(plan.size(Duration::from_secs(8), Duration::from_secs(45)))),
            ("full-for-now", Rule::Refused("452 4.2.2 Mailbox is full for now")),
            ("over-quota", Rule::Refused("552 5.2.2 Mailbox is full")),
        ])?;
        let (ports, _) = two_rows()?;
        let special = SPECIAL.map(|name| format!("{name}@{DOMAIN}")).join(",");
        let overrides = [
            ("SMTP_URL", format!("smtp://127.0.0.1:{}", ports.smtp)),
            ("NOTIFY_TO", PLAIN.map(|name| format!("{name}@{DOMAIN}")).join(",")),
            ("NOTIFY_ROUTES", format!("other={special}")),
        ];
        let setup = harness.set_up("relay", &overrides.each_ref().map(|(name, value)| (*name, value.as_str())))?;
        let settings = settings(harness, &policy, is_delayed, TRUSTED);
        let postfix = Postfix::start(harness, &program, ports.smtp, &settings)?;
        harness.start(&setup, &PARTS)?;
        let probe = setup.probe.clone();
        let submissions = Vec::new();
        let mut stage = Stage { harness, plan, setup, probe, postfix, policy, is_delayed, greylisting, submissions };
        stage.recipients(report)?;
        for refusal in &REFUSALS {
            stage.refused(refusal, report)?;
        }
        stage.silent(report)?;
        stage.conclude(report)?;
    }
    Ok(())
}

/// The SMTP fake is the next hop, so that it records what Postfix has accepted.
fn settings(harness: &Harness, policy: &Policy, is_delayed: bool, lines: &str) -> String {
    let delay = if is_delayed { "" } else { "smtpd_delay_reject = no\n" };
    format!(
        "myhostname = relay.example\nrelayhost = [127.0.0.1]:{}\n{delay}\
         smtpd_recipient_restrictions = check_policy_service inet:{}\n{lines}",
        harness.smtp.address.port(),
        policy.address,
    )
}

impl Stage<'_> {
    fn figure(&self, what: &str) -> String {
        format!("{}: {what}", if self.is_delayed { "delayed" } else { "not delayed" })
    }

    fn send(&mut self, count: usize, visitor: &str, reason: &str) -> Result<()> {
        let earlier = self.submissions.len();
        let visitors = (earlier..earlier + count).map(|number| format!("{visitor}krelvonta-{number}@example.com"));
        self.submissions.extend(submit_accepted(self.harness.site(Part::Api), &self.setup, visitors, reason)?);
        Ok(())
    }

    /// Waits until all mails have a final state, and returns whether they have.
    fn settles(&mut self, limit: Duration) -> Result<bool> {
        signals::wait_until(limit, || {
            self.probe.run(RESET_HOURLY_LIMIT)?;
            std::thread::sleep(Duration::from_millis(300));
            Ok(self.probe.number(UNSENT)? == 0)
        })
    }

    /// Seconds from the queueing of mails to their acceptance; the extremes of those that `filter` selects.
    fn waits(&mut self, filter: &str) -> Result<(f64, f64)> {
        let sql = format!(
            "SELECT extract(epoch FROM min(finished_at - created_at)), extract(epoch FROM max(finished_at - created_at)) \
             FROM outbox WHERE state = 'sent' AND {filter}"
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
        report.yes(&self.figure("every mailbox was tried"), attempted);
        for (name, state, code) in [
            ("over-quota", "failed", "smtp_552"),
            ("full-for-now", "retry", "smtp_452"),
            ("greylisted", "retry", "smtp_450"),
        ] {
            let sql = format!(
                "SELECT count(*) FROM outbox WHERE recipient = '{name}@{DOMAIN}' AND state = '{state}' \
                 AND last_code = '{code}'"
            );
            let count = usize::try_from(self.probe.number(&sql)?)?;
            report.all(&self.figure(&format!("{name}: {state} {code}")), count, inquiries);
        }
        let at_once = format!(
            "SELECT count(*) FROM outbox WHERE recipient = 'callout@{DOMAIN}' AND attempts = 1 AND state = 'sent'"
        );
        let sent = usize::try_from(self.probe.number(&at_once)?)?;
        report.all(&self.figure("callout: sent at the first attempt"), sent, inquiries);
        let (_, longest) = self.waits(&format!("recipient = 'carla@{DOMAIN}'"))?;
        report.at_most(&self.figure("mails to another mailbox meanwhile"), longest, UNDISTURBED, "s");

        // More slow visitors than connections.
        self.send(self.plan.size(12, 40), "callout-", "cloud-security")?;
        self.policy.lift("full-for-now");
        let settled = self.settles(self.greylisting * 2 + Duration::from_mins(3))?;
        report.yes(&self.figure("every mail reached a final state"), settled);
        let plain = format!("recipient IN ('{}@{DOMAIN}', '{}@{DOMAIN}')", PLAIN[0], PLAIN[1]);
        let (_, longest) = self.waits(&plain)?;
        report.at_most(&self.figure("notifications beside slow auto-replies"), longest, UNDISTURBED, "s");
        let (shortest, _) = self.waits(&format!("recipient = 'greylisted@{DOMAIN}'"))?;
        report.at_least(&self.figure("greylisted: sent after"), shortest, self.greylisting.as_secs_f64(), "s");
        let failed = format!(
            "SELECT count(*) FROM outbox WHERE state = 'failed' AND recipient IS DISTINCT FROM 'over-quota@{DOMAIN}'"
        );
        report.none(&self.figure("other mails given up"), usize::try_from(self.probe.number(&failed)?)?);
        Ok(())
    }

    /// The relay refuses us, then an operator lifts it.
    fn refused(&mut self, refusal: &Refusal, report: &mut Report) -> Result<()> {
        let figure = |stage: &Self, what: &str| stage.figure(&format!("{}: {what}", refusal.name));
        let (phase, taken) = if self.is_delayed { refusal.delayed } else { refusal.at_once };
        let (events, refusals) = (self.events(taken)?, self.postfix.refusals(phase, refusal.reply)?);
        let failed_before = self.failed()?;
        self.reload(refusal.settings)?;
        // Connections from before the reload have the former settings until they are closed.
        self.harness.crash(Part::Worker.name())?;
        self.send(3, "", "cloud-security")?;
        let is_taken = signals::wait_until(Duration::from_secs(30), || Ok(self.events(taken)? > events))?;
        report.yes(&figure(self, taken.event()), is_taken);
        let seen = self.postfix.refusals(phase, refusal.reply)? - refusals;
        report.yes(&figure(self, &format!("Postfix refused at {phase} with {}", refusal.reply.trim_end())), seen > 0);
        self.send(1, "", "cloud-security")?;
        signals::wait_until(Duration::from_secs(3), || Ok(false))?;

        self.reload(TRUSTED)?;
        let lifted = Instant::now();
        // A quick run skips the pause of a minute.
        if !self.plan.is_full {
            self.harness.crash(Part::Worker.name())?;
            self.probe.run(SKIP_BACKOFF)?;
        }
        let settled = self.settles(Duration::from_mins(5))?;
        report.yes(&figure(self, "then every mail was sent"), settled);
        let resumed = lifted.elapsed().as_secs_f64();
        report.speed(
            self.plan,
            &figure(self, "sent after the end of the refusal"),
            resumed,
            Wanted::AtMost(RESUMED),
            "s",
        );
        report.none(&figure(self, "given up"), self.failed()? - failed_before);
        Ok(())
    }

    /// The relay accepts connections and does not greet, then an operator corrects its settings.
    fn silent(&mut self, report: &mut Report) -> Result<()> {
        self.reload(FATAL)?;
        self.harness.crash(Part::Worker.name())?;
        self.send(3, "", "cloud-security")?;
        let is_silent = signals::wait_until(Duration::from_secs(10), || self.postfix.is_throttled())?;
        report.yes(&self.figure("no greeting: Postfix starts no server process"), is_silent);
        self.reload(TRUSTED)?;
        let corrected = Instant::now();
        let settled = self.settles(Duration::from_mins(3))?;
        report.yes(&self.figure("no greeting: then every mail was sent"), settled);
        let resumed = corrected.elapsed().as_secs_f64();
        report.at_most(&self.figure("no greeting: sent after the correction"), resumed, RESUMED, "s");
        Ok(())
    }

    fn reload(&self, lines: &str) -> Result<()> {
        self.postfix.reload(&settings(self.harness, &self.policy, self.is_delayed, lines))
    }

    fn events(&self, taken: Taken) -> Result<usize> {
        Ok(self.harness.log(Part::Worker.name())?.matches(taken.event()).count())
    }

    fn failed(&mut self) -> Result<usize> {
        Ok(usize::try_from(self.probe.number("SELECT count(*) FROM outbox WHERE state = 'failed'")?)?)
    }

    /// Compares with what the next hop got.
    fn conclude(mut self, report: &mut Report) -> Result<()> {
        let sent = usize::try_from(self.probe.number("SELECT count(*) FROM outbox WHERE state = 'sent'")?)?;
        let passed_on = signals::wait_until(Duration::from_mins(1), || Ok(self.harness.smtp.accepted().len() >= sent))?;
        report.yes(&self.figure("Postfix has passed on every mail"), passed_on);
        let recorder = self.harness.smtp.recorder();
        let (comparison, _) = invariants::check(&mut self.probe, &self.submissions, &recorder)?;
        drop(recorder);
        report.note(&self.figure("mails"), sent);
        for (what, count) in [
            ("acknowledged inquiries lost", comparison.lost),
            ("notifications missing", comparison.unnotified),
            ("notifications twice", comparison.notified_twice),
            ("visitors with more than one auto-reply", comparison.replied_twice),
            ("mails with a Message-ID of no row", comparison.unknown),
            ("rows `sent` without a 250 for that mail", comparison.unfounded),
        ] {
            report.none(&self.figure(what), count);
        }
        report.none(&self.figure("processes that ended"), self.harness.dead(&PARTS)?);
        self.harness.stop(&PARTS)?;
        self.postfix.stop(self.harness)
    }
}
