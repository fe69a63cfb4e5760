//! All failures at `RUST_LOG=trace`, without personal data in logs, metrics and other tables.

use std::net::Ipv4Addr;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;
use uuid::Uuid;

use super::Scenario;
use crate::harness::{Harness, Part, Setup};
use crate::invariants::{SKIP_BACKOFF, settle};
use crate::plan::Plan;
use crate::report::{Report, float};
use devstack::signals;
use testkit::client::{Client, get};
use testkit::load::{inquiry, submit_once};
use testkit::smtp::{DOMAIN, FailureMode, NAMED};

const LEVEL: &str = "trace";
const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// Counts mails without an attempt.
const UNTRIED: &str = "SELECT count(*) FROM outbox WHERE state IN ('ready', 'sending')";
/// The client address of the visitors.
const SOURCE: Ipv4Addr = Ipv4Addr::new(127, 77, 66, 55);

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let overrides = [("RUST_LOG", LEVEL), ("SMTP_TIMEOUT_SECONDS", "2")];
    let setup = harness.set_up("personal_data", &overrides)?;
    harness.smtp.name_failures(true);
    harness.start(&setup, &PARTS)?;
    let accepted = send_all(harness, &setup, plan)?;
    harness.crash_postgres(Duration::from_millis(300))?;
    harness.crash(Part::Worker.name())?;
    harness.await_ready(Part::Worker)?;
    let accepted = accepted + send_all(harness, &setup, plan)?;
    let mut probe = setup.probe.clone();
    report.yes("every mail was attempted", probe.becomes_zero(UNTRIED, Duration::from_secs(30))?);
    harness.smtp.name_failures(false);
    let drained = settle(&mut probe, SKIP_BACKOFF, Duration::from_mins(1))?;
    report.yes("every mail reached a final state", drained);
    report.at_least("inquiries accepted", float(accepted), 18.0, "");
    harness.stop(&PARTS)
}

/// Runs all other scenarios at the same level in quick size, and judges their leaks only.
pub(crate) fn over_all_others(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let plan = Plan { is_full: false, ..plan };
    let (mut megabytes, mut traces) = (0.0, 0);
    harness.log_level = LEVEL;
    for scenario in Scenario::value_variants().iter().filter(|scenario| **scenario != Scenario::PersonalData) {
        let name = scenario.name();
        eprintln!("scanning {name} at trace");
        match scenario.run(harness, plan) {
            Ok(other) if other.skipped.is_some() => {
                report.note(&name, "not run");
                continue;
            }
            Ok(other) => other.measurements.missed().iter().for_each(|it| eprintln!("  failed in this run: {it}")),
            Err(error) => {
                signals::check()?;
                harness.stop_all();
                eprintln!("  {error:#}");
                report.yes(&format!("{name}: ended without error"), false);
            }
        }
        let found = harness.scan_for_leaks()?;
        found.report_as_one(report, &name);
        megabytes += found.log_megabytes();
        traces += found.traces();
    }
    harness.log_level = "info";
    report.note("MB of log of all others", format!("{megabytes:.0}"));
    report.at_least("lines at TRACE in all others", float(traces), 1.0, "");
    Ok(())
}

/// Sends valid and invalid requests of every kind, with canaries. Returns how many were accepted.
fn send_all(harness: &Harness, setup: &Setup, plan: Plan) -> Result<usize> {
    let site = harness.site(Part::Api);
    let tokens = setup.tokens(site);
    let mut client = Client::new(site).with_source(SOURCE);
    let mut accepted = 0;
    for number in 0..(NAMED.len() + 1) * plan.size(1, 5) {
        let (mode, _) = NAMED.get(number % (NAMED.len() + 1)).copied().unwrap_or(("plain", FailureMode::Accept));
        let visitor = format!("{mode}.krelvonta-{number}@{DOMAIN}");
        let inquiry = inquiry(Uuid::new_v4(), &tokens.make()?).with("email", visitor);
        let submission = submit_once(&mut client, site, &inquiry, "X-Forwarded-For: 127.77.66.55\r\n");
        accepted += usize::from(submission.reference.is_some());
    }
    let fresh = || inquiry(Uuid::new_v4(), "Wimplethorpe as a token");
    let refused = [
        fresh(),
        fresh().with("firstName", "Zquorvex".repeat(20)),
        fresh().with("company", "Grobnitz\u{0}"),
        fresh().with("message", 7),
        fresh().with("contactReason", "Wimplethorpe"),
        fresh().with("desiredConsultants", "Blimfandle"),
        fresh().with("email", "krelvonta at nowhere"),
        fresh().with("message", "Wimplethorpe ".repeat(9_000)),
        fresh().with("turnstileToken", "krelvonta".repeat(300)),
    ];
    for inquiry in &refused {
        // The largest one may be answered before it is read. The next one then opens a new connection.
        submit_once(&mut client, site, inquiry, "");
    }
    let whole = String::from_utf8_lossy(&fresh().request(site, "")).into_owned();
    for broken in [whole.replace("\"firstName\":", "\"firstName\":Zquorvex"), whole.replace("POST", "Zquorvex")] {
        let _ = client.send(broken.as_bytes());
        client.close();
    }
    let _ = client.send(&get("/contact?firstName=Zquorvex&email=krelvonta%40example.com"));
    let _ = client.send(&get("/Zquorvex/krelvonta@example.com"));
    Ok(accepted)
}
