//! Mails that are given up: a person hears of each, by mail.

use entity::outbox::{MailKind, OutboxState};

use crate::support::{FailureMode, Stage, World};

const UNKNOWN: FailureMode = FailureMode::Reply(Stage::Rcpt, "550 5.1.1 unknown");

/// To whom the mails went that tell of one, and their texts.
fn told(world: &World) -> Vec<(String, String)> {
    let mails = world.server.accepted().into_iter().map(|mail| {
        let parsed = mail_parser::MessageParser::default().parse(mail.data.as_bytes()).unwrap();
        (mail.to, parsed.body_text(0).unwrap().into_owned())
    });
    mails.filter(|(_, text)| text.contains("did not arrive")).collect()
}

#[tokio::test]
async fn of_a_notification_that_is_given_up_the_other_consultants_hear() {
    let world = World::while_rewriting().await;
    let delivery = world.delivery();
    let consultants = ["anna@own.example", "ben@own.example", "carl@own.example"];
    let inquiry = world.inquiry("krelvonta@visitor.example", &consultants).await;
    world.execute("UPDATE outbox SET next_attempt_at = now() + interval '1 day' WHERE kind = 'auto_reply'").await;
    world.server.script(&[UNKNOWN]);
    world.drain(&delivery).await;
    world.drain(&delivery).await;
    let rows = world.rows_of(inquiry).await;
    let [refused] = rows.iter().filter(|row| row.state == OutboxState::Failed).collect::<Vec<_>>()[..] else {
        panic!("{rows:?}")
    };
    assert_eq!(world.count(MailKind::Undeliverable, OutboxState::Sent).await, 2, "one of them may have left");
    for (to, text) in told(&world) {
        assert_ne!(Some(&to), refused.recipient.as_ref());
        assert!(text.contains(&format!("worker outbox retry {}", refused.id)), "{text}");
        assert!(text.contains("A mail server refuses the address: reply 550."), "{text}");
    }
    // An operator sends it again, and it fails again: the person knows.
    world.server.script(&[UNKNOWN]);
    outbox::retry_mail(&world.db, None, refused.id).await.unwrap();
    world.drain(&delivery).await;
    world.drain(&delivery).await;
    assert_eq!(world.rows_of(inquiry).await.len(), rows.len());
}

/// The last of five processes that ended while they sent a mail of this kind.
pub(crate) async fn ends_its_process(world: &World, kind: &str) {
    world
        .execute(&format!(
            "UPDATE outbox SET state = 'sending', claims = 1, crashes = 4, message_id = '<a@own.example>', \
             lease_holder = gen_random_uuid(), lease_until = now() - interval '1 minute' WHERE kind = '{kind}'"
        ))
        .await;
    world.drain(&world.delivery()).await;
    world.drain(&world.delivery()).await;
}

#[tokio::test]
async fn who_is_alone_hears_of_a_mail_that_ended_the_program() {
    let world = World::while_rewriting().await;
    let row = world.notification().await;
    ends_its_process(&world, "notification").await;
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Failed, Some("sender_crashed")));
    let [(to, _)] = told(&world).try_into().unwrap();
    assert_eq!(Some(to), row.recipient);
}

#[tokio::test]
async fn of_an_auto_reply_that_ended_the_program_all_consultants_hear() {
    let world = World::while_rewriting().await;
    let inquiry = world.inquiry("krelvonta@visitor.example", &["anna@own.example", "ben@own.example"]).await;
    ends_its_process(&world, "auto_reply").await;
    let rows = world.rows_of(inquiry).await;
    let [reply] = rows.iter().filter(|row| row.kind == MailKind::AutoReply).collect::<Vec<_>>()[..] else {
        panic!("{rows:?}")
    };
    assert_eq!((reply.state, reply.last_code.as_deref()), (OutboxState::Failed, Some("sender_crashed")));
    let told = told(&world);
    assert!(
        told.len() == 2 && told.iter().all(|(_, text)| text.contains(&format!("worker outbox retry {}", reply.id))),
        "{told:?}"
    );
}

/// Nobody is told of the mail that tells.
#[tokio::test]
async fn when_every_mailbox_refuses_no_mail_begets_another() {
    let world = World::while_rewriting().await;
    let delivery = world.delivery();
    let inquiry = world.inquiry("krelvonta@visitor.example", &["anna@own.example", "ben@own.example"]).await;
    world.server.always(UNKNOWN);
    for _ in 0..4 {
        world.drain(&delivery).await;
    }
    let rows = world.rows_of(inquiry).await;
    // Two of a colleague's mail, two of the visitor's address, and no more of these.
    assert_eq!(rows.len(), 3 + 4 + 2, "{rows:?}");
    assert!(rows.iter().all(|row| row.state == OutboxState::Failed));
}
