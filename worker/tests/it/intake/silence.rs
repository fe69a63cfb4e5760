//! No mail of a person waits in silence, whoever sends it: a consultant gets it, or its author hears within a minute, or in
//! office hours the consultants within ten.

use std::{collections::BTreeMap, fs, path::Path};

use mailer::addresses::Party;
use uuid::Uuid;
use worker::{
    intake::{Envelope, Way, accept},
    schedules::{Resources, SCHEDULES},
};

use super::{CONSULTANT, dmarc, rule, settle_by, signed};
use crate::{
    digests::Case,
    schedules::resources,
    support::{
        World,
        digests::{COLLEAGUE, mailer, pass_ten_minutes, proven},
    },
};

/// Of programs, which nobody writes by hand: nobody waits for an answer.
const OF_PROGRAMS: [&str; 4] = [
    // A server gives a mail back.
    "bounce-of-a-forwarding-target",
    // What others have received in the name of a domain.
    "dmarc-report",
    // A client says that a mail was opened.
    "read-receipt",
    "read-receipt-outlook",
];

/// The collections of mails in the tree, with their names; those of the last have no headers.
fn mails() -> Vec<(String, String)> {
    let folders =
        ["worker/tests/it/intake/cases", "crates/inbound/tests/it/swiss", "crates/inbound/tests/it/trimmer/emails"];
    let mut mails = Vec::new();
    for folder in folders.map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)) {
        for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let bytes = || fs::read(&file).unwrap().into_iter().map(char::from).collect::<String>();
            if file.extension().is_some_and(|ending| ending == "eml") {
                mails.push((name, bytes()));
            } else if file.parent().unwrap().ends_with("emails") {
                let headers = format!(
                    "From: x\nSubject: Re: x\nMessage-ID: <{name}@visitor.example>\nContent-Type: text/plain; charset=utf-8\n"
                );
                mails.push((name, format!("{headers}\n{}", bytes())));
            }
        }
    }
    mails
}

/// The mail of another sender, with what the receiving host says.
fn sent_by(raw: &str, from: &str, to: &str, reference: &str, proof: &str) -> Vec<u8> {
    let mut sent = format!("{}{proof}", &raw[..raw.len() - raw.trim_start().len()]);
    let (mut is_named, mut is_folded) = (false, false);
    for line in raw.trim_start().split_inclusive('\n') {
        is_folded &= line.starts_with([' ', '\t']);
        if !is_named && line.to_ascii_lowercase().starts_with("from:") {
            (is_named, is_folded) = (true, true);
            sent.extend(["From: Probe Muster <", from, ">\n"]);
        } else if !is_folded {
            sent.push_str(line);
        }
    }
    let places = [
        ("@TO@", to),
        ("@FROM@", from),
        ("@ID@", "<x@own.example>"),
        ("@REF@", reference),
        ("@AUTHSERV@", "mx.other.example"),
    ];
    let sent = places.iter().fold(sent, |sent, (name, value)| sent.replace(name, value));
    sent.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

/// To whom the mail went at once: as a notification, an answer, or a question or receipt to its author.
const READERS: &str = "\
    SELECT coalesce(string_agg(DISTINCT coalesce(recipient, 'visitor'), ' '), '') \
    FROM intake LEFT JOIN message ON message.intake_id = intake.id JOIN outbox ON outbox.state = 'sent' \
        AND last_code IS DISTINCT FROM 'named' \
        AND (message.id = about OR fate = 'new' AND outbox.inquiry_id = intake.inquiry_id AND kind = 'notification') \
    WHERE intake.id = ";

/// Within the minute.
const IS_RETRIED: &str = "\
    SELECT EXISTS (SELECT FROM outbox WHERE state IN ('ready', 'retry', 'ambiguous') \
        AND next_attempt_at BETWEEN now() AND now() + interval '1 minute')";

/// Its author is told.
const TOLD: &str =
    "SELECT coalesce(string_agg(recipient, ' '), '') FROM digest_mail WHERE finished_at IS NOT NULL AND about = ";

/// Whom a digest tells.
const LISTED: &str = "\
    SELECT coalesce(string_agg(recipient, ' ' ORDER BY recipient), '') FROM digest_mail JOIN intake ON told_at = created_at \
    WHERE finished_at IS NOT NULL AND intake.id = ";

/// Its reference, and the address that was made for this party.
async fn ticket(world: &World, visitor: &str, party: &Party) -> (String, String) {
    let id = world.inquiry(visitor, &[CONSULTANT]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    let address = signed().reply(&reference.parse().unwrap(), party);
    (reference, address)
}

impl Case {
    async fn run_schedule(&self, name: &str) {
        let mailer = mailer(&self.world, &self.settings, "24/7");
        let consultants = Some(vec![CONSULTANT.to_owned(), COLLEAGUE.to_owned()]);
        let resources = Resources { mailer, consultants, reviewers: self.reviewers(), ..resources(&self.world) };
        let schedule = SCHEDULES.iter().find(|schedule| schedule.name == name).unwrap();
        (schedule.run)(&resources).await.unwrap();
    }

    /// How soon somebody hears of the mail, and who.
    async fn heard(&self, id: Uuid) -> (&'static str, String) {
        let world = &self.world;
        let found = async |sql: &str| world.value::<String>(&format!("{sql}'{id}'")).await;
        // An auto-reply says nothing of who is told.
        world.execute("DELETE FROM outbox WHERE kind = 'auto_reply'").await;
        world.drain(&world.delivery_with_intake(&self.settings)).await;
        while world.value::<bool>(IS_RETRIED).await {
            world.pass("20 seconds").await;
            world.drain(&world.delivery_with_intake(&self.settings)).await;
        }
        let readers = found(READERS).await;
        if !readers.is_empty() {
            return ("at once", readers);
        }
        self.run_schedule("authors").await;
        let author = found(TOLD).await;
        if !author.is_empty() {
            return ("in a minute", author);
        }
        pass_ten_minutes(world).await;
        self.run_schedule("digest").await;
        match found(LISTED).await {
            nobody if nobody.is_empty() => ("never", nobody),
            consultants => ("in ten minutes", consultants),
        }
    }

    /// Other mails of the day count for no bound of this one.
    async fn pass_a_day(&self) {
        let changes = [
            (
                "digest_mail",
                "day = day - 1, created_at = created_at - interval '1 day', finished_at = now() - interval '1 day'",
                "created_at",
            ),
            ("intake", "told_at = told_at - interval '1 day', auth = 'pass'", "accepted_at"),
            ("ticket_event", "at = at - interval '1 day'", "at"),
            ("mark_slot", "taken_at = '-infinity'", "taken_at"),
        ];
        for (table, change, at) in changes {
            self.world.execute(&format!("UPDATE {table} SET {change} WHERE {at} > now() - interval '1 hour'")).await;
        }
        self.world.execute("UPDATE intake SET fate = 'dropped' WHERE fate = 'quarantined'").await;
    }
}

#[tokio::test]
async fn no_mail_of_a_person_waits_in_silence() {
    let case = Case::new().await;
    let Case { world, settings, .. } = &case;
    let mails = mails();
    assert!(mails.len() >= 154, "{}", mails.len());
    let party = Party::Consultant(CONSULTANT.to_owned());
    let desk = "desk@own.example";
    let (mut silent, mut wrong) = (BTreeMap::new(), Vec::new());
    for (number, (name, raw)) in mails.iter().enumerate() {
        let visitor = format!("visitor-{number}@visitor.example");
        let (visitors, to_visitor) = ticket(world, &visitor, &Party::Visitor).await;
        let (consultants, to_consultant) = ticket(world, "other@visitor.example", &party).await;
        let stranger = format!("stranger-{number}@stranger.example");
        for (role, from, to, reference, proof) in [
            ("stranger", &*stranger, desk, "x", String::new()),
            ("visitor", &visitor, &to_visitor, &visitors, dmarc("pass")),
            ("consultant", CONSULTANT, &to_consultant, &consultants, proven()),
            ("unproven consultant", CONSULTANT, &to_consultant, &consultants, String::new()),
            ("consultant at the desk", CONSULTANT, desk, "x", if number % 2 == 0 { proven() } else { String::new() }),
        ] {
            let envelope = Envelope { from: Some(from.to_owned()), to: Some(to.to_owned()) };
            // Not a copy of the one before.
            let raw = ["Message-ID: <", "Message-Id: <"]
                .iter()
                .fold(raw.clone(), |raw, id| raw.replace(id, &format!("{id}{}-", role.replace(' ', "-"))));
            let raw = sent_by(&raw, from, to, reference, &proof);
            let id = accept(&world.db, &settings.fingerprint_key, Way::Lmtp, &envelope, raw).await.unwrap().id;
            assert!(settle_by(world, settings).await.is_some(), "{name} {role}");
            let (when, who) = case.heard(id).await;
            let rule = rule(world, id).await;
            // A consultant hears of what others write; what a consultant writes reaches somebody, or its author within a minute.
            let may_read = |reader: &str| match role {
                "stranger" | "visitor" => [CONSULTANT, COLLEAGUE].contains(&reader),
                _ if when == "at once" => true,
                _ => when == "in a minute" && reader == CONSULTANT,
            };
            if when == "never" {
                silent.insert((name.as_str(), role), rule);
            } else if !who.split(' ').any(may_read) {
                wrong.push((name, role, when, who, rule));
            }
            case.pass_a_day().await;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let roles = ["consultant", "unproven consultant", "visitor"];
    let of_programs = OF_PROGRAMS.iter().flat_map(|name| roles.map(|role| (*name, role)));
    assert!(silent.keys().copied().eq(of_programs), "{silent:#?}");
}
