//! Auto-replies: at most once, and within their limits.

use entity::outbox::{MailKind, OutboxState};
use futures::future::join_all;
use worker::delivery::send_due;

use crate::support::{Act, PATIENCE, Stage, World, eventually};

async fn state_and_code(world: &World, id: uuid::Uuid) -> (OutboxState, String) {
    let row = world.row(id).await;
    (row.state, row.last_code.unwrap_or_default())
}

#[tokio::test]
async fn one_person_gets_one_a_day_and_two_a_week_under_every_spelling_of_the_address() {
    let world = World::new().await;
    let delivery = world.delivery();
    let mut seen = Vec::new();
    for (address, hours_later) in [
        ("krelvonta@visitor.example", 0),
        ("Krelvonta+again@Visitor.Example", 1),
        ("krelvonta@visitor.example", 25),
        ("krelvonta+third@visitor.example", 25),
        ("somebody.else@visitor.example", 0),
        ("krelvonta@visitor.example", 24 * 6),
    ] {
        world.pass(&format!("{hours_later} hours")).await;
        let row = world.auto_reply(address).await;
        world.drain(&delivery).await;
        seen.push(state_and_code(&world, row.id).await);
    }
    let sent = || (OutboxState::Sent, "smtp_250".to_owned());
    let suppressed = |code: &str| (OutboxState::Suppressed, code.to_owned());
    let expected = [sent(), suppressed("daily_limit"), sent(), suppressed("weekly_limit"), sent(), sent()];
    assert_eq!(seen, expected);
    assert_eq!(world.server.accepted().len(), 4);
}

#[tokio::test]
async fn at_most_a_hundred_an_hour_are_sent() {
    let world = World::new().await;
    for number in 0..105 {
        world.auto_reply(&format!("person{number}@visitor.example")).await;
    }
    world.drain(&world.delivery()).await;
    assert_eq!(world.server.accepted().len(), 100);
    let refused = world.rows().await.into_iter().filter(|row| row.last_code.as_deref() == Some("hourly_limit"));
    assert_eq!(refused.count(), 5);
    world.pass("61 minutes").await;
    world.auto_reply("late@visitor.example").await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.server.accepted().len(), 101);
}

#[tokio::test]
async fn four_concurrent_senders_keep_the_limit() {
    let world = World::new().await;
    for _ in 0..40 {
        world.auto_reply("krelvonta@visitor.example").await;
    }
    let deliveries: Vec<_> = (0..4).map(|_| world.delivery()).collect();
    join_all(deliveries.iter().map(send_due)).await;
    assert_eq!(world.server.accepted().len(), 1);
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Suppressed).await, 39);
}

#[tokio::test]
async fn an_ambiguous_auto_reply_is_never_sent_again() {
    for act in [Act::Close(Stage::EndOfData), Act::Silence(Stage::EndOfData), Act::Reply(Stage::EndOfData, "354 what")]
    {
        let world = World::new().await;
        let row = world.auto_reply("krelvonta@visitor.example").await;
        world.server.script(&[act]);
        for _ in 0..4 {
            world.drain(&world.delivery()).await;
            world.pass("5 hours").await;
        }
        let row = world.row(row.id).await;
        assert_eq!((row.state, row.attempts), (OutboxState::Ambiguous, 1), "{act:?}");
        assert!(row.data_at.is_some() && row.finished_at.is_some());
        assert_eq!(world.server.mails_begun(), 1, "{act:?}");
    }
}

#[tokio::test]
async fn a_refused_auto_reply_is_sent_again_once() {
    for act in [Act::Reply(Stage::EndOfData, "451 later"), Act::Close(Stage::Rcpt), Act::Reply(Stage::Data, "451 no")] {
        let world = World::new().await;
        let row = world.auto_reply("krelvonta@visitor.example").await;
        world.server.script(&[act]);
        world.drain(&world.delivery()).await;
        let after = world.row(row.id).await;
        assert_eq!(after.state, OutboxState::Retry, "{act:?}");
        assert!(after.data_at.is_none());
        world.pass("1 hour").await;
        world.drain(&world.delivery()).await;
        let end = world.row(row.id).await;
        assert_eq!((end.state, world.taken(&end)), (OutboxState::Sent, 1), "{act:?}");
    }
}

/// The sender crashes at `stage`. Within the message, it is unknown whether the server has taken the mail.
async fn crash_at(stage: Stage, is_marked: bool, expected: (OutboxState, i16)) {
    let world = World::new().await;
    let row = world.auto_reply("krelvonta@visitor.example").await;
    world.server.script(&[Act::Silence(stage)]);
    let doomed = world.slow_delivery();
    let sender = tokio::spawn(async move { send_due(&doomed).await });
    eventually(PATIENCE, "it is being sent", async || {
        let now = world.row(row.id).await;
        now.state == OutboxState::Sending && now.data_at.is_some() == is_marked && world.server.mails_begun() == 1
    })
    .await;
    // Its lease expires before it can settle the row.
    world.execute("UPDATE outbox SET lease_until = now() - interval '1 second'").await;
    world.drain(&world.delivery()).await;
    let end = world.row(row.id).await;
    assert_eq!((end.state, end.crashes), expected, "{stage:?}");
    sender.await.unwrap();
    assert_eq!(world.row(row.id).await.state, expected.0, "the first sender's outcome comes too late: {stage:?}");
}

#[tokio::test]
async fn a_crash_after_data_ends_it_and_a_crash_before_does_not() {
    let after = crash_at(Stage::Body, true, (OutboxState::Ambiguous, 1));
    let before = crash_at(Stage::Rcpt, false, (OutboxState::Sent, 0));
    tokio::join!(after, before);
}

#[tokio::test]
async fn a_late_auto_reply_fails_after_a_day() {
    let world = World::new().await;
    let row = world.auto_reply("krelvonta@visitor.example").await;
    world.server.always(Act::Reply(Stage::Rcpt, "451 not now"));
    for _ in 0..10 {
        world.drain(&world.delivery()).await;
        world.pass("5 hours").await;
    }
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Failed, Some("smtp_451")));
}
