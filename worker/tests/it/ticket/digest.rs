//! The digest of what waits for an answer.

use std::sync::Arc;

use entity::Clock;
use mailer::alert::Alerts;
use serde_json::json;
use testkit::smtp::{FailureMode, Record, Stage};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::ticket::Verb;

use super::promise::{ANNA, BEN, Case};
use crate::support::{Hook, digests::pass_a_day};

impl Case {
    async fn reference(&self, inquiry: Uuid) -> String {
        self.world.value(&format!("SELECT reference FROM inquiry WHERE id = '{inquiry}'")).await
    }

    /// The last digest to a person.
    fn digest_to(&self, to: &str) -> Record {
        let mails = self.world.server.accepted();
        mails.into_iter().rfind(|mail| mail.to == to && mail.data.contains("for an answer")).unwrap()
    }
}

#[tokio::test]
async fn the_digest_comes_once_a_day_to_each_person_about_what_this_person_was_told() {
    let case = Case::new().await;
    let first = case.inquiry(&[ANNA]).await;
    let second = case.inquiry(&[ANNA, BEN]).await;
    case.act(second, ANNA, Verb::Claim).await;
    case.age(first, "9 days").await;
    case.digests().await;
    assert_eq!(case.digests().await, [ANNA, BEN]);

    let (first, second) = (case.reference(first).await, case.reference(second).await);
    let annas = case.digest_to(ANNA);
    assert_eq!(annas.header("Subject").as_deref(), Some("2 inquiries wait for an answer, 1 overdue"));
    assert_eq!(annas.header("In-Reply-To"), None, "it belongs to no conversation");
    assert!(annas.data.contains(&first) && annas.data.contains(&second) && annas.data.contains("OVERDUE"));
    let bens = case.digest_to(BEN);
    assert_eq!(bens.header("Subject").as_deref(), Some("1 inquiry waits for an answer"));
    assert!(!bens.data.contains(&first) && bens.data.contains(&second) && bens.data.contains(ANNA));

    pass_a_day(&case.world).await;
    assert_eq!(case.digests().await, [ANNA, BEN, ANNA, BEN], "the next day");
}

#[tokio::test]
async fn where_nothing_waits_no_digest_is_sent() {
    let case = Case::new().await;
    assert!(case.digests().await.is_empty());
    case.inquiry(&[ANNA]).await;
    assert!(case.digests().await.is_empty(), "what came after the office had opened is in the next one");
}

/// The relay is away when the office opens.
async fn begun_but_not_sent(case: &Case, mails: usize) {
    case.world.server.script(&vec![FailureMode::Reply(Stage::Rcpt, "451 4.3.0 later"); mails]);
    assert!(case.digests().await.is_empty());
    assert!(case.digests().await.is_empty(), "not at once again");
    case.world.execute("UPDATE digest_mail SET next_attempt_at = now()").await;
}

/// Whatever becomes of the oldest inquiry meanwhile, the digest comes once, and lists what waits now.
#[tokio::test]
async fn what_becomes_of_one_inquiry_takes_no_digest_with_it() {
    for change in [
        "DELETE FROM inquiry WHERE id =",
        "UPDATE inquiry SET restricted_at = now() WHERE id =",
        "UPDATE inquiry SET last_contact_at = now() - interval '3 years' WHERE id =",
        "UPDATE ticket SET state = 'closed', closed_at = now() WHERE inquiry_id =",
        "UPDATE ticket SET state = 'spam', closed_at = now() WHERE inquiry_id =",
        "UPDATE ticket SET first_answer_at = now(), first_answer_way = 'mail' WHERE inquiry_id =",
    ] {
        let case = Case::new().await;
        let (oldest, other) = (case.inquiry(&[ANNA, BEN]).await, case.inquiry(&[ANNA, BEN]).await);
        case.age(oldest, "9 days").await;
        let (gone, waits) = (case.reference(oldest).await, case.reference(other).await);
        begun_but_not_sent(&case, 2).await;
        case.world.execute(&format!("{change} '{oldest}'")).await;
        assert_eq!(case.digests().await, [ANNA, BEN], "{change}");
        for to in [ANNA, BEN] {
            let data = case.digest_to(to).data;
            assert!(data.contains(&waits) && !data.contains(&gone), "{change}: {data}");
        }
        // Nor does it come again when an inquiry goes after it was sent.
        case.world.execute(&format!("DELETE FROM inquiry WHERE id = '{other}'")).await;
        assert_eq!(case.digests().await.len(), 2, "{change}");
    }
}

#[tokio::test]
async fn a_digest_that_everybody_has_overtaken_is_not_sent() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA]).await;
    begun_but_not_sent(&case, 1).await;
    case.act(id, ANNA, Verb::Close).await;
    assert!(case.digests().await.is_empty());
    case.inquiry(&[ANNA]).await;
    case.world.execute("UPDATE digest_mail SET next_attempt_at = now()").await;
    assert!(case.digests().await.is_empty(), "the day is done");
}

#[tokio::test]
async fn a_mailbox_that_refuses_keeps_no_other_person_waiting_and_is_tried_again() {
    let case = Case::new().await;
    case.inquiry(&[ANNA, BEN]).await;
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "452 4.2.2 full")]);
    assert_eq!(case.digests().await, [BEN]);
    let message_id = "SELECT count(*) FROM digest_mail WHERE attempts = 1 AND finished_at IS NULL";
    assert_eq!(case.world.value::<i64>(message_id).await, 1);
    case.world.execute("UPDATE digest_mail SET next_attempt_at = now()").await;
    assert_eq!(case.digests().await, [BEN, ANNA]);
}

/// Of an outage the operator hears otherwise; what one mailbox refuses for an hour, nobody would hear of.
#[tokio::test]
async fn a_mailbox_that_refuses_for_an_hour_is_alerted_once() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA]).await;
    let hook = Hook::start().await;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let alerts = Arc::new(Alerts::new(Some(hook.url.as_str().into()), Clock::system()).unwrap());
    case.world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.1.1 nobody"); 5]);
    for attempt in 1..=5_i16 {
        case.digests_with(&alerts).await;
        let attempts = "SELECT attempts FROM digest_mail WHERE next_attempt_at > now() + interval '14 minutes'";
        assert_eq!(case.world.value::<i16>(attempts).await, attempt);
        case.world.execute("UPDATE digest_mail SET next_attempt_at = now()").await;
    }
    let ended = CancellationToken::new();
    let (until, sender) = (ended.clone(), Arc::clone(&alerts));
    let sender = tokio::spawn(async move { sender.send_regularly(&until).await });
    let alert = hook.take().await;
    assert_eq!((&alert["code"], &alert["count"]), (&json!("mail_bounced"), &json!(1)), "{alert}");
    assert!(!alert.to_string().contains(&case.reference(id).await));
    ended.cancel();
    sender.await.unwrap();
}
