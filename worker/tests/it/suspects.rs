//! Inquiries that are suspected to be spam: the release, and what is counted.

use chrono::Days;
use entity::{
    Clock, SpamScore, SpamSign,
    env::Env,
    outbox::{MailKind, OutboxState},
};
use mail_parser::MessageParser;
use mailer::MailSettings;
use testkit::smtp::{FailureMode, Record, Stage};
use uuid::Uuid;
use worker::{
    digest::Reviewers,
    schedules::{Resources, SCHEDULES},
    ticket::{ActOutcome, Action, Verb, act, release},
    upkeep::keep_tables,
};

use super::{
    digests::Case,
    intake::{CONSULTANT, VISITOR, dmarc, rule},
    schedules::resources,
    support::digests::{COLLEAGUE, decide, mailer, pass_an_hour, proven, routes, send},
};

impl Case {
    /// What a link of `owner`'s digest writes about the inquiry.
    pub(crate) async fn decides(&self, about: Uuid, owner: &str, from: &str, headers: &str, text: &str) -> String {
        let to = self.settings.addresses.suspect(about, owner);
        let id = decide(&self.world, &self.settings, &to, from, headers, text).await;
        rule(&self.world, id).await
    }

    pub(crate) async fn state(&self, inquiry: Uuid) -> String {
        self.world.value(&format!("SELECT state FROM ticket WHERE inquiry_id = '{inquiry}'")).await
    }

    pub(crate) async fn kinds(&self, inquiry: Uuid) -> Vec<(MailKind, Option<String>)> {
        self.world.rows_of(inquiry).await.into_iter().map(|row| (row.kind, row.recipient)).collect()
    }

    async fn counted(&self, sign: &str) -> String {
        let sql = format!("SELECT called_spam || ' ' || released FROM spam_decision WHERE sign = '{sign}'");
        self.world.value(&sql).await
    }
}

/// The plain text of a mail.
pub(crate) fn text(mail: &Record) -> String {
    let message = MessageParser::default().parse(mail.data.as_bytes()).unwrap();
    message.body_text(0).unwrap().into_owned()
}

#[tokio::test]
async fn a_suspected_inquiry_is_kept_and_nobody_is_mailed() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    assert!(case.kinds(inquiry).await.is_empty());
    assert_eq!(case.state(inquiry).await, "spam");
    let stored = "SELECT points || ' ' || array_to_string(signs, ' ') FROM spam_check WHERE is_suspected";
    assert_eq!(case.world.value::<String>(stored).await, "6 decoy phrases");
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM apalis.jobs").await, 0);
}

#[tokio::test]
async fn a_release_by_mail_makes_it_an_ordinary_inquiry_whose_time_runs_from_then() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    case.world.execute("UPDATE inquiry SET received_at = received_at - interval '3 days'").await;
    case.world.execute("UPDATE ticket SET closed_at = closed_at - interval '3 days'").await;
    assert_eq!(case.decides(inquiry, CONSULTANT, CONSULTANT, &proven(), "#release").await, "command verdict");
    assert_eq!(case.state(inquiry).await, "open");
    let kinds = case.kinds(inquiry).await;
    assert_eq!(
        kinds,
        [
            (MailKind::Notification, Some(CONSULTANT.to_owned())),
            (MailKind::Notification, Some(COLLEAGUE.to_owned())),
            (MailKind::AutoReply, None),
        ]
    );
    case.world.drain(&case.world.delivery()).await;
    let rows = case.world.rows_of(inquiry).await;
    assert!(rows.iter().all(|row| row.state == OutboxState::Sent), "also the auto-reply, three days after the receipt");

    let answer = MailSettings::from_env(&Env::from_pairs([("MAIL_FROM", "desk@own.example")])).unwrap().answer;
    let received = Clock::system().now() - Days::new(3);
    let late = answer.due_locally(received, entity::contact::ContactReason::Other).format("%-d %B %Y").to_string();
    for mail in case.world.server.accepted() {
        assert!(!text(&mail).contains(&late), "the promised time runs from the release: {}", text(&mail));
    }
    // Who releases it is named in the history.
    let event = "SELECT verb || ' ' || outcome || ' ' || recipient FROM ticket_event JOIN outbox ON outbox.id = who";
    assert_eq!(case.world.value::<String>(event).await, format!("release done {CONSULTANT}"));
    let started =
        "SELECT started_at > received_at + interval '2 days' FROM ticket JOIN inquiry ON inquiry.id = inquiry_id";
    assert!(case.world.value::<bool>(started).await);
}

#[tokio::test]
async fn each_inquiry_is_released_once_whoever_is_faster() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    assert_eq!(case.decides(inquiry, CONSULTANT, CONSULTANT, &proven(), "#freigeben").await, "command verdict");
    assert_eq!(case.decides(inquiry, COLLEAGUE, COLLEAGUE, &proven(), "#release").await, "dropped decided");
    assert_eq!(case.kinds(inquiry).await.len(), 3);

    let other = case.suspect().await;
    let releases = (0..4).map(|_| async {
        let db = case.world.database.app().await;
        let transaction = sea_orm::TransactionTrait::begin(&db).await.unwrap();
        let outcome = release(&transaction, other, &routes(), None, None).await.unwrap();
        transaction.commit().await.unwrap();
        outcome
    });
    let outcomes = futures::future::join_all(releases).await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == ActOutcome::Done).count(), 1, "{outcomes:?}");
    assert_eq!(case.kinds(other).await.len(), 3);
    assert_eq!(case.counted("decoy").await, "0 2");
}

#[tokio::test]
async fn only_a_proven_consultant_releases_and_only_by_the_own_link() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    let automatic = format!("{}Auto-Submitted: auto-replied\r\n", proven());
    let failed = proven().replace("=pass", "=fail");
    for (owner, from, headers, text, expected) in [
        (CONSULTANT, CONSULTANT, "", "#release", "quarantined consultant"),
        (CONSULTANT, CONSULTANT, failed.as_str(), "#release", "quarantined consultant"),
        (COLLEAGUE, CONSULTANT, &proven(), "#release", "quarantined unauthenticated"),
        (CONSULTANT, VISITOR, &dmarc("pass"), "#release", "quarantined unauthenticated"),
        (CONSULTANT, CONSULTANT, &automatic, "#release", "quarantined machine"),
        (CONSULTANT, CONSULTANT, &proven(), "Please release it.", "quarantined no_command"),
        (CONSULTANT, CONSULTANT, &proven(), "#release\r\n#spam", "quarantined no_command"),
        (CONSULTANT, CONSULTANT, &proven(), "#attach FW-0000-0000", "quarantined no_command"),
    ] {
        assert_eq!(case.decides(inquiry, owner, from, headers, text).await, expected, "{owner} {from} {text}");
        assert_eq!(case.state(inquiry).await, "spam", "{owner} {from} {text}");
    }
    assert!(case.kinds(inquiry).await.is_empty());
    case.world.execute("DELETE FROM inquiry").await;
    assert_eq!(case.decides(inquiry, CONSULTANT, CONSULTANT, &proven(), "#release").await, "quarantined no_inquiry");
}

/// Counts, not words: what is learned outlives no text.
#[tokio::test]
async fn a_decision_is_counted_once_by_sign() {
    let case = Case::new().await;
    let suspect = case.suspect().await;
    assert_eq!(case.decides(suspect, CONSULTANT, CONSULTANT, &proven(), "#spam").await, "command verdict");
    assert_eq!(case.decides(suspect, COLLEAGUE, COLLEAGUE, &proven(), "#spam").await, "command verdict");
    assert_eq!(case.counted("decoy").await, "1 0");
    assert_eq!(case.counted("phrases").await, "1 0");

    let missed = case.world.inquiry(VISITOR, &[CONSULTANT]).await;
    let spam = Action::of_operator(missed, Verb::Spam);
    assert_eq!(act(&case.world.db, spam).await.unwrap(), ActOutcome::Done);
    assert_eq!((case.counted("none").await, case.counted("haste").await), ("1 0".into(), "0 0".into()));
    case.world.execute("DELETE FROM inquiry").await;
    assert_eq!(case.counted("decoy").await, "1 0", "a sum outlives the inquiries");
}

#[tokio::test]
async fn the_digest_of_a_text_is_kept_for_a_week_and_no_longer_than_its_inquiry() {
    let case = Case::new().await;
    let [old, new] = [case.suspect().await, case.suspect().await];
    let insert = |id: Uuid, days| {
        format!("INSERT INTO recent_text VALUES ('{id}', sha256('{id}'), now() - interval '{days} days 1 minute')")
    };
    case.world.execute(&insert(old, 7)).await;
    case.world.execute(&insert(new, 6)).await;
    keep_tables(&case.world.db).await.unwrap();
    assert_eq!(case.world.value::<Uuid>("SELECT inquiry_id FROM recent_text").await, new);
    case.world.execute(&format!("DELETE FROM inquiry WHERE id = '{new}'")).await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM recent_text").await, 0);
}

/// A flood must not hide the few that people wrote.
#[tokio::test]
async fn of_many_suspected_inquiries_those_with_the_fewest_points_are_told_first() {
    let case = Case::new().await;
    for _ in 0..100 {
        case.suspect().await;
    }
    let score = SpamScore { points: 5, signs: vec![SpamSign::Decoy] };
    let likely = case.world.suspect(VISITOR, score).await;
    case.hourly().await;
    let told = "SELECT inquiry_id <> all (SELECT inquiry_id FROM spam_check WHERE told_at IS NULL) FROM spam_check";
    assert!(case.world.value::<bool>(&format!("{told} WHERE inquiry_id = '{likely}'")).await);
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM spam_check WHERE told_at IS NULL").await, 1);
}

/// The api suspects inquiries whether or not the worker knows a consultant.
#[tokio::test]
async fn where_the_worker_knows_no_consultant_the_compliance_mailbox_gets_the_digest() {
    let case = Case::new().await;
    case.suspect().await;
    let reviewers = Reviewers::new(None, Some(&case.settings), &["privacy@own.example".to_owned()]);
    send(&case.world, &mailer(&case.world, &case.settings, "24/7"), &reviewers).await;
    let digest = case.world.server.accepted().pop().unwrap();
    assert_eq!(digest.to, "privacy@own.example");
    assert!(text(&digest).contains("An operator decides"));
}

#[tokio::test]
async fn a_compliance_mailbox_that_refuses_keeps_no_digest() {
    let case = Case::new().await;
    case.suspect().await;
    case.world
        .execute(
            "INSERT INTO data_subject_request (id, kind, email_key, received_at) \
             VALUES (gen_random_uuid(), 'access', 'a@b.example', now() - interval '25 days')",
        )
        .await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.2.2 full")]);
    let mailer = mailer(&case.world, &case.settings, "24/7");
    let resources = Resources { mailer, reviewers: case.reviewers(), ..resources(&case.world) };
    pass_an_hour(&case.world).await;
    for (name, is_refused) in [("reminders", true), ("digest", false)] {
        let schedule = SCHEDULES.iter().find(|schedule| schedule.name == name).unwrap();
        assert_eq!((schedule.run)(&resources).await.is_err(), is_refused, "{name}");
    }
    let mails = case.world.server.accepted();
    assert_eq!(mails.iter().filter(|mail| mail.data.contains("looks like spam")).count(), 2);
}
