//! The purge as the worker runs it.

use std::{sync::Arc, time::Duration};

use compliance::{
    ledger::Period,
    report::Report,
    retention::{self, RewriteScope, purge},
};
use entity::Clock;
use mailer::{
    alert::Alerts,
    db::{database_now, statement},
    db_error::DatabaseError,
};
use sea_orm::{ConnectionTrait, TransactionTrait, strum::VariantNames};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::{monitoring::alert_overdue, schedules::Resources};

use super::{EXPIRED, done, fill, refused, world};
use crate::support::{Hook, PATIENCE, WorkerProcess, World, eventually};

fn resources(world: &World) -> Resources {
    resources_with(world, None)
}

async fn purge_on_schedule(Resources { db, alerts, stopping, .. }: &Resources) -> anyhow::Result<()> {
    retention::purge_on_schedule(db, alerts, stopping, RewriteScope::Scheduled).await
}

async fn purge_every_minute(Resources { db, alerts, stopping, .. }: &Resources) -> anyhow::Result<()> {
    retention::purge_on_schedule(db, alerts, stopping, RewriteScope::LargeOnSunday).await
}

fn resources_with(world: &World, hook: Option<&Hook>) -> Resources {
    let webhook = hook.map(|hook| hook.url.as_str().into());
    Resources { alerts: Arc::new(Alerts::new(webhook, Clock::system()).unwrap()), ..crate::schedules::resources(world) }
}

/// The next alert with this code; others that come before it are about the same state.
async fn take(hook: &Hook, code: &str) -> serde_json::Value {
    loop {
        let alert = hook.take().await;
        if alert["code"] == code {
            return alert;
        }
    }
}

#[tokio::test]
async fn a_worker_that_starts_purges_what_is_due_and_counts_it() {
    let world = world().await;
    fill(&world, 30, "gone", EXPIRED).await;
    fill(&world, 2, "here", "now()").await;
    let worker = WorkerProcess::start(&world).await;
    eventually(PATIENCE, "the purge ran", async || {
        world.value::<i64>("SELECT count(*) FROM inquiry").await == 2
            && world.value::<i64>("SELECT count(*) FROM unreclaimed_tables()").await == 0
    })
    .await;
    // A run is counted when it ends, which may be after a rewrite that another run began.
    let metrics = async || worker.request("GET", "/metrics").await.1;
    eventually(PATIENCE, "the purge is counted", async || metrics().await.contains("retention_purged_total 30")).await;
    let metrics = metrics().await;
    for metric in ["retention_purged_total 30", "retention_late_total 0", "retention_last_purge_timestamp_seconds 1"] {
        assert!(metrics.contains(metric), "{metric} in {metrics}");
    }
}

#[tokio::test]
async fn a_clock_that_jumped_stops_the_purge_and_is_recorded() {
    let world = world().await;
    done(&world, &["retention", "purge"]).await;
    assert!(done(&world, &["retention", "accept-clock"]).await.contains("no clock is in doubt"));
    assert_eq!(world.value::<i64>("SELECT count(*) FROM ledger WHERE kind = 'clock'").await, 0);
    fill(&world, 3, "gone", EXPIRED).await;
    world.age_ledger("now() - interval '25 hours'").await;
    purge_on_schedule(&resources(&world)).await.unwrap();
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 3);
    let failures = "SELECT string_agg(detail ->> 'code', ' ') FROM ledger WHERE kind = 'failure'";
    assert_eq!(world.value::<String>(failures).await, "clock");
    assert!(refused(&world, &["retention", "purge"]).await.contains("retention accept-clock"));
    done(&world, &["retention", "accept-clock"]).await;
    purge_on_schedule(&resources(&world)).await.unwrap();
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
}

#[tokio::test]
async fn a_worker_that_was_down_for_over_a_day_alerts_and_names_the_command() {
    let world = world().await;
    done(&world, &["retention", "purge"]).await;
    fill(&world, 3, "gone", EXPIRED).await;
    world.age_ledger("now() - interval '25 hours'").await;
    let hook = Hook::start().await;
    let _worker = WorkerProcess::start_with(&world, &[("ALERT_WEBHOOK_URL", &hook.url)]).await;
    let alert = take(&hook, "purge_refused").await;
    assert!(alert["text"].as_str().unwrap().contains("run `compliance retention accept-clock`"), "{alert}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 3);
}

#[tokio::test]
async fn a_late_and_a_missing_purge_alert() {
    let world = world().await;
    fill(&world, 4, "late", "now() - interval '2 years 3 hours'").await;
    let hook = Hook::start().await;
    let resources = resources_with(&world, Some(&hook));
    world.age_ledger("now() - interval '3 hours'").await;
    alert_overdue(&world.db, &resources.alerts, None).await.unwrap();
    let (alerts, ended) = (Arc::clone(&resources.alerts), CancellationToken::new());
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    let overdue = take(&hook, "purge_overdue").await;
    assert_eq!(overdue["count"], 1);
    purge_on_schedule(&resources).await.unwrap();
    let late = take(&hook, "purge_late").await;
    assert_eq!(late["count"], 4);
    // The state is over. If it returns, it is alerted at once.
    alert_overdue(&world.db, &resources.alerts, None).await.unwrap();
    world.age_ledger("now() - interval '3 hours'").await;
    alert_overdue(&world.db, &resources.alerts, None).await.unwrap();
    take(&hook, "purge_overdue").await;
    ended.cancel();
    sender.await.unwrap();
}

#[tokio::test]
async fn a_purge_stops_between_batches_and_continues_later() {
    let world = world().await;
    fill(&world, 5000, "gone", EXPIRED).await;
    let stopping = CancellationToken::new();
    let stop = stopping.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(30)).await;
        stop.cancel();
    });
    let first = purge(&world.db, Uuid::new_v4(), &stopping).await.unwrap();
    assert!(!first.is_complete && first.inquiries < 5000, "{first:?}");
    let second = purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap();
    assert!(second.is_complete);
    assert_eq!(first.inquiries + second.inquiries, 5000);
}

#[tokio::test]
async fn an_inquiry_that_expired_hours_ago_is_late_unless_it_was_on_hold() {
    let world = world().await;
    fill(&world, 4, "late", "now() - interval '2 years 3 hours'").await;
    fill(&world, 4, "held", "now() - interval '2 years 3 hours'").await;
    world
        .execute(
            "SELECT release_hold(place_hold(inquiry_id, NULL, 'a case', now() + interval '1 day')) \
             FROM inquiry_content WHERE email IN ('held1@visitor.example', 'held2@visitor.example'); \
             SELECT release_hold(place_hold(NULL, 'held3@visitor.example', 'a case', now() + interval '1 day')); \
             SELECT release_hold(place_hold(NULL, 'held4@visitor.example', 'a case', now() + interval '1 day'))",
        )
        .await;
    let summary = purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap();
    assert_eq!((summary.inquiries, summary.late), (8, 4));
}

/// A hold that ended long before does not excuse a purge, and one of the writer of a message does.
#[tokio::test]
async fn what_is_late_or_due_counts_from_the_end_of_a_hold() {
    let world = world().await;
    fill(&world, 1, "late", "now() - interval '2 years 3 hours'").await;
    fill(&world, 1, "kept", "now() - interval '3 years'").await;
    fill(&world, 1, "written", "now() - interval '3 years'").await;
    world
        .execute(
            "INSERT INTO legal_hold (email_key, reason, placed_at, ends_at) VALUES \
                 ('late1@visitor.example', 'a case', now() - interval '1 year', now() - interval '10 days'), \
                 ('kept1@visitor.example', 'a case', now() - interval '1 year', now()), \
                 ('third@visitor.example', 'a case', now() - interval '1 year', now()); \
             INSERT INTO intake (id, way, source_key, digest, size) VALUES (gen_random_uuid(), 'lmtp', sha256('a'), sha256(''), 5); \
             INSERT INTO message (id, inquiry_id, intake_id, party, is_machine, author, author_key, body, new_text) \
                 SELECT gen_random_uuid(), inquiry_content.inquiry_id, intake.id, 'other', false, 'third@visitor.example', \
                     'third@visitor.example', 'text', 'text' \
                 FROM inquiry_content, intake WHERE email = 'written1@visitor.example'",
        )
        .await;
    let due: f64 = world.value("SELECT due_seconds FROM retention_gauges()").await;
    assert!((3.0 * 3600.0..4.0 * 3600.0).contains(&due), "{due}: the oldest has been due for three hours");
    let state: f64 = world.value("SELECT (retention_state() ->> 'due_seconds')::float8").await;
    assert!((3.0 * 3600.0..4.0 * 3600.0).contains(&state), "{state}");
    let summary = purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap();
    assert_eq!((summary.inquiries, summary.late), (3, 1));
}

/// Of the tables that the purge needs, one that is asked for its size.
#[tokio::test]
async fn a_locked_table_hides_no_late_notification() {
    let world = world().await;
    world.inquiry("visitor@visitor.example", &["first@own.example"]).await;
    fill(&world, 1, "gone", EXPIRED).await;
    purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap();
    world
        .execute(
            "UPDATE outbox SET created_at = now() - interval '1 hour', next_attempt_at = now() - interval '1 hour'",
        )
        .await;
    let hook = Hook::start().await;
    let alerts = resources_with(&world, Some(&hook)).alerts;
    let session = world.admin.begin().await.unwrap();
    session
        .execute_unprepared(
            "DO $$ BEGIN EXECUTE (SELECT 'LOCK TABLE ' || string_agg(inhrelid::regclass::text, ',') \
                             FROM pg_inherits WHERE inhparent = 'inquiry_content'::regclass); END $$",
        )
        .await
        .unwrap();
    let checked = timeout(Duration::from_secs(2), alert_overdue(&world.db, &alerts, None)).await;
    assert!(checked.is_err(), "it waits for the table");
    let ended = CancellationToken::new();
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    take(&hook, "notification_late").await;
    ended.cancel();
    sender.await.unwrap();
    session.rollback().await.unwrap();
}

/// An officer's open transaction, for example, keeps one week.
#[tokio::test]
async fn a_week_of_raw_mail_that_cannot_be_dropped_is_overdue_and_keeps_no_other() {
    let world = world().await;
    world
        .execute(
            "CREATE TABLE raw_mail_2020w02 PARTITION OF raw_mail FOR VALUES FROM ('2020-01-06') TO ('2020-01-13'); \
             CREATE TABLE raw_mail_2020w03 PARTITION OF raw_mail FOR VALUES FROM ('2020-01-13') TO ('2020-01-20')",
        )
        .await;
    let overdue = "SELECT unreclaimed_overdue FROM retention_gauges()";
    assert_eq!(world.value::<i64>(overdue).await, 2);
    let session = world.admin.begin().await.unwrap();
    session.execute_unprepared("SELECT FROM raw_mail_2020w02").await.unwrap();
    world.execute("SELECT turn_mail_partitions()").await;
    assert_eq!(world.value::<i64>(overdue).await, 1);
    session.rollback().await.unwrap();
    world.execute("SELECT turn_mail_partitions()").await;
    assert_eq!(world.value::<i64>(overdue).await, 0);
}

#[tokio::test]
async fn the_purge_finds_its_rows_by_the_index() {
    let world = world().await;
    fill(&world, 20_000, "here", "now() - n * interval '1 minute'").await;
    world.execute("ANALYZE inquiry").await;
    let plan = "EXPLAIN (FORMAT JSON) SELECT id FROM inquiry \
                WHERE expires_at <= statement_timestamp() AND id NOT IN (SELECT inquiry_id FROM held_inquiry) \
                ORDER BY expires_at LIMIT 200 FOR UPDATE SKIP LOCKED";
    let plan: serde_json::Value = world.value(plan).await;
    assert!(plan.to_string().contains("inquiry_expires_at"), "{plan}");
    world.db.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 200)").await.unwrap();
}

/// The rows of ledger and intake that a statement reads, by the server's counters of its transaction.
async fn rows_read(world: &World, sql: &str) -> i64 {
    let transaction = world.admin.begin().await.unwrap();
    transaction.execute_unprepared(sql).await.unwrap();
    let read = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint FROM pg_stat_xact_user_tables \
                WHERE relname IN ('ledger', 'intake')";
    let read = transaction.query_one_raw(statement(read, [])).await.unwrap().unwrap();
    transaction.rollback().await.unwrap();
    read.try_get_by_index(0).unwrap()
}

/// Nothing is ever deleted from either table.
#[tokio::test]
async fn what_runs_each_hour_reads_no_more_with_every_month_that_passes() {
    let world = world().await;
    for months_ago in [2, 1] {
        world
            .execute(&format!(
                "ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL; \
                 INSERT INTO intake (id, way, source_key, digest, size, accepted_at) \
                 SELECT gen_random_uuid(), 'lmtp', sha256(concat({months_ago}, ' ', n)::bytea), sha256(''), 1, \
                     now() - interval '{months_ago} months' - n * interval '1 minute' FROM generate_series(1, 20000) AS n; \
                 INSERT INTO ledger (seq, at, kind, detail, entry, hash, home) \
                 SELECT (SELECT max(seq) FROM ledger) + n, \
                     now() - interval '{months_ago} months' - (20000 - n) * interval '10 minutes', \
                     kind, detail, '', sha256(''), ledger_home() \
                 FROM generate_series(1, 20000) AS n, LATERAL (SELECT CASE \
                     WHEN n = 19990 THEN 'intake' WHEN n % 2 = 0 THEN 'purge' ELSE 'reclaim' END AS kind) AS kinds, \
                     LATERAL (SELECT CASE \
                         WHEN n = 19990 THEN jsonb_build_object('day', current_date - 2) \
                         WHEN n = 19989 THEN jsonb_build_object('table', 'inquiry_content_default', 'all', true) \
                         WHEN kind = 'purge' THEN jsonb_build_object('tables', jsonb_build_array('inquiry_content_default')) \
                         ELSE jsonb_build_object('table', 'inquiry_content_default') END AS detail) AS details; \
                 ALTER TABLE ledger ENABLE TRIGGER ALL; INSERT INTO ledger (kind, detail) VALUES ('purge', '{{\"late\": 0}}')"
            ))
            .await;
        world.execute("ANALYZE ledger, intake").await;
        for sql in ["SELECT FROM unreclaimed_tables()", "SELECT count_intake()"] {
            let read = rows_read(&world, sql).await;
            assert!((1..500).contains(&read), "{sql} reads {read} rows");
        }
    }
}

/// A transaction counts from its tenth second: here as if it had begun earlier.
async fn count_transactions_at_once(world: &World) {
    let sooner = "SELECT replace(pg_get_functiondef('retention_blockers'::regproc), '10 seconds', '1 millisecond')";
    world.execute(&world.value::<String>(sooner).await).await;
}

#[tokio::test]
async fn the_alert_names_the_login_whose_session_keeps_a_lock() {
    let world = world().await;
    count_transactions_at_once(&world).await;
    fill(&world, 2, "gone", EXPIRED).await;
    let hook = Hook::start().await;
    let resources = resources_with(&world, Some(&hook));
    let session = world.admin.begin().await.unwrap();
    session.execute_unprepared("SELECT FROM inquiry ORDER BY id LIMIT 1 FOR KEY SHARE").await.unwrap();
    purge_every_minute(&resources).await.unwrap();
    let (alerts, ended) = (Arc::clone(&resources.alerts), CancellationToken::new());
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    let alert = take(&hook, "purge_blocked").await;
    assert_eq!(alert["causes"], serde_json::json!(["postgres"]), "{alert}");
    session.rollback().await.unwrap();
    ended.cancel();
    sender.await.unwrap();
}

#[tokio::test]
async fn a_session_that_keeps_a_row_locked_is_alerted_and_what_it_kept_is_purged_afterwards() {
    let world = world().await;
    fill(&world, 2, "gone", EXPIRED).await;
    let hook = Hook::start().await;
    let resources = resources_with(&world, Some(&hook));
    let session = world.admin.begin().await.unwrap();
    session.execute_unprepared("SELECT FROM inquiry ORDER BY id LIMIT 1 FOR KEY SHARE").await.unwrap();
    purge_every_minute(&resources).await.unwrap();
    let (alerts, ended) = (Arc::clone(&resources.alerts), CancellationToken::new());
    let until = ended.clone();
    let sender = tokio::spawn(async move { alerts.send_regularly(&until).await });
    take(&hook, "purge_blocked").await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 1, "the other one is gone");
    count_transactions_at_once(&world).await;
    purge_every_minute(&resources).await.unwrap();
    let named = async |when: &str| {
        let period = Period::month_of(database_now(&world.db).await.unwrap()).unwrap();
        let parts = Report::read(&world.db, period).await.unwrap().render().unwrap().parts;
        let sentence = "Sessions of postgres kept locks from 1 purge; the longest transaction: ";
        assert!(parts.text.contains(sentence) && parts.html.contains(sentence), "{when}: {}", parts.text);
    };
    named("before a purge can record it").await;
    session.rollback().await.unwrap();
    purge_every_minute(&resources).await.unwrap();
    assert_eq!(world.value::<i64>("SELECT count(*) FROM blocked_purge").await, 0);
    named("recorded").await;
    assert_eq!(world.value::<i64>("SELECT count(*) FROM inquiry").await, 0);
    ended.cancel();
    sender.await.unwrap();
}

#[tokio::test]
async fn an_old_transaction_of_the_application_is_ended() {
    let world = world().await;
    let session = world.db.begin().await.unwrap();
    session.execute_unprepared("SELECT count(*) FROM inquiry").await.unwrap();
    let ended = "SELECT end_old_transactions()";
    assert_eq!(world.value::<i64>(ended).await, 0);
    // A quarter of an hour is long for a test: the function with another limit.
    let shorter = "SELECT replace(pg_get_functiondef('end_old_transactions'::regproc), '15 minutes', '1 second')";
    world.execute(&world.value::<String>(shorter).await).await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(world.value::<i64>(ended).await, 1);
    assert!(session.execute_unprepared("SELECT 1").await.is_err());
}

#[tokio::test]
async fn the_ledger_takes_every_code_of_a_failure() {
    let world = world().await;
    for code in DatabaseError::VARIANTS {
        world.db.execute_unprepared(&format!("SELECT record_failure(gen_random_uuid(), '{code}')")).await.unwrap();
    }
}
