//! The visitor writes again: no mail of a visitor that waits for an answer is outside every list.

use entity::{answer_within::AnswerWithin, env::Env};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sea_orm::{ConnectionTrait as _, TransactionTrait as _};
use uuid::Uuid;
use worker::{
    intake::Fate,
    promise::{Promise, keep_promises},
    ticket::{State, waiting_tickets},
};

use super::{
    CONSULTANT, VISITOR,
    answers::{COLLEAGUE, Case},
    dmarc, mail, settle, take,
};
use crate::support::World;

impl Case {
    /// The due times of all that is to be answered, and the reminders.
    async fn watches(&self) {
        let answer = AnswerWithin::from_env(&Env::from_pairs([("OFFICE_HOURS", "Mo-Su 00:00-24:00")])).unwrap();
        let promise = Promise { answer, escalate_to: Vec::new(), consultants: None };
        keep_promises(&self.world.db, Some(&promise)).await.unwrap();
    }

    /// The inquiry came while the promise was watched.
    async fn watched() -> Self {
        let case = Self::of(World::new().await).await;
        case.watches().await;
        case.world.execute("UPDATE promise_watch SET since = since - interval '1 day'").await;
        case.world.execute("UPDATE promise_watch SET seen_until = seen_until - interval '1 day'").await;
        case.watches().await;
        case
    }

    pub(super) async fn visitor_goes_on(&self, text: &str) {
        self.visitor_goes_on_about(&format!("Re: [{}]", self.ticket.reference), text).await;
    }

    async fn visitor_goes_on_about(&self, subject: &str, text: &str) {
        let raw = mail(VISITOR, &Uuid::new_v4().to_string(), "").replace("Wimplethorpe answers.", text);
        take(&self.world, &self.ticket.address, &raw.replace("Re: We have received your inquiry", subject)).await;
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
            ("outbox", &["created_at", "finished_at"]),
            ("intake", &["settled_at"]),
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

/// What no mail shows, or what is no signature, is more than thanks; so is a yes, where something was asked.
#[tokio::test]
async fn thanks_that_say_more_reopen() {
    let case = Case::watched().await;
    case.writes(CONSULTANT, "Shall we come on Monday?").await;
    case.visitor_goes_on("OK, danke").await;
    assert!(case.waits().await, "a yes");
    for (subject, text) in [
        ("Attack is back, call me", "Danke"),
        ("Re: [FW]", "Danke\r\n--\r\nDer Angriff ist zurück"),
        ("Re: [FW]", "Danke\r\n-- \r\n1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8\r\nDer Angriff ist zurück"),
    ] {
        case.writes(CONSULTANT, "#close").await;
        assert!(!case.waits().await);
        case.visitor_goes_on_about(&subject.replace("FW", &case.ticket.reference), text).await;
        assert!(case.state().await.0 == State::Claimed && case.waits().await, "{subject}, {text}");
    }
    case.writes(CONSULTANT, "#close").await;
    case.visitor_goes_on("OK, danke\r\n-- \r\nJo Muster\r\nDer Angriff AG").await;
    assert_eq!(case.state().await.0, State::Closed);
}

/// It was written before, so that it answers nothing of it.
#[tokio::test]
async fn an_answer_that_arrives_after_the_visitors_mail_does_not_hide_it() {
    let case = Case::watched().await;
    case.writes(CONSULTANT, "We call you.").await;
    case.world.execute("UPDATE outbox SET state = 'retry', finished_at = NULL WHERE kind = 'answer'").await;
    case.visitor_goes_on("I have moved. My number is another one.").await;
    assert!(case.waits().await);
}

/// Answered ones that nobody closes become many, and a quarter is rewritten.
#[tokio::test]
async fn of_an_answered_ticket_nobody_looks_for_messages() {
    let case = Case::watched().await;
    case.writes(CONSULTANT, "We call you.").await;
    let rewriting = case.world.admin.begin().await.unwrap();
    let quarter: String = case.world.value("SELECT tableoid::regclass::text FROM message LIMIT 1").await;
    rewriting.execute_unprepared(&format!("LOCK TABLE {quarter} IN ACCESS EXCLUSIVE MODE")).await.unwrap();
    let waits = tokio::time::timeout(std::time::Duration::from_secs(20), case.waits()).await;
    assert_eq!(waits.ok(), Some(false));
    rewriting.rollback().await.unwrap();
    case.visitor_goes_on("And when?").await;
    assert!(case.waits().await);
}

/// Nobody could read it, and it would be in no digest.
#[tokio::test]
async fn a_held_inquiry_stays_held_where_nobody_can_be_notified() {
    let case = crate::digests::Case::new().await;
    let inquiry = case.suspect().await;
    let reference: String = case.world.value("SELECT reference FROM inquiry").await;
    let raw =
        mail(VISITOR, "1", &dmarc("pass")).replace("Re: We have received your inquiry", &format!("Re: [{reference}]"));
    take(&case.world, "desk@own.example", &raw).await;
    assert_eq!(settle(&case.world).await, Some(Fate::Reply));
    assert_eq!((case.state(inquiry).await.as_str(), case.kinds(inquiry).await.len()), ("spam", 0));
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
