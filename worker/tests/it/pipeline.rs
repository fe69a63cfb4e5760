//! From stored inquiry to delivered mails, through the real program.

use std::time::Duration;

use entity::{
    jobs::{MAIL_QUEUE, notify_workers},
    outbox::{MailKind, OutboxState},
};

use crate::support::{FailureMode, PATIENCE, Stage, WorkerProcess, World, eventually};

/// Auto-replies to servers that do not answer take three of four connections, never the last one.
#[tokio::test]
async fn slow_recipients_of_auto_replies_leave_a_connection_to_notifications() {
    let world = World::new().await;
    world.server.always(FailureMode::Silence(Stage::Rcpt));
    for number in 0..12 {
        world.auto_reply(&format!("person{number}@slow.example")).await;
    }
    let worker = WorkerProcess::start_with(&world, &[("MAIL_CONCURRENCY", "4")]).await;
    eventually(PATIENCE, "three are at the server", async || world.server.mails_begun() == 3).await;
    world.server.always(FailureMode::Accept);
    let inquiry = world.inquiry("krelvonta@visitor.example", &["desk@own.example", "other@own.example"]).await;
    notify_workers(&world.db, MAIL_QUEUE).await.unwrap();
    // The silent dialogues last a minute.
    eventually(Duration::from_secs(20), "the notifications are sent", async || {
        world.rows_of(inquiry).await.iter().take(2).all(|row| row.state == OutboxState::Sent)
    })
    .await;
    assert_eq!(world.server.mails_begun(), 5);
    worker.kill();
}

#[tokio::test]
async fn both_mails_of_an_inquiry_arrive_at_once() {
    let world = World::new().await;
    let worker = WorkerProcess::start(&world).await;
    eventually(PATIENCE, "both runners are registered", async || {
        world.value::<i64>("SELECT count(*) FROM apalis.workers").await == 2
    })
    .await;
    let inquiry = world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    notify_workers(&world.db, MAIL_QUEUE).await.unwrap();
    eventually(PATIENCE, "both mails are sent", async || {
        world.rows_of(inquiry).await.iter().all(|row| row.state == OutboxState::Sent)
    })
    .await;

    let mails = world.server.accepted();
    let mut recipients: Vec<_> = mails.iter().map(|mail| mail.to.as_str()).collect();
    recipients.sort_unstable();
    assert_eq!(recipients, ["desk@own.example", "krelvonta@visitor.example"]);
    let auto_reply = mails.iter().find(|mail| mail.to.starts_with("krelvonta")).unwrap();
    assert_eq!(auto_reply.from, "", "an auto-reply has the null return path");
    for row in world.rows_of(inquiry).await {
        assert_eq!(world.taken(&row), 1, "{row:?}");
        assert_eq!((row.attempts, row.last_code.as_deref()), (1, Some("smtp_250")));
    }
    let (status, _) = worker.stop().await;
    assert!(status.success());
}

/// Somebody who can write to the outbox cannot make us send mail to an address that he chooses.
#[tokio::test]
async fn a_notification_to_an_address_that_the_settings_do_not_name_is_never_sent() {
    let world = World::new().await;
    let id = world.inquiry("krelvonta@visitor.example", &["desk@own.example", "mallory@elsewhere.example"]).await;
    let settings = [("NOTIFY_TO", "all@own.example"), ("NOTIFY_ROUTES", "other=desk@own.example")];
    let worker = WorkerProcess::start_with(&world, &settings).await;
    let state = async |to: &str| {
        let rows = world.rows_of(id).await;
        rows.into_iter().find(|row| row.recipient.as_deref() == Some(to)).unwrap().state
    };
    eventually(PATIENCE, "the consultant has it", async || state("desk@own.example").await == OutboxState::Sent).await;
    // A later inquiry has been sent: the worker has passed the row by.
    let later = world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    eventually(PATIENCE, "and the next one", async || {
        world
            .rows_of(later)
            .await
            .iter()
            .any(|row| row.kind == MailKind::Notification && row.state == OutboxState::Sent)
    })
    .await;
    assert_eq!(state("mallory@elsewhere.example").await, OutboxState::Ready, "it waits, and is alerted as late");
    worker.kill();
    assert!(world.server.accepted().iter().all(|mail| mail.to != "mallory@elsewhere.example"));
}
