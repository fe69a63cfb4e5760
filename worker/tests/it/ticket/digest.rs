//! The digest of what waits for an answer.

use entity::outbox::{MailKind, OutboxState};
use worker::ticket::Verb;

use super::promise::{ANNA, BEN, Case};

#[tokio::test]
async fn the_digest_comes_once_a_day_to_each_person_about_what_this_person_was_told() {
    let case = Case::new().await;
    case.world.execute("UPDATE promise_watch SET digest_on = digest_on - 1").await;
    case.run().await;
    assert!(case.mails(MailKind::Digest).await.is_empty(), "nothing waits");

    let first = case.inquiry(&[ANNA]).await;
    let second = case.inquiry(&[ANNA, BEN]).await;
    case.act(second, ANNA, Verb::Claim).await;
    case.age(first, "9 days").await;
    case.world.execute("UPDATE promise_watch SET digest_on = digest_on - 1").await;
    case.run().await;
    case.run().await;
    assert_eq!(case.mails(MailKind::Digest).await, [ANNA, BEN]);

    case.world.drain(&case.world.delivery()).await;
    let mails = case.world.server.accepted();
    let digest = |to: &str| mails.iter().find(|mail| mail.to == to && mail.data.contains("for an answer")).unwrap();
    let [first, second] = [first, second].map(|id| {
        let world = &case.world;
        async move { world.value::<String>(&format!("SELECT reference FROM inquiry WHERE id = '{id}'")).await }
    });
    let (first, second) = (first.await, second.await);
    let annas = digest(ANNA);
    assert_eq!(annas.header("Subject").as_deref(), Some("2 inquiries wait for an answer, 1 overdue"));
    assert_eq!(annas.header("In-Reply-To"), None, "it belongs to no conversation");
    assert!(annas.data.contains(&first) && annas.data.contains(&second) && annas.data.contains("OVERDUE"));
    let bens = digest(BEN);
    assert_eq!(bens.header("Subject").as_deref(), Some("1 inquiry waits for an answer"));
    assert!(!bens.data.contains(&first) && bens.data.contains(&second) && bens.data.contains(ANNA));
}

#[tokio::test]
async fn a_digest_that_everybody_has_overtaken_is_not_sent() {
    let case = Case::new().await;
    let id = case.inquiry(&[ANNA]).await;
    case.world.drain(&case.world.delivery()).await;
    case.world.execute("UPDATE promise_watch SET digest_on = digest_on - 1").await;
    case.run().await;
    case.act(id, ANNA, Verb::Close).await;
    let before = case.world.server.accepted().len();
    case.world.drain(&case.world.delivery()).await;
    assert_eq!(case.world.server.accepted().len(), before);
    assert_eq!(case.world.count(MailKind::Digest, OutboxState::Suppressed).await, 1);
}
