//! The release of a suspected inquiry beside whatever else happens to it.

use std::time::Duration;

use entity::outbox::{MailKind, OutboxState};
use mailer::addresses::Party;
use sea_orm::{ConnectionTrait, TransactionTrait};
use worker::{
    intake::Fate,
    ticket::{ActOutcome, Action, Verb, act, release},
};

use super::{
    digests::Case,
    intake::{CONSULTANT, VISITOR, dmarc, mail, settle_by, take},
    support::{
        WorkerProcess,
        digests::{proven, routes},
    },
};

#[tokio::test]
async fn nobody_is_mailed_about_a_restricted_inquiry_that_is_released() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    case.world.execute("UPDATE inquiry SET restricted_at = now()").await;
    assert_eq!(case.decides(inquiry, CONSULTANT, CONSULTANT, &proven(), "#release").await, "quarantined restricted");
    assert_eq!((case.state(inquiry).await.as_str(), case.kinds(inquiry).await.len()), ("spam", 0));
    case.world.execute("UPDATE inquiry SET restricted_at = NULL").await;
    assert_eq!(case.decides(inquiry, CONSULTANT, CONSULTANT, &proven(), "#release").await, "command verdict");
    assert_eq!(case.kinds(inquiry).await.len(), 3);
}

#[tokio::test]
async fn a_release_waits_for_a_restriction_that_has_begun() {
    let case = Case::new().await;
    let inquiry = case.suspect().await;
    let (app, admin) = (case.world.database.app().await, case.world.database.admin().await);
    let restricting = admin.begin().await.unwrap();
    let restrict = format!("SELECT restrict_processing('{VISITOR}', false)");
    restricting.execute_unprepared(&restrict).await.unwrap();
    let releasing = tokio::spawn(async move {
        let transaction = app.begin().await.unwrap();
        let outcome = release(&transaction, inquiry, &routes(), None, None).await.unwrap();
        transaction.commit().await.unwrap();
        outcome
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    restricting.commit().await.unwrap();
    assert_eq!(releasing.await.unwrap(), ActOutcome::Restricted);
    assert!(case.kinds(inquiry).await.is_empty());
}

/// It would be open, and nobody would know of it.
#[tokio::test]
async fn an_operator_who_reopens_a_suspected_inquiry_releases_it() {
    for is_closed in [false, true] {
        let case = Case::new().await;
        let inquiry = case.suspect().await;
        if is_closed {
            act(&case.world.db, Action::of_operator(inquiry, Verb::Close)).await.unwrap();
        }
        let reference: String = case.world.value("SELECT reference FROM inquiry").await;
        let mut command = WorkerProcess::command(&case.world);
        command.env("NOTIFY_TO", "anna@own.example,ben@own.example").args(["ticket", "reopen", &reference]);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!((case.state(inquiry).await.as_str(), case.kinds(inquiry).await.len()), ("open", 3));
    }
}

/// Who follows up by mail is no program, and an answer needs somebody who was notified.
#[tokio::test]
async fn a_mail_of_the_visitor_releases_also_what_a_consultant_has_called_spam() {
    for is_called_spam in [false, true] {
        let case = Case::new().await;
        let inquiry = case.suspect().await;
        if is_called_spam {
            act(&case.world.db, Action::of_operator(inquiry, Verb::Spam)).await.unwrap();
        }
        let reference: String = case.world.value("SELECT reference FROM inquiry").await;
        let raw = mail(VISITOR, "follow-up", &dmarc("pass")).replace("Subject: ", &format!("Subject: [{reference}] "));
        take(&case.world, "desk@own.example", &raw).await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Reply));
        let kinds = case.kinds(inquiry).await.into_iter().map(|(kind, _)| kind).collect::<Vec<_>>();
        let notifications = kinds.iter().filter(|kind| **kind == MailKind::Notification).count();
        assert_eq!(kinds.iter().filter(|kind| **kind == MailKind::VisitorReply).count(), 2);
        assert_eq!((notifications, case.state(inquiry).await.as_str()), (2, "open"), "{is_called_spam}");
    }
}

/// Who only read another's mail about a held inquiry can answer, and is notified as everybody when somebody takes it up.
#[tokio::test]
async fn who_was_told_of_a_mail_about_a_held_inquiry_is_notified_at_its_release() {
    for word in ["#claim", "#release", "We will call you at noon.", ""] {
        let case = Case::new().await;
        let inquiry = case.suspect().await;
        let reference = case.world.value::<String>("SELECT reference FROM inquiry").await.parse().unwrap();
        let addresses = &case.settings.addresses;
        let raw = mail("someone@elsewhere.example", "about", "");
        take(&case.world, &addresses.reply(&reference, &Party::Visitor), &raw).await;
        assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Reply));
        let unsent = "SELECT count(*) FROM outbox WHERE kind = 'notification' AND last_code = 'named'";
        assert_eq!((case.state(inquiry).await.as_str(), case.world.value::<i64>(unsent).await), ("spam", 2));
        if word.is_empty() {
            let transaction = case.world.db.begin().await.unwrap();
            let outcome = release(&transaction, inquiry, &routes(), None, None).await.unwrap();
            transaction.commit().await.unwrap();
            assert_eq!(outcome, ActOutcome::Done);
        } else {
            let raw = mail(CONSULTANT, "word", &proven()).replace("Wimplethorpe answers.", word);
            take(&case.world, &addresses.reply(&reference, &Party::Consultant(CONSULTANT.to_owned())), &raw).await;
            assert_eq!(settle_by(&case.world, &case.settings).await, Some(Fate::Command));
        }
        let ready = "SELECT count(*) FROM outbox WHERE kind IN ('notification', 'auto_reply') AND state = 'ready'";
        assert_eq!((case.world.value::<i64>(ready).await, case.state(inquiry).await != "spam"), (3, true), "{word}");
        case.world.drain(&case.world.delivery_with_intake(&case.settings)).await;
        assert_eq!(case.world.count(MailKind::Notification, OutboxState::Sent).await, 2, "{word}");
    }
}
