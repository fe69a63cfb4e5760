//! To which ticket a mail goes, however its subject, references and sender mislead.

use std::time::Duration;

use mailer::addresses::Party;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use uuid::Uuid;
use worker::intake::{Envelope, Fate, Way, accept, settle_next};

use super::{CONSULTANT, MADE, Ticket, dmarc, rule, settings, settle, signed, take, ticket_of};
use crate::support::World;

/// A ticket with a mail of ours from before ids were signed, and one of the visitor's.
struct Thread {
    ticket: Ticket,
    visitor: String,
    signed_id: String,
    old_id: String,
    visitors_id: String,
}

async fn thread(world: &World, number: usize) -> Thread {
    let visitor = format!("person{number}@visitor.example");
    let ticket = ticket_of(world, &visitor).await;
    let rows = world.rows_of(ticket.id).await;
    let old_id = format!("{}@own.example", rows[1].id);
    world.execute(&format!("UPDATE outbox SET message_id = '<{old_id}>' WHERE id = '{}'", rows[1].id)).await;
    let visitors_id = format!("first{number}@visitor.example");
    let first = raw(&visitor, &visitors_id, "Re: We have received your inquiry", "", "colleague@visitor.example");
    take(world, &ticket.address, &first).await;
    settle(world).await;
    Thread { ticket, visitor, signed_id: signed().message_id(rows[0].id), old_id, visitors_id }
}

fn raw(from: &str, id: &str, subject: &str, extra: &str, copy: &str) -> String {
    format!(
        "From: {from}\r\nTo: desk@own.example\r\nCc: {copy}\r\nSubject: {subject}\r\nMessage-ID: <{id}>\r\n\
         Date: Mon, 23 Nov 2026 10:00:00 +0100\r\n{extra}\r\nWimplethorpe {id}\r\n"
    )
}

async fn filed(world: &World, id: Uuid) -> Option<Uuid> {
    world.value(&format!("SELECT inquiry_id FROM intake WHERE id = '{id}'")).await
}

#[tokio::test]
async fn each_step_of_the_order_finds_the_ticket_and_nothing_else_does() {
    let world = World::new().await;
    let (one, two) = (thread(&world, 1).await, thread(&world, 2).await);
    let answers = |id: &str| format!("In-Reply-To: <{id}>\r\n");
    let common = format!("ticket.{}@own.example", one.ticket.id);
    let named = format!("Re: [{}] Our network", one.ticket.reference);
    let stranger = "stranger@evil.example";
    let pass = dmarc("pass");
    for (from, subject, extra, expected) in [
        (&*one.visitor, "Re: x", answers(&one.signed_id), "reply message_id"),
        (&*one.visitor, "Re: x", format!("References: {},\r\n\t{}\r\n", "<a@b>", one.signed_id), "reply message_id"),
        (&*one.visitor, "Re: x", answers(&one.old_id), "reply related_id"),
        (&*one.visitor, "Re: x", answers(&one.visitors_id), "reply related_id"),
        (&*one.visitor, "Re: x", answers(&common), "reply related_id"),
        ("colleague@visitor.example", "Re: x", answers(&one.visitors_id), "reply related_id"),
        (stranger, "Re: x", answers(&one.old_id), "quarantined stranger"),
        (stranger, "Re: x", answers(&common), "quarantined stranger"),
        (CONSULTANT, "Re: x", answers(&one.old_id), "quarantined consultant"),
        (&*one.visitor, &named, pass.clone(), "reply subject"),
        (&*one.visitor, &named, String::new(), "quarantined unauthenticated"),
        (&*one.visitor, &named, dmarc("fail"), "quarantined unauthenticated"),
        (stranger, &named, pass.clone(), "quarantined stranger"),
        (&*two.visitor, &named, pass.clone(), "quarantined stranger"),
        (&*one.visitor, &named, format!("{pass}{}", answers(&two.old_id)), "quarantined ambiguous"),
        (&*one.visitor, "Re: We have received your inquiry", pass.clone(), "quarantined unmatched"),
        (&*one.visitor, "Re: FW-0000-0000", pass.clone(), "quarantined unmatched"),
        (
            &*one.visitor,
            "Re: x",
            format!("References: <{}> <{}>\r\n", one.signed_id, two.signed_id),
            "quarantined ambiguous",
        ),
    ] {
        let text = raw(from, &format!("{}@visitor.example", Uuid::new_v4()), subject, &extra, "desk@own.example");
        let id = take(&world, "desk@own.example", &text).await;
        settle(&world).await;
        assert_eq!(rule(&world, id).await, expected, "{text}");
        let expected = expected.starts_with("reply").then_some(one.ticket.id);
        assert_eq!(filed(&world, id).await, expected, "{text}");
    }
}

#[tokio::test]
async fn without_a_signed_envelope_the_server_is_believed_before_the_sender() {
    let world = World::new().await;
    let (one, two) = (thread(&world, 1).await, thread(&world, 2).await);
    for (headers, expected) in [
        (format!("Delivered-To: {}\r\nTo: {}\r\n", one.ticket.address, two.ticket.address), Some(one.ticket.id)),
        (format!("X-Original-To: <{}>\r\n", one.ticket.address), Some(one.ticket.id)),
        (format!("Delivered-To: mailbox@own.example\r\nTo: {}\r\n", one.ticket.address), Some(one.ticket.id)),
        (format!("To: {}\r\nCc: {}\r\n", one.ticket.address, two.ticket.address), None),
    ] {
        // An alias may have replaced the recipient.
        for to in [None, Some("desk@own.example")] {
            let id = format!("{}@visitor.example", Uuid::new_v4());
            let text = raw(&one.visitor, &id, "Re: x", &headers, "a@b.example");
            let envelope = Envelope { from: None, to: to.map(str::to_owned) };
            let id =
                accept(&world.db, &settings().fingerprint_key, Way::Pipe, &envelope, text.as_bytes()).await.unwrap().id;
            settle(&world).await;
            assert_eq!(filed(&world, id).await, expected, "{to:?} {headers}");
        }
    }
}

/// 240 mails to 12 tickets, by addresses and by headers alone, each with up to three things that point elsewhere.
#[tokio::test]
async fn misleading_mails_never_reach_a_wrong_ticket_and_nearly_all_the_right_one() {
    let world = World::new().await;
    let mut threads = Vec::new();
    for number in 0..12 {
        threads.push(thread(&world, number).await);
    }
    // Read again if it fails: the number decides every mail.
    let mut dice = StdRng::seed_from_u64(16);
    let (mut wrong, mut right, mut all) = (0, [0, 0], [0, 0]);
    for number in 0..240 {
        let by_address = number % 2 == 0;
        let own = &threads[dice.random_range(0..threads.len())];
        let other = loop {
            let other = &threads[dice.random_range(0..threads.len())];
            if other.ticket.id != own.ticket.id {
                break other;
            }
        };
        let subject = match dice.random_range(0..4) {
            0 => format!("Re: [{}] Another matter", other.ticket.reference),
            1 => format!("Fwd: {} {}", other.ticket.reference, own.ticket.reference),
            2 => "Re: We have received your inquiry".to_owned(),
            _ => format!("AW: [{}]", own.ticket.reference),
        };
        let misleading = match dice.random_range(0..4) {
            0 => format!("<{}>", other.old_id),
            1 => format!("<{}>,", other.visitors_id),
            2 => format!("<ticket.{}@own.example>", other.ticket.id),
            _ => "<unknown@visitor.example>".to_owned(),
        };
        let own_id = [&own.signed_id, &own.old_id, &own.visitors_id][dice.random_range(0..3)];
        // By address also a stranger, and the visitor of the other ticket.
        let from = match dice.random_range(0..4) {
            0 if by_address => &other.visitor,
            1 if by_address => "stranger@evil.example",
            _ => &own.visitor,
        };
        let references = if by_address {
            format!("References: {misleading}\r\n")
        } else {
            format!("References: {misleading} <{own_id}>\r\n")
        };
        let text = raw(from, &format!("{number}@sender.example"), &subject, &references, "x@visitor.example");
        let to = if by_address { &own.ticket.address } else { "desk@own.example" };
        world.execute("UPDATE message SET received_at = received_at - interval '1 day'").await;
        let id = take(&world, to, &text).await;
        settle(&world).await;
        let kind = usize::from(!by_address);
        all[kind] += 1;
        match filed(&world, id).await {
            Some(ticket) if ticket == own.ticket.id => right[kind] += 1,
            Some(_) => wrong += 1,
            None => println!("{} {text}", rule(&world, id).await),
        }
    }
    assert_eq!(wrong, 0);
    assert!(right[0] * 100 >= all[0] * 98, "by address: {} of {}", right[0], all[0]);
    assert!(right[1] * 100 >= all[1] * 95, "by headers alone: {} of {}", right[1], all[1]);
    println!("right: {right:?} of {all:?}");
}

/// The mails of [`MADE`], of which the planner knows nothing, as after a crash of the database.
const OTHERS: &str = "\
    INSERT INTO inquiry_content (inquiry_id, first_name, last_name, company, email, email_key, message) \
        SELECT made, first_name, last_name, company, number || email, number || email_key, message FROM inquiry_content, made; \
    INSERT INTO outbox (id, inquiry_id, kind, recipient, message_id, state, finished_at) \
        SELECT made, made, 'notification', 'anna@own.example', '<' || made || '@own.example>', 'sent', now() FROM made; \
    INSERT INTO intake (id, way, source_key, digest, size, state, fate, inquiry_id, message_key, settled_at) \
        SELECT made, 'lmtp', sha256(made::text::bytea), sha256(made::text::bytea), 1, 'settled', 'reply', made, \
            sha256(made::text::bytea), now() FROM made; \
    INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
        SELECT made, made, made, 'visitor', false, number || '@visitor.example', number || '@visitor.example', 'x', 'x' FROM made; \
    INSERT INTO contact (inquiry_id, kind, source, at) SELECT made, 'message', made, now() FROM made; \
    INSERT INTO ticket (inquiry_id, state, owner) SELECT made, 'claimed', made FROM made; \
    INSERT INTO ticket_event (inquiry_id, who, verb, outcome) SELECT made, made, 'claim', 'done' FROM made; \
    RESET session_replication_role; DROP TABLE made; SELECT pg_stat_force_next_flush()";

#[tokio::test]
async fn a_mail_is_settled_without_reading_all_mails_of_others() {
    let world = World::new().await;
    let thread = thread(&world, 1).await;
    world.execute(&format!("SET session_replication_role = replica; {MADE} {OTHERS}")).await;
    world.execute("SELECT pg_stat_reset()").await;
    let answers = format!("In-Reply-To: <{}>\r\nReferences: <{}>\r\n", thread.old_id, thread.visitors_id);
    let to = signed().reply(&thread.ticket.reference.parse().unwrap(), &Party::Consultant(CONSULTANT.to_owned()));
    let proof = dmarc("pass").replace("visitor.example", "own.example");
    let mails = [
        (&*thread.visitor, &*thread.ticket.address, answers.clone()),
        (CONSULTANT, &*to, format!("{proof}{answers}")),
        ("stranger@evil.example", "desk@own.example", answers.clone()),
    ];
    for (number, (from, to, extra)) in mails.into_iter().enumerate() {
        take(&world, to, &raw(from, &format!("{number}@visitor.example"), "Re: x", &extra, "c@visitor.example")).await;
        let own = sea_orm::Database::connect(world.database.app_url()).await.unwrap();
        let settled = settle_next(&own, &settings(), Uuid::new_v4()).await.unwrap().unwrap();
        assert!(matches!(settled.fate, Some(Fate::Reply | Fate::Command | Fate::Quarantined)), "{from}");
        // At its end, a session says what it has read.
        own.close().await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let read = "SELECT coalesce(string_agg(relname || ' ' || seq_tup_read, ', '), '') FROM pg_stat_user_tables \
                WHERE seq_tup_read >= 20000";
    assert_eq!(world.value::<String>(read).await, "");
}
