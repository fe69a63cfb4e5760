//! Every row of the outcome table, against a server with that fault.

use std::{sync::Arc, time::Duration};

use entity::{
    Clock,
    outbox::{MailKind, OutboxState},
};
use futures::future::join_all;
use mailer::alert::Alerts;
use outbox::retry_mail;
use sea_orm::{ConnectionTrait, TransactionTrait};
use tokio_util::sync::CancellationToken;

use crate::support::{CANARIES, FailureMode, Hook, Stage, World};

/// The state and code of a notification after the first attempt, and how often it is accepted in the end.
struct Case {
    act: FailureMode,
    state: OutboxState,
    code: &'static str,
    /// The number of mails that the server accepted in the end.
    taken: usize,
}

fn case(act: FailureMode, state: OutboxState, code: &'static str, taken: usize) -> Case {
    Case { act, state, code, taken }
}

async fn run(case: &Case) {
    let world = World::new().await;
    let row = world.notification().await;
    world.server.script(&[case.act]);
    world.drain(&world.delivery()).await;
    let after = world.row(row.id).await;
    let what = format!("{:?}", case.act);
    let code = after.last_code.as_deref();
    // The reset can arrive before the client has noticed that it is connected.
    let code = if matches!(case.act, FailureMode::Reset(Stage::Greeting)) && code == Some("connect_lost") {
        Some("greeting_lost")
    } else {
        code
    };
    assert_eq!((after.state, code), (case.state, Some(case.code)), "{what}");
    let message_id = after.message_id.clone();

    for _ in 0..5 {
        world.pass("5 hours").await;
        world.drain(&world.delivery()).await;
    }
    let end = world.row(row.id).await;
    let sent = if case.state == OutboxState::Failed { OutboxState::Failed } else { OutboxState::Sent };
    assert_eq!(end.state, sent, "{what}");
    assert_eq!(end.message_id, message_id, "{what}");
    assert_eq!(world.taken(&end), case.taken, "{what}");
}

async fn run_all(cases: &[Case]) {
    for chunk in cases.chunks(4) {
        join_all(chunk.iter().map(run)).await;
    }
}

#[tokio::test]
async fn temporary_refusals_are_retried() {
    let cases = [
        (Stage::Greeting, "421 too busy", "smtp_421"),
        (Stage::Ehlo, "451 not now", "smtp_451"),
        (Stage::Mail, "421 closing", "smtp_421"),
        (Stage::Mail, "450 4.7.1 wait", "smtp_450"),
        (Stage::Rcpt, "421 closing", "smtp_421"),
        (Stage::Rcpt, "451 4.7.1 greylisted", "smtp_451"),
        (Stage::Rcpt, "452 4.2.2 full", "smtp_452"),
        (Stage::Data, "451 no", "smtp_451"),
        (Stage::EndOfData, "451 later", "smtp_451"),
        (Stage::EndOfData, "452 4.3.1 full", "smtp_452"),
        (Stage::EndOfData, "421 closing", "smtp_421"),
    ];
    let cases = cases.map(|(stage, text, code)| case(FailureMode::Reply(stage, text), OutboxState::Retry, code, 1));
    run_all(&cases).await;
}

#[tokio::test]
async fn permanent_refusals_of_the_recipient_fail_the_mail() {
    let cases = [
        (Stage::Rcpt, "550 5.1.1 no such user", "smtp_550_recipient"),
        (Stage::Rcpt, "552 5.2.2 full", "smtp_552_recipient"),
        (Stage::Rcpt, "553 5.1.3 what", "smtp_553_recipient"),
        (Stage::Rcpt, "550 5.2.1 disabled", "smtp_550_recipient"),
        (Stage::Rcpt, "571 5.7.133 not for you", "smtp_571_recipient"),
        (Stage::Data, "554 5.6.0 broken", "smtp_554"),
    ];
    let cases = cases.map(|(stage, text, code)| case(FailureMode::Reply(stage, text), OutboxState::Failed, code, 0));
    run_all(&cases).await;
}

#[tokio::test]
async fn of_a_message_that_is_refused_the_consultant_hears_without_its_text() {
    let cases = [
        (Stage::EndOfData, "554 5.6.0 broken"),
        (Stage::EndOfData, "552 5.3.4 too big"),
        (Stage::EndOfData, "554 5.7.1 content rejected"),
        (Stage::EndOfData, "550 5.7.26 unauthenticated"),
    ];
    let of = |(stage, text)| case(FailureMode::Reply(stage, text), OutboxState::Sent, "sent_without_text", 0);
    run_all(&cases.map(of)).await;
}

#[tokio::test]
async fn timeouts_and_lost_connections_before_the_end_of_data_are_retried() {
    let mut cases = Vec::new();
    for (stage, timeout, lost) in [
        (Stage::Greeting, "greeting_timeout", "greeting_lost"),
        (Stage::Ehlo, "greeting_timeout", "greeting_lost"),
        (Stage::Mail, "mail_timeout", "mail_lost"),
        (Stage::Rcpt, "rcpt_timeout", "rcpt_lost"),
        (Stage::Data, "data_timeout", "data_lost"),
    ] {
        cases.push(case(FailureMode::Silence(stage), OutboxState::Retry, timeout, 1));
        cases.push(case(FailureMode::Close(stage), OutboxState::Retry, lost, 1));
        cases.push(case(FailureMode::Reset(stage), OutboxState::Retry, lost, 1));
        cases.push(case(FailureMode::Flood(stage), OutboxState::Retry, lost, 1));
    }
    run_all(&cases).await;
}

#[tokio::test]
async fn a_fault_after_the_end_of_data_is_ambiguous_and_retried_with_the_same_message_id() {
    run_all(&[
        case(FailureMode::Silence(Stage::EndOfData), OutboxState::Ambiguous, "dot_timeout", 2),
        case(FailureMode::Close(Stage::EndOfData), OutboxState::Ambiguous, "dot_lost", 2),
        case(FailureMode::Reset(Stage::EndOfData), OutboxState::Ambiguous, "dot_lost", 2),
        case(FailureMode::Flood(Stage::EndOfData), OutboxState::Ambiguous, "dot_lost", 2),
        case(FailureMode::Close(Stage::NotAccepted), OutboxState::Ambiguous, "dot_lost", 1),
        case(FailureMode::Late(Duration::from_secs(6)), OutboxState::Ambiguous, "dot_timeout", 2),
        // The client cannot see that the server stopped reading before the end of data.
        case(FailureMode::Silence(Stage::Body), OutboxState::Ambiguous, "dot_timeout", 1),
    ])
    .await;
}

#[tokio::test]
async fn an_unconfirmed_notification_is_sent_three_times_and_then_alerted() {
    let world = World::new().await;
    let hook = Hook::start().await;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let alerts = Arc::new(Alerts::new(Some(hook.url.as_str().into()), Clock::system()).unwrap());
    let delivery = world.delivery_with_alerts(&alerts);
    let row = world.notification().await;
    world.server.always(FailureMode::Close(Stage::EndOfData));
    for _ in 0..8 {
        world.drain(&delivery).await;
        world.pass("5 hours").await;
    }
    let end = world.row(row.id).await;
    let seen = (end.state, end.ambiguities, end.last_code.as_deref(), world.taken(&end));
    assert_eq!(seen, (OutboxState::Failed, 3, Some("dot_lost"), 3));
    let ended = CancellationToken::new();
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    let alert = hook.take().await;
    assert_eq!((&alert["code"], &alert["outbox_ids"][0]), (&"mail_unconfirmed".into(), &row.id.to_string().into()));
    ended.cancel();
    sender.await.unwrap();

    retry_mail(&world.db, None, row.id).await.unwrap();
    world.drain(&delivery).await;
    assert_eq!(world.taken(&world.row(row.id).await), 4, "an operator's retry begins anew");
    assert_eq!(world.row(row.id).await.state, OutboxState::Ambiguous);
}

#[tokio::test]
async fn only_a_250_counts_as_sent() {
    run_all(&[
        case(FailureMode::Late(Duration::from_millis(300)), OutboxState::Sent, "smtp_250", 1),
        case(FailureMode::Reply(Stage::EndOfData, "250"), OutboxState::Sent, "smtp_250", 1),
        case(FailureMode::Reply(Stage::EndOfData, "354 go on"), OutboxState::Ambiguous, "dot_unexpected", 2),
        case(FailureMode::Reply(Stage::EndOfData, "252 perhaps"), OutboxState::Ambiguous, "dot_unexpected", 2),
        case(FailureMode::Reply(Stage::Data, "250 OK"), OutboxState::Retry, "data_unexpected", 1),
        case(FailureMode::Reply(Stage::Rcpt, "354 go"), OutboxState::Retry, "rcpt_unexpected", 1),
        case(FailureMode::Reply(Stage::Rcpt, "hello"), OutboxState::Retry, "rcpt_lost", 1),
    ])
    .await;
}

#[tokio::test]
async fn a_connection_that_breaks_within_the_message_never_counts_as_sent() {
    for act in [FailureMode::Close(Stage::Body), FailureMode::Reset(Stage::Body)] {
        let world = World::new().await;
        let row = world.notification().await;
        world.server.script(&[act]);
        world.drain(&world.delivery()).await;
        let state = world.row(row.id).await.state;
        assert!(matches!(state, OutboxState::Retry | OutboxState::Ambiguous), "{act:?}: {state:?}");
        world.pass("1 hour").await;
        world.drain(&world.delivery()).await;
        assert_eq!(world.taken(&world.row(row.id).await), 1, "{act:?}");
    }
}

#[tokio::test]
async fn a_configuration_fault_pauses_sending_and_costs_no_attempt() {
    for (act, code) in [
        (FailureMode::Reply(Stage::Greeting, "554 no mail from you"), "smtp_554"),
        (FailureMode::Reply(Stage::Mail, "550 5.7.1 sender refused"), "smtp_550"),
        (FailureMode::Reply(Stage::Mail, "530 5.7.0 log in first"), "smtp_530"),
        (FailureMode::Reply(Stage::Rcpt, "530 5.7.0 STARTTLS first"), "smtp_530"),
    ] {
        let world = World::new().await;
        let rows = [world.notification().await, world.notification().await, world.notification().await];
        world.server.script(&[act]);
        let delivery = world.delivery();
        world.drain(&delivery).await;
        let states: Vec<_> = world.rows().await.into_iter().map(|row| (row.state, row.attempts)).collect();
        let ready = (OutboxState::Ready, 0);
        assert_eq!(states, [(OutboxState::Retry, 0), ready, ready], "{act:?}");
        assert_eq!(world.row(rows[0].id).await.last_code.as_deref(), Some(code));
        assert!(!delivery.senders.working().notifications, "{act:?}");
        let wait: f64 =
            world.value("SELECT extract(epoch FROM max(next_attempt_at) - now())::double precision FROM outbox").await;
        assert!((60.0..90.0).contains(&wait), "{wait}");

        world.pass("2 minutes").await;
        world.drain(&world.delivery()).await;
        for row in &rows {
            assert_eq!(world.row(row.id).await.state, OutboxState::Sent, "{act:?}");
        }
    }
}

/// As Postfix answers by default (`smtpd_delay_reject`), and Exchange Online and SES after the end of data.
#[tokio::test]
async fn a_sender_that_is_refused_late_pauses_and_fails_no_mail() {
    for act in [
        FailureMode::Reply(Stage::Rcpt, "550 5.7.1 <desk@own.example>: Sender address rejected: Access denied"),
        FailureMode::Reply(Stage::Rcpt, "554 5.7.1 <a@consultants.example>: Relay access denied"),
        FailureMode::Reply(Stage::Rcpt, "550 Sender verify failed"),
        FailureMode::Reply(
            Stage::EndOfData,
            "550 5.7.60 SMTP; Client does not have permissions to send as this sender",
        ),
        FailureMode::Reply(Stage::EndOfData, "554 Message rejected: Email address is not verified"),
    ] {
        let world = World::new().await;
        world.server.always(act);
        let inquiry =
            world.inquiry("krelvonta@visitor.example", &["a@consultants.example", "b@consultants.example"]).await;
        let delivery = world.delivery();
        world.inquiry("krelvonta2@visitor.example", &["a@consultants.example", "b@consultants.example"]).await;
        world.drain(&delivery).await;
        assert!(!delivery.senders.working().notifications, "{act:?}");
        assert_eq!(world.count(MailKind::Notification, OutboxState::Failed).await, 0, "{act:?}");
        world.server.always(FailureMode::Accept);
        world.pass("2 minutes").await;
        world.drain(&world.delivery()).await;
        for row in world.rows_of(inquiry).await {
            assert_eq!((row.state, world.taken(&row)), (OutboxState::Sent, 1), "{act:?}");
        }
    }
}

/// A filter that looks at more than the text, and refuses before it.
#[tokio::test]
async fn one_inquiry_that_is_refused_to_all_consultants_stops_no_other() {
    let world = World::new().await;
    let (delivery, consultants) = (world.delivery(), ["a@consultants.example", "b@consultants.example"]);
    let act = FailureMode::Reply(Stage::Rcpt, "550 5.7.1 rejected by policy");
    world.server.script(&[act, act]);
    let refused = world.inquiry("krelvonta@visitor.example", &consultants).await;
    world.drain(&delivery).await;
    assert!(delivery.senders.working().notifications);
    let other = world.inquiry("other@visitor.example", &consultants).await;
    world.drain(&delivery).await;
    for (inquiry, state) in [(refused, OutboxState::Retry), (other, OutboxState::Sent)] {
        let rows = world.rows_of(inquiry).await;
        assert!(
            rows.iter().filter(|row| row.kind == MailKind::Notification).all(|row| row.state == state),
            "{state:?}"
        );
    }
}

#[tokio::test]
async fn a_recipient_that_is_refused_while_others_are_not_fails_alone() {
    let world = World::new().await;
    let (delivery, refused) = (world.delivery(), world.notification().await);
    let act = FailureMode::Reply(Stage::Rcpt, "550 5.7.1 you may not write to me");
    world.server.script(&[act]);
    world.drain(&delivery).await;
    assert_eq!(world.row(refused.id).await.state, OutboxState::Retry);
    let other = world.notification().await;
    world.drain(&delivery).await;
    assert_eq!(world.row(other.id).await.state, OutboxState::Sent);
    world.server.script(&[act]);
    world.pass("1 minute").await;
    world.drain(&delivery).await;
    assert_eq!(world.row(refused.id).await.state, OutboxState::Failed);
    assert!(delivery.senders.working().notifications);
}

/// The relay refuses `MAIL FROM:<>`, the default return path of auto-replies.
#[tokio::test]
async fn a_refused_return_path_pauses_auto_replies_alone() {
    let world = World::new().await;
    let hook = Hook::start().await;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let alerts = Arc::new(Alerts::new(Some(hook.url.as_str().into()), Clock::system()).unwrap());
    let delivery = world.delivery_with_alerts(&alerts);
    world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    world.server.script(&[FailureMode::Accept, FailureMode::Reply(Stage::Mail, "550 5.7.1 null sender refused")]);
    world.drain(&delivery).await;
    for number in 0..5 {
        world.inquiry(&format!("person{number}@visitor.example"), &["desk@own.example"]).await;
    }
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::Notification, OutboxState::Sent).await, 6);
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Ready).await, 5);
    assert_eq!(world.server.mails_begun(), 7);
    let ended = CancellationToken::new();
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    let alert = hook.take().await;
    assert_eq!((&alert["code"], &alert["causes"]), (&"return_path_refused".into(), &serde_json::json!(["smtp_550"])));
    ended.cancel();
    sender.await.unwrap();

    world.pass("2 minutes").await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Sent).await, 6);
}

/// Anybody can invent a domain. Exim says so without an enhanced status code.
#[tokio::test]
async fn invented_addresses_pause_nothing_and_the_consultants_hear_of_each() {
    let world = World::new().await;
    let delivery = world.delivery();
    let mut invented = Vec::new();
    for number in 0..3 {
        invented.push(world.inquiry(&format!("person@invented{number}.example"), &["desk@own.example"]).await);
    }
    world.execute("UPDATE outbox SET next_attempt_at = now() + interval '1 minute' WHERE kind = 'auto_reply'").await;
    world.drain(&delivery).await;
    world.server.always(FailureMode::Reply(Stage::Rcpt, "550 Unrouteable address"));
    world.pass("1 minute").await;
    world.drain(&delivery).await;
    assert_eq!(world.count(MailKind::AutoReply, OutboxState::Failed).await, 3);
    assert!(delivery.senders.working().auto_replies);
    let told = "SELECT count(DISTINCT inquiry_id) FROM outbox WHERE kind = 'undeliverable' AND about IS NULL";
    assert_eq!(world.value::<i64>(told).await, 3);
}

/// Any of them may have left.
#[tokio::test]
async fn of_a_mail_that_is_given_up_all_other_consultants_hear() {
    let world = World::new().await;
    let everybody = ["anna@own.example", "ben@own.example", "carl@own.example"];
    for consultants in [&everybody[..], &everybody[..1]] {
        let inquiry = world.inquiry("krelvonta@visitor.example", consultants).await;
        world
            .execute(&format!(
                "UPDATE outbox SET state = 'failed', finished_at = now() \
                 WHERE inquiry_id = '{inquiry}' AND kind = 'notification' AND recipient = 'anna@own.example'"
            ))
            .await;
        let told = format!(
            "SELECT string_agg(recipient, ' ' ORDER BY recipient) FROM outbox WHERE inquiry_id = '{inquiry}' AND kind = 'undeliverable'"
        );
        let others = if consultants.len() > 1 { "ben@own.example carl@own.example" } else { "anna@own.example" };
        assert_eq!(world.value::<String>(&told).await, others);
    }
}

#[tokio::test]
async fn a_kept_connection_that_the_server_closed_costs_no_attempt() {
    let world = World::new().await;
    let delivery = world.delivery();
    for act in [FailureMode::Accept, FailureMode::Close(Stage::Mail), FailureMode::Reply(Stage::Mail, "421 idle")] {
        world.server.script(&[act]);
        let row = world.notification().await;
        world.drain(&delivery).await;
        let row = world.row(row.id).await;
        assert_eq!((row.state, row.attempts), (OutboxState::Sent, 1), "{act:?}");
    }
    assert_eq!(world.server.connections(), 3);
}

#[tokio::test]
async fn one_connection_carries_many_mails_and_is_renewed_after_a_hundred() {
    let world = World::new().await;
    for _ in 0..101 {
        world.notification().await;
    }
    world.drain(&world.delivery()).await;
    assert_eq!(world.server.accepted().len(), 101);
    assert_eq!(world.server.connections(), 2);
}

/// A relay that filters by content, beside mails that it takes.
#[tokio::test]
async fn a_refused_text_is_told_without_it_and_stops_no_other_mail() {
    let world = World::new().await;
    let consultants = ["a@consultants.example", "b@consultants.example"];
    world.server.always(FailureMode::Filter("Zquorvex"));
    let delivery = world.delivery();
    let mut filtered = Vec::new();
    for number in 0..3 {
        filtered.push(world.inquiry(&format!("krelvonta{number}@visitor.example"), &consultants).await);
    }
    world.drain(&delivery).await;
    world.drain(&delivery).await;
    assert!(delivery.senders.working().notifications, "one text is no fault of the sender");
    for inquiry in filtered {
        for row in world.rows_of(inquiry).await.iter().filter(|row| row.kind == MailKind::Notification) {
            assert_eq!((row.state, row.last_code.as_deref()), (OutboxState::Sent, Some("sent_without_text")));
            let accepted = world.server.accepted();
            let told = accepted.iter().filter(|mail| mail.data.contains(&format!("worker message show {}", row.id)));
            let [told] = told.collect::<Vec<_>>()[..] else { panic!("not one mail tells of {row:?}") };
            assert_eq!(told.to, row.recipient.clone().unwrap());
            assert_ne!(Some(&told.message_id), row.message_id.as_ref(), "clients show one of two mails with one id");
            for canary in CANARIES {
                assert!(!told.data.contains(canary), "{canary}");
            }
        }
    }
}

#[tokio::test]
async fn what_was_told_without_its_text_is_sent_whole_by_an_operator() {
    let world = World::new().await;
    let row = world.notification().await;
    world.server.always(FailureMode::Filter("Zquorvex"));
    world.drain(&world.delivery()).await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.last_code.as_deref(), Some("sent_without_text"));
    world.server.always(FailureMode::Accept);
    retry_mail(&world.db, None, row.id).await.unwrap();
    world.drain(&world.delivery()).await;
    let whole = world.row(row.id).await;
    assert_eq!((whole.state, whole.last_code.as_deref()), (OutboxState::Sent, Some("smtp_250")));
    assert_eq!(world.taken(&whole), 1);
    assert!(retry_mail(&world.db, None, row.id).await.is_err(), "it was sent");
}

/// One consultant's server takes no mail of ours: the others do not wait for it.
#[tokio::test]
async fn a_consultant_whose_server_refuses_every_mail_stops_nobody_else() {
    let world = World::new().await;
    let delivery = world.delivery();
    let act = FailureMode::Reply(Stage::EndOfData, "550 5.7.1 rejected by a rule of this mailbox");
    let refused = world.notification().await;
    // The whole mail, and the one without its text.
    world.server.script(&[act, act]);
    world.drain(&delivery).await;
    assert_eq!(world.row(refused.id).await.state, OutboxState::Retry);
    let other = world.notification().await;
    world.drain(&delivery).await;
    assert_eq!(world.row(other.id).await.state, OutboxState::Sent);
    world.server.script(&[act, act]);
    world.pass("1 minute").await;
    world.drain(&delivery).await;
    assert_eq!(world.row(refused.id).await.state, OutboxState::Failed);
    assert!(delivery.senders.working().notifications);
}

/// In the first days of a quarter, auto-replies of the former one count, too.
#[tokio::test]
async fn an_auto_reply_waits_for_the_rewrite_of_the_former_quarter_and_holds_nothing_up() {
    let world = World::new().await;
    let (reply, told) = (world.auto_reply("krelvonta@visitor.example").await, world.notification().await);
    world
        .execute(&format!(
            "UPDATE outbox SET created_at = date_trunc('quarter', now()) + interval '5 days', age_from = now() \
             WHERE id = '{}'",
            reply.id
        ))
        .await;
    world
        .execute(
            "DO $$ DECLARE next date := date_trunc('quarter', now()); BEGIN EXECUTE format( \
                 'CREATE TABLE former PARTITION OF inquiry_content FOR VALUES FROM (%L) TO (%L)', next - interval '3 months', next \
             ); END $$",
        )
        .await;
    let rewriting = world.admin.begin().await.unwrap();
    rewriting.execute_unprepared("LOCK TABLE former IN ACCESS EXCLUSIVE MODE").await.unwrap();
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(told.id).await.state, OutboxState::Sent);
    let waiting = world.row(reply.id).await;
    assert_eq!((waiting.state, waiting.last_code.as_deref()), (OutboxState::Retry, Some("rewriting")));
    rewriting.rollback().await.unwrap();
    world.pass("2 seconds").await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(reply.id).await.state, OutboxState::Sent);
}

/// While an old quarter is rewritten, nobody reads it; mails of the current one do not need it. `World::while_rewriting` has more
/// tests of it.
#[tokio::test]
async fn mails_are_sent_while_another_quarter_is_rewritten() {
    let world = World::while_rewriting().await;
    let row = world.notification().await;
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent);
    // It was held all the time.
    let waits = "DO $$ BEGIN LOCK TABLE inquiry_content_2001q1 IN ACCESS SHARE MODE NOWAIT; END $$";
    assert!(world.admin.execute_unprepared(waits).await.is_err());
}
