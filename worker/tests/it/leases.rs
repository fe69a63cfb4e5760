//! Leases prevent two senders from sending the same mail.

use std::{sync::Arc, time::Duration};

use entity::{
    contact::{ContactReason, Program},
    outbox::{MailKind, Model, OutboxState},
};
use futures::future::join_all;
use outbox::{Delivery, SETTLE_AND_CLAIM, claim_next, keep_leases, known, reap, send_due};
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::support::{FailureMode, PATIENCE, Stage, World, eventually};

#[tokio::test]
async fn eight_senders_send_each_mail_once() {
    let world = World::new().await;
    for _ in 0..200 {
        world.notification().await;
    }
    let deliveries: Vec<_> = (0..8).map(|_| world.delivery()).collect();
    join_all(deliveries.iter().map(send_due)).await;
    assert_eq!(world.server.accepted().len(), 200);
    for row in world.rows().await {
        assert_eq!((row.state, row.attempts, world.taken(&row)), (OutboxState::Sent, 1, 1));
    }
}

#[tokio::test]
async fn a_due_row_is_claimed_by_one_sender_only() {
    let world = World::new().await;
    let row = world.notification().await;
    let (one, two) = (world.delivery(), world.delivery());
    let claims = tokio::join!(claim_next(&one), claim_next(&two));
    let claimed = [claims.0.unwrap(), claims.1.unwrap()];
    assert_eq!(claimed.iter().flatten().count(), 1);
    let claimed = claimed.into_iter().flatten().next().unwrap();
    assert_eq!(claimed.attempts, 1);
    assert_eq!(claimed.message_id.as_deref(), Some(format!("<outbox.{}@own.example>", row.id).as_str()));
    assert!(claimed.first_attempt_at.is_some());
    world
        .execute(
            "UPDATE outbox SET state = 'retry', next_attempt_at = now() + interval '1 minute', \
                   lease_holder = NULL, lease_until = NULL",
        )
        .await;
    assert!(claim_next(&one).await.unwrap().is_none());
}

#[tokio::test]
async fn a_claim_whose_answer_was_lost_costs_no_attempt() {
    let world = World::new().await;
    let row = world.notification().await;
    let delivery = world.delivery();
    // As if the connection broke between the commit and its answer.
    let holder = delivery.leases.holder();
    world
        .execute(&format!(
            "UPDATE outbox SET state = 'sending', attempts = 1, lease_holder = '{holder}', \
             lease_until = now() + interval '15 seconds'"
        ))
        .await;
    assert_eq!(reap(&delivery).await.unwrap().orphaned, 0, "the lease has not expired");
    world.pass("16 seconds").await;
    assert_eq!(reap(&delivery).await.unwrap().orphaned, 1);
    send_due(&delivery).await;
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.attempts, row.crashes, world.taken(&row)), (OutboxState::Sent, 1, 0, 1));
}

/// Runs the statement that settles `row` and claims at most `rows`, in any order with other statements. Returns the
/// state of the settled row, and the claimed row.
async fn settle_and_claim(delivery: &Delivery, row: &Model, outcome: &str, rows: i64) -> (Value, Option<Uuid>) {
    let delay = (outcome == "retry").then_some(0);
    let settled = json!([{
        "id": row.id, "claim": row.claims, "outcome": outcome, "uncounted": 0, "ambiguous": 0, "delay_ms": delay,
        "undelivered": true, "code": "smtp_451",
    }]);
    let (holder, message_id) = (delivery.leases.holder().into(), "<outbox.x@own.example>".into());
    let (reasons, programs) = (known::<ContactReason>().into(), known::<Program>().into());
    let (any, kinds) = (None::<Vec<String>>.into(), known::<MailKind>().into());
    let (settled, rows) = (settled.into(), sea_orm::Value::from(rows));
    let values =
        [holder, settled, rows.clone(), 20.into(), message_id, rows.clone(), rows, reasons, programs, any, kinds];
    let statement = Statement::from_sql_and_values(DbBackend::Postgres, SETTLE_AND_CLAIM, values);
    let answer = delivery.db.query_one_raw(statement).await.unwrap().unwrap();
    let states: Option<Value> = answer.try_get("", "states").unwrap();
    (states.unwrap_or_default()[format!("{}.{}", row.id, row.claims)].clone(), answer.try_get("", "id").unwrap())
}

#[tokio::test]
async fn a_late_statement_of_an_earlier_claim_changes_nothing() {
    let world = World::new().await;
    world.notification().await;
    let delivery = world.delivery();
    let first = claim_next(&delivery).await.unwrap().unwrap();
    assert_eq!(settle_and_claim(&delivery, &first, "retry", 0).await, (json!("retry"), None));
    let second = claim_next(&delivery).await.unwrap().unwrap();
    assert_eq!((first.id, first.claims, second.claims), (second.id, 1, 2));
    // The sender timed out and sent the statement again.
    assert_eq!(settle_and_claim(&delivery, &first, "retry", 0).await, (Value::Null, None));
    assert_eq!(world.row(first.id).await.state, OutboxState::Sending, "a row that is being sent stays claimed");
    assert_eq!(settle_and_claim(&delivery, &second, "sent", 0).await.0, "sent");
}

/// A step of the schema may add a column while workers run.
#[tokio::test]
async fn a_prepared_claim_survives_a_new_column() {
    let world = World::new().await;
    for number in 0..6 {
        world.notification().await;
        let claimed = claim_next(&world.delivery()).await.unwrap();
        assert!(claimed.is_some(), "before the column {number}");
        world.execute(&format!("ALTER TABLE outbox ADD later_{number} integer")).await;
    }
}

#[tokio::test]
async fn a_backlog_of_auto_replies_does_not_delay_a_notification() {
    let world = World::new().await;
    for number in 0..20 {
        world.auto_reply(&format!("person{number}@visitor.example")).await;
    }
    world.pass("1 minute").await;
    let notification = world.notification().await;
    let claimed = claim_next(&world.delivery()).await.unwrap().unwrap();
    assert_eq!((claimed.kind, claimed.id), (MailKind::Notification, notification.id));
}

/// In the statement's snapshot another sender has the claim; it releases the row while the statement waits.
#[tokio::test]
async fn a_sent_mail_is_recorded_although_another_sender_releases_the_row_meanwhile() {
    let world = World::new().await;
    world.notification().await;
    let (one, two) = (world.delivery(), world.delivery());
    let first = claim_next(&one).await.unwrap().unwrap();
    world.pass("30 seconds").await;
    assert_eq!(reap(&two).await.unwrap().crashed, 1);
    claim_next(&two).await.unwrap().unwrap();
    let releases = world.admin.begin().await.unwrap();
    let sql = "UPDATE outbox SET state = 'retry', lease_holder = NULL, lease_until = NULL";
    releases.execute_unprepared(sql).await.unwrap();
    let late = settle_and_claim(&one, &first, "sent", 0);
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    let other = async {
        eventually(PATIENCE, "it waits", async || world.value::<i64>(waits).await == 1).await;
        releases.commit().await.unwrap();
    };
    let ((state, _), ()) = tokio::join!(late, other);
    assert_eq!((state, world.row(first.id).await.state), (json!("sent"), OutboxState::Sent));
}

#[tokio::test]
async fn an_outcome_whose_answer_was_lost_can_be_written_again() {
    let world = World::new().await;
    world.notification().await;
    let delivery = world.delivery();
    let row = claim_next(&delivery).await.unwrap().unwrap();
    for _ in 0..2 {
        assert_eq!(settle_and_claim(&delivery, &row, "failed", 0).await.0, "failed", "the failure must be alerted");
    }
}

#[tokio::test]
async fn a_row_that_is_settled_is_not_claimed_by_the_same_statement() {
    let world = World::new().await;
    world.notification().await;
    let (delivery, other) = (world.delivery(), world.delivery());
    let row = claim_next(&delivery).await.unwrap().unwrap();
    world.pass("30 seconds").await;
    assert_eq!(reap(&other).await.unwrap().crashed, 1);
    assert_eq!(world.row(row.id).await.state, OutboxState::Ambiguous, "its lease expired, so it is due again");
    assert_eq!(
        settle_and_claim(&delivery, &row, "sent", 1).await,
        (json!("sent"), None),
        "the mail was sent nevertheless"
    );
    assert_eq!(world.row(row.id).await.state, OutboxState::Sent);
}

#[tokio::test]
async fn a_sender_that_loses_its_lease_stops_before_the_end_of_data() {
    let world = World::new().await;
    let row = world.notification().await;
    let delivery = world.delivery_with_short_lease();
    world.server.script(&[FailureMode::Silence(Stage::Data)]);
    let (sender, keeper, ended) = start(&delivery);
    eventually(PATIENCE, "it is being sent", async || world.server.mails_begun() == 1).await;
    let thief = "00000000-0000-4000-8000-000000000001";
    world.execute(&format!("UPDATE outbox SET lease_holder = '{thief}'")).await;
    // Long before the SMTP timeout of a minute.
    tokio::time::timeout(Duration::from_secs(10), sender).await.expect("it stops").unwrap();
    let row = world.row(row.id).await;
    assert_eq!(row.lease_holder.map(|holder| holder.to_string()).as_deref(), Some(thief), "it does not change the row");
    assert!(world.server.accepted().is_empty());
    ended.cancel();
    keeper.await.unwrap();
}

#[tokio::test]
async fn a_slow_server_keeps_its_mail_because_the_lease_is_renewed() {
    let world = World::new().await;
    let row = world.notification().await;
    let delivery = world.delivery_with_short_lease();
    // Longer than the lease.
    world.server.script(&[FailureMode::Late(Duration::from_secs(3))]);
    let (sender, keeper, ended) = start(&delivery);
    eventually(PATIENCE, "it is being sent", async || world.server.mails_begun() == 1).await;
    let other = world.delivery();
    while !sender.is_finished() {
        assert_eq!(reap(&other).await.unwrap().crashed, 0);
        send_due(&other).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let row = world.row(row.id).await;
    assert_eq!((row.state, row.attempts, world.taken(&row)), (OutboxState::Sent, 1, 1));
    ended.cancel();
    keeper.await.unwrap();
}

fn start(delivery: &Arc<Delivery>) -> (tokio::task::JoinHandle<()>, tokio::task::JoinHandle<()>, CancellationToken) {
    let ended = CancellationToken::new();
    let (part, until) = (Arc::clone(delivery), ended.clone());
    let keeper = tokio::spawn(async move { keep_leases(&part.db, &part.leases, &until).await });
    let part = Arc::clone(delivery);
    (tokio::spawn(async move { send_due(&part).await }), keeper, ended)
}
