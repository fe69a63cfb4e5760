//! The state of a ticket and its history.

use uuid::Uuid;
use worker::ticket::{ActOutcome, Action, State, Verb, Way, act, notification_of, record, state_of};

use crate::support::World;

const ANNA: &str = "anna@own.example";
const BEN: &str = "ben@own.example";

struct Case {
    world: World,
    inquiry: Uuid,
    anna: Uuid,
    ben: Uuid,
}

impl Case {
    async fn new() -> Self {
        let world = World::new().await;
        let inquiry = world.inquiry("krelvonta@visitor.example", &[ANNA, BEN]).await;
        let anna = notification_of(&world.db, inquiry, "Anna@own.example").await.unwrap().unwrap();
        let ben = notification_of(&world.db, inquiry, BEN).await.unwrap().unwrap();
        Self { world, inquiry, anna, ben }
    }

    async fn act(&self, who: Uuid, verb: Verb) -> ActOutcome {
        self.act_by(who, verb, None, None).await
    }

    async fn act_by(&self, who: Uuid, verb: Verb, target: Option<Uuid>, intake: Option<Uuid>) -> ActOutcome {
        let action = Action { inquiry: self.inquiry, who: Some(who), verb, intake, target, until: None };
        act(&self.world.db, action).await.unwrap()
    }

    async fn state(&self) -> (State, Option<String>, Option<Way>) {
        let state = state_of(&self.world.db, self.inquiry).await.unwrap().unwrap();
        (state.state, state.owner, state.first_answer_way)
    }
}

#[tokio::test]
async fn a_ticket_is_open_then_owned_by_one_person_then_closed() {
    let case = Case::new().await;
    assert_eq!(case.state().await, (State::Open, None, None));
    assert_eq!(case.act(case.anna, Verb::Claim).await, ActOutcome::Done);
    assert_eq!(case.act(case.anna, Verb::Claim).await, ActOutcome::Unchanged);
    assert_eq!(case.act(case.ben, Verb::Claim).await, ActOutcome::Taken);
    assert_eq!(case.state().await, (State::Claimed, Some(ANNA.to_owned()), None));
    assert_eq!(case.act_by(case.anna, Verb::Assign, Some(case.ben), None).await, ActOutcome::Done);
    assert_eq!(case.state().await, (State::Claimed, Some(BEN.to_owned()), None));
    assert_eq!(case.act(case.anna, Verb::Close).await, ActOutcome::Done);
    assert_eq!(case.state().await, (State::Closed, Some(BEN.to_owned()), Some(Way::Phone)), "answered by phone");
    assert_eq!(case.act(case.anna, Verb::Reopen).await, ActOutcome::Done);
    assert_eq!(case.state().await, (State::Claimed, Some(BEN.to_owned()), Some(Way::Phone)));
    let events = "SELECT string_agg(verb || ' ' || outcome, ', ' ORDER BY at) FROM ticket_event";
    assert_eq!(
        case.world.value::<String>(events).await,
        "claim done, claim unchanged, claim taken, assign done, close done, reopen done"
    );
}

/// Whoever writes it takes a matter up again, and is reminded from now on.
#[tokio::test]
async fn a_claim_of_a_closed_ticket_starts_it_anew() {
    for verb in [Verb::Claim, Verb::Assign] {
        let case = Case::new().await;
        let started = "SELECT started_at IS NOT NULL FROM ticket";
        assert_eq!(case.act(case.anna, Verb::Claim).await, ActOutcome::Done);
        assert!(!case.world.value::<bool>(started).await, "it began with the inquiry");
        assert_eq!(case.act(case.anna, Verb::Close).await, ActOutcome::Done);
        let target = (verb == Verb::Assign).then_some(case.anna);
        assert_eq!(case.act_by(case.anna, verb, target, None).await, ActOutcome::Done);
        assert_eq!(case.state().await.0, State::Claimed);
        assert!(case.world.value::<bool>(started).await, "{verb:?}");
    }
}

#[tokio::test]
async fn the_first_answer_claims_and_a_later_one_does_not() {
    let case = Case::new().await;
    assert_eq!(case.act(case.ben, Verb::Answer).await, ActOutcome::Done);
    assert_eq!(case.act(case.anna, Verb::Answer).await, ActOutcome::Done);
    assert_eq!(case.state().await, (State::Claimed, Some(BEN.to_owned()), None));
    case.act(case.ben, Verb::Close).await;
    assert_eq!(case.state().await, (State::Closed, Some(BEN.to_owned()), None), "answered by mail, not by phone");
}

#[tokio::test]
async fn spam_is_no_answer_and_released_starts_anew() {
    let case = Case::new().await;
    let received = state_of(&case.world.db, case.inquiry).await.unwrap().unwrap().started_at;
    case.act(case.anna, Verb::Spam).await;
    assert_eq!(case.state().await, (State::Spam, None, None));
    case.act(case.anna, Verb::Release).await;
    assert_eq!(case.state().await, (State::Open, None, None));
    assert!(state_of(&case.world.db, case.inquiry).await.unwrap().unwrap().started_at > received);
}

#[tokio::test]
async fn one_mail_does_one_verb_once() {
    let case = Case::new().await;
    let mail = Some(Uuid::new_v4());
    assert_eq!(case.act_by(case.anna, Verb::Close, None, mail).await, ActOutcome::Done);
    case.act(case.ben, Verb::Reopen).await;
    assert_eq!(case.act_by(case.anna, Verb::Close, None, mail).await, ActOutcome::Repeated);
    assert_eq!(case.state().await.0, State::Open);
}

#[tokio::test]
async fn of_many_claims_at_once_one_wins() {
    let case = Case::new().await;
    let claims = (0..20).map(|number| case.act(if number % 2 == 0 { case.anna } else { case.ben }, Verb::Claim));
    let outcomes = futures::future::join_all(claims).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == ActOutcome::Done).count(), 1, "{outcomes:?}");
}

#[tokio::test]
async fn a_ticket_is_assigned_to_somebody_or_not_at_all() {
    let case = Case::new().await;
    let action = Action::of_operator(case.inquiry, Verb::Assign);
    let error = act(&case.world.db, action).await.unwrap_err().to_string();
    assert!(error.contains("was not notified"), "{error}");
    // Of an address that nobody has.
    record(&case.world.db, action, "unknown").await.unwrap();
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM ticket_event").await, 1);
}

#[tokio::test]
async fn who_was_not_notified_does_nothing_and_an_expired_ticket_is_gone() {
    let case = Case::new().await;
    let other = case.world.inquiry("other@visitor.example", &[ANNA]).await;
    let foreign = notification_of(&case.world.db, other, ANNA).await.unwrap().unwrap();
    let action = Action {
        inquiry: case.inquiry,
        who: Some(foreign),
        verb: Verb::Claim,
        intake: None,
        target: None,
        until: None,
    };
    let error = act(&case.world.db, action).await.unwrap_err().to_string();
    assert!(error.contains("was not notified"), "{error}");
    case.act(case.anna, Verb::Claim).await;
    for sql in [
        "UPDATE ticket SET owner = NULL",
        "INSERT INTO ticket (inquiry_id, state) SELECT id, 'open' FROM inquiry",
        "DELETE FROM ticket_event",
        "UPDATE ticket_event SET who = NULL",
    ] {
        let error = sea_orm::ConnectionTrait::execute_unprepared(&case.world.db, sql).await.expect_err(sql);
        assert!(error.to_string().contains("permission denied"), "{sql}: {error}");
    }
    case.world.execute("UPDATE inquiry SET last_contact_at = now() - interval '3 years'").await;
    assert_eq!(case.act(case.anna, Verb::Close).await, ActOutcome::Gone);
    assert!(state_of(&case.world.db, case.inquiry).await.unwrap().is_none());
    sea_orm::ConnectionTrait::execute_unprepared(&case.world.db, "SELECT purge_expired(gen_random_uuid(), 100)")
        .await
        .unwrap();
    let left = "SELECT (SELECT count(*) FROM ticket) + (SELECT count(*) FROM ticket_event)";
    assert_eq!(case.world.value::<i64>(left).await, 0, "gone with the inquiry");
}
