//! Senders share a statement, but not its failures.

use std::sync::Arc;

use entity::outbox::{MailKind, OutboxState};
use outbox::{LATE_ROWS, SETTLE_AND_CLAIM, send_due};
use sea_orm::{ActiveEnum, ConnectionTrait, DbBackend, Iterable, Statement};
use worker::monitoring::REGULAR;

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

fn scans_outbox(node: &serde_json::Value) -> bool {
    let below = node["Plans"].as_array().is_some_and(|nodes| nodes.iter().any(scans_outbox));
    below || node["Node Type"] == "Seq Scan" && node["Relation Name"] == "outbox"
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
    let explained = async |sql: &str| {
        let explain = Statement::from_string(DbBackend::Postgres, format!("EXPLAIN (FORMAT JSON) {sql}"));
        let plan = world.db.query_one_raw(explain).await.unwrap().unwrap();
        let plan: serde_json::Value = plan.try_get_by_index(0).unwrap();
        assert!(!scans_outbox(&plan[0]["Plan"]), "{sql}: {plan}");
        plan.to_string()
    };
    for sql in REGULAR.into_iter().chain([LATE_ROWS]) {
        let sql = sql.replace("LIMIT $2", "LIMIT 32");
        let sql = ["$1", "$2", "$3"].iter().fold(sql, |sql, known| sql.replace(known, "ARRAY['notification']"));
        explained(&sql).await;
    }
    let names = "ARRAY['notification']";
    let values = [
        ("$11", names),
        ("$10", "NULL"),
        ("$9", names),
        ("$8", names),
        ("$7", "8::bigint"),
        ("$6", "8::bigint"),
        ("$5", "''"),
        ("$4", "20"),
        ("$3", "8::bigint"),
        ("$2", "'[]'::jsonb"),
        ("$1", "'00000000-0000-4000-8000-000000000000'::uuid"),
    ];
    let claim = values.into_iter().fold(SETTLE_AND_CLAIM.to_owned(), |sql, (name, value)| sql.replace(name, value));
    // What waits for its turn alone, and what this process sends alone.
    assert_eq!(explained(&claim).await.matches("outbox_due_alone").count(), 2);
}

/// What counts as due for the gauges and the reaper is what a sender claims.
#[tokio::test]
async fn exactly_the_rows_that_count_as_due_are_claimed() {
    let world = World::new().await;
    let mut number = 0;
    for state in OutboxState::iter().filter(|state| *state != OutboxState::Sending) {
        for (is_notification, has_data, is_due) in [0, 1, 2, 3, 4, 5, 6, 7].map(|n| (n & 1 > 0, n & 2 > 0, n & 4 > 0)) {
            let row = if is_notification {
                world.notification().await
            } else {
                world.auto_reply(&format!("person{number}@visitor.example")).await
            };
            number += 1;
            let is_final = matches!(
                state,
                OutboxState::Sent | OutboxState::Failed | OutboxState::Suppressed | OutboxState::Bounced
            );
            world
                .execute(&format!(
                    "UPDATE outbox SET state = '{}', data_at = {}, finished_at = {}, \
                         next_attempt_at = now() {} interval '1 hour' WHERE id = '{}'",
                    state.to_value(),
                    if has_data { "now()" } else { "NULL" },
                    if is_final { "now()" } else { "NULL" },
                    if is_due { "-" } else { "+" },
                    row.id,
                ))
                .await;
        }
    }
    // Of the failed ones somebody is told.
    world.execute("DELETE FROM outbox WHERE kind = 'undeliverable'").await;
    let ids = |condition: &str| {
        format!("SELECT coalesce(string_agg(id::text, ' ' ORDER BY id), '') FROM outbox WHERE {condition}")
    };
    let condition = include_str!("../../../crates/outbox/src/sql/due.sql").replace("$1", "ARRAY['notification']");
    let due: String = world.value(&ids(&condition)).await;
    assert!(due.split(' ').count() > 3 && due.split(' ').count() < number, "{due}");
    world.drain(&world.delivery()).await;
    assert_eq!(world.value::<String>(&ids("claims > 0")).await, due);
}
