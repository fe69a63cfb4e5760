//! Everything that goes wrong, at the most talkative level: and not one personal word in what the
//! product writes about itself.

use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;
use uuid::Uuid;

use super::Scenario;
use crate::arena::{Arena, Part, Scene};
use crate::crowd::ask_once;
use crate::inquiry::{Inquiry, Tokens};
use crate::plan::Plan;
use crate::referee::DOMAIN;
use crate::report::{Report, float};
use crate::sets::{SKIP_THE_WAIT, settle};
use devstack::signals;
use testkit::client::{Client, get};

const LEVEL: &str = "trace";
const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// Mails that no server has been asked to take.
const UNTRIED: &str = "SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending')";
/// Where the visitors come from.
const SOURCE: Ipv4Addr = Ipv4Addr::new(127, 77, 66, 55);
const MODES: [&str; 9] =
    ["plain", "rcpt-451", "rcpt-550", "dot-554", "dot-452", "dot-close", "accept-reset", "rcpt-flood", "dot-354"];

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("silence");
    let overrides = [("RUST_LOG", LEVEL), ("SMTP_COMMAND_TIMEOUT_SECONDS", "2"), ("SMTP_LAST_TIMEOUT_SECONDS", "2")];
    let scene = arena.scene("silence", &overrides)?;
    arena.start(&scene, &PARTS)?;
    let accepted = send_all(arena, &scene, plan)?;
    arena.crash_postgres(Duration::from_millis(300))?;
    arena.crash(Part::Worker.name())?;
    arena.await_ready(Part::Worker)?;
    let accepted = accepted + send_all(arena, &scene, plan)?;
    let mut observer = scene.observer.clone();
    report.yes("every mail met its fault", observer.becomes_zero(UNTRIED, Duration::from_secs(30))?);
    arena.referee.set_faults(false);
    let drained = settle(&mut observer, SKIP_THE_WAIT, Duration::from_mins(1))?;
    report.yes("every mail at its end", drained);
    report.at_least("inquiries accepted", float(accepted), 18.0, "");
    arena.stop(&PARTS)?;
    Ok(report)
}

/// All other scenarios at the same level, in their quick size. Their own figures are judged in their own runs.
pub(crate) fn over_all_others(arena: &mut Arena, plan: Plan, report: &mut Report) -> Result<()> {
    let plan = Plan { is_full: false, judges_speed: false, ..plan };
    let (mut megabytes, mut traces) = (0.0, 0);
    arena.log_level = LEVEL;
    for scenario in Scenario::value_variants().iter().filter(|scenario| **scenario != Scenario::Silence) {
        let name = scenario.name();
        eprintln!("proving silence in {name}");
        let broke_off = match scenario.run(arena, plan) {
            Ok(other) if other.is_skipped() => {
                report.tell(&name, "not run");
                continue;
            }
            Ok(other) => {
                other.failed().iter().for_each(|missed| eprintln!("  missed meanwhile: {missed}"));
                false
            }
            Err(error) => {
                signals::check()?;
                arena.stop_all();
                eprintln!("  {error:#}");
                report.yes(&format!("{name}: came to its end"), false);
                true
            }
        };
        let found = arena.search(broke_off)?;
        found.report_as_one(report, &name);
        megabytes += found.log_megabytes();
        traces += found.traces();
    }
    arena.log_level = "info";
    report.tell("MB of log of all these", format!("{megabytes:.0}"));
    report.at_least("lines at TRACE in all these", float(traces), 1.0, "");
    Ok(())
}

/// Good and bad requests of every kind, each full of canaries. Returns how many were accepted.
fn send_all(arena: &Arena, scene: &Scene, plan: Plan) -> Result<usize> {
    let site = arena.site(Part::Api);
    let tokens = Tokens::new(site, scene.setting("ALTCHA_HMAC_KEY"));
    let mut client = Client::new(site).with_source(SOURCE);
    let mut accepted = 0;
    for number in 0..MODES.len() * plan.size(1, 5) {
        let visitor = format!("{}.quollmail-{number}@{DOMAIN}", MODES[number % MODES.len()]);
        let inquiry = Inquiry::from_visitor(Uuid::new_v4(), &visitor, &tokens.make()?);
        let asked = ask_once(&mut client, site, &inquiry, "X-Forwarded-For: 127.77.66.55\r\n");
        accepted += usize::from(asked.reference.is_some());
    }
    let fresh = || Inquiry::new(Uuid::new_v4(), "Dingomessage as a token");
    let refused = [
        fresh(),
        fresh().with("firstName", "Quokkafirst".repeat(20)),
        fresh().with("company", "Numbatcompany\u{0}"),
        fresh().with("message", 7),
        fresh().with("contactReason", "Dingomessage"),
        fresh().with("desiredConsultants", "Wombatlast"),
        fresh().with("email", "quollmail at nowhere"),
        fresh().with("message", "Dingomessage ".repeat(9_000)),
        fresh().with("turnstileToken", "quollmail".repeat(300)),
    ];
    for inquiry in &refused {
        // The largest one may be answered before it is read; the next takes a new connection.
        ask_once(&mut client, site, inquiry, "");
    }
    let whole = String::from_utf8_lossy(&fresh().request(site, "")).into_owned();
    for broken in [whole.replace("\"firstName\":", "\"firstName\":Quokkafirst"), whole.replace("POST", "Quokkafirst")] {
        let _ = client.send(broken.as_bytes());
        client.close();
    }
    let _ = client.send(&get("/contact?firstName=Quokkafirst&email=quollmail%40example.com"));
    let _ = client.send(&get("/Quokkafirst/quollmail@example.com"));
    Ok(accepted)
}
