//! The mail server fails in every way that the addresses name, then recovers.

use std::thread;
use std::time::Duration;

use anyhow::Result;

use super::smtp_connections;
use super::smtp_table::{QUICK, SLOW, expected_of};
use crate::harness::{Harness, Part, Setup};
use crate::invariants::{self, Mail, SKIP_BACKOFF};
use crate::load::{Submission, submit_accepted};
use crate::plan::Plan;
use crate::report::Report;
use devstack::signals;
use testkit::client::Client;
use testkit::database_probe::RESET_HOURLY_LIMIT;
use testkit::smtp::DOMAIN;
use testkit::token::TokenMaker;

/// Holds retries while the server fails, so that each mail fails once.
const HOLD_RETRIES: &str = "UPDATE outbox SET next_attempt_at = now() + interval '1 hour' \
    WHERE state IN ('retry', 'ambiguous') AND next_attempt_at < now() + interval '30 minutes'";
const FIRST_ATTEMPTS: &str = "SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending') \
    OR state = 'retry' AND last_code = 'hourly_limit'";

pub(super) fn run(harness: &mut Harness, plan: Plan) -> Result<Report> {
    let mut report = Report::new("smtp");
    let quick = addresses(&QUICK);
    let routes = format!("other={};partnership=plain@{DOMAIN}", addresses(&SLOW));
    let overrides = [
        ("NOTIFY_TO", quick.as_str()),
        ("NOTIFY_ROUTES", routes.as_str()),
        ("SMTP_COMMAND_TIMEOUT_SECONDS", "2"),
        ("SMTP_LAST_TIMEOUT_SECONDS", "2"),
    ];
    let mut setup = harness.set_up("smtp", &overrides)?;
    harness.start(&setup, &[Part::Api, Part::Worker])?;
    let submissions = send(harness, &setup, plan)?;
    let mut probe = setup.probe.clone();
    let attempted = signals::wait_until(Duration::from_mins(6), || {
        thread::sleep(Duration::from_millis(200));
        probe.run(HOLD_RETRIES)?;
        probe.run(RESET_HOURLY_LIMIT)?;
        Ok(probe.number(FIRST_ATTEMPTS)? == 0)
    })?;
    report.yes("every mail attempted", attempted);
    let mails = invariants::mails(&mut probe)?;
    report.scaled("mails", mails.len(), 10_000);
    report.none(
        "outcomes other than expected, during the failure",
        count_wrong(harness, &mails, |mail, accepted| {
            expected_of(&mail.recipient).is_some_and(|expected| expected.is_met(&mail.state, &mail.code, accepted))
        }),
    );

    harness.smtp.name_failures(false);
    let drained = invariants::settle(&mut probe, SKIP_BACKOFF, Duration::from_mins(3))?;
    report.yes("every mail reached a final state after recovery", drained);
    let (comparison, mails) = invariants::check(&mut probe, &submissions, &harness.smtp.recorder())?;
    report.none("outcomes other than expected, after recovery", count_wrong(harness, &mails, is_right_after_recovery));
    report.none("lost inquiries", comparison.lost);
    report.none("rows `sent` without a 250 for that mail", comparison.unfounded);
    report.none("visitors with more than one auto-reply", comparison.replied_twice);
    report.none("mails accepted twice and never ambiguous", comparison.unmarked);
    report.none("mails with a Message-ID of no row", comparison.unknown);
    report.note("auto-replies accepted", comparison.auto_replies);
    smtp_connections::run(harness, &mut setup, plan, &mut report)?;
    Ok(report)
}

fn addresses<T>(table: &[(&str, T)]) -> String {
    let addresses: Vec<String> = table.iter().map(|(name, _)| format!("{name}@{DOMAIN}")).collect();
    addresses.join(",")
}

/// Each inquiry notifies every address of its table. The visitors' addresses name failures, too.
fn send(harness: &Harness, setup: &Setup, plan: Plan) -> Result<Vec<Submission>> {
    let site = harness.site(Part::Api);
    let tokens = TokenMaker::new(site, setup.setting("ALTCHA_HMAC_KEY"));
    let mut client = Client::new(site);
    let (quick, slow) = (plan.size(24, 452), plan.size(2, 12));
    let mut all = Vec::new();
    for number in 0..quick + slow {
        let table: &[_] = if number < quick { &QUICK } else { &SLOW };
        let (mode, _) = table[number % table.len()];
        let visitor = format!("{mode}.{number}@{DOMAIN}");
        let reason = if number < quick { "cloud-security" } else { "other" };
        all.push(submit_accepted(&mut client, site, &tokens, &visitor, reason)?);
    }
    Ok(all)
}

fn is_right_after_recovery(mail: &Mail, accepted: usize) -> bool {
    expected_of(&mail.recipient).is_some_and(|expected| {
        if mail.is_auto_reply {
            expected.is_met_by_auto_reply(&mail.state, accepted)
        } else {
            expected.is_met_after_recovery(&mail.state, accepted)
        }
    })
}

/// Counts mails that are not as the table says, and prints the first ten.
fn count_wrong(harness: &Harness, mails: &[Mail], is_right: impl Fn(&Mail, usize) -> bool) -> usize {
    let recorder = harness.smtp.recorder();
    let accepted = recorder.acceptances();
    let times = |mail: &Mail| accepted.get(mail.message_id.as_str()).copied().unwrap_or_default();
    let wrong: Vec<&Mail> = mails.iter().filter(|mail| !is_right(mail, times(mail))).collect();
    for mail in wrong.iter().take(10) {
        eprintln!(
            "  {} (auto-reply: {}): {} {}, taken {} times, {} attempts",
            mail.recipient,
            mail.is_auto_reply,
            mail.state,
            mail.code,
            times(mail),
            mail.attempts,
        );
    }
    wrong.len()
}
