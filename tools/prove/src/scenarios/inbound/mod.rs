//! Mails come by LMTP from a real Postfix, by IMAP from a real Dovecot, and by the pipe, while worker and database are
//! killed, the folder is numbered anew, and then the database is away. Judged by counting: every mail that a sender got rid of
//! is stored once and has one fate.

mod senders;

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::harness::{Harness, Part, Setup};
use crate::mail_servers::{Dovecot, Postfix};
use crate::plan::Plan;
use crate::report::{Report, Wanted};
use devstack::ports::Ports;
use devstack::signals;
use testkit::database_probe::DatabaseProbe;
use testkit::load::reply_addresses;

use senders::Senders;

const INSTALL: &str = "apt-get install --no-install-recommends postfix dovecot-imapd dovecot-lmtpd";
const DOMAIN: &str = "reply.firnwall.example";
const TICKETS: usize = 5;
const WAYS: [&str; 3] = ["lmtp", "imap", "pipe"];
const PIPES: usize = 2;
/// Between two kills of the worker; a kill of the database comes after so many. A mailbox is free 12 s after its reader
/// was killed, so each burst is followed by a rest.
const KILL_INTERVAL: Duration = Duration::from_secs(1);
const DATABASE_EVERY: usize = 10;
const BURST: usize = 8;
const REST: Duration = Duration::from_secs(16);
pub(super) const UNSETTLED: &str = "SELECT count(*) FROM intake WHERE state <> 'settled'";

/// The servers, and those who send.
struct Stage {
    probe: DatabaseProbe,
    postfix: Postfix,
    dovecot: Dovecot,
    senders: Senders,
}

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let mut stage = set_up(harness, &Postfix::find(INSTALL)?, &Dovecot::find(INSTALL)?)?;
    let mails = plan.size(150, 5_000);
    let outage_mails = plan.size(50, 500);
    under_kills(harness, &stage, mails)?;
    let settled_after = settle_time(&mut stage, mails, 0)?;
    report.speed(plan, "all settled after the last kill", settled_after, Wanted::AtMost(60.0), "s");
    let away = plan.size(Duration::from_secs(10), Duration::from_mins(10));
    without_database(harness, &stage, mails, outage_mails, away)?;
    settle_time(&mut stage, mails, outage_mails)?;
    judge(&stage, mails, outage_mails, report)?;
    report.none("processes that ended", harness.dead(&[Part::Api, Part::Worker])?);
    harness.stop(&[Part::Api, Part::Worker])?;
    stage.postfix.stop(harness)?;
    stage.dovecot.stop(harness)?;
    Ok(())
}

fn set_up(harness: &mut Harness, postfix: &Path, dovecot: &Path) -> Result<Stage> {
    let ports = Ports::find_free()?;
    let (lmtp, smtp, dovecot_lmtp, imap) = (harness.ports.lmtp, ports.smtp, ports.lmtp, ports.inbox);
    let dovecot = Dovecot::start(harness, dovecot, dovecot_lmtp, imap)?;
    let postfix = Postfix::start(harness, postfix, smtp, &postfix_settings(lmtp))?;
    let imap_url = format!("imap://desk:word@127.0.0.1:{imap}");
    let mut setup = harness.set_up_mail_in("inbound", &[("IMAP_URL", &imap_url)])?;
    setup.set("INTAKE", "lmtp,pipe,imap");
    harness.smtp.keep_texts(true);
    harness.start(&setup, &[Part::Api, Part::Worker])?;
    let addresses = addresses(harness, &setup)?;
    harness.smtp.keep_texts(false);
    let worker = harness.program(Part::Worker)?.to_owned();
    let Setup { settings, probe, .. } = setup;
    let senders = Senders { postfix: postfix.address, dovecot: dovecot.lmtp, addresses, worker, settings };
    Ok(Stage { probe, postfix, dovecot, senders })
}

/// From `relay_domains` to `message_size_limit`: docs/mail-in.md. The short backoffs only save time.
fn postfix_settings(lmtp: u16) -> String {
    format!(
        "mynetworks = 127.0.0.0/8\nmyhostname = sender.example\n\
         relay_domains = {DOMAIN}\ntransport_maps = inline:{{ {DOMAIN}=lmtp:inet:127.0.0.1:{lmtp} }}\n\
         relay_recipient_maps =\nlmtp_destination_recipient_limit = 1\nmessage_size_limit = 26214400\n\
         minimal_backoff_time = 1s\nmaximal_backoff_time = 2s\nqueue_run_delay = 1s\n\
         lmtp_destination_concurrency_failed_cohort_limit = 1000000\n"
    )
}

/// The reply addresses in the auto-replies of some inquiries.
pub(super) fn addresses(harness: &Harness, setup: &Setup) -> Result<Vec<String>> {
    let visitors = reply_addresses(harness.site(Part::Api), setup, &harness.smtp, TICKETS)?;
    let addresses: Vec<String> = visitors.into_iter().map(|(_, address)| address).collect();
    ensure!(addresses.iter().all(|address| address.ends_with(DOMAIN)), "the auto-replies have no signed address");
    Ok(addresses)
}

/// All ways at once, while the worker is killed each second, the database less often, and the folder is numbered anew
/// halfway.
fn under_kills(harness: &mut Harness, stage: &Stage, mails: usize) -> Result<()> {
    let done = AtomicUsize::new(0);
    let (done, by) = (&done, &stage.senders);
    thread::scope(|scope| {
        let mut senders = Vec::new();
        for way in ["lmtp", "imap"] {
            senders.push(scope.spawn(move || by.by_server(way, 0, mails, done)));
        }
        for pipe in 0..PIPES {
            let (from, to) = (mails * pipe / PIPES, mails * (pipe + 1) / PIPES);
            senders.push(scope.spawn(move || by.by_pipe(from, to - from, done)));
        }
        let (mut kills, mut is_renumbered) = (0, false);
        while senders.iter().any(|sender| !sender.is_finished()) || !is_renumbered {
            let pause = if kills % BURST == BURST - 1 { REST } else { KILL_INTERVAL };
            signals::wait_until(pause, || Ok(false))?;
            harness.crash(Part::Worker.name())?;
            kills += 1;
            if kills % DATABASE_EVERY == DATABASE_EVERY / 2 {
                harness.crash_postgres(Duration::from_millis(300))?;
            }
            if !is_renumbered && (kills > 3 && done.load(Ordering::Relaxed) > mails || kills > 30) {
                stage.dovecot.renumber(harness)?;
                is_renumbered = true;
            }
        }
        for sender in senders {
            sender.join().unwrap_or_else(|_| anyhow::bail!("a sender panicked"))?;
        }
        Ok(())
    })
}

/// Seconds until every mail that was handed over is stored and settled.
fn settle_time(stage: &mut Stage, mails: usize, outage_mails: usize) -> Result<f64> {
    let start = Instant::now();
    let mut probe = stage.probe.clone();
    signals::wait_until(Duration::from_mins(3), || {
        thread::sleep(Duration::from_millis(200));
        let is_delivered = stage.postfix.attempts("sent")? >= mails + outage_mails;
        Ok(is_delivered && stage.dovecot.inbox() == 0 && probe.number(UNSETTLED).is_ok_and(|open| open == 0))
    })?;
    Ok(start.elapsed().as_secs_f64())
}

/// Mails come by Postfix meanwhile.
fn without_database(harness: &mut Harness, stage: &Stage, from: usize, mails: usize, away: Duration) -> Result<()> {
    let by = &stage.senders;
    thread::scope(|scope| {
        let sender = scope.spawn(move || by.by_server("lmtp", from, mails, &AtomicUsize::new(0)));
        harness.crash_postgres(away)?;
        sender.join().unwrap_or_else(|_| anyhow::bail!("the sender panicked"))
    })
}

/// Each mail by its name, and how many rows it has.
const STORED: &str = "\
    SELECT way, substring(convert_from(raw, 'UTF8') from 'Subject: (prove-[a-z]+-[0-9]+)'), count(*) \
    FROM intake JOIN raw_mail ON intake_id = intake.id GROUP BY 1, 2";
const LAW: &str = "\
    SELECT way, count(*), count(*) FILTER (WHERE state <> 'settled'), \
        sum(deliveries), count(*) FILTER (WHERE fate = 'duplicate') FROM intake GROUP BY way";

fn judge(stage: &Stage, mails: usize, outage_mails: usize, report: &mut Report) -> Result<()> {
    // The former connection ended with the database.
    let mut probe = stage.probe.clone();
    let mut stored: HashMap<String, i64> = HashMap::new();
    for row in probe.rows(STORED)? {
        *stored.entry(row.text(1).to_owned()).or_default() += row.number(2);
    }
    for way in WAYS {
        let sent = if way == "lmtp" { mails + outage_mails } else { mails };
        let counts = (0..sent).map(|number| stored.get(&format!("prove-{way}-{number}")).copied().unwrap_or_default());
        let counts: Vec<i64> = counts.collect();
        report.scaled(&format!("mails by {way}"), sent, if way == "lmtp" { 5_500 } else { 5_000 });
        report.none(&format!("lost, by {way}"), counts.iter().filter(|count| **count == 0).count());
        report.none(&format!("stored twice, by {way}"), counts.iter().filter(|count| **count > 1).count());
    }
    let mut rows: HashMap<String, i64> = HashMap::new();
    for row in probe.rows(LAW)? {
        let way = row.text(0);
        report.none(&format!("{way}: mails without a fate"), usize::try_from(row.number(2)).unwrap_or(usize::MAX));
        report.note(
            &format!("{way}: rows / deliveries / duplicates"),
            format!("{} / {} / {}", row.number(1), row.number(3), row.number(4)),
        );
        rows.insert(way.to_owned(), row.number(1));
    }
    let is_count = |way: &str, count: usize| rows.get(way).is_some_and(|rows| usize::try_from(*rows) == Ok(count));
    let (delivered, repeated) = (stage.postfix.attempts("sent")?, stage.postfix.attempts("deferred")?);
    report.all("mails that Postfix handed over, of those it took", delivered, mails + outage_mails);
    report.yes("rows by LMTP = deliveries in Postfix's log", is_count("lmtp", delivered));
    report.yes("rows by pipe = processes that ended with 0", is_count("pipe", mails));
    report.yes("rows by IMAP = mails that Dovecot took", is_count("imap", mails));
    report.none("mails that Postfix gave back", stage.postfix.attempts("")? - delivered - repeated);
    report.note("attempts that Postfix repeated", repeated);
    let noticed = probe.number("SELECT count(*) FROM imap_account WHERE read_again_below > 1")?;
    report.yes("the change of UIDVALIDITY was noticed", noticed > 0);
    Ok(())
}
