//! A consultant puts a ticket off.

use worker::{
    promise::keep_promises,
    ticket::{State, waiting_tickets},
};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case, shown},
    mail, settle, take,
};
use crate::{digests::promise, support::World};

/// Whose answer is overdue: how many escalations it has.
async fn escalations(case: &Case) -> i64 {
    case.world
        .execute("UPDATE ticket SET half_at = now() - interval '2 hours', due_at = now() - interval '1 hour'")
        .await;
    keep_promises(&case.world.db, Some(&promise())).await.unwrap();
    case.world.value("SELECT count(*) FROM outbox WHERE kind IN ('reminder', 'escalation')").await
}

pub(super) async fn watched() -> Case {
    let world = World::while_rewriting().await;
    keep_promises(&world.db, Some(&promise())).await.unwrap();
    let case = Case::of(world).await;
    keep_promises(&case.world.db, Some(&promise())).await.unwrap();
    case
}

#[tokio::test]
async fn a_ticket_that_is_put_off_is_in_no_reminder_until_then() {
    let case = watched().await;
    case.writes(CONSULTANT, "#wait 5d").await;
    let receipt = shown(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(receipt.contains("in no reminder until then") && receipt.contains("Put off until "), "{receipt}");
    let (state, owner, _) = case.state().await;
    assert_eq!((state, owner.as_deref()), (State::Claimed, Some(CONSULTANT)), "who waits, answers it");
    assert_eq!(escalations(&case).await, 0);
    assert_eq!(waiting_tickets(&case.world.db, CONSULTANT).await.unwrap().len(), 0, "nor in the digest");
    case.world.execute("UPDATE ticket SET waits_until = now() - interval '1 minute'").await;
    assert!(waiting_tickets(&case.world.db, CONSULTANT).await.unwrap()[0].was_put_off);
    assert_eq!(escalations(&case).await, 1);
}

#[tokio::test]
async fn the_visitor_ends_the_wait_of_an_answered_ticket() {
    let case = watched().await;
    case.writes(CONSULTANT, "We wait for your plan.\n\n#wait 10 Tage").await;
    assert!(shown(&case.mails_to(VISITOR).pop().unwrap()).contains("We wait for your plan."));
    let waits = "SELECT count(*) FROM ticket WHERE waits_until > now() + interval '8 days'";
    assert_eq!(case.world.value::<i64>(waits).await, 1);
    case.world.execute("UPDATE ticket SET waits_until = now() - interval '1 minute'").await;
    case.writes(CONSULTANT, "#status").await;
    let receipt = shown(&case.mails_to(CONSULTANT).pop().unwrap());
    assert!(receipt.contains("The visitor has had an answer."), "nobody wrote: {receipt}");
    case.world.execute("UPDATE ticket SET waits_until = now() + interval '9 days'").await;
    take(&case.world, &case.ticket.address, &mail(VISITOR, "again", "")).await;
    settle(&case.world).await;
    assert_eq!(case.world.value::<i64>("SELECT count(waits_until) FROM ticket").await, 0);
    let waiting = waiting_tickets(&case.world.db, CONSULTANT).await.unwrap();
    assert!(waiting.len() == 1 && !waiting[0].was_put_off);
}

/// Otherwise nobody would look at it until somebody remembers.
#[tokio::test]
async fn an_answered_ticket_is_listed_when_its_wait_is_over_until_it_is_acted_on() {
    let case = watched().await;
    case.writes(CONSULTANT, "We wait for your plan.\n#wait 5d").await;
    case.world.execute("UPDATE ticket SET waits_until = now() - interval '1 minute'").await;
    let listed = async || waiting_tickets(&case.world.db, CONSULTANT).await.unwrap().len();
    assert_eq!(listed().await, 1);
    case.writes(CONSULTANT, "#wait 3d").await;
    assert_eq!(listed().await, 0);
    case.world.execute("UPDATE ticket SET waits_until = now() - interval '1 minute'").await;
    case.writes(CONSULTANT, "Have you found it?").await;
    assert_eq!(listed().await, 0);
}

#[tokio::test]
async fn a_colleagues_ticket_is_not_put_off() {
    let case = watched().await;
    case.writes(CONSULTANT, "#claim").await;
    case.writes(COLLEAGUE, "#wait 90d").await;
    assert!(shown(&case.mails_to(COLLEAGUE).pop().unwrap()).contains("anna answers this inquiry."));
    assert_eq!(case.world.value::<i64>("SELECT count(waits_until) FROM ticket").await, 0);
}

#[tokio::test]
async fn what_is_no_time_of_the_next_months_puts_nothing_off() {
    let case = watched().await;
    for text in ["#wait", "#wait soon", "#wait 91d", "#wait 1.1.2020"] {
        case.writes(CONSULTANT, text).await;
        let receipt = shown(&case.mails_to(CONSULTANT).pop().unwrap());
        assert!(receipt.contains("such as #wait 5d"), "{text}: {receipt}");
    }
    case.writes(CONSULTANT, "#close").await;
    case.writes(CONSULTANT, "#wait 5d").await;
    assert!(shown(&case.mails_to(CONSULTANT).pop().unwrap()).contains("Nothing was done: the inquiry is closed."));
    assert_eq!(case.world.value::<i64>("SELECT count(waits_until) FROM ticket").await, 0);
}
