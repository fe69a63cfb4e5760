//! No mail of a person waits in silence, whoever sends it: a consultant is told, or its author hears.

use std::{collections::BTreeSet, fs, path::Path};

use mailer::addresses::Party;
use worker::{
    intake::{Envelope, Way, accept},
    schedules::{Resources, SCHEDULES},
};

use super::{CONSULTANT, dmarc, rule, settings_for_new, settle_by, signed};
use crate::{
    digests::Case,
    schedules::resources,
    support::{
        World,
        digests::{COLLEAGUE, mailer, pass_an_hour, proven},
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

/// The mail went to a consultant, or to the visitor as an answer; a digest lists it; its author is told.
const IS_HEARD: &str = "\
    EXISTS (SELECT FROM outbox LEFT JOIN message ON message.id = about WHERE outbox.state = 'sent' AND last_code IS DISTINCT FROM 'named' \
        AND (message.intake_id = intake.id OR fate = 'new' AND outbox.inquiry_id = intake.inquiry_id AND kind = 'notification')) \
    OR told_at IS NOT NULL AND EXISTS (SELECT FROM digest_mail WHERE created_at = told_at AND finished_at IS NOT NULL) \
    OR EXISTS (SELECT FROM digest_mail WHERE about = intake.id AND finished_at IS NOT NULL)";

/// Its reference, and the address that was made for this party.
async fn ticket(world: &World, visitor: &str, party: &Party) -> (String, String) {
    let id = world.inquiry(visitor, &[CONSULTANT]).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await;
    let address = signed().reply(&reference.parse().unwrap(), party);
    (reference, address)
}

impl Case {
    async fn run_schedules(&self) {
        let mailer = mailer(&self.world, &self.settings, "24/7");
        let consultants = Some(vec![CONSULTANT.to_owned(), COLLEAGUE.to_owned()]);
        let resources = Resources { mailer, consultants, reviewers: self.reviewers(), ..resources(&self.world) };
        for name in ["authors", "digest", "marked"] {
            let schedule = SCHEDULES.iter().find(|schedule| schedule.name == name).unwrap();
            (schedule.run)(&resources).await.unwrap();
        }
    }
}

#[tokio::test]
async fn no_mail_of_a_person_waits_in_silence() {
    let case = Case::new().await;
    let Case { world, .. } = &case;
    let settings = settings_for_new();
    let (mails, mut taken) = (mails(), Vec::new());
    assert!(mails.len() >= 154, "{}", mails.len());
    let party = Party::Consultant(CONSULTANT.to_owned());
    for (number, (name, raw)) in mails.iter().enumerate() {
        let visitor = format!("visitor-{number}@visitor.example");
        let (visitors, to_visitor) = ticket(world, &visitor, &Party::Visitor).await;
        let (consultants, to_consultant) = ticket(world, "other@visitor.example", &party).await;
        for (role, from, to, reference, proof) in [
            ("stranger", &*format!("stranger-{number}@stranger.example"), "desk@own.example", "x", String::new()),
            ("visitor", &visitor, &to_visitor, &visitors, dmarc("pass")),
            ("consultant", CONSULTANT, &to_consultant, &consultants, proven()),
        ] {
            let envelope = Envelope { from: Some(from.to_owned()), to: Some(to.to_owned()) };
            let raw = sent_by(raw, from, to, reference, &proof);
            taken.push((
                name,
                role,
                accept(&world.db, &settings.fingerprint_key, Way::Lmtp, &envelope, raw).await.unwrap().id,
            ));
            assert!(settle_by(world, &settings).await.is_some(), "{name} {role}");
        }
        // Beyond thirty an hour those without a proof wait. An auto-reply says nothing of who is told.
        world
            .execute("UPDATE intake SET auth = 'pass' WHERE fate = 'new'; DELETE FROM outbox WHERE kind = 'auto_reply'")
            .await;
        world.drain(&world.delivery_with_intake(&settings)).await;
    }
    let is_waiting = "SELECT EXISTS (SELECT FROM outbox WHERE state IN ('ready', 'retry', 'ambiguous'))";
    while world.value::<bool>(is_waiting).await {
        world.pass_until_due().await;
        world.drain(&world.delivery_with_intake(&settings)).await;
    }
    for _ in 0..10 {
        pass_an_hour(world).await;
        case.run_schedules().await;
        world.execute("UPDATE digest_mail SET created_at = created_at - interval '1 day', finished_at = finished_at - interval '1 day', day = day - 1").await;
        world.execute("UPDATE intake SET told_at = told_at - interval '1 day'").await;
    }
    let mut silent = BTreeSet::new();
    for (name, role, id) in taken {
        let is_heard = format!("SELECT coalesce({IS_HEARD}, false) FROM intake WHERE id = '{id}'");
        if !world.value::<bool>(&is_heard).await {
            silent.insert((name.clone(), role, rule(world, id).await));
        }
    }
    let of_programs = OF_PROGRAMS.iter().flat_map(|name| ["visitor", "consultant"].map(|role| (*name, role)));
    let known = of_programs.map(|(name, role)| (name.to_owned(), role, "machine report".to_owned())).collect();
    assert_eq!(silent, known);
}
