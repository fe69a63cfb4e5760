//! Inquiries that are suspected to be spam: the daily digest, the release, and what is counted.

use std::sync::Arc;

use chrono::Days;
use entity::{
    Clock, SpamScore, SpamSign,
    env::Env,
    notify_routes::NotifyRoutes,
    outbox::{MailKind, OutboxState},
};
use mail_parser::MessageParser;
use testkit::smtp::Record;
use uuid::Uuid;
use worker::{
    compliance_mailer::Mailer,
    intake::IntakeSettings,
    jobs::Resources,
    mail::MailSettings,
    schedules::SCHEDULES,
    spam_digest::{SpamReviewers, send_spam_digest, send_spam_digest_now},
    ticket::{ActOutcome, Action, Verb, act, release},
};

use super::{
    intake::{CONSULTANT, VISITOR, dmarc, mail, rule, settings_with, settle_by, take},
    schedules::resources,
    support::World,
};

const COLLEAGUE: &str = "ben@own.example";

struct Case {
    world: World,
    settings: IntakeSettings,
}

impl Case {
    async fn new() -> Self {
        Self {
            world: World::new().await,
            settings: settings_with(&[("NOTIFY_TO", "anna@own.example,ben@own.example")]),
        }
    }

    async fn suspect(&self) -> Uuid {
        let score = SpamScore { points: 6, signs: vec![SpamSign::Links, SpamSign::Phrases] };
        self.world.suspect(VISITOR, score).await
    }

    fn reviewers(&self) -> SpamReviewers {
        SpamReviewers::new(&routes(), Some(&self.settings))
    }

    fn mailer(&self, hours: &str) -> Mailer {
        let env = Env::from_pairs([("MAIL_FROM", "desk@own.example"), ("OFFICE_HOURS", hours)]);
        let signed = Some(Arc::clone(&self.settings.addresses));
        self.world.mailer_with(MailSettings { signed, ..MailSettings::from_env(&env).unwrap() })
    }

    /// At any time of an office that never closes, or of one that does not open.
    async fn hourly(&self, hours: &str) -> usize {
        send_spam_digest(&self.world.db, &self.mailer(hours), &self.reviewers()).await.unwrap();
        self.world.server.accepted().len()
    }

    /// What a link of `owner`'s digest writes about the inquiry.
    async fn decides(&self, about: Uuid, owner: &str, from: &str, headers: &str, text: &str) -> String {
        let to = self.settings.addresses.suspect(about, owner);
        let raw = mail(from, &Uuid::new_v4().to_string(), headers).replace("Wimplethorpe answers.", text);
        let id = take(&self.world, &to, &raw).await;
        settle_by(&self.world, &self.settings).await;
        rule(&self.world, id).await
    }

    async fn state(&self, inquiry: Uuid) -> String {
        self.world.value(&format!("SELECT state FROM ticket WHERE inquiry_id = '{inquiry}'")).await
    }

    async fn kinds(&self, inquiry: Uuid) -> Vec<(MailKind, Option<String>)> {
        self.world.rows_of(inquiry).await.into_iter().map(|row| (row.kind, row.recipient)).collect()
    }

    async fn counted(&self, sign: &str) -> String {
        let sql = format!("SELECT called_spam || ' ' || released FROM spam_decision WHERE sign = '{sign}'");
        self.world.value(&sql).await
    }
}

fn routes() -> NotifyRoutes {
    let env = Env::from_pairs([("NOTIFY_TO", "anna@own.example,ben@own.example")]);
    NotifyRoutes::from_env(&env).unwrap()
}

/// The plain text of a mail.
fn text(mail: &Record) -> String {
    let message = MessageParser::default().parse(mail.data.as_bytes()).unwrap();
    message.body_text(0).unwrap().into_owned()
}

fn proven() -> String {
    dmarc("pass").replace("visitor.example", "own.example")
}

#[tokio::test]
async fn a_suspected_inquiry_is_kept_and_nobody_is_mailed() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    assert!(case.kinds(inquiry).await.is_empty());
    assert_eq!(case.state(inquiry).await, "spam");
    let stored = "SELECT points || ' ' || array_to_string(signs, ' ') FROM spam_check WHERE is_suspected";
    assert_eq!(case.world.value::<String>(stored).await, "6 links phrases");
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM apalis.jobs").await, 0);
}

#[tokio::test]
async fn the_digest_names_each_suspected_inquiry_once_with_its_signs_and_links() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    let reference: String = case.world.value("SELECT reference FROM inquiry").await;
    let another_day = (Clock::system().now() + Days::new(3)).format("%a").to_string();
    assert_eq!(case.hourly(&format!("{} 08:00-18:00", &another_day[..2])).await, 0, "the office is closed today");
    assert_eq!(case.hourly("24/7").await, 2);
    let digests = case.world.server.accepted();
    assert_eq!(digests.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), [CONSULTANT, COLLEAGUE]);
    for digest in &digests {
        assert_eq!(digest.header("Subject").as_deref(), Some("1 inquiry looks like spam"));
        let text = text(digest);
        let address = case.settings.addresses.suspect(inquiry, &digest.to);
        for words in [
            &reference,
            "Zquorvex Blimfandle, Grobnitz <krelvonta@visitor",
            "Wimplethorpe",
            "links, phrases of advertisements",
            &address,
        ] {
            assert!(text.contains(words), "{words} is missing in {text}");
        }
    }
    assert_eq!(case.hourly("24/7").await, 2, "one digest a day");
    case.suspect().await;
    assert_eq!(case.hourly("24/7").await, 2, "the next day");
    case.world.execute("UPDATE spam_check SET told_at = told_at - interval '1 day'").await;
    assert_eq!(case.hourly("24/7").await, 4);
    let second = case.world.server.accepted().pop().unwrap();
    assert!(text(&second).contains("1 inquiry looks like spam") && !text(&second).contains(&reference));
}

#[tokio::test]
async fn the_hourly_run_sends_the_digest() {
    let case = Case::new().await;
    case.suspect().await;
    let resources =
        Resources { mailer: case.mailer("24/7"), spam_reviewers: Some(case.reviewers()), ..resources(&case.world) };
    let report = SCHEDULES.iter().find(|schedule| schedule.name == "report").unwrap();
    (report.run)(resources).await.unwrap();
    let is_digest = |mail: &Record| mail.header("Subject").is_some_and(|subject| subject.contains("looks like spam"));
    assert_eq!(case.world.server.accepted().iter().filter(|mail| is_digest(mail)).count(), 2);
}

/// Nobody's word proves a sender, or no mails come in: the command line decides.
#[tokio::test]
async fn without_proof_of_senders_the_digest_has_no_links() {
    let case = Case::new().await;
    case.suspect().await;
    let untrusted = settings_with(&[("NOTIFY_TO", CONSULTANT), ("INTAKE_TRUST", "none")]);
    for intake in [None, Some(&untrusted)] {
        case.world.execute("UPDATE spam_check SET told_at = NULL").await;
        let reviewers = SpamReviewers::new(&routes(), intake);
        send_spam_digest_now(&case.world.db, &case.world.mailer(), &reviewers).await.unwrap();
        let digest = case.world.server.accepted().pop().unwrap();
        let text = text(&digest);
        assert!(!text.contains("@reply.own.example") && text.contains("worker ticket show, release, spam"), "{text}");
    }
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
    assert_eq!(case.counted("links").await, "0 2");
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
    assert_eq!(case.counted("links").await, "1 0");
    assert_eq!(case.counted("phrases").await, "1 0");

    let missed = case.world.inquiry(VISITOR, &[CONSULTANT]).await;
    let spam = Action::of_operator(missed, Verb::Spam);
    assert_eq!(act(&case.world.db, spam).await.unwrap(), ActOutcome::Done);
    assert_eq!((case.counted("none").await, case.counted("decoy").await), ("1 0".into(), "0 0".into()));
    case.world.execute("DELETE FROM inquiry").await;
    assert_eq!(case.counted("links").await, "1 0", "a sum outlives the inquiries");
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
    let cleanup = SCHEDULES.iter().find(|schedule| schedule.name == "cleanup").unwrap();
    (cleanup.run)(resources(&case.world)).await.unwrap();
    assert_eq!(case.world.value::<Uuid>("SELECT inquiry_id FROM recent_text").await, new);
    case.world.execute(&format!("DELETE FROM inquiry WHERE id = '{new}'")).await;
    assert_eq!(case.world.value::<i64>("SELECT count(*) FROM recent_text").await, 0);
}
