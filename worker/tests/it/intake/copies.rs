//! The same mail by several ways, at the same time, and after an erasure.

use uuid::Uuid;
use worker::intake::{Envelope, Fate, Way, accept, settle_next};

use super::{VISITOR, dmarc, mail, rule, settings, settings_for_new, settle, take, ticket};
use crate::support::World;

async fn pipe(world: &World, to: &str, raw: &str) -> Uuid {
    let envelope = Envelope { from: None, to: Some(to.to_owned()) };
    accept(&world.db, &settings().fingerprint_key, Way::Pipe, &envelope, raw.as_bytes()).await.unwrap().id
}

#[tokio::test]
async fn copies_that_two_workers_settle_at_once_are_one_message_and_one_ticket() {
    let world = World::new().await;
    let settings = settings_for_new();
    for round in 0..6 {
        let to = if round % 2 == 0 { ticket(&world).await.address } else { "desk@own.example".to_owned() };
        let sender = format!("person{round}@visitor.example");
        let raw = mail(&sender, &round.to_string(), "");
        take(&world, &to, &raw).await;
        pipe(&world, &to, &raw).await;
        let settle = || settle_next(&world.db, &settings, Uuid::new_v4());
        let (one, two) = tokio::join!(settle(), settle());
        let mut fates = [one, two].map(|settled| settled.unwrap().unwrap().fate.unwrap());
        fates.sort_by_key(|fate| *fate == Fate::Duplicate);
        let expected = if round % 2 == 0 { Fate::Reply } else { Fate::New };
        assert_eq!(fates, [expected, Fate::Duplicate], "round {round}");
        assert_eq!(world.value::<i64>("SELECT count(*) FROM message").await, round + 1);
    }
}

/// `To` of most mails has one: an erasure of it would take the mails of other persons.
#[tokio::test]
async fn our_own_addresses_are_nobodys_and_a_mail_that_has_them_alone_names_nobody() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let copied = format!("Cc: Desk+x@own.example, carla@else.example\r\nDelivered-To: {}\r\n", ticket.address);
    take(&world, &ticket.address, &mail(VISITOR, "1", &copied)).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    let keys = "SELECT concat_ws(' ', array_to_string(address_keys, ' '), '/', array_to_string(copied_keys, ' ')) \
                FROM raw_mail JOIN message USING (intake_id)";
    assert_eq!(world.value::<String>(keys).await, format!("carla@else.example {VISITOR} / carla@else.example"));
    let (key, envelope) =
        (&settings().fingerprint_key, Envelope { from: None, to: Some("desk@own.example".to_owned()) });
    let raw = "To: desk@own.example\r\nSubject: Re: We have received your inquiry\r\n\r\nWimplethorpe answers.\r\n";
    let id = accept(&world.db, key, Way::Lmtp, &envelope, raw.as_bytes()).await.unwrap().id;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    let confirm = ["person", "confirm", &id.to_string()];
    assert!(crate::retention::done(&world, &confirm).await.contains("another officer than you can do it now"));
}

#[tokio::test]
async fn an_erased_mail_does_not_come_back_from_a_mailbox() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let raw = mail(VISITOR, "1", "");
    take(&world, &ticket.address, &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    // One in quarantine, too.
    let waiting = mail(VISITOR, "2", "");
    take(&world, "nobody@own.example", &waiting).await;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    world.execute(&format!("SELECT erase_person('{VISITOR}')")).await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM raw_mail").await, 0);
    for again in [&raw, &waiting] {
        for to in [ticket.address.as_str(), "desk@own.example"] {
            pipe(&world, to, again).await;
            assert_eq!(super::settle_by(&world, &settings_for_new()).await, Some(Fate::Duplicate));
        }
    }
    let left = "SELECT concat_ws(' ', (SELECT count(*) FROM raw_mail), (SELECT count(*) FROM message), \
                (SELECT count(*) FROM inquiry), (SELECT count(*) FROM intake))";
    assert_eq!(world.value::<String>(left).await, "0 0 0 6");
}

#[tokio::test]
async fn a_removed_mail_goes_with_each_delivery_of_its_bytes_and_does_not_come_back() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let raw = mail(VISITOR, "1", "");
    take(&world, &ticket.address, &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    pipe(&world, "desk@own.example", &raw).await;
    assert_eq!(super::settle_by(&world, &settings_for_new()).await, Some(Fate::Duplicate));
    let other = mail(VISITOR, "2", "");
    take(&world, "nobody@own.example", &other).await;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    let left = "SELECT concat_ws(' ', (SELECT count(*) FROM raw_mail), (SELECT count(*) FROM message), \
                (SELECT count(*) FROM intake))";
    assert_eq!(world.value::<String>(left).await, "2 1 3", "the copy's bytes are stored once");
    world.execute("SELECT remove_mail(id, NULL) FROM message").await;
    assert_eq!(world.value::<String>(left).await, "1 0 3", "the other mail");
    take(&world, "nobody@own.example", &raw).await;
    assert_eq!(settle(&world).await, Some(Fate::Duplicate));
    pipe(&world, &ticket.address, &raw).await;
    assert_eq!(super::settle_by(&world, &settings_for_new()).await, Some(Fate::Duplicate));
    assert_eq!(world.value::<String>(left).await, "1 0 5");
}

/// Quarantined unread, and not settled yet.
#[tokio::test]
async fn a_mail_that_was_not_read_goes_with_its_writer_and_not_with_whom_it_copies() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    take(&world, &ticket.address, &mail(VISITOR, "1", &"Received: x\r\n".repeat(101))).await;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    take(&world, &ticket.address, &mail(VISITOR, "2", "")).await;
    pipe(&world, &ticket.address, &mail("grobnitz@visitor.example", "3", &format!("Cc: {VISITOR}\r\n"))).await;
    world.execute(&format!("SELECT erase_person('{VISITOR}')")).await;
    let left = "SELECT string_agg(array_to_string(address_keys, ','), ' ') FROM raw_mail";
    assert_eq!(world.value::<String>(left).await, "grobnitz@visitor.example");
}

#[tokio::test]
async fn what_a_hold_keeps_of_a_mail_that_only_copies_a_person_keeps_the_request_open() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let copied = "grobnitz@visitor.example";
    take(&world, &ticket.address, &mail(VISITOR, "1", &format!("Cc: {copied}\r\n"))).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    let hold = format!("SELECT place_hold('{}', NULL, 'Proceedings', now() + interval '30 days')", ticket.id);
    let erase = format!("SELECT (erase_person('{copied}') ->> 'kept')::integer");
    world.execute(&hold).await;
    assert_eq!(world.value::<i32>(&erase).await, 1, "the message and its bytes name the person");
    world.execute("DELETE FROM raw_mail").await;
    assert_eq!(world.value::<i32>(&erase).await, 1, "the message still does");
    world.execute("DELETE FROM legal_hold").await;
    assert_eq!(world.value::<i32>(&erase).await, 0);
}

#[tokio::test]
async fn a_copy_is_a_duplicate_also_when_too_many_mails_come() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let mails: Vec<_> = (0..10).map(|n| mail(VISITOR, &n.to_string(), "").replace("answers", &n.to_string())).collect();
    for raw in &mails {
        take(&world, &ticket.address, raw).await;
        assert_eq!(settle(&world).await, Some(Fate::Reply));
    }
    take(&world, &ticket.address, &mail(VISITOR, "eleventh", "")).await;
    assert_eq!(settle(&world).await, Some(Fate::Quarantined));
    pipe(&world, &ticket.address, &mails[0]).await;
    assert_eq!(settle(&world).await, Some(Fate::Duplicate));
}

#[tokio::test]
async fn a_copy_that_came_to_less_does_not_swallow_the_mail() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let parties = "SELECT string_agg(concat_ws(' ', party, is_machine), ', ' ORDER BY received_at) FROM message";
    // By a program, forwarded so that DMARC fails, and directly.
    let copies = [("X-Failed-Recipients: x@visitor.example\r\n", "machine report"), (&dmarc("fail"), "reply address")];
    for (extra, expected) in copies {
        let copy = take(&world, &ticket.address, &mail(VISITOR, "1", extra)).await;
        settle(&world).await;
        assert_eq!(rule(&world, copy).await, expected, "{extra}");
    }
    take(&world, &ticket.address, &mail(VISITOR, "1", &dmarc("pass"))).await;
    assert_eq!(settle(&world).await, Some(Fate::Reply));
    assert_eq!(world.value::<String>(parties).await, "system t, other f, visitor f");
    // What comes after it has nothing to add.
    for (extra, way) in copies.into_iter().chain([(dmarc("pass").as_str(), "reply")]).rev() {
        pipe(&world, &ticket.address, &mail(VISITOR, "1", extra)).await;
        assert_eq!(settle(&world).await, Some(Fate::Duplicate), "{way}");
    }
}

#[tokio::test]
async fn a_mail_opens_a_ticket_although_a_program_has_sent_a_copy_to_another() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    take(&world, &ticket.address, &mail(VISITOR, "1", "X-Failed-Recipients: x@visitor.example\r\n")).await;
    assert_eq!(settle(&world).await, Some(Fate::Machine));
    take(&world, "desk@own.example", &mail(VISITOR, "1", "")).await;
    assert_eq!(super::settle_by(&world, &settings_for_new()).await, Some(Fate::New));
}
