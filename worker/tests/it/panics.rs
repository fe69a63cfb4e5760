//! A panic in one delivery.

use std::process::Stdio;

use entity::outbox::OutboxState;
use uuid::Uuid;

use crate::support::{CANARIES, PATIENCE, WorkerProcess, World, eventually};

/// A mail cannot have a date beyond the year 9999: the mail library panics in the middle of the delivery.
async fn poison(world: &World, id: Uuid) {
    world.execute(&format!("UPDATE outbox SET created_at = '10000-01-01' WHERE id = '{id}'")).await;
}

async fn cure(world: &World, id: Uuid) {
    world.execute(&format!("UPDATE outbox SET created_at = now() WHERE id = '{id}'")).await;
}

#[tokio::test]
async fn a_delivery_that_panics_affects_no_other_and_is_retried() {
    let world = World::new().await;
    let delivery = world.delivery();
    let bad = world.notification().await;
    let others = [world.notification().await, world.notification().await, world.notification().await];
    poison(&world, bad.id).await;
    world.drain(&delivery).await;
    for other in &others {
        let other = world.row(other.id).await;
        assert_eq!((other.state, other.attempts, world.taken(&other)), (OutboxState::Sent, 1, 1));
    }
    let after = world.row(bad.id).await;
    assert_eq!((after.state, after.crashes, after.lease_holder), (OutboxState::Ambiguous, 1, None));
    assert!(delivery.leases.held().is_empty());
    world.drain(&delivery).await;
    assert_eq!(world.row(bad.id).await.crashes, 1, "it waits first");

    cure(&world, bad.id).await;
    world.pass("2 minutes").await;
    world.drain(&delivery).await;
    let end = world.row(bad.id).await;
    assert_eq!((end.state, world.taken(&end)), (OutboxState::Sent, 1));
}

#[tokio::test]
async fn a_second_panic_quarantines_the_row() {
    let world = World::new().await;
    let bad = world.notification().await;
    poison(&world, bad.id).await;
    for _ in 0..2 {
        world.drain(&world.delivery()).await;
        world.execute("UPDATE outbox SET next_attempt_at = now() WHERE state = 'ambiguous'").await;
    }
    let end = world.row(bad.id).await;
    assert_eq!((end.state, end.crashes, end.last_code.as_deref()), (OutboxState::Failed, 2, Some("sender_crashed")));
}

#[tokio::test]
async fn a_panic_is_logged_by_its_place_only() {
    let world = World::new().await;
    let bad = world.notification().await;
    poison(&world, bad.id).await;
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut command = WorkerProcess::command(&world);
    command.arg("run").env("RUST_LOG", "trace").env("WORKER_OPS_LISTEN", "127.0.0.1:0");
    let mut worker = command.stdout(Stdio::null()).stderr(log.reopen().unwrap()).spawn().unwrap();
    eventually(PATIENCE, "the crash is recorded", async || world.row(bad.id).await.crashes == 1).await;
    worker.kill().unwrap();
    worker.wait().unwrap();
    let lines = std::fs::read_to_string(log.path()).unwrap();
    assert!(lines.contains("the delivery panicked") && lines.contains(".rs:"), "{lines}");
    // Nothing of the message, which can quote a value.
    assert!(!lines.contains("year 9999") && !lines.contains("panicked at"), "{lines}");
    assert!(CANARIES.iter().all(|canary| !lines.contains(canary)));
}
