//! The promise to answer in time: due times, reminders, escalation.

use chrono::{DateTime, SubsecRound as _, TimeDelta, Utc};
use entity::{answer_within::AnswerWithin, contact::ContactReason, env::Env, outbox::MailKind};
use mailer::alert::Alerts;
use sea_orm::ConnectionTrait;
use tokio::task::JoinSet;
use uuid::Uuid;
use worker::{
    digest::{Reviewers, send_digests},
    promise::{Promise, keep_promises},
    ticket::{Action, Verb, act, notification_of},
};

use crate::support::World;

pub(super) const ANNA: &str = "anna@own.example";
pub(super) const BEN: &str = "ben@own.example";
const HEAD: &str = "head@own.example";

/// An office that never closes, so that no test depends on the time of day.
fn answer() -> AnswerWithin {
    AnswerWithin::from_env(&Env::from_pairs([("OFFICE_HOURS", "Mo-Su 00:00-24:00")])).unwrap()
}

pub(super) struct Case {
    pub(super) world: World,
    escalate_to: Vec<String>,
    consultants: Option<Vec<String>>,
}

impl Case {
    /// The watch has begun.
    pub(super) async fn new() -> Self {
        let case = Self { world: World::new().await, escalate_to: Vec::new(), consultants: None };
        case.run().await;
        case
    }

    fn promise(&self) -> Promise {
        Promise { answer: answer(), escalate_to: self.escalate_to.clone(), consultants: self.consultants.clone() }
    }

    pub(super) async fn run(&self) {
        keep_promises(&self.world.db, Some(&self.promise())).await.unwrap();
    }

    /// The digest of the day; recipients of all that were sent.
    pub(super) async fn digests(&self) -> Vec<String> {
        self.digests_with(&self.world.delivery().alerts).await;
        let mails = self.world.server.accepted();
        mails.into_iter().filter(|mail| mail.data.contains("for an answer")).map(|mail| mail.to).collect()
    }

    pub(super) async fn digests_with(&self, alerts: &Alerts) {
        let world = &self.world;
        let nobody = Reviewers::new(None, None, &[]);
        send_digests(&world.db, &world.mailer(), Some(&self.promise()), &nobody, alerts).await.unwrap();
    }

    pub(super) async fn inquiry(&self, notify: &[&str]) -> Uuid {
        let id = self.world.inquiry("krelvonta@visitor.example", notify).await;
        self.run().await;
        id
    }

    /// As if the inquiry had come so long ago.
    pub(super) async fn age(&self, inquiry: Uuid, by: &str) {
        let sql = format!(
            "UPDATE ticket SET promised_from = promised_from - interval '{by}', half_at = half_at - interval '{by}', \
             due_at = due_at - interval '{by}', started_at = started_at - interval '{by}' \
             WHERE inquiry_id = '{inquiry}'; \
             UPDATE inquiry SET received_at = received_at - interval '{by}' WHERE id = '{inquiry}'"
        );
        self.world.execute(&sql).await;
    }

    /// As if so much time had passed since the last escalation.
    async fn pass_after_escalation(&self, by: &str) {
        self.world.execute(&format!("UPDATE ticket SET escalated_at = escalated_at - interval '{by}'")).await;
    }

    pub(super) async fn act(&self, inquiry: Uuid, who: &str, verb: Verb) {
        let who = notification_of(&self.world.db, inquiry, who).await.unwrap();
        act(&self.world.db, Action::of(inquiry, who, verb, None)).await.unwrap();
    }

    /// Recipients, in order.
    pub(super) async fn mails(&self, kind: MailKind) -> Vec<String> {
        let mut mails: Vec<_> = self
            .world
            .rows()
            .await
            .into_iter()
            .filter(|row| row.kind == kind)
            .filter_map(|row| row.recipient)
            .collect();
        mails.sort();
        mails
    }

    async fn times(&self, inquiry: Uuid) -> Option<[DateTime<Utc>; 3]> {
        let sql = format!("SELECT promised_from, half_at, due_at FROM ticket WHERE inquiry_id = '{inquiry}'");
        let statement = sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, sql);
        let row = self.world.admin.query_one_raw(statement).await.unwrap()?;
        Some(["promised_from", "half_at", "due_at"].map(|column| row.try_get("", column).unwrap()))
    }
}

#[tokio::test]
async fn each_new_inquiry_gets_the_due_time_that_the_visitor_is_told() {
    let case = Case { world: World::new().await, escalate_to: Vec::new(), consultants: None };
    let before = case.world.inquiry("krelvonta@visitor.example", &[ANNA]).await;
    case.run().await;
    let id = case.inquiry(&[ANNA]).await;
    let [from, half, due] = case.times(id).await.unwrap();
    let received =
        case.world.value::<DateTime<Utc>>(&format!("SELECT received_at FROM inquiry WHERE id = '{id}'")).await;
    let reason = ContactReason::ThreatDetectionResponse;
    assert_eq!(
        (from, half, due),
        (received, answer().half(received, reason).trunc_subsecs(6), answer().due(received, reason))
    );
    assert_eq!(case.times(before).await, None, "it came before the promise was watched, and was answered elsewhere");
}

/// The ids of mails have the time of the api, whose clock may be wrong.
#[tokio::test]
async fn an_inquiry_is_found_whatever_the_ids_of_its_mails() {
    let case = Case::new().await;
    for id in ["01000000-0000-7000-8000-000000000000", "0fffffff-0000-7000-8000-000000000000"] {
        let inquiry = case.world.inquiry("krelvonta@visitor.example", &[ANNA]).await;
        let of_api = format!("UPDATE outbox SET id = '{id}' WHERE inquiry_id = '{inquiry}' AND kind = 'notification'");
        case.world.execute(&of_api).await;
        case.run().await;
        assert!(case.times(inquiry).await.is_some(), "{id}");
    }
}

#[tokio::test]
async fn an_inquiry_is_found_whatever_its_random_id() {
    let case = Case::new().await;
    for id in [Uuid::from_u128(1), Uuid::from_u128(u128::MAX - 1)] {
        case.world.inquiry_with_id(id, "krelvonta@visitor.example", &[ANNA, BEN]).await;
        case.run().await;
        assert!(case.times(id).await.is_some(), "{id}");
    }
}

#[tokio::test]
async fn an_inquiry_is_found_however_late_its_worker_looks() {
    let case = Case::new().await;
    case.world.execute("UPDATE promise_watch SET since = since - interval '9 days'").await;
    // The worker was away for a week; the visible id is as old as the inquiry.
    case.world.execute("UPDATE promise_watch SET seen_until = seen_until - interval '8 days'").await;
    let id = case.world.inquiry("krelvonta@visitor.example", &[ANNA]).await;
    case.world
        .execute(&format!("UPDATE inquiry SET received_at = received_at - interval '7 days' WHERE id = '{id}'"))
        .await;
    case.run().await;
    assert!(case.times(id).await.is_some());
    assert_eq!(case.mails(MailKind::Escalation).await, [ANNA], "it is late by now");
    assert!(case.mails(MailKind::Reminder).await.is_empty(), "no reminder beside the escalation");
}

#[tokio::test]
async fn a_ticket_is_reminded_of_once_however_many_workers_look() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA, BEN]).await;
    case.run().await;
    assert!(case.mails(MailKind::Reminder).await.is_empty(), "half of the time is not over");
    case.age(id, "40 hours").await;
    let mut workers = JoinSet::new();
    for _ in 0..8 {
        let (db, promise) = (case.world.db.clone(), case.promise());
        workers.spawn(async move { keep_promises(&db, Some(&promise)).await });
    }
    while let Some(done) = workers.join_next().await {
        done.unwrap().unwrap();
    }
    case.run().await;
    assert_eq!(case.mails(MailKind::Reminder).await, [ANNA, BEN]);
    assert!(case.mails(MailKind::Escalation).await.is_empty());
}

#[tokio::test]
async fn the_owner_alone_is_reminded_of_a_claimed_ticket() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA, BEN]).await;
    case.act(id, BEN, Verb::Claim).await;
    case.age(id, "40 hours").await;
    case.run().await;
    assert_eq!(case.mails(MailKind::Reminder).await, [BEN]);
}

#[tokio::test]
async fn who_has_left_counts_as_nobody() {
    let mut case = Case::new().await;
    let [owned, open, alone] =
        [case.inquiry(&[ANNA, BEN]).await, case.inquiry(&[ANNA, BEN]).await, case.inquiry(&[BEN]).await];
    case.act(owned, BEN, Verb::Claim).await;
    for id in [owned, open, alone] {
        case.age(id, "40 hours").await;
    }
    case.consultants = Some(vec![ANNA.to_owned(), HEAD.to_owned()]);
    case.run().await;
    // Of the last one nobody is left: all whom the settings name.
    assert_eq!(case.mails(MailKind::Reminder).await, [ANNA, ANNA, ANNA, HEAD]);
    assert_eq!(case.digests().await, [ANNA, HEAD]);
}

#[tokio::test]
async fn nobody_is_reminded_of_what_is_answered_closed_spam_or_restricted() {
    let case = Case::new().await;
    let [answered, closed, spam, restricted, expired] = [
        case.inquiry(&[ANNA]).await,
        case.inquiry(&[ANNA]).await,
        case.inquiry(&[ANNA]).await,
        case.inquiry(&[ANNA]).await,
        case.inquiry(&[ANNA]).await,
    ];
    let first_answer = "UPDATE ticket SET first_answer_at = now(), first_answer_way = 'mail' WHERE inquiry_id = ";
    case.world.execute(&format!("{first_answer}'{answered}'")).await;
    case.act(closed, ANNA, Verb::Close).await;
    case.act(spam, ANNA, Verb::Spam).await;
    case.world.execute(&format!("UPDATE inquiry SET restricted_at = now() WHERE id = '{restricted}'")).await;
    for id in [answered, closed, spam, restricted] {
        case.age(id, "9 days").await;
    }
    case.age(expired, "9 days").await;
    case.world
        .execute(&format!("UPDATE inquiry SET last_contact_at = now() - interval '3 years' WHERE id = '{expired}'"))
        .await;
    case.run().await;
    assert!(case.mails(MailKind::Reminder).await.is_empty());
    assert!(case.mails(MailKind::Escalation).await.is_empty());
}

#[tokio::test]
async fn a_late_answer_is_escalated_at_once_and_then_once_a_working_day() {
    let mut case = Case::new().await;
    case.escalate_to = vec![HEAD.to_owned()];
    let id = case.inquiry(&[ANNA, BEN]).await;
    case.age(id, "9 days").await;
    case.run().await;
    case.run().await;
    assert_eq!(case.mails(MailKind::Escalation).await, [HEAD]);

    case.pass_after_escalation("1 day").await;
    // A day on which the office stays closed.
    let closed = "SELECT keep_promises(ARRAY['head@own.example'], NULL, NULL, '-infinity')";
    assert_eq!(case.world.value::<i64>(closed).await, 0);
    // Before the office opens.
    let early = "SELECT keep_promises(ARRAY['head@own.example'], NULL, now() + interval '1 minute', '-infinity')";
    assert_eq!(case.world.value::<i64>(early).await, 0);
    case.run().await;
    case.run().await;
    assert_eq!(case.mails(MailKind::Escalation).await, [HEAD, HEAD]);

    case.act(id, ANNA, Verb::Close).await;
    case.pass_after_escalation("1 day").await;
    case.run().await;
    assert_eq!(case.mails(MailKind::Escalation).await.len(), 2, "answered by phone");
}

#[tokio::test]
async fn a_mail_that_still_waits_when_somebody_answers_is_not_sent() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA]).await;
    case.world.drain(&case.world.delivery()).await;
    case.age(id, "40 hours").await;
    case.run().await;
    case.act(id, ANNA, Verb::Close).await;
    case.run().await;
    let before = case.world.server.accepted().len();
    case.world.drain(&case.world.delivery()).await;
    assert_eq!(case.world.server.accepted().len(), before);
}

#[tokio::test]
async fn a_reopened_ticket_has_its_time_anew() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA]).await;
    case.act(id, ANNA, Verb::Close).await;
    case.age(id, "30 days").await;
    case.act(id, ANNA, Verb::Reopen).await;
    case.run().await;
    let [from, _, due] = case.times(id).await.unwrap();
    let now: DateTime<Utc> = case.world.value("SELECT now()").await;
    assert!(from > now - TimeDelta::minutes(5) && due > now);
    assert!(case.mails(MailKind::Escalation).await.is_empty());
    case.age(id, "9 days").await;
    // The close by phone was before.
    case.world.execute("UPDATE ticket SET first_answer_at = first_answer_at - interval '40 days'").await;
    case.run().await;
    assert_eq!(case.mails(MailKind::Escalation).await, [ANNA]);
}

#[tokio::test]
async fn an_escalation_names_the_visitor_the_owner_and_the_phone() {
    let mut case = Case::new().await;
    case.escalate_to = vec![HEAD.to_owned()];
    let id = case.inquiry(&[ANNA]).await;
    case.act(id, ANNA, Verb::Claim).await;
    case.age(id, "9 days").await;
    case.run().await;
    case.world.drain(&case.world.delivery()).await;
    let mails = case.world.server.accepted();
    let mail = mails.iter().find(|mail| mail.to == HEAD).unwrap();
    for shown in ["Zquorvex", "anna answers this inquiry.", "+41 99 777 66 55", "The answer was due", "Wimplethorpe"] {
        assert!(mail.data.contains(shown), "{shown}");
    }
    assert!(mail.header("Reply-To").is_some());
    let notified = "SELECT count(*) FROM outbox WHERE kind = 'notification' AND state = 'sent'";
    assert_eq!(case.world.value::<i64>(notified).await, 1, "who is escalated to gets one mail");
}

#[tokio::test]
async fn without_answers_by_mail_nobody_is_reminded_and_a_new_start_forgets_the_past() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA]).await;
    let watches = "SELECT count(*) FROM promise_watch";
    keep_promises(&case.world.db, None).await.unwrap();
    assert_eq!(case.world.value::<i64>(watches).await, 1, "another worker may watch");
    case.world.execute("UPDATE promise_watch SET checked_at = now() - interval '25 hours'").await;
    keep_promises(&case.world.db, None).await.unwrap();
    assert_eq!(case.world.value::<i64>(watches).await, 0);
    let while_off = case.world.inquiry("krelvonta@visitor.example", &[ANNA]).await;
    case.age(id, "9 days").await;
    keep_promises(&case.world.db, None).await.unwrap();
    assert!(case.mails(MailKind::Escalation).await.is_empty());
    case.run().await;
    assert_eq!(case.times(while_off).await, None);
}
