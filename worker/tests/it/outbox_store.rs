//! Senders share a statement, but not its failures.

use std::sync::Arc;

use entity::outbox::{MailKind, OutboxState};
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use worker::{
    delivery::{LATE_ROWS, send_due},
    monitoring::REGULAR,
};

use crate::support::{PATIENCE, World, eventually};

#[tokio::test]
async fn an_outcome_that_the_database_refuses_does_not_block_the_others() {
    let world = World::new().await;
    let bad = world.notification().await;
    for _ in 0..20 {
        world.notification().await;
    }
    world
        .execute(&format!("ALTER TABLE outbox ADD CONSTRAINT refused CHECK (state <> 'sent' OR id <> '{}')", bad.id))
        .await;
    let delivery = world.delivery();
    let mut senders = Vec::new();
    for _ in 0..4 {
        let delivery = Arc::clone(&delivery);
        senders.push(tokio::spawn(async move { send_due(&delivery).await }));
    }
    eventually(PATIENCE, "the others are sent", async || {
        world.count(MailKind::Notification, OutboxState::Sent).await == 20
    })
    .await;
    assert_eq!(world.row(bad.id).await.state, OutboxState::Sending, "its outcome is retried");
    world.execute("ALTER TABLE outbox DROP CONSTRAINT refused").await;
    for sender in senders {
        sender.await.unwrap();
    }
    for row in world.rows().await {
        assert_eq!((row.state, row.attempts, world.taken(&row)), (OutboxState::Sent, 1, 1));
    }
}

/// What is read every few seconds, or at each scrape, must not become slower with every mail that was ever sent.
#[tokio::test]
async fn nothing_that_runs_regularly_reads_the_whole_outbox() {
    let world = World::new().await;
    let row = world.notification().await;
    world
        .execute(&format!(
            "INSERT INTO outbox (id, inquiry_id, kind, recipient, state, finished_at, created_at) \
             SELECT gen_random_uuid(), '{}', 'notification', n || '@own.example', 'sent', now() - n * interval '1 minute', \
                 now() - n * interval '1 minute' \
             FROM generate_series(1, 100000) AS n",
            row.inquiry_id
        ))
        .await;
    world.execute("VACUUM ANALYZE outbox").await;
    for sql in REGULAR.into_iter().chain([LATE_ROWS]) {
        let sql =
            sql.replace("LIMIT $1", "LIMIT 32").replace("$1", "ARRAY['other']").replace("$2", "ARRAY['devsecops']");
        let explain = Statement::from_string(DbBackend::Postgres, format!("EXPLAIN (FORMAT JSON) {sql}"));
        let plan = world.db.query_one_raw(explain).await.unwrap().unwrap();
        let plan: serde_json::Value = plan.try_get_by_index(0).unwrap();
        assert!(!reads_whole_outbox(&plan), "{sql}: {plan}");
    }
}

/// Of other tables, a plan may read the few rows that there are.
fn reads_whole_outbox(plan: &serde_json::Value) -> bool {
    match plan {
        serde_json::Value::Array(nodes) => nodes.iter().any(reads_whole_outbox),
        serde_json::Value::Object(node) => {
            let is = |key: &str, value: &str| node.get(key).and_then(|found| found.as_str()) == Some(value);
            is("Node Type", "Seq Scan") && is("Relation Name", "outbox") || node.values().any(reads_whole_outbox)
        }
        _ => false,
    }
}
