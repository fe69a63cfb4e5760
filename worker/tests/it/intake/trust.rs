//! Whose mail counts as the visitor's.

use mailer::addresses::Party;
use uuid::Uuid;
use worker::intake::{attach, settle_next};

use super::{CONSULTANT, VISITOR, dmarc, mail, rule, settings_with_trust, settle, signed, take, ticket};
use crate::support::World;

#[tokio::test]
async fn only_a_visitor_whom_the_host_does_not_disprove_moves_the_last_contact() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    for (number, from, result, party) in [
        (1, VISITOR, dmarc("pass"), "visitor pass"),
        (2, VISITOR, String::new(), "visitor none"),
        (3, VISITOR, dmarc("fail"), "other fail"),
        (4, "colleague@visitor.example", dmarc("pass"), "other pass"),
        // Of another host than the one that is trusted.
        (5, VISITOR, dmarc("fail").replace("mx.own", "mx.evil"), "visitor none"),
    ] {
        let text = mail(from, &number.to_string(), &result).replace("answers", &format!("answers {number}"));
        let id = take(&world, &ticket.address, &text).await;
        settle(&world).await;
        assert_eq!(rule(&world, id).await, "reply address", "{number}");
        let stored = format!(
            "SELECT concat_ws(' ', party, auth) FROM message JOIN intake ON intake.id = intake_id WHERE intake_id = '{id}'"
        );
        assert_eq!(world.value::<String>(&stored).await, party, "{number}");
        let contacts = format!(
            "SELECT count(*) FROM contact JOIN message ON message.id = source WHERE intake_id = '{id}' AND at > received_at"
        );
        assert_eq!(world.value::<i64>(&contacts).await, i64::from(party.starts_with("visitor")), "{number}");
    }
}

#[tokio::test]
async fn a_consultants_address_works_for_nobody_else_and_a_visitors_never_for_a_consultant() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let own =
        |address: &str| signed().reply(&ticket.reference.parse().unwrap(), &Party::Consultant(address.to_owned()));
    let own_pass = dmarc("pass").replace("visitor.example", "own.example");
    let own_fail = own_pass.replace("pass", "fail");
    for (to, from, result, expected) in [
        (own(CONSULTANT), VISITOR, dmarc("pass"), "quarantined unauthenticated"),
        (own(CONSULTANT), CONSULTANT, own_fail.clone(), "command unproven"),
        // The author of the last one was asked a moment ago.
        (own(CONSULTANT), "ben@own.example", own_pass.clone(), "quarantined consultant"),
        (own(CONSULTANT), CONSULTANT, String::new(), "quarantined consultant"),
        (own("eve@own.example"), CONSULTANT, own_pass.clone(), "quarantined unmatched"),
        (ticket.address.clone(), CONSULTANT, own_pass, "quarantined consultant"),
        (ticket.address.clone(), CONSULTANT, own_fail, "quarantined unauthenticated"),
    ] {
        let number = Uuid::new_v4().to_string();
        let id = take(&world, &to, &mail(from, &number, &result).replace("answers", &number)).await;
        settle(&world).await;
        assert_eq!(rule(&world, id).await, expected, "{to} {from} {result}");
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM message").await, 1);
    let acted = "SELECT count(*) FROM outbox WHERE kind NOT IN ('notification', 'auto_reply', 'question')";
    assert_eq!(world.value::<i64>(acted).await, 0);
}

#[tokio::test]
async fn exchange_online_says_who_is_internal_and_none_trusts_nobody() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let internal = "X-MS-Exchange-Organization-AuthAs: Internal\r\n";
    for (trust, result, expected) in [
        ("microsoft365", internal.to_owned(), "internal"),
        ("microsoft365", dmarc("pass"), "none"),
        ("none", dmarc("fail"), "none"),
        ("none", internal.to_owned(), "none"),
    ] {
        let number = Uuid::new_v4().to_string();
        let text = mail(VISITOR, &number, &result).replace("answers", &number);
        let id = take(&world, &ticket.address, &text).await;
        settle_next(&world.db, &settings_with_trust(trust), Uuid::new_v4()).await.unwrap();
        let auth: String = world.value(&format!("SELECT auth FROM intake WHERE id = '{id}'")).await;
        assert_eq!(auth, expected, "{trust} {result}");
    }
}

#[tokio::test]
async fn what_an_operator_puts_on_a_ticket_is_a_persons_mail() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let automatic = "Auto-Submitted: auto-replied\r\n";
    for (number, from, extra, party) in [
        (1, VISITOR, automatic.to_owned(), "visitor"),
        (2, "no-reply@tool.visitor.example", automatic.to_owned(), "other"),
        (3, VISITOR, format!("{automatic}{}", dmarc("fail")), "other"),
        (4, VISITOR, format!("{automatic}From: {CONSULTANT}\r\n"), "other"),
    ] {
        let id = take(&world, "desk@own.example", &mail(from, &number.to_string(), &extra)).await;
        settle(&world).await;
        assert_eq!(rule(&world, id).await, "quarantined unmatched", "{number}");
        attach(&world.db, id, &ticket.reference.parse().unwrap()).await.unwrap();
        settle(&world).await;
        assert_eq!(rule(&world, id).await, "reply attached", "{number}");
        let stored = format!("SELECT concat_ws(' ', party, is_machine::text) FROM message WHERE intake_id = '{id}'");
        assert_eq!(world.value::<String>(&stored).await, format!("{party} false"), "{number}");
        let relays = "SELECT count(*) FROM outbox WHERE kind = 'visitor_reply'";
        assert_eq!(world.value::<i64>(relays).await, 2 * number, "to both consultants");
    }
    assert_eq!(world.value::<i64>("SELECT count(*) FROM contact").await, 1, "the visitor's own");
}
