//! The bot check's own service fails in every way.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use uuid::Uuid;

use crate::arena::{Arena, Part, Scene};
use crate::crowd::{Asked, ask_once};
use crate::inquiry::{Inquiry, visitor};
use crate::plan::Plan;
use crate::referee::Book;
use crate::report::Report;
use crate::sets::{self, UNSETTLED};
use testkit::client::Client;
use testkit::observer::Observer;
use testkit::siteverify::{MODES, Verdict};
use testkit::statistics::percentile;

const PARTS: [Part; 2] = [Part::Api, Part::Worker];
/// Unverified inquiries are capped by the hour; the caps have a check of their own below.
const FORGET_THE_CAP: &str = "UPDATE inquiry SET received_at = received_at - interval '2 hours', \
    last_contact_at = last_contact_at WHERE bot_check = 'unverified' AND received_at > now() - interval '1 hour'";
const CAP_OF_A_NETWORK: usize = 5;
/// The way to fail that no answer can stand for: nobody listens where the second api asks.
const UNREACHABLE: (&str, Verdict) = ("unreachable", Verdict::Kept);

pub(super) fn run(arena: &mut Arena, plan: Plan) -> Result<Report> {
    let mut report = Report::new("challenge");
    let verify_url = format!("http://127.0.0.1:{}/siteverify", arena.ports.inbox);
    let overrides = [
        ("BOT_CHECK", "turnstile"),
        ("TURNSTILE_SITE_KEY", "proof-site-key"),
        ("TURNSTILE_SECRET", "proof-secret"),
        ("TURNSTILE_VERIFY_URL", verify_url.as_str()),
    ];
    let mut scene = arena.scene("challenge", &overrides)?;
    arena.start(&scene, &PARTS)?;
    // The third worker's port, and there is no such worker here: a connection is refused.
    scene.set("TURNSTILE_VERIFY_URL", &format!("http://127.0.0.1:{}/siteverify", arena.more.inbox));
    arena.start(&scene, &[Part::SecondApi])?;
    let mut observer = scene.observer.clone();
    let mut asked = Vec::new();
    for _ in 0..plan.size(1, 5) {
        asked.extend(ask_in_every_mode(arena));
        observer.run(FORGET_THE_CAP)?;
    }
    // All but the success, and the unreachable one.
    report.tell("failure modes", MODES.len());
    report.tell("inquiries", asked.len());
    let took: Vec<f64> = asked.iter().map(|(_, one)| one.took.as_secs_f64()).collect();
    report.at_most("POST p99", percentile(&took, 99), 6.0, "s");
    judge(&mut observer, &asked, &mut report)?;
    report.yes("every mail at its end", observer.becomes_zero(UNSETTLED, Duration::from_secs(30))?);
    let only: Vec<Asked> = asked.iter().map(|(_, one)| one.clone()).collect();
    let (verdict, _) = sets::judge(&mut observer, &only, &arena.referee.book())?;
    report.none("inquiries lost", verdict.lost);
    report.none("notifications missing", verdict.unnotified);
    asked.extend(cap(arena, &scene, &mut report)?);
    judge_replies(&asked, &arena.referee.book(), &mut report);
    arena.stop(&PARTS)?;
    arena.stop(&[Part::SecondApi])?;
    Ok(report)
}

/// All modes at once: the slow ones must not hold up the others.
fn ask_in_every_mode(arena: &Arena) -> Vec<(Verdict, Asked)> {
    let answered = MODES.into_iter().map(|mode| (mode, arena.site(Part::Api)));
    let modes = answered.chain([(UNREACHABLE, arena.site(Part::SecondApi))]);
    thread::scope(|scope| {
        let asking: Vec<_> = modes
            .enumerate()
            .map(|(number, ((mode, verdict), site))| {
                scope.spawn(move || {
                    let key = Uuid::new_v4();
                    let inquiry = Inquiry::new(key, &format!("{mode}.{key}"));
                    // Each from another machine, or the cap of a network would be met.
                    let source = [127, 1, 0, u8::try_from(number + 1).unwrap_or(u8::MAX)];
                    let mut client = Client::new(site).with_source(source.into());
                    (verdict, ask_once(&mut client, site, &inquiry, ""))
                })
            })
            .collect();
        asking.into_iter().filter_map(|thread| thread.join().ok()).collect()
    })
}

/// Each answer against what is stored.
fn judge(observer: &mut Observer, asked: &[(Verdict, Asked)], report: &mut Report) -> Result<()> {
    let verified = keys(observer, "bot_check = 'verified'")?;
    let unverified = keys(observer, "bot_check = 'unverified'")?;
    let is_as_tabled = |verdict: Verdict, one: &Asked| {
        let key = one.key.to_string();
        let (is_verified, is_unverified) = (verified.contains(&key), unverified.contains(&key));
        match verdict {
            Verdict::Verified => one.status == 201 && is_verified,
            Verdict::Refused => one.status == 403 && !is_verified && !is_unverified,
            Verdict::Kept => one.status == 201 && is_unverified,
        }
    };
    let wrong: Vec<_> = asked.iter().filter(|(verdict, one)| !is_as_tabled(*verdict, one)).collect();
    for (verdict, one) in &wrong {
        eprintln!("  {verdict:?} was answered {} after {} ms", one.status, one.took.as_millis());
    }
    report.none("answers other than tabled", wrong.len());
    let refused = asked.iter().filter(|(verdict, _)| *verdict == Verdict::Refused);
    report.none("wrong hostname or action accepted", refused.filter(|(_, one)| one.reference.is_some()).count());
    Ok(())
}

/// Who gets an auto-reply, by what each mode must lead to: the api's own mark could be the thing that is missing.
fn judge_replies(asked: &[(Verdict, Asked)], book: &Book, report: &mut Report) {
    let replies = |wanted: Verdict| {
        let meant = asked.iter().filter(|(verdict, _)| *verdict == wanted);
        let visitors: HashSet<String> = meant.map(|(_, one)| visitor(one.key)).collect();
        (book.auto_replies().filter(|reply| visitors.contains(&reply.to)).count(), visitors.len())
    };
    report.none("auto-replies to unverified", replies(Verdict::Kept).0);
    let (told, verified) = replies(Verdict::Verified);
    report.all("auto-replies to verified (the check sees them)", told, verified);
}

/// From one network only so many unverified inquiries an hour are taken, each told so at once.
fn cap(arena: &Arena, scene: &Scene, report: &mut Report) -> Result<Vec<(Verdict, Asked)>> {
    let site = arena.site(Part::Api);
    let mut client = Client::new(site).with_source([127, 2, 0, 1].into());
    let asked: Vec<Asked> = (0..2 * CAP_OF_A_NETWORK)
        .map(|_| {
            let key = Uuid::new_v4();
            ask_once(&mut client, site, &Inquiry::new(key, &format!("internal-error.{key}")), "")
        })
        .collect();
    let told = |status: u16| asked.iter().filter(|one| one.status == status).count();
    report.all("unverified inquiries taken from one network in an hour", told(201), CAP_OF_A_NETWORK);
    report.all("the others told to come back (503)", told(503), CAP_OF_A_NETWORK);
    let mut observer = scene.observer.clone();
    if !observer.becomes_zero(UNSETTLED, Duration::from_secs(30))? {
        bail!("the mails of the capped inquiries do not end");
    }
    Ok(asked.into_iter().map(|one| (Verdict::Kept, one)).collect())
}

fn keys(observer: &mut Observer, condition: &str) -> Result<Vec<String>> {
    let rows = observer.rows(&format!("SELECT idempotency_key FROM inquiry WHERE {condition}"))?;
    Ok(rows.iter().map(|row| row.text(0).to_owned()).collect())
}
