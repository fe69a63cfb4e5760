//! Outages of the mail server and the database.

use std::time::Duration;

use entity::outbox::OutboxState;
use outbox::retry_mail;

use crate::support::{FailureMode, PATIENCE, Stage, WorkerProcess, World, eventually};

#[tokio::test]
async fn an_hour_without_a_mail_server_costs_few_attempts_and_no_mail() {
    let world = World::new().await;
    for number in 0..10 {
        world.inquiry(&format!("person{number}@visitor.example"), &["desk@own.example"]).await;
    }
    let down = world.delivery_to("smtp://127.0.0.1:1");
    for _ in 0..60 {
        world.drain(&down).await;
        world.pass("1 minute").await;
    }
    for row in world.rows().await {
        assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Retry, Some("connect_lost")));
        assert!((4..=8).contains(&row.attempts), "{} attempts", row.attempts);
    }
    let jobs: i64 = world.value("SELECT count(*) FROM apalis.jobs").await;
    assert!(jobs < 200, "{jobs} jobs for 20 mails");

    world.pass("2 hours").await;
    world.drain(&world.delivery()).await;
    for row in world.rows().await {
        assert_eq!((row.state, world.taken(&row)), (OutboxState::Sent, 1));
    }
}

#[tokio::test]
async fn a_notification_fails_after_five_days() {
    let world = World::new().await;
    let row = world.notification().await;
    world.server.always(FailureMode::Reply(Stage::Rcpt, "451 not now"));
    let mut attempts = 0;
    while world.row(row.id).await.state != OutboxState::Failed {
        world.drain(&world.delivery()).await;
        world.pass_until_due().await;
        attempts += 1;
        assert!(attempts < 50);
    }
    let after = world.row(row.id).await;
    let hours = (after.finished_at.unwrap() - after.created_at).num_hours();
    assert!((120..=121).contains(&hours), "{hours}");
}

/// The relay judged the mail, and then nothing could be sent for twelve days.
#[tokio::test]
async fn the_five_days_stop_while_nothing_can_be_sent() {
    let world = World::new().await;
    let row = world.notification().await;
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "451 not now")]);
    world.drain(&world.delivery()).await;
    world.pass_until_due().await;
    let refused = world.delivery_to(&world.server.url().replace("smtp://", "smtp://user:word@"));
    for delivery in [refused, world.delivery_to("smtp://127.0.0.1:1")] {
        for _ in 0..3 {
            world.drain(&delivery).await;
            // While sending pauses, no worker claims it.
            world.pass("2 days").await;
        }
    }
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "451 not now")]);
    world.drain(&world.delivery()).await;
    let after = world.row(row.id).await;
    assert_eq!((after.state, after.last_code.as_deref()), (OutboxState::Retry, Some("smtp_451")));
    let age: f64 = world.value("SELECT extract(epoch FROM now() - age_from)::float8 FROM outbox").await;
    assert!(age < 60.0, "{age} s");
}

/// A relay that is away for a week says nothing about the mail, so the five days have not begun.
#[tokio::test]
async fn a_notification_outlives_a_week_without_a_relay() {
    let world = World::new().await;
    let row = world.notification().await;
    let refused = world.delivery_to(&world.server.url().replace("smtp://", "smtp://user:word@"));
    for (delivery, days) in [(world.delivery_to("smtp://127.0.0.1:1"), 6), (refused, 6)] {
        world.drain(&delivery).await;
        world.pass(&format!("{days} days")).await;
    }
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "451 not now")]);
    world.drain(&world.delivery()).await;
    let after = world.row(row.id).await;
    assert_eq!((after.state, after.last_code.as_deref()), (OutboxState::Retry, Some("smtp_451")));
    world.pass("5 hours").await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent);
}

#[tokio::test]
async fn an_operators_retry_starts_the_five_days_anew() {
    let world = World::new().await;
    let row = world.notification().await;
    world.server.always(FailureMode::Reply(Stage::Rcpt, "451 not now"));
    world.drain(&world.delivery()).await;
    // As after five days of attempts.
    world
        .execute("UPDATE outbox SET age_from = now() - interval '5 days', attempts = 9, next_attempt_at = now()")
        .await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.state, OutboxState::Failed);
    retry_mail(&world.db, None, row.id).await.unwrap();
    for _ in 0..5 {
        world.drain(&world.delivery()).await;
        assert_eq!(world.row(row.id).await.state, OutboxState::Retry);
        world.pass_until_due().await;
    }
}

#[tokio::test]
async fn an_auto_reply_that_is_a_day_late_is_not_sent() {
    let world = World::new().await;
    let row = world.auto_reply("krelvonta@visitor.example").await;
    world.drain(&world.delivery_to("smtp://127.0.0.1:1")).await;
    world.pass("25 hours").await;
    world.drain(&world.delivery()).await;
    let after = world.row(row.id).await;
    assert_eq!((after.state, after.last_code.as_deref()), (OutboxState::Failed, Some("too_late")));
    assert!(world.server.accepted().is_empty());
    retry_mail(&world.db, None, row.id).await.unwrap();
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent, "an operator can send it nevertheless");
}

#[tokio::test]
async fn terminated_database_sessions_lose_nothing_and_need_no_restart() {
    let world = World::new().await;
    let worker = WorkerProcess::start(&world).await;
    for number in 0..60 {
        world.inquiry(&format!("person{number}@visitor.example"), &["desk@own.example"]).await;
        if number % 10 == 9 {
            world
                .execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                     WHERE datname = current_database() AND usename = 'inquiry_app' AND application_name = ''",
                )
                .await;
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    }
    eventually(PATIENCE, "all are sent", async || world.rows().await.iter().all(|row| row.state == OutboxState::Sent))
        .await;
    for row in world.rows().await {
        let taken = world.taken(&row);
        assert!(taken == 1 || (taken == 2 && row.ambiguities > 0), "{row:?} was taken {taken} times");
    }
    let (status, _) = worker.stop().await;
    assert!(status.success());
}
