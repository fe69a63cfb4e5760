//! What a stored mail is, and what follows from it.

use std::time::Duration;

use entity::outbox::{MailKind, OutboxState};
use mailer::addresses::Party;
use uuid::Uuid;
use worker::intake::{Envelope, Fate, IntakeSettings, Way, accept, attach, drop_mail, settle_next};

use super::{CONSULTANT, VISITOR, dmarc, mail, rule, settings, settle, signed, take, ticket, ticket_of};
use crate::support::World;

#[tokio::test]
async fn a_delivery_whose_confirmation_was_lost_is_counted_and_stored_once() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let raw = mail(VISITOR, "1", "");
    let first = take(&world, &ticket.address, &raw).await;
    assert_eq!(take(&world, &ticket.address, &raw).await, first);
    let counts = "SELECT concat_ws(' ', count(*), sum(deliveries), (SELECT count(*) FROM raw_mail)) FROM intake";
    assert_eq!(world.value::<String>(counts).await, "1 2 1");
    // By another way the same mail is another delivery, and settles as a duplicate.
    let envelope = Envelope { from: None, to: Some(ticket.address.clone()) };
    accept(&world.db, &settings().fingerprint_key, Way::Pipe, &envelope, raw.as_bytes()).await.unwrap();
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    assert_eq!(settle(&world).await, Some(Fate::Duplicate));
    assert_eq!(settle(&world).await, None);
    assert_eq!(world.value::<String>(counts).await, "2 3 1", "its bytes are there already");
    // On another ticket they are another mail.
    let other = ticket_of(&world, VISITOR).await;
    take(&world, &other.address, &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    assert_eq!(world.value::<String>(counts).await, "3 4 2");
}

#[tokio::test]
async fn a_visitors_reply_reaches_each_consultant_and_moves_the_last_contact() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let delivery = world.delivery();
    world.drain(&delivery).await;
    let thread = world
        .server
        .accepted()
        .iter()
        .find_map(|mail| (mail.header("To")? == CONSULTANT).then(|| mail.header("Message-ID")).flatten());
    take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::VisitorReply, OutboxState::Sent).await, 2);
    let mails = world.server.accepted();
    let relayed = mails.iter().rfind(|mail| mail.header("To").as_deref() == Some(CONSULTANT)).unwrap();
    assert_eq!(relayed.header("In-Reply-To"), thread, "one thread a consultant");
    assert_eq!(relayed.header("Auto-Submitted"), None, "a person's words");
    assert_eq!(relayed.header("Reply-To").as_deref(), Some(VISITOR));
    let moved = format!("SELECT last_contact_at > received_at FROM inquiry WHERE id = '{}'", ticket.id);
    assert!(world.value::<bool>(&moved).await);
}

#[tokio::test]
async fn machine_mail_is_kept_and_never_relayed_and_no_contact() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let id = take(&world, &ticket.address, &mail(VISITOR, "1", "X-Failed-Recipients: x@visitor.example\r\n")).await;
    assert_eq!(settle(&world).await, Some(Fate::Machine));
    assert_eq!(rule(&world, id).await, "machine report");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM message WHERE is_machine").await, 1);
    assert_eq!(world.count(MailKind::VisitorReply, OutboxState::Ready).await, 0);
    assert!(world.value::<bool>("SELECT last_contact_at = received_at FROM inquiry").await);
}

#[tokio::test]
async fn what_is_not_proven_waits_for_a_person() {
    let world = World::while_rewriting().await;
    let (one, two) = (ticket(&world).await, ticket(&world).await);
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{}'", two.id)).await;
    let about_two = world.rows_of(two.id).await.remove(0).id;
    let proof = format!("In-Reply-To: <{}>\r\n", signed().message_id(about_two));
    for (to, raw, expected) in [
        ("desk@own.example", mail(VISITOR, "1", ""), "quarantined unmatched"),
        ("desk@own.example", mail(VISITOR, "2", &format!("X-Ticket: {reference}\r\n")), "quarantined unmatched"),
        (&one.address, mail(VISITOR, "3", &proof), "quarantined ambiguous"),
        (&one.address, mail(VISITOR, "4", &format!("From: {CONSULTANT}\r\n")), "quarantined unclear_headers"),
        (&one.address, mail(VISITOR, "5", &format!("Fr om: {CONSULTANT}\r\n")), "quarantined unclear_headers"),
        (&one.address, mail(&format!("{VISITOR}, {CONSULTANT}"), "5a", &dmarc("pass")), "quarantined unclear_headers"),
        (&one.address, mail("Blimfandle, Zquorvex <other@visitor.example>", "5b", ""), "reply address"),
        (&one.address, mail(CONSULTANT, "6", ""), "quarantined consultant"),
        (&one.address, "\r\nno headers".to_owned(), "quarantined no_headers"),
        (&one.address, mail(VISITOR, "7", &"Received: x\r\n".repeat(101)), "quarantined hops"),
        (&one.address, mail("colleague@visitor.example", "8", ""), "reply address"),
        ("desk@own.example", mail(VISITOR, "9", &proof), "reply message_id"),
    ] {
        let id = take(&world, to, &raw).await;
        settle(&world).await;
        assert_eq!(rule(&world, id).await, expected, "{raw}");
    }
    let contacts = "SELECT string_agg(inquiry_id::text, ' ') FROM contact";
    assert_eq!(world.value::<String>(contacts).await, two.id.to_string(), "a colleague's mail is none");
}

#[tokio::test]
async fn an_operator_attaches_or_drops_what_waits() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let (kept, dropped) = (
        take(&world, "desk@own.example", &mail(VISITOR, "1", "")).await,
        take(&world, "x@own.example", &mail(VISITOR, "2", "")).await,
    );
    settle(&world).await;
    settle(&world).await;
    let reference: String = world.value(&format!("SELECT reference FROM inquiry WHERE id = '{}'", ticket.id)).await;
    attach(&world.db, kept, &reference.parse().unwrap()).await.unwrap();
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    assert_eq!(rule(&world, kept).await, "reply attached");
    assert!(attach(&world.db, kept, &reference.parse().unwrap()).await.is_err(), "once");
    drop_mail(&world.db, dropped).await.unwrap();
    assert_eq!(rule(&world, dropped).await, "dropped operator");
    let law = "SELECT count(*) FILTER (WHERE fate IS NOT NULL) = count(*) FROM intake";
    assert!(world.value::<bool>(law).await, "every mail has one fate");
}

#[tokio::test]
async fn a_mail_whose_reader_crashes_four_times_is_put_into_quarantine() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let id = take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    for crashes in 0..4 {
        // As kill -9 leaves it: claimed, and the lease runs out.
        world
            .execute(&format!(
                "UPDATE intake SET state = 'settling', lease_holder = gen_random_uuid(), crashes = {crashes}, \
                 lease_until = now() - interval '1 second'"
            ))
            .await;
        if crashes < 3 {
            // The first crash alone decides nothing: the mail is read.
            let claimed = settle(&world).await;
            assert_eq!(claimed, Some(Fate::Reply));
            world
                .execute("UPDATE intake SET state = 'accepted', fate = NULL, settled_at = NULL, inquiry_id = NULL")
                .await;
        }
    }
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    assert_eq!(rule(&world, id).await, "quarantined crashed");
}

#[tokio::test]
async fn a_mail_that_the_database_refuses_twice_is_put_into_quarantine() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    world.execute("ALTER TABLE message ADD CONSTRAINT poison CHECK (body NOT LIKE '%Wimplethorpe%')").await;
    let id = take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    for crashes in [2, 4] {
        assert_eq!(settle(&world).await, None);
        let counted = format!("SELECT crashes::int FROM intake WHERE id = '{id}' AND state = 'accepted'");
        assert_eq!(world.value::<i32>(&counted).await, crashes);
        assert_eq!(settle(&world).await, None, "not at once");
        world.execute("UPDATE intake SET next_attempt_at = now()").await;
    }
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    assert_eq!(rule(&world, id).await, "quarantined crashed");
}

#[tokio::test]
async fn bombs_are_put_into_quarantine_at_once() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let nested = "Content-Type: multipart/mixed; boundary=b

--b
"
    .repeat(100_000);
    for (bomb, expected) in [
        (mail(VISITOR, "1", &"X: y\r\n".repeat(100_000)), "quarantined headers"),
        (mail(VISITOR, "2", &nested), "quarantined nesting"),
    ] {
        let id = take(&world, &ticket.address, &bomb).await;
        let start = tokio::time::Instant::now();
        settle(&world).await;
        assert_eq!(rule(&world, id).await, expected);
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    }
}

const BOUNCE: &str = "Auto-Submitted: auto-replied\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
    --b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n\
    --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.visitor.example\r\n\r\n\
    Final-Recipient: rfc822; krelvonta@visitor.example\r\nAction: failed\r\nStatus: 5.1.1\r\n--b--\r\n";

#[tokio::test]
async fn a_bounce_of_the_auto_reply_tells_the_consultants_to_phone() {
    let world = World::while_rewriting().await;
    let ticket = ticket(&world).await;
    let delivery = world.delivery();
    world.drain(&delivery).await;
    let rows = world.rows_of(ticket.id).await;
    let auto_reply = rows.iter().find(|row| row.kind == MailKind::AutoReply).unwrap().id;
    // A forged report: right in every word, and sent to an address that we did not sign.
    let raw = mail("MAILER-DAEMON@mx.visitor.example", "1", BOUNCE);
    take(&world, &signed().return_path(Uuid::new_v4()), &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    assert_eq!(world.row(auto_reply).await.state, OutboxState::Sent);

    let id = take(&world, &signed().return_path(auto_reply), &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Bounce));
    assert_eq!(rule(&world, id).await, "bounce report");
    let row = world.row(auto_reply).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Bounced, Some("bounced_5_1_1")));
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::Undeliverable, OutboxState::Sent).await, 2);
    let told = world.server.accepted().into_iter().last().unwrap();
    assert!(told.data.contains("+41 99 777 66 55"), "the phone number");
}

/// Another consultant of the inquiry hears of it, else another of the settings; once, and of no mail that tells of one.
#[tokio::test]
async fn of_a_notification_that_came_back_another_consultant_of_the_settings_hears() {
    for (notified, named, told) in [
        (
            vec![CONSULTANT, "left@own.example", "ben@own.example"],
            Some(vec![CONSULTANT, "ben@own.example", "a@own.example"]),
            "ben@own.example",
        ),
        (vec![CONSULTANT], Some(vec![CONSULTANT, "ben@own.example"]), "ben@own.example"),
        (vec![CONSULTANT, "ben@own.example"], None, "ben@own.example"),
    ] {
        let world = World::while_rewriting().await;
        let inquiry = world.inquiry(VISITOR, &notified).await;
        world.drain(&world.delivery()).await;
        let rows = world.rows_of(inquiry).await;
        let refused = rows.iter().find(|row| row.recipient.as_deref() == Some(CONSULTANT)).unwrap();
        let consultants = named.map(|named| named.into_iter().map(str::to_owned).collect());
        let settings = IntakeSettings { consultants, ..settings() };
        let delivery = world.delivery_with_intake(&settings);
        for id in ["1", "2"] {
            take(&world, &signed().return_path(refused.id), &mail("postmaster@own.example", id, BOUNCE)).await;
            let settled = settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap().unwrap();
            assert_eq!((settled.fate, settled.bounced), (Some(Fate::Bounce), (id == "1").then_some(refused.id)));
        }
        world.drain(&delivery).await;
        let of_bounces = async || {
            let rows = world.rows_of(inquiry).await.into_iter().filter(|row| row.kind == MailKind::Undeliverable);
            rows.map(|row| (row.id, row.state, row.recipient.unwrap(), row.about)).collect::<Vec<_>>()
        };
        let [(id, state, recipient, about)] = of_bounces().await.try_into().unwrap();
        assert_eq!((state, recipient.as_str(), about), (OutboxState::Sent, told, Some(refused.id)));
        let text = world.server.accepted().pop().unwrap();
        assert!(text.to == told && text.data.contains(&format!("worker outbox retry {}", refused.id)));
        take(&world, &signed().return_path(id), &mail("postmaster@own.example", "3", BOUNCE)).await;
        settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap().unwrap();
        assert_eq!(of_bounces().await.len(), 1);
        // Also who was not notified of the inquiry can say what to do.
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        take(&world, &text.header("Reply-To").unwrap(), &mail(told, "4", &proof)).await;
        let settled = settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap().unwrap();
        assert_eq!(settled.fate, Some(Fate::Command));
    }
}

#[tokio::test]
async fn a_reply_reaches_the_consultants_whom_the_settings_still_name_or_all_of_them() {
    let world = World::while_rewriting().await;
    for (named, told) in [
        ([CONSULTANT, "new@own.example"], vec![CONSULTANT]),
        (["new@own.example", "newer@own.example"], vec!["new@own.example", "newer@own.example"]),
    ] {
        let ticket = ticket(&world).await;
        let number = named[0];
        take(&world, &ticket.address, &mail(VISITOR, number, "")).await;
        let consultants = Some(named.map(str::to_owned).to_vec());
        let settings = IntakeSettings { consultants, ..settings() };
        settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap();
        let rows = world.rows_of(ticket.id).await;
        let relays = rows.iter().filter(|row| row.kind == MailKind::VisitorReply);
        let mut recipients: Vec<_> = relays.filter_map(|row| row.recipient.as_deref()).collect();
        recipients.sort_unstable();
        assert_eq!(recipients, told);

        // Each new consultant gets one notification, and can answer.
        let notified = rows.iter().filter(|row| row.kind == MailKind::Notification).count();
        assert_eq!(notified, if told == [CONSULTANT] { 2 } else { 4 });
        let own = signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(told[0].to_owned()));
        let proof = dmarc("pass").replace("visitor.example", "own.example");
        take(&world, &own, &mail(told[0], &format!("answer-{number}"), &proof)).await;
        let settled = settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap().unwrap();
        assert_eq!(settled.fate, Some(Fate::Command));
        let rows = world.rows_of(ticket.id).await;
        assert_eq!(rows.iter().filter(|row| row.kind == MailKind::Answer).count(), 1);
        assert_eq!(rows.iter().filter(|row| row.kind == MailKind::Notification).count(), notified);
    }
}

/// Nobody is mailed about the former, and of the latter a consultant decides first.
#[tokio::test]
async fn nobody_inherits_a_restricted_or_a_suspected_inquiry() {
    let world = World::while_rewriting().await;
    let consultants = Some(vec!["new@own.example".to_owned()]);
    let settings = IntakeSettings { consultants, ..settings() };
    let restricted = ticket(&world).await;
    world.execute("UPDATE inquiry SET restricted_at = now()").await;
    let suspected = ticket(&world).await;
    world.execute(&format!("DELETE FROM outbox WHERE inquiry_id = '{}' AND kind = 'notification'", suspected.id)).await;
    for ticket in [restricted, suspected] {
        let notified = async || {
            let rows = world.rows_of(ticket.id).await.into_iter().filter(|row| row.kind == MailKind::Notification);
            rows.filter(|row| row.state != OutboxState::Suppressed).count()
        };
        let before = notified().await;
        take(&world, &ticket.address, &mail(VISITOR, &ticket.reference, "")).await;
        let settled = settle_next(&world.db, &settings, Uuid::new_v4()).await.unwrap().unwrap();
        assert_eq!(settled.fate, Some(Fate::Reply));
        assert_eq!(notified().await, before);
    }
}
