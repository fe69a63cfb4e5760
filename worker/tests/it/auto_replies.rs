//! Auto-replies: at most once, and within their limits.

use std::sync::Arc;

use entity::{
    Clock,
    outbox::{MailKind, OutboxState},
};
use futures::future::join_all;
use mailer::alert::Alerts;
use outbox::send_due;
use tokio_util::sync::CancellationToken;

use crate::support::{FailureMode, Hook, PATIENCE, Stage, World, eventually};

async fn state_and_code(world: &World, id: uuid::Uuid) -> (OutboxState, String) {
    let row = world.row(id).await;
    (row.state, row.last_code.unwrap_or_default())
}

#[tokio::test]
async fn one_person_gets_one_a_day_and_two_a_week_under_every_spelling_of_the_address() {
    let world = World::while_rewriting().await;
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
async fn one_mailbox_counts_once_under_the_spellings_of_its_provider() {
    let world = World::while_rewriting().await;
    let delivery = world.delivery();
    for (first, second) in [
        ("some.one@proton.me", "s-o_m.eone@protonmail.com"),
        ("someone@yahoo.com", "someone-shop@yahoo.com"),
        ("someone@fastmail.com", "shop@someone.fastmail.com"),
        ("someone@icloud.com", "someone@me.com"),
        ("some.two@gmail.com", "sometwo+x@googlemail.com"),
    ] {
        let rows = [world.auto_reply(first).await, world.auto_reply(second).await];
        world.drain(&delivery).await;
        assert_eq!(world.row(rows[0].id).await.state, OutboxState::Sent, "{first}");
        let second_row = state_and_code(&world, rows[1].id).await;
        assert_eq!(second_row, (OutboxState::Suppressed, "daily_limit".to_owned()), "{second}");
    }
    for other in ["someone@outlook.com", "some-one@fastmail.com", "someone-else@example.com"] {
        let row = world.auto_reply(other).await;
        world.drain(&delivery).await;
        assert_eq!(world.row(row.id).await.state, OutboxState::Sent, "{other}");
    }
}

#[tokio::test]
async fn our_own_addresses_get_no_auto_reply() {
    let world = World::while_rewriting().await;
    let delivery = world.delivery();
    for (address, notify, code) in [
        ("desk@own.example", &[][..], "own_address"),
        ("no-reply@visitor.example", &[], "automatic_address"),
        ("Consultant@own.example", &["consultant@own.example"], "own_address"),
    ] {
        let inquiry = world.inquiry(address, notify).await;
        world.drain(&delivery).await;
        let auto_reply = world.rows_of(inquiry).await.pop().unwrap();
        assert_eq!(
            state_and_code(&world, auto_reply.id).await,
            (OutboxState::Suppressed, code.to_owned()),
            "{address}"
        );
    }
}

#[tokio::test]
async fn at_most_a_hundred_an_hour_are_sent_and_the_others_wait() {
    let world = World::while_rewriting().await;
    let hook = Hook::start().await;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let alerts = Arc::new(Alerts::new(Some(hook.url.as_str().into()), Clock::system()).unwrap());
    let delivery = world.delivery_with_alerts(&alerts);
    for number in 0..500 {
        world.auto_reply(&format!("person{number}@visitor.example")).await;
    }
    let mut sent = vec![0];
    for _ in 0..65 {
        world.drain(&delivery).await;
        sent.push(world.server.accepted().len());
        world.pass("5 minutes").await;
    }
    assert!(sent.windows(13).all(|hour| hour[12] - hour[0] <= 100), "more than 100 in an hour: {sent:?}");
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Sent).await, 500);

    let ended = CancellationToken::new();
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    assert_eq!(hook.take().await["code"], "auto_replies_held");
    ended.cancel();
    sender.await.unwrap();
}

#[tokio::test]
async fn one_network_cannot_use_up_the_share_of_the_others() {
    let world = World::while_rewriting().await;
    let delivery = world.delivery();
    for number in 0..150 {
        world.auto_reply_over_share(&format!("flood{number}@visitor.example")).await;
    }
    world.drain(&delivery).await;
    assert_eq!(world.server.accepted().len(), 50);
    for number in 0..50 {
        world.auto_reply(&format!("person{number}@visitor.example")).await;
    }
    world.drain(&delivery).await;
    let honest = world.server.accepted().iter().filter(|mail| mail.to.starts_with("person")).count();
    assert_eq!(honest, 50, "they do not wait behind the flood");
    for _ in 0..40 {
        world.pass("5 minutes").await;
        world.drain(&delivery).await;
    }
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Sent).await, 200);
}

#[tokio::test]
async fn four_concurrent_senders_keep_the_limit() {
    let world = World::while_rewriting().await;
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
    for act in [
        FailureMode::Close(Stage::EndOfData),
        FailureMode::Silence(Stage::EndOfData),
        FailureMode::Reply(Stage::EndOfData, "354 what"),
    ] {
        let world = World::while_rewriting().await;
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
    for act in [
        FailureMode::Reply(Stage::EndOfData, "451 later"),
        FailureMode::Close(Stage::Rcpt),
        FailureMode::Reply(Stage::Data, "451 no"),
    ] {
        let world = World::while_rewriting().await;
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
    let world = World::while_rewriting().await;
    let row = world.auto_reply("krelvonta@visitor.example").await;
    world.server.script(&[FailureMode::Silence(stage)]);
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
    let world = World::while_rewriting().await;
    let row = world.auto_reply("krelvonta@visitor.example").await;
    world.server.always(FailureMode::Reply(Stage::Rcpt, "451 not now"));
    for _ in 0..10 {
        world.drain(&world.delivery()).await;
        world.pass("5 hours").await;
    }
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Failed, Some("too_late")));
}
