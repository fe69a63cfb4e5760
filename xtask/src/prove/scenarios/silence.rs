//! Everything that goes wrong, at the most talkative level: and not one personal word in what the
//! product writes about itself.

use std::net::Ipv4Addr;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use uuid::Uuid;

use crate::prove::arena::{Arena, Part, Scene};
use crate::prove::client::{Client, get};
use crate::prove::crowd::ask_once;
use crate::prove::inquiry::{Inquiry, Tokens, canaries_in};
use crate::prove::plan::Plan;
use crate::prove::referee::DOMAIN;
use crate::prove::report::{Report, float};
use crate::prove::sets::{SKIP_THE_WAIT, UNSETTLED};
use crate::signals;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// Where the visitors come from: addresses are personal too.
const SOURCE: Ipv4Addr = Ipv4Addr::new(127, 77, 66, 55);
const MODES: [&str; 9] =
    ["plain", "rcpt-451", "rcpt-550", "dot-554", "dot-452", "dot-close", "accept-reset", "rcpt-flood", "dot-354"];
/// Everything the database holds besides the inquiries themselves.
const ELSEWHERE: [&str; 6] = [
    "SELECT t::text FROM (SELECT *, convert_from(job, 'UTF8') AS payload FROM apalis.jobs) AS t",
    "SELECT t::text FROM apalis.workers AS t",
    "SELECT t::text FROM ledger AS t",
    "SELECT t::text FROM inquiry AS t",
    "SELECT last_code FROM outbox",
    "SELECT most_common_vals::text || coalesce(histogram_bounds::text, '') FROM pg_stats WHERE schemaname = 'public'",
];

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("silence");
    let overrides = [("RUST_LOG", "trace"), ("SMTP_COMMAND_TIMEOUT_SECONDS", "2"), ("SMTP_LAST_TIMEOUT_SECONDS", "2")];
    let scene = arena.scene("silence", &overrides)?;
    arena.start(&scene, &PARTS)?;
    let accepted = send_all(arena, &scene, plan)?;
    arena.crash_postgres(Duration::from_millis(300))?;
    arena.crash(Part::Worker.name())?;
    arena.await_ready(Part::Worker)?;
    let accepted = accepted + send_all(arena, &scene, plan)?;
    let mut observer = scene.observer.clone();
    let drained = signals::wait_until(Duration::from_mins(1), || {
        thread::sleep(Duration::from_millis(200));
        observer.run(SKIP_THE_WAIT)?;
        arena.referee.set_faults(false);
        Ok(observer.number(UNSETTLED)? == 0)
    })?;
    report.yes("every mail at its end", drained);
    report.at_least("inquiries accepted", float(accepted), 18.0, "");
    observer.run("ANALYZE")?;
    for (place, text) in places(arena, &scene)? {
        let found = words_in(&text);
        if !found.is_empty() {
            eprintln!("  in {place}: {}", found.join(", "));
        }
        report.none(&format!("personal words in {place} ({} kB)", text.len() / 1024), found.len());
    }
    let inquiries = observer.rows("SELECT t::text FROM inquiry_content AS t LIMIT 1")?;
    report.yes("the check finds them where they belong", inquiries.iter().any(|row| !words_in(row.text(0)).is_empty()));
    arena.stop(&PARTS)?;
    Ok(report)
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

/// All that the product writes besides the inquiry itself.
fn places(arena: &Arena, scene: &Scene) -> Result<Vec<(String, String)>> {
    let mut places = Vec::new();
    for name in ["api", "worker", "postgres", "migration"] {
        places.push((format!("the log of {name}"), arena.log(name)?));
    }
    for part in PARTS {
        let reply = Client::new(arena.ops(part)).send(&get("/metrics"))?;
        places.push((format!("the metrics of {}", part.name()), String::from_utf8_lossy(&reply.body).into_owned()));
    }
    let mut observer = scene.observer.clone();
    for sql in ELSEWHERE {
        let rows = observer.rows(sql)?;
        let text: Vec<&str> = rows.iter().map(|row| row.text(0)).collect();
        let table = sql.rsplit("FROM ").next().unwrap_or_default().split_whitespace().next().unwrap_or_default();
        places.push((format!("table {}", table.trim_end_matches(')')), text.join("\n")));
    }
    Ok(places)
}

fn words_in(text: &str) -> Vec<String> {
    let mut words = canaries_in(text);
    words.extend(Some(SOURCE.to_string()).filter(|source| text.contains(source)));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_word_however_it_is_written_and_an_address() {
        assert_eq!(words_in("... quokkaFIRST ..."), ["quokkafirst"]);
        assert_eq!(words_in("from 127.77.66.55:4711"), ["127.77.66.55"]);
        assert!(words_in("outbox 0190 sent").is_empty());
    }
}
