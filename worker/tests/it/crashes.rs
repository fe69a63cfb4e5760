//! Senders that crash.

use std::time::Duration;

use entity::outbox::{MailKind, OutboxState};
use outbox::{Delivery, LeaseSettings, claim_next, reap};
use uuid::Uuid;

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
        "SELECT count(DISTINCT next_attempt_at) FROM outbox WHERE next_attempt_at > now() + interval '25 seconds'";
    assert_eq!(world.value::<i64>(times).await, 3);
    world.pass_until_due().await;
    world.drain(&world.delivery()).await;
    assert!(world.rows().await.iter().all(|row| row.state == OutboxState::Sent));
}

/// Kills a worker each time that it sends this mail, and returns how many others it sent at the same time.
async fn kill_while_sending(world: &World, id: Uuid, waits_for_others: bool) -> i64 {
    const BESIDE: &str = "SELECT count(*) - 1 FROM outbox WHERE state = 'sending'";
    let worker = WorkerProcess::start(world).await;
    eventually(PATIENCE, "it is being sent", async || {
        world.row(id).await.state == OutboxState::Sending && (!waits_for_others || world.value::<i64>(BESIDE).await > 0)
    })
    .await;
    worker.kill();
    let beside = world.value(BESIDE).await;
    // A statement of the killed process may still run: it locks rows, or renews their leases.
    eventually(PATIENCE, "its end is seen", async || {
        world.pass_leases(LeaseSettings::default().duration).await;
        reap(&world.delivery()).await.unwrap();
        world.row(id).await.state != OutboxState::Sending
    })
    .await;
    beside
}

#[tokio::test]
async fn a_mail_that_ends_its_process_ends_at_last_no_other_and_a_person_hears_of_it() {
    let world = World::new().await;
    world.server.delay(Duration::from_secs(2));
    let poison =
        world.rows_of(world.inquiry("krelvonta@visitor.example", &["anna@own.example", "ben@own.example"]).await).await;
    let [poison, ..] = &poison[..] else { panic!("{poison:?}") };
    for crashes in 1..=5 {
        for _ in 0..4 {
            world.notification().await;
        }
        let beside = kill_while_sending(&world, poison.id, crashes <= 2).await;
        assert_eq!(beside > 0, crashes <= 2, "{beside} beside it at crash {crashes}");
        let row = world.row(poison.id).await;
        assert_eq!((row.crashes, row.state == OutboxState::Failed), (crashes, crashes == 5));
        if crashes == 2 {
            let wait =
                format!("SELECT next_attempt_at > now() + interval '25 seconds' FROM outbox WHERE id = '{}'", row.id);
            assert!(world.value::<bool>(&wait).await, "it waits");
        }
        world.pass_until_due().await;
    }
    assert_eq!(world.row(poison.id).await.last_code.as_deref(), Some("sender_crashed"));
    world.server.delay(Duration::ZERO);
    let worker = WorkerProcess::start(&world).await;
    eventually(PATIENCE, "all others are sent", async || {
        world.rows().await.iter().all(|row| row.id == poison.id || row.finished_at.is_some())
    })
    .await;
    worker.kill();
    let failed = world.rows().await.into_iter().filter(|row| row.state == OutboxState::Failed).map(|row| row.id);
    assert_eq!(failed.collect::<Vec<_>>(), [poison.id]);
    let told = world.rows().await.into_iter().filter(|row| row.about == Some(poison.id) && world.taken(row) == 1);
    let told: Vec<_> = told.map(|row| (row.kind, row.recipient)).collect();
    let colleague = ["anna@own.example", "ben@own.example"].map(|address| Some(address.to_owned()));
    assert!(
        matches!(&told[..], [(MailKind::Undeliverable, to)] if *to != poison.recipient && colleague.contains(to)),
        "{told:?}"
    );
}

/// A row whose senders have crashed twice, due since so long.
async fn crashed_twice(world: &World, due_since: &str) -> Uuid {
    let id = world.notification().await.id;
    world
        .execute(&format!(
            "UPDATE outbox SET state = 'ambiguous', crashes = 2, claims = 2, message_id = '<a@own.example>', \
             next_attempt_at = now() - interval '{due_since}' WHERE id = '{id}'"
        ))
        .await;
    id
}

/// The next row that this process claims, and whether it is this one.
async fn claims(delivery: &Delivery, id: Uuid) -> Option<bool> {
    claim_next(delivery).await.unwrap().map(|row| row.id == id)
}

#[tokio::test]
async fn a_process_that_is_busy_becomes_free_for_it_in_20_of_300_seconds() {
    let world = World::new().await;
    for (due_since, waits) in [("1 second", true), ("30 seconds", false), ("290 seconds", false), ("301 seconds", true)]
    {
        let (first, doubted) = (world.notification().await, crashed_twice(&world, due_since).await);
        world.notification().await;
        let (busy, free) = (world.delivery(), world.delivery());
        world.execute(&format!("UPDATE outbox SET state = 'sending', lease_holder = '{}', lease_until = now() + interval '20 seconds' WHERE id = '{}'", busy.leases.holder(), first.id)).await;
        assert_eq!(claims(&busy, doubted).await, if waits { None } else { Some(false) }, "{due_since}");
        assert_eq!(claims(&free, doubted).await, Some(true), "{due_since}: another process is free");
        world.execute("DELETE FROM inquiry").await;
    }
}

#[tokio::test]
async fn nothing_is_claimed_beside_it_for_20_seconds() {
    let world = World::new().await;
    world.notification().await;
    let (delivery, doubted) = (world.delivery(), crashed_twice(&world, "1 hour").await);
    assert_eq!(claims(&delivery, doubted).await, Some(true));
    assert_eq!(claims(&delivery, doubted).await, None);
    // The server is silent.
    world
        .execute("UPDATE outbox SET next_attempt_at = next_attempt_at - interval '21 seconds' WHERE state = 'sending'")
        .await;
    assert_eq!(claims(&delivery, doubted).await, Some(false));
    // Killed now, it is not the mail that has done it.
    world.execute("UPDATE outbox SET crashes = 4 WHERE crashes = 2").await;
    world.pass_leases(LeaseSettings::default().duration).await;
    reap(&world.delivery()).await.unwrap();
    let row = world.row(doubted).await;
    assert_eq!((row.state, row.crashes), (OutboxState::Ambiguous, 5));
    world.pass_until_due().await;
    world.drain(&world.delivery()).await;
    assert!(world.rows().await.iter().all(|row| row.state == OutboxState::Sent && row.crashes == 0));
}
