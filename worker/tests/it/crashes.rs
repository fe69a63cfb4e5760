//! Senders that crash.

use std::time::Duration;

use entity::outbox::OutboxState;
use outbox::{reap, send_due};

use crate::support::{FailureMode, PATIENCE, Stage, WorkerProcess, World, eventually};

/// The test skips this part of the victim's lease, as if its last renewal were this long ago.
const SKIPPED: Duration = Duration::from_secs(18);
/// Another worker takes a mail over within 30 s of a crash: the rest of them.
const TAKEOVER: Duration = Duration::from_secs(12);

/// A worker is killed after the end of data, while it waits for the reply, and another one takes over.
async fn killed_while_sending(survivor_is_up: bool) {
    let world = World::new().await;
    world.server.always(FailureMode::Silence(Stage::EndOfData));
    let victim = WorkerProcess::start(&world).await;
    let inquiry = world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    eventually(PATIENCE, "both mails are at the server", async || world.server.accepted().len() == 2).await;
    let survivor = if survivor_is_up { Some(WorkerProcess::start(&world).await) } else { None };
    world.server.always(FailureMode::Accept);
    victim.kill();
    let killed_at = tokio::time::Instant::now();
    world.pass_leases(SKIPPED).await;
    let survivor = match survivor {
        Some(survivor) => survivor,
        None => WorkerProcess::start(&world).await,
    };
    eventually(TAKEOVER, "its mails are settled", async || {
        world.rows_of(inquiry).await.iter().all(|row| row.finished_at.is_some())
    })
    .await;
    assert!(killed_at.elapsed() <= TAKEOVER);
    let rows = world.rows_of(inquiry).await;
    let seen: Vec<_> = rows.iter().map(|row| (row.state, row.ambiguities, world.taken(row))).collect();
    assert_eq!(seen, [(OutboxState::Sent, 1, 2), (OutboxState::Ambiguous, 1, 1)]);
    survivor.kill();
}

#[tokio::test]
async fn after_kill_9_another_worker_takes_over() {
    killed_while_sending(true).await;
}

#[tokio::test]
async fn after_kill_9_a_restarted_worker_takes_over() {
    killed_while_sending(false).await;
}

#[tokio::test]
async fn rows_that_crashed_together_are_tried_apart() {
    let world = World::new().await;
    for _ in 0..3 {
        world.notification().await;
    }
    for crashes in 1..=2 {
        world
            .execute(&format!(
                "UPDATE outbox SET state = 'sending', lease_holder = '00000000-0000-4000-8000-00000000000{crashes}', \
             lease_until = now() + (row_number - 2) * interval '1 second' \
             FROM (SELECT id, row_number() OVER () FROM outbox) AS numbered WHERE outbox.id = numbered.id"
            ))
            .await;
        let delivery = world.delivery();
        assert_eq!(reap(&delivery).await.unwrap().crashed, 0, "one lease has not expired");
        world.execute("UPDATE outbox SET lease_until = lease_until - interval '2 seconds'").await;
        assert_eq!(reap(&delivery).await.unwrap().crashed, 3);
        assert!(world.rows().await.iter().all(|row| row.state == OutboxState::Ambiguous && row.crashes == crashes));
    }
    // Each at its own time.
    let times =
        "SELECT count(DISTINCT next_attempt_at) FROM outbox WHERE next_attempt_at > now() + interval '15 seconds'";
    assert_eq!(world.value::<i64>(times).await, 3);
    world.pass_until_due().await;
    world.drain(&world.delivery()).await;
    assert!(world.rows().await.iter().all(|row| row.state == OutboxState::Sent));
}

#[tokio::test]
async fn a_row_is_given_up_when_its_sender_has_crashed_five_times() {
    let world = World::new().await;
    let row = world.notification().await;
    world.server.always(FailureMode::Silence(Stage::Rcpt));
    for crashes in 1..=5 {
        assert_ne!(world.row(row.id).await.state, OutboxState::Failed, "after {crashes} kills");
        let doomed = world.slow_delivery();
        let sender = tokio::spawn(async move { send_due(&doomed).await });
        eventually(PATIENCE, "it is being sent", async || world.row(row.id).await.state == OutboxState::Sending).await;
        sender.abort();
        world.execute("UPDATE outbox SET lease_until = now() - interval '1 second'").await;
        reap(&world.delivery()).await.unwrap();
        assert_eq!(world.row(row.id).await.crashes, crashes);
        world.pass_until_due().await;
    }
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Failed, Some("sender_crashed")));
    assert!(row.finished_at.is_some());
}
