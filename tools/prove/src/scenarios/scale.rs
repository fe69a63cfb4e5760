//! Two apis and three, two, then one worker on one database. Three begin: whatever can be done only once, the hour's
//! auto-replies and ticks of schedules, is there for all of them to take.

use std::collections::HashMap;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::Value;
use uuid::Uuid;

use crate::arena::{Arena, Part, Scene};
use crate::crowd::{Asked, Crowd, Manner, Visitors, ask_once};
use crate::inquiry::{Inquiry, Tokens};
use crate::plan::Plan;
use crate::report::{Report, Wanted, float};
use crate::sets::{self, UNSETTLED};
use testkit::client::Client;

const APIS: [Part; 2] = [Part::Api, Part::SecondApi];
const WORKERS: [Part; 3] = [Part::Worker, Part::SecondWorker, Part::ThirdWorker];
/// A relay that is not next door: then a worker waits more than it works, as it does in production.
const MAIL_TAKES: Duration = Duration::from_millis(50);
/// Inquiries that are sent to both apis at once.
const PAIRS: usize = 100;
/// A second worker must bring at least this much more.
const GROWTH: f64 = 1.5;

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("scale");
    let scene = arena.scene("scale", &[])?;
    arena.start(&scene, &APIS)?;
    arena.referee.set_delay(MAIL_TAKES);
    let mut asked = Vec::new();
    let mut rates = Vec::new();
    let mut ticks = HashMap::new();
    for count in (1..=WORKERS.len()).rev() {
        asked.extend(fill(arena, &scene, plan, count)?);
        let workers = arena.available(&WORKERS[..count]);
        rates.push(drain(arena, &scene, workers)?);
        for worker in workers {
            count_ticks(&arena.log(worker.name())?, &mut ticks);
        }
    }
    rates.reverse();
    for (count, rate) in rates.iter().enumerate() {
        report.tell(&format!("mails a second with {} workers", count + 1), format!("{rate:.0}"));
    }
    report.speed(plan, "second worker", rates[1] / rates[0], Wanted::AtLeast(GROWTH), "times one");
    report.speed(plan, "third worker", rates[2] / rates[1], Wanted::AtLeast(1.1), "times two");
    let (same, pairs) = ask_both(arena, &scene)?;
    report.all("the same request to both apis at once: one reference", same, pairs.len());
    asked.extend(pairs.into_iter().map(|one| (Part::Api, one)));
    drain(arena, &scene, &WORKERS[..1])?;
    let of_second = asked.iter().filter(|(api, _)| *api == Part::SecondApi).count();
    report.at_least("inquiries through the second api", float(of_second), 1.0, "");
    report.at_least("schedule ticks run", float(ticks.len()), 1.0, "");
    report.none("schedule ticks run more than once", ticks.values().filter(|runs| **runs > 1).count());
    let asked: Vec<Asked> = asked.into_iter().map(|(_, one)| one).collect();
    let (verdict, _) = sets::judge(&mut scene.observer.clone(), &asked, &arena.referee.book())?;
    report.none("mails taken twice", verdict.notified_twice + verdict.replied_twice);
    report.at_most("auto-replies in the hour, of all workers together", float(verdict.auto_replies), 100.0, "");
    report.at_least("auto-replies seen (or nothing was tested)", float(verdict.auto_replies), 50.0, "");
    verdict.report(&mut report);
    arena.stop(&APIS)?;
    Ok(report)
}

/// Fills the outbox through both apis while no worker runs.
fn fill(arena: &Arena, scene: &Scene, plan: Plan, round: usize) -> Result<Vec<(Part, Asked)>> {
    let mut all = Vec::new();
    for api in APIS {
        let manner = Manner {
            wanted: plan.size(200, 1_000),
            threads: 8,
            rate: None,
            persists: true,
            reconnects: false,
            seed: plan.seed_of(&format!("scale {round} {api:?}")),
            visitors: Visitors::Many,
            spreads: false,
        };
        let crowd = Crowd::new(manner, &[arena.site(api)], scene.setting("ALTCHA_HMAC_KEY"));
        crowd.run()?;
        all.extend(crowd.into_asked().into_iter().map(|one| (api, one)));
    }
    Ok(all)
}

/// Each inquiry goes to both apis at the same moment; how many got one reference from both, and what the first was told.
fn ask_both(arena: &Arena, scene: &Scene) -> Result<(usize, Vec<Asked>)> {
    let tokens = Tokens::new(arena.site(Part::Api), scene.setting("ALTCHA_HMAC_KEY"));
    let (mut same, mut first) = (0, Vec::new());
    for _ in 0..PAIRS {
        let inquiry = &Inquiry::new(Uuid::new_v4(), &tokens.make()?);
        let [one, other] = thread::scope(|scope| {
            let ask = |api| {
                let site = arena.site(api);
                scope.spawn(move || ask_once(&mut Client::new(site), site, inquiry, ""))
            };
            APIS.map(ask).map(ScopedJoinHandle::join)
        });
        let (Ok(one), Ok(other)) = (one, other) else { bail!("a visitor broke down") };
        same += usize::from(one.reference.is_some() && one.reference == other.reference);
        first.push(one);
    }
    Ok((same, first))
}

/// Mails a second until the outbox is empty, from the first mail on.
fn drain(arena: &mut Arena, scene: &Scene, workers: &[Part]) -> Result<f64> {
    let before = arena.referee.book().records.len();
    arena.start(scene, workers)?;
    if !scene.observer.clone().becomes_zero(UNSETTLED, Duration::from_mins(2))? {
        bail!("the outbox does not empty");
    }
    arena.stop(workers)?;
    let book = arena.referee.book();
    let times: Vec<Instant> = book.records[before..].iter().map(|record| record.at).collect();
    let (Some(first), Some(last)) = (times.iter().min(), times.iter().max()) else { bail!("no mail was sent") };
    Ok(float(times.len()) / (*last - *first).as_secs_f64())
}

/// How often each schedule's tick was done, from the workers' logs.
fn count_ticks(log: &str, ticks: &mut HashMap<(String, String), usize>) {
    for line in log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        if line["message"] == "schedule done" {
            let part = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            *ticks.entry((part("schedule"), part("tick"))).or_default() += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_a_tick_that_two_workers_ran() {
        let line = r#"{"level":"INFO","message":"schedule done","schedule":"purge","tick":"t1"}"#;
        let mut ticks = HashMap::new();
        count_ticks(&format!("{line}\nnot json\n"), &mut ticks);
        count_ticks(line, &mut ticks);
        assert_eq!(ticks.values().copied().collect::<Vec<_>>(), [2]);
    }
}
