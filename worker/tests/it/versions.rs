//! Rows of a newer version: its api and workers run beside this version during an upgrade.

use std::sync::Arc;

use entity::{Clock, outbox::OutboxState};
use mailer::alert::Alerts;
use tokio_util::sync::CancellationToken;
use worker::monitoring::alert_overdue;

use crate::support::{Hook, Row, World};

/// A notification, and beside it one mail of an unknown kind, one with an unknown reason and one with an unknown program.
async fn mixed(world: &World) -> (Row, Vec<uuid::Uuid>) {
    world
        .execute(
            "ALTER TABLE outbox DROP CONSTRAINT outbox_kind; \
             ALTER TABLE inquiry DROP CONSTRAINT inquiry_contact_reason_check; \
             ALTER TABLE inquiry DROP CONSTRAINT inquiry_program_check",
        )
        .await;
    let mut unknown = Vec::new();
    for (table, change) in [
        ("outbox", "kind = 'survey'"),
        ("inquiry", "contact_reason = 'quantum-readiness'"),
        ("inquiry", "program = 'quantum-program'"),
    ] {
        let row = world.notification().await;
        let id = if table == "outbox" { row.id } else { row.inquiry_id };
        world.execute(&format!("UPDATE {table} SET {change} WHERE id = '{id}'")).await;
        unknown.push(row.id);
    }
    world.pass("1 minute").await;
    (world.notification().await, unknown)
}

#[tokio::test]
async fn mails_of_a_newer_version_wait_and_do_not_disturb_the_others() {
    let world = World::new().await;
    let (row, unknown) = mixed(&world).await;
    for _ in 0..3 {
        world.drain(&world.delivery()).await;
    }
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent);
    let untouched: i64 = world
        .value(
            "SELECT count(*) FROM outbox WHERE state = 'ready' AND attempts = 0 AND claims = 0 AND last_code IS NULL",
        )
        .await;
    assert_eq!(untouched, i64::try_from(unknown.len()).unwrap());
}

/// What the webhook gets after two looks at overdue work with this time between them.
async fn alert_after_two_looks(world: &World, between: &str) -> serde_json::Value {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let hook = Hook::start().await;
    let alerts = Arc::new(Alerts::new(Some(hook.url.as_str().into()), Clock::system()).unwrap());
    alert_overdue(&world.db, &alerts, None).await.unwrap();
    world.pass(between).await;
    alert_overdue(&world.db, &alerts, None).await.unwrap();
    let ended = CancellationToken::new();
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    let alert = hook.take().await;
    ended.cancel();
    sender.await.unwrap();
    alert
}

#[tokio::test]
async fn a_mail_that_this_version_cannot_read_is_named_by_an_alert() {
    let world = World::new().await;
    let (_, unknown) = mixed(&world).await;
    let alert = alert_after_two_looks(&world, "5 minutes").await;
    assert_eq!((&alert["code"], &alert["count"]), (&"mail_unreadable".into(), &3.into()));
    let ids: Vec<uuid::Uuid> = serde_json::from_value(alert["outbox_ids"].clone()).unwrap();
    assert!(unknown.iter().all(|id| ids.contains(id)), "{alert}");
}

/// A value that the claim does not look at.
#[tokio::test]
async fn a_claimed_mail_that_cannot_be_read_is_named_until_it_can() {
    let world = World::new().await;
    world.execute("ALTER TABLE inquiry DROP CONSTRAINT inquiry_bot_check_check").await;
    let row = world.notification().await;
    world.execute(&format!("UPDATE inquiry SET bot_check = 'appealed' WHERE id = '{}'", row.inquiry_id)).await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.last_code.as_deref(), Some("unreadable"));
    let alert = alert_after_two_looks(&world, "0 seconds").await;
    assert_eq!((&alert["code"], &alert["count"]), (&"mail_unreadable".into(), &1.into()));
}

/// Its sender crashed; what may be done with it then, only its own version knows.
#[tokio::test]
async fn the_reaper_leaves_a_kind_that_it_does_not_know() {
    let world = World::new().await;
    mixed(&world).await;
    let holder = "00000000-0000-4000-8000-000000000001";
    world
        .execute(&format!(
            "UPDATE outbox SET state = 'sending', lease_holder = '{holder}', lease_until = now() - interval '1 hour' \
             WHERE kind = 'survey'"
        ))
        .await;
    world.drain(&world.delivery()).await;
    let state: String = world.value("SELECT state FROM outbox WHERE kind = 'survey'").await;
    assert_eq!(state, "sending");
}
