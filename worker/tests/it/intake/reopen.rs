//! The visitor writes again: no mail of a visitor that waits for an answer is outside every list.

use entity::{answer_within::AnswerWithin, env::Env};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use uuid::Uuid;
use worker::{
    intake::Fate,
    promise::{Promise, keep_promises},
    ticket::{State, waiting_tickets},
};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case},
    mail, settle, take,
};

impl Case {
    /// The due times of all that is to be answered, and the reminders.
    async fn watches(&self) {
        let answer = AnswerWithin::from_env(&Env::from_pairs([("OFFICE_HOURS", "Mo-Su 00:00-24:00")])).unwrap();
        let promise = Promise { answer, escalate_to: Vec::new(), consultants: None };
        keep_promises(&self.world.db, Some(&promise)).await.unwrap();
    }

    /// The inquiry came while the promise was watched.
    async fn watched() -> Self {
        let case = Self::new().await;
        case.watches().await;
        case.world.execute("UPDATE promise_watch SET since = since - interval '1 day'").await;
        case.world.execute("UPDATE promise_watch SET seen_until = seen_until - interval '1 day'").await;
        case.watches().await;
        case
    }

    async fn visitor_goes_on(&self, text: &str) {
        let raw = mail(VISITOR, &Uuid::new_v4().to_string(), "").replace("Wimplethorpe answers.", text);
        take(&self.world, &self.ticket.address, &raw).await;
        assert_eq!(settle(&self.world).await, Some(Fate::Reply));
        self.watches().await;
        self.drain().await;
    }

    /// Whether the digest of both lists it.
    async fn waits(&self) -> bool {
        let [annas, bens] = [CONSULTANT, COLLEAGUE].map(async |to| waiting_tickets(&self.world.db, to).await.unwrap());
        let (annas, bens) = (annas.await.len(), bens.await.len());
        assert_eq!(annas, bens);
        annas == 1
    }

    async fn passes(&self, time: &str) {
        for (table, columns) in [
            ("ticket", &["promised_from", "half_at", "due_at", "started_at", "first_answer_at"][..]),
            ("inquiry", &["received_at", "last_contact_at"]),
            ("outbox", &["finished_at"]),
            ("message", &["received_at"]),
        ] {
            let set: Vec<_> = columns.iter().map(|column| format!("{column} = {column} - interval '{time}'")).collect();
            self.world.execute(&format!("UPDATE {table} SET {}", set.join(", "))).await;
        }
    }

    /// The last mail that the visitor's words went with.
    fn relayed(&self) -> String {
        self.mails_to(CONSULTANT).pop().unwrap().data.replace("=\r\n", "")
    }
}

#[tokio::test]
async fn a_mail_of_the_visitor_reopens_and_the_promised_time_runs() {
    for (verb, said, owner) in
        [("#close", "this inquiry was closed", None), ("#spam", "this inquiry was marked as spam", Some(CONSULTANT))]
    {
        let case = Case::watched().await;
        if owner.is_some() {
            case.writes(CONSULTANT, "#claim").await;
        }
        case.writes(CONSULTANT, verb).await;
        assert!(!case.waits().await);
        case.passes("9 days").await;
        case.visitor_goes_on("The attack is back.").await;
        let (state, now, _) = case.state().await;
        assert_eq!(
            (state, now.as_deref()),
            (if owner.is_some() { State::Claimed } else { State::Open }, owner),
            "{verb}"
        );
        assert!(case.waits().await, "{verb}");
        let relayed = case.relayed();
        for shown in [said, "by anna.", "It is open again", "The attack is back."] {
            assert!(relayed.contains(shown), "{verb}, {shown}: {relayed}");
        }
        case.passes("2 days").await;
        case.watches().await;
        let reminded = "SELECT count(*) FROM outbox WHERE kind IN ('reminder', 'escalation')";
        assert_eq!(case.world.value::<i64>(reminded).await, if owner.is_some() { 1 } else { 2 }, "{verb}");
        case.writes(CONSULTANT, "We come at once.").await;
        assert!(!case.waits().await, "answered");
    }
}

#[tokio::test]
async fn a_bare_thank_you_reopens_nothing_and_waits_for_nothing() {
    let case = Case::watched().await;
    case.writes(CONSULTANT, "All is done.").await;
    case.visitor_goes_on("Danke!").await;
    assert!(!case.waits().await, "an open ticket, answered");
    assert!(case.relayed().contains("Danke!"), "no word is hidden");
    case.writes(CONSULTANT, "#close").await;
    case.visitor_goes_on("Vielen Dank!").await;
    assert_eq!(case.state().await.0, State::Closed);
    assert!(case.relayed().contains("It stays as it is"), "{}", case.relayed());
    case.visitor_goes_on("Danke, und wann?").await;
    assert_eq!(case.state().await.0, State::Claimed);
    assert!(case.waits().await);
}

#[tokio::test]
async fn what_the_visitor_wrote_after_an_answer_waits_until_somebody_acts() {
    let case = Case::watched().await;
    case.writes(CONSULTANT, "We call you.").await;
    case.visitor_goes_on("Nobody called.").await;
    case.passes("31 days").await;
    assert!(case.waits().await, "however long ago");
}

/// Its first mail was answered elsewhere.
#[tokio::test]
async fn of_an_inquiry_from_before_the_watch_the_first_mail_begins_the_promised_time() {
    let case = Case::new().await;
    case.watches().await;
    assert!(!case.waits().await);
    case.visitor_goes_on("Is anybody there?").await;
    assert!(case.waits().await);
}

/// What somebody has to do, by a model, and what the lists say.
#[tokio::test]
async fn after_any_order_of_mails_and_verbs_what_waits_is_listed() {
    let mut random = StdRng::seed_from_u64(39);
    for _ in 0..6 {
        let case = Case::watched().await;
        let (mut waits, mut steps) = (true, Vec::new());
        let mut is_over = false;
        for _ in 0..7 {
            let step =
                ["visitor", "thanks", "answer", "#close", "#spam", "#reopen", "#claim"][random.random_range(0..7)];
            match step {
                "visitor" => (waits, is_over) = (true, false),
                // An answer reopens nothing.
                "answer" => waits = false,
                "#close" | "#spam" => (waits, is_over) = (false, true),
                "#reopen" if is_over => (waits, is_over) = (true, false),
                // Takes up what was over: nothing new was asked.
                "#claim" if is_over => continue,
                _ => {}
            }
            steps.push(step);
            match step {
                "visitor" => case.visitor_goes_on(&format!("And now? {}", steps.len())).await,
                "thanks" => case.visitor_goes_on(&format!("Thanks{}", "!".repeat(steps.len()))).await,
                "answer" => {
                    case.writes(CONSULTANT, &format!("This is answer {}.", steps.len())).await;
                }
                verb => {
                    case.writes(CONSULTANT, verb).await;
                }
            }
            case.watches().await;
            assert_eq!(case.waits().await, waits, "{steps:?}");
        }
    }
}
