//! Senders share a statement, but not its failures.

use std::sync::Arc;

use entity::outbox::{MailKind, OutboxState};
use worker::delivery::send_due;

use crate::support::{PATIENCE, World, eventually};

#[tokio::test]
async fn an_outcome_that_the_database_refuses_does_not_block_the_others() {
    let world = World::new().await;
    let bad = world.notification().await;
    for _ in 0..20 {
        world.notification().await;
    }
    world
        .execute(&format!("ALTER TABLE outbox ADD CONSTRAINT refused CHECK (state <> 'sent' OR id <> '{}')", bad.id))
        .await;
    let delivery = world.delivery();
    let mut senders = Vec::new();
    for _ in 0..4 {
        let delivery = Arc::clone(&delivery);
        senders.push(tokio::spawn(async move { send_due(&delivery).await }));
    }
    eventually(PATIENCE, "the others are sent", async || {
        world.count(MailKind::Notification, OutboxState::Sent).await == 20
    })
    .await;
    assert_eq!(world.row(bad.id).await.state, OutboxState::Sending, "its outcome is retried");
    world.execute("ALTER TABLE outbox DROP CONSTRAINT refused").await;
    for sender in senders {
        sender.await.unwrap();
    }
    for row in world.rows().await {
        assert_eq!((row.state, row.attempts, world.taken(&row)), (OutboxState::Sent, 1, 1));
    }
}
