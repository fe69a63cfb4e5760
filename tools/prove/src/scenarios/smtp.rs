//! The mail server misbehaves in every way that the addresses name, then recovers.

use std::net::SocketAddr;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use uuid::Uuid;

use super::smtp_doors;
use super::smtp_table::{QUICK, SLOW, fate_of};
use crate::arena::{Arena, Part, Scene};
use crate::crowd::{Asked, ask_once};
use crate::inquiry::{Inquiry, Tokens};
use crate::plan::Plan;
use crate::referee::DOMAIN;
use crate::report::Report;
use crate::sets::{self, Mail, SKIP_THE_WAIT};
use devstack::signals;
use testkit::client::Client;
use testkit::observer::FORGET_THE_HOUR;

/// Retries wait while the server is broken, so that each mail meets its fault once.
const HOLD_RETRIES: &str = "UPDATE outbox SET next_attempt_at = now() + interval '1 hour' \
    WHERE state IN ('retry', 'ambiguous') AND next_attempt_at < now() + interval '30 minutes'";
const FIRST_ATTEMPTS: &str = "SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending')";

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("smtp");
    let quick = addresses(&QUICK);
    let routes = format!("other={};partnership=plain@{DOMAIN}", addresses(&SLOW));
    let overrides = [
        ("NOTIFY_TO", quick.as_str()),
        ("NOTIFY_ROUTES", routes.as_str()),
        ("SMTP_COMMAND_TIMEOUT_SECONDS", "2"),
        ("SMTP_LAST_TIMEOUT_SECONDS", "2"),
    ];
    let mut scene = arena.scene("smtp", &overrides)?;
    arena.start(&scene, &[Part::Api, Part::Worker])?;
    let asked = send(arena, &scene, plan)?;
    let mut observer = scene.observer.clone();
    let attempted = signals::wait_until(Duration::from_mins(6), || {
        thread::sleep(Duration::from_millis(200));
        observer.run(HOLD_RETRIES)?;
        observer.run(FORGET_THE_HOUR)?;
        Ok(observer.number(FIRST_ATTEMPTS)? == 0)
    })?;
    report.yes("every mail attempted", attempted);
    let mails = sets::mails(&mut observer)?;
    report.scaled("mails", mails.len(), 10_000);
    report.none(
        "outcomes other than tabled, while broken",
        count_wrong(arena, &mails, |mail, accepted| {
            fate_of(&mail.recipient).is_some_and(|fate| fate.is_met(&mail.state, &mail.code, accepted))
        }),
    );

    arena.referee.set_faults(false);
    let drained = sets::settle(&mut observer, SKIP_THE_WAIT, Duration::from_mins(3))?;
    report.yes("every mail at its end after the recovery", drained);
    let (verdict, mails) = sets::judge(&mut observer, &asked, &arena.referee.book())?;
    report.none("outcomes other than tabled, after the recovery", count_wrong(arena, &mails, is_right_at_last));
    report.none("lost inquiries", verdict.lost);
    report.none("rows `sent` without a 250 for that very mail", verdict.unfounded);
    report.none("visitors with more than one auto-reply", verdict.replied_twice);
    report.none("mails taken twice and not marked ambiguous", verdict.unmarked);
    report.none("mails that no row knows (another Message-ID)", verdict.unknown);
    report.tell("auto-replies taken", verdict.auto_replies);
    smtp_doors::run(arena, &mut scene, plan, &mut report)?;
    Ok(report)
}

fn addresses<T>(table: &[(&str, T)]) -> String {
    let addresses: Vec<String> = table.iter().map(|(name, _)| format!("{name}@{DOMAIN}")).collect();
    addresses.join(",")
}

/// Each inquiry notifies every address of its kind; the visitors' own addresses name faults too.
fn send(arena: &Arena, scene: &Scene, plan: Plan) -> Result<Vec<Asked>> {
    let site = arena.site(Part::Api);
    let tokens = Tokens::new(site, scene.setting("ALTCHA_HMAC_KEY"));
    let mut client = Client::new(site);
    let (quick, slow) = (plan.size(24, 452), plan.size(2, 12));
    let mut all = Vec::new();
    for number in 0..quick + slow {
        let table: &[_] = if number < quick { &QUICK } else { &SLOW };
        let (mode, _) = table[number % table.len()];
        let visitor = format!("{mode}.{number}@{DOMAIN}");
        let reason = if number < quick { "cloud-security" } else { "other" };
        all.push(post(&mut client, site, &tokens, &visitor, reason)?);
    }
    Ok(all)
}

/// One accepted inquiry.
pub(super) fn post(
    client: &mut Client,
    site: SocketAddr,
    tokens: &Tokens,
    visitor: &str,
    reason: &str,
) -> Result<Asked> {
    let inquiry = Inquiry::from_visitor(Uuid::new_v4(), visitor, &tokens.make()?).with("contactReason", reason);
    let asked = ask_once(client, site, &inquiry, "");
    if asked.reference.is_none() {
        bail!("an inquiry was answered {}", asked.status);
    }
    Ok(asked)
}

fn is_right_at_last(mail: &Mail, accepted: usize) -> bool {
    fate_of(&mail.recipient).is_some_and(|fate| {
        if mail.is_auto_reply {
            fate.is_met_by_auto_reply(&mail.state, accepted)
        } else {
            fate.is_met_at_last(&mail.state, accepted)
        }
    })
}

/// How many mails are not as the table says; the first few are told.
fn count_wrong(arena: &Arena, mails: &[Mail], is_right: impl Fn(&Mail, usize) -> bool) -> usize {
    let book = arena.referee.book();
    let accepted = book.accepted();
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
