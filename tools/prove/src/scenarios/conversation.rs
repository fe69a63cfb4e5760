//! Visitors and consultants write to each other by mail, four turns each, while workers and database are killed.
//! Each writes when the other's mail has arrived, so a turn that is lost ends its conversation. A second inquiry of
//! each visitor is merged into the conversation meanwhile.

use std::collections::{HashMap, HashSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use rand::RngExt;

use crate::harness::{Harness, Part};
use crate::plan::Plan;
use crate::report::{Report, Wanted};
use devstack::signals;
use testkit::database_probe::DatabaseProbe;
use testkit::inquiry::reference_in;
use testkit::load::submit_accepted;
use testkit::mail_sender::PatientSender;
use testkit::smtp::{DOMAIN as VISITORS, Record, SmtpFake};

/// The receiving host of a run on this machine, which proves every sender.
const HOST: &str = "inbox.firnwall.example";
/// The first one answers, the second one gets copies.
const CONSULTANTS: [&str; 2] = ["wombat@firnwall.example", "numbat@firnwall.example"];
/// The consultant's are the odd ones.
const TURNS: usize = 4;
/// Below the words of a turn: the visitor ends the wait, and opens again what is closed.
const VERBS: [&str; TURNS + 1] = ["", "\r\n\r\n#wait 5d", "", "\r\n\r\n#assign numbat\r\n#close", ""];
const ASSIGNED: &str = "You answer this inquiry now.";
const RECEIPT: &str = "Your answer is sent.";
/// The first one takes the mails in: a machine has one LMTP port.
const WORKERS: [Part; 2] = [Part::Worker, Part::SecondWorker];
const PARTS: [Part; 3] = [Part::Api, WORKERS[0], WORKERS[1]];
const BETWEEN_KILLS: Duration = Duration::from_secs(4);
/// Of the mail server, so that every kill meets mails in progress.
const DELAY: Duration = Duration::from_millis(300);
const DATABASE_EVERY: usize = 10;
/// Without a new mail of theirs, the conversations have stopped: longer than the waits of four crashes.
const STALLED: Duration = Duration::from_mins(6);

pub(super) fn run(harness: &mut Harness, plan: Plan, report: &mut Report) -> Result<()> {
    let conversations = plan.size(60, 2_000);
    let setup = harness.set_up_mail_in("conversation", &[("NOTIFY_TO", &CONSULTANTS.join(",")), ("FOLLOW", "all")])?;
    harness.smtp.keep_texts(true);
    harness.smtp.delay(DELAY);
    harness.start(&setup, &PARTS[..2])?;
    let mut second = setup.clone();
    second.set("INTAKE", "pipe");
    harness.start(&second, &PARTS[2..])?;
    let submit = || {
        let visitors = (0..conversations).map(|number| format!("krelvonta-{number}@{VISITORS}"));
        submit_accepted(harness.site(Part::Api), &setup, visitors, "other")
    };
    let merges: HashMap<String, String> = submit()?
        .into_iter()
        .zip(submit()?)
        .filter_map(|(first, second)| second.reference.zip(first.reference))
        .collect();

    let talk = Talk::new(harness.smtp.clone(), (Ipv4Addr::LOCALHOST, harness.ports.lmtp).into(), merges);
    let (mut talk, kills) = under_kills(harness, plan, talk)?;
    let mut probe = setup.probe.clone();
    let began = Instant::now();
    let is_sent = probe.becomes_zero(UNSENT, STALLED)?;
    report.yes("every mail is sent", is_sent);
    // Copies for the colleague.
    for record in talk.fresh() {
        talk.read(&record)?;
    }
    report.speed(plan, "all sent after the last turn", began.elapsed().as_secs_f64(), Wanted::AtMost(300.0), "s");
    report.scaled("conversations", conversations, 2_000);
    report.note("kill -9 of a worker", kills);
    judge(&talk, &mut probe, conversations, report)?;
    report.none("processes that ended", harness.dead(&PARTS)?);
    harness.stop(&PARTS)
}

/// Kills a worker and, less often, the database until the last conversation has ended.
fn under_kills(harness: &mut Harness, plan: Plan, mut talk: Talk) -> Result<(Talk, usize)> {
    let has_ended = AtomicBool::new(false);
    let (mut kills, mut rng) = (0, plan.rng("conversation"));
    let talked = thread::scope(|scope| -> Result<()> {
        let talking = scope.spawn(|| {
            let result = talk.run();
            has_ended.store(true, Ordering::Relaxed);
            result
        });
        while !has_ended.load(Ordering::Relaxed) {
            let pause = BETWEEN_KILLS.mul_f64(rng.random_range(0.8..1.2));
            signals::wait_until(pause, || Ok(has_ended.load(Ordering::Relaxed)))?;
            harness.crash(WORKERS[rng.random_range(0..WORKERS.len())].name())?;
            kills += 1;
            if kills % DATABASE_EVERY == 0 {
                harness.crash_postgres(Duration::from_millis(300))?;
            }
        }
        talking.join().unwrap_or_else(|_| bail!("the conversations panicked"))
    });
    talked.map(|()| (talk, kills))
}

/// A mail of a turn, as it arrived.
#[derive(Debug, Default)]
struct Arrivals {
    message_ids: HashSet<String>,
    count: usize,
}

/// All conversations, from the side of those who write.
#[derive(Debug)]
struct Talk {
    smtp: SmtpFake,
    /// To the worker.
    sender: PatientSender,
    /// The reference of each visitor's first inquiry, by that of the second one.
    merges: HashMap<String, String>,
    /// Records that were looked at.
    seen: usize,
    /// Reference and turn, 0 for the notification, which a `#merge` answers if it is of a second inquiry.
    written: HashSet<(String, usize)>,
    /// By reference, turn and recipient.
    arrived: HashMap<(String, usize, String), Arrivals>,
    ended: HashSet<String>,
    /// Message-IDs of what each new owner was told, by reference.
    assigned: HashMap<String, HashSet<String>>,
}

impl Talk {
    fn new(smtp: SmtpFake, worker: SocketAddr, merges: HashMap<String, String>) -> Self {
        Self {
            smtp,
            sender: PatientSender::new(worker, "LHLO"),
            merges,
            seen: 0,
            written: HashSet::new(),
            arrived: HashMap::new(),
            ended: HashSet::new(),
            assigned: HashMap::new(),
        }
    }

    /// Until all have ended, or none goes on.
    fn run(&mut self) -> Result<()> {
        let mut last = Instant::now();
        while self.ended.len() < self.merges.len() && last.elapsed() < STALLED {
            signals::check()?;
            let fresh = self.fresh();
            if fresh.is_empty() {
                thread::sleep(Duration::from_millis(20));
            }
            for record in fresh {
                if self.read(&record)? {
                    last = Instant::now();
                }
            }
        }
        Ok(())
    }

    /// What arrived since the last look. A record is complete as soon as the mail is accepted.
    fn fresh(&mut self) -> Vec<Record> {
        let recorder = self.smtp.recorder();
        let fresh: Vec<Record> = recorder.records[self.seen..].to_vec();
        self.seen = recorder.records.len();
        fresh.into_iter().filter(Record::is_accepted).collect()
    }

    /// Whether somebody has answered.
    fn read(&mut self, record: &Record) -> Result<bool> {
        let subject = record.header("Subject").unwrap_or_default();
        let Some(reference) = reference_in(&subject) else { return Ok(false) };
        if record.is_auto_reply {
            return Ok(false);
        }
        if let Some(first) = self.merges.get(&reference).cloned() {
            if record.to == CONSULTANTS[0] && self.written.insert((reference.clone(), 0)) {
                self.reply(record, 0, &reference, &format!("#merge {first}"))?;
            }
            return Ok(false);
        }
        let text = record.data.replace("=\r\n", "");
        if text.contains(ASSIGNED) {
            self.assigned.entry(reference).or_default().insert(record.message_id.clone());
            return Ok(false);
        } else if text.contains(RECEIPT) {
            return Ok(false);
        }
        let turn = (1..=TURNS).find(|turn| record.data.contains(&words(*turn, &reference))).unwrap_or_default();
        let arrivals = self.arrived.entry((reference.clone(), turn, record.to.clone())).or_default();
        arrivals.count += 1;
        arrivals.message_ids.insert(record.message_id.clone());
        let is_for_writer = if turn % 2 == 0 { record.to == CONSULTANTS[0] } else { record.to.ends_with(VISITORS) };
        if !is_for_writer || !self.written.insert((reference.clone(), turn)) {
            return Ok(false);
        }
        if turn == TURNS {
            self.ended.insert(reference);
        } else {
            let text = words(turn + 1, &reference) + VERBS[turn + 1];
            self.reply(record, turn + 1, &reference, &text)?;
        }
        Ok(true)
    }

    fn reply(&mut self, record: &Record, turn: usize, reference: &str, text: &str) -> Result<()> {
        let (from, to) = (&record.to, &record.header("Reply-To").unwrap_or_default());
        let domain = from.rsplit('@').next().unwrap_or_default();
        let mail = format!(
            "Authentication-Results: {HOST}; dmarc=pass header.from={domain}\r\nFrom: {from}\r\nTo: {to}\r\n\
             Subject: Re: [{reference}]\r\nMessage-ID: <{turn}.{reference}@{domain}>\r\n\
             Date: Mon, 23 Nov 2026 10:00:00 +0100\r\n\r\n{text}\r\n.\r\n"
        );
        self.sender.send(from, to, mail.as_bytes())
    }
}

fn words(turn: usize, reference: &str) -> String {
    format!("Wimplethorpe {turn} of {reference}.")
}

const UNSENT: &str = "SELECT count(*) FROM outbox WHERE state NOT IN ('sent', 'suppressed') AND kind <> 'auto_reply'";
const GIVEN_UP: &str = "\
    SELECT count(*), count(*) FILTER (WHERE NOT EXISTS ( \
        SELECT FROM outbox AS told WHERE told.inquiry_id = lost.inquiry_id AND told.state = 'sent' \
            AND told.kind IN ('undeliverable', 'answer_lost') AND coalesce(told.about = lost.id, lost.kind = 'auto_reply'))) \
    FROM outbox AS lost WHERE state = 'failed'";
const STORED: &str = "\
    SELECT count(*), count(DISTINCT (inquiry_id, new_text)) FROM message WHERE party IN ('visitor', 'consultant')";
const OTHERS: &str = "\
    SELECT count(*) FILTER (WHERE state <> 'settled'), count(*) FILTER (WHERE fate NOT IN ('reply', 'command', 'duplicate')) \
    FROM intake";
const OWNED: &str = "\
    SELECT count(*) FROM ticket JOIN outbox ON outbox.id = owner WHERE recipient LIKE 'numbat@%' AND first_answer_at IS NOT NULL \
        AND ticket.state = 'claimed' AND started_at > first_answer_at AND waits_until IS NULL";
const MERGED: &str = "\
    SELECT count(*) FROM ticket JOIN ticket_event AS event USING (inquiry_id) \
    WHERE merged_into = target AND verb = 'merge' AND outcome = 'done'";
const WAITS: &str = "SELECT count(*) FROM ticket_event WHERE verb = 'wait' AND who IS NOT NULL AND outcome = 'done'";

fn judge(talk: &Talk, probe: &mut DatabaseProbe, conversations: usize, report: &mut Report) -> Result<()> {
    let count = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    report.all("conversations of four turns", talk.ended.len(), conversations);
    let references: HashSet<&String> = talk.arrived.keys().map(|(reference, ..)| reference).collect();
    let is_to = |turn: usize, recipient: &str, to: &str| {
        if turn % 2 == 1 && recipient == CONSULTANTS[0] { to.ends_with(VISITORS) } else { to == recipient }
    };
    let mut missing = 0;
    for (turn, recipient) in (0..=TURNS).flat_map(|turn| CONSULTANTS.map(|recipient| (turn, recipient))) {
        let reached: HashSet<&String> = talk
            .arrived
            .keys()
            .filter(|(_, arrived, to)| *arrived == turn && is_to(turn, recipient, to))
            .map(|(reference, ..)| reference)
            .collect();
        missing += conversations.max(references.len()) - reached.len();
    }
    report.none("mails that did not arrive, copies to the colleague included", missing);
    let again = talk.arrived.values().filter(|arrivals| arrivals.count > 1);
    report.note("mails that arrived again", again.count());
    let differing = talk.arrived.values().filter(|arrivals| arrivals.message_ids.len() > 1);
    report.none("mails that arrived under two Message-IDs", differing.count());
    if let Some(row) = probe.rows(GIVEN_UP)?.first() {
        report.none("mails given up", count(row.number(0)));
        report.none("of these nobody was told", count(row.number(1)));
    }
    if let Some(row) = probe.rows(STORED)?.first() {
        let written = (TURNS + 1) * conversations;
        report.all("messages stored, that of the merge among them", count(row.number(0)), written);
        report.all("of these different", count(row.number(1)), written);
    }
    if let Some(row) = probe.rows(OTHERS)?.first() {
        report.none("mails without a fate", count(row.number(0)));
        report.none("mails in quarantine, or taken for a program's", count(row.number(1)));
    }
    report.all("tickets that the visitor opened again for the new owner", count(probe.number(OWNED)?), conversations);
    report.all("second inquiries that were merged, each once", count(probe.number(MERGED)?), conversations);
    report.all("waits", count(probe.number(WAITS)?), conversations);
    report.all(
        "new owners who were told once",
        talk.assigned.values().filter(|ids| ids.len() == 1).count(),
        conversations,
    );
    Ok(())
}
