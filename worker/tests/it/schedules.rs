//! A schedule runs once per planned time; the cleanup deletes old data and nothing else.

use std::{
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use compliance::retention::purge;
use entity::Clock;
use mailer::alert::{AlertCode, Alerts};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;
use worker::{
    digest::Reviewers,
    jobs::{self, Schedule, Schedules, cleanup, queue_runs_regularly},
    schedules::{Resources, SCHEDULES},
};

use crate::support::{CANARIES, Hook, PATIENCE, WorkerProcess, World, eventually};

pub(crate) fn resources(world: &World) -> Resources {
    Resources {
        db: world.db.clone(),
        alerts: alerts(),
        mailer: world.mailer(),
        authority: None,
        promise: None,
        consultants: None,
        named: None,
        reviewers: Reviewers::new(None, None, &[]),
        journey: None,
        stopping: CancellationToken::new(),
    }
}

fn alerts() -> Arc<Alerts> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Arc::new(Alerts::new(None, Clock::system()).unwrap())
}

/// Queues runs in the background, as a worker does.
fn queue_runs(
    schedules: &'static [Schedule<()>],
    world: &World,
    stopping: &CancellationToken,
) -> tokio::task::JoinHandle<()> {
    let (db, stopping) = (world.db.clone(), stopping.clone());
    tokio::spawn(async move { queue_runs_regularly(schedules, &db, &Clock::system(), &stopping).await })
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

const EVERY_SECOND: &[Schedule<()>] = &[Schedule::every_second("expire", |()| {
    Box::pin(async {
        RUNS.fetch_add(1, Ordering::SeqCst);
        Ok(())
    })
})];

#[tokio::test]
async fn three_workers_run_each_planned_time_once() {
    let world = World::new().await;
    let stopping = CancellationToken::new();
    let mut running = Vec::new();
    for _ in 0..3 {
        let schedules = Arc::new(Schedules::new(EVERY_SECOND, (), alerts()));
        running.push(queue_runs(EVERY_SECOND, &world, &stopping));
        let pool = world.db.get_postgres_connection_pool();
        let monitor = jobs::monitor(pool, &world.delivery(), &schedules, 1, true);
        let until = stopping.clone();
        running.push(tokio::spawn(async move {
            let signal = async move {
                until.cancelled().await;
                Ok(())
            };
            monitor.run_with_signal(signal).await.unwrap();
        }));
    }
    let ended = "SELECT count(*) FROM apalis.jobs WHERE job_type = 'schedule' AND status = 'Done'";
    eventually(PATIENCE, "four runs are done", async || world.value::<i64>(ended).await >= 4).await;
    stopping.cancel();
    for task in running {
        task.await.unwrap();
    }
    let ticks: i64 = world.value("SELECT count(*) FROM apalis.jobs WHERE job_type = 'schedule'").await;
    let again: i64 = world.value("SELECT count(*) FROM apalis.jobs WHERE attempts > 1").await;
    let runs = i64::try_from(RUNS.load(Ordering::SeqCst)).unwrap();
    assert_eq!(again, 0);
    assert!(world.value::<i64>(ended).await <= runs && runs <= ticks, "{runs} runs of {ticks} ticks");
}

static HANGING: AtomicUsize = AtomicUsize::new(0);
static BESIDE: AtomicUsize = AtomicUsize::new(0);

const HANGING_AND_BESIDE: &[Schedule<()>] = &[
    Schedule::every_second("report", |()| {
        Box::pin(async {
            HANGING.fetch_add(1, Ordering::SeqCst);
            std::future::pending().await
        })
    }),
    Schedule::every_second("cleanup", |()| {
        Box::pin(async {
            BESIDE.fetch_add(1, Ordering::SeqCst);
            Ok(())
        })
    }),
];

/// As a report to a relay that does not answer beside the purge.
#[tokio::test]
async fn a_schedule_that_hangs_delays_no_other_and_is_not_begun_twice() {
    let world = World::new().await;
    let schedules = Arc::new(Schedules::new(HANGING_AND_BESIDE, (), alerts()));
    let stopping = CancellationToken::new();
    queue_runs(HANGING_AND_BESIDE, &world, &stopping);
    let pool = world.db.get_postgres_connection_pool();
    let running = tokio::spawn(jobs::monitor(pool, &world.delivery(), &schedules, 1, true).run());
    eventually(PATIENCE, "four runs beside", async || BESIDE.load(Ordering::SeqCst) >= 4).await;
    assert_eq!(HANGING.load(Ordering::SeqCst), 1);
    stopping.cancel();
    running.abort();
}

#[tokio::test]
async fn a_worker_that_starts_runs_the_last_missed_time_and_no_earlier_one() {
    let world = World::new().await;
    let schedules = i64::try_from(SCHEDULES.len()).unwrap();
    let begun: String = world.value("SELECT now()::text").await;
    let first = WorkerProcess::start(&world).await;
    let done = "SELECT count(DISTINCT split_part(idempotency_key, ':', 1)) FROM apalis.jobs \
                WHERE job_type = 'schedule' AND status = 'Done'";
    eventually(PATIENCE, "every schedule runs", async || world.value::<i64>(done).await == schedules).await;
    first.kill();
    let _second = WorkerProcess::start(&world).await;
    eventually(PATIENCE, "the second worker is at work", async || {
        world.value::<i64>("SELECT count(*) FROM apalis.workers").await == 4
    })
    .await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    // Each schedule has made up for its last time. A minute that began before the worker did is its last one.
    let missed =
        "SELECT count(DISTINCT split_part(idempotency_key, ':', 1)) FROM apalis.jobs WHERE job_type = 'schedule'";
    assert_eq!(world.value::<i64>(missed).await, schedules);
    let most = format!(
        "SELECT max(earlier) FROM ( \
             SELECT count(*) FILTER (WHERE substr(idempotency_key, strpos(idempotency_key, ':') + 1)::timestamptz <= '{begun}') \
                 AS earlier \
             FROM apalis.jobs WHERE job_type = 'schedule' GROUP BY split_part(idempotency_key, ':', 1) \
         ) AS runs"
    );
    assert_eq!(world.value::<i64>(&most).await, 1, "and for no earlier one");
}

#[tokio::test]
async fn a_run_that_fails_is_logged_and_alerted_by_its_cause_and_quotes_no_value() {
    let world = World::new().await;
    let canary = CANARIES[0];
    world
        .execute(&format!(
            "CREATE OR REPLACE FUNCTION forget_old_rows() RETURNS void LANGUAGE plpgsql AS $$ BEGIN \
                 RAISE EXCEPTION '{canary}' USING ERRCODE = '23514', CONSTRAINT = 'text_length', DETAIL = '{canary}'; \
             END $$"
        ))
        .await;
    let (hook, log) = (Hook::start().await, tempfile::NamedTempFile::new().unwrap());
    let mut command = WorkerProcess::command(&world);
    command.arg("run").env("WORKER_OPS_LISTEN", "127.0.0.1:0").env("ALERT_WEBHOOK_URL", &hook.url);
    let mut worker = command.stdout(Stdio::null()).stderr(log.reopen().unwrap()).spawn().unwrap();
    let alert = hook.take().await;
    worker.kill().unwrap();
    worker.wait().unwrap();
    let cause = "the database refused (SQLSTATE 23514, constraint text_length)";
    assert_eq!(alert["code"], "schedule_failed");
    assert_eq!(alert["causes"], serde_json::json!([format!("tables: {cause}")]), "{alert}");
    let lines = std::fs::read_to_string(log.path()).unwrap();
    let failed: Vec<_> = lines.lines().filter(|line| line.contains("schedule failed")).collect();
    for (run, line) in (1..=3).zip(&failed) {
        let is_complete =
            line.contains(&format!("run={run} cause=\"{cause}\"")) && line.contains("schedule=\"tables\" tick=\"20");
        assert!(is_complete, "{line}");
    }
    assert_eq!(failed.len(), 3, "{lines}");
    assert!(!lines.contains(canary) && !alert.to_string().contains(canary), "{lines}{alert}");
}

#[tokio::test]
async fn cleanup_removes_old_finished_jobs_and_nothing_else() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO apalis.workers (id, worker_type, storage_name, layers, last_seen) VALUES \
                 ('gone', 'mail', 'x', '', now() - interval '2 days'), \
                 ('used', 'mail', 'x', '', now() - interval '2 days'), ('here', 'mail', 'x', '', now()); \
             INSERT INTO apalis.jobs \
                 (id, job, job_type, status, attempts, max_attempts, run_at, done_at, lock_by, idempotency_key) \
             SELECT 'job' || n, '', queue, status, attempts, 25, now() - old * interval '1 hour', \
                 CASE WHEN status <> 'Pending' THEN now() - old * interval '1 hour' END, holder, key \
             FROM (VALUES \
                 (1, 'mail', 'Done', 1, 25, NULL, 'a'), (2, 'mail', 'Done', 1, 23, 'used', 'b'), \
                 (3, 'mail', 'Killed', 1, 25, NULL, 'c'), (4, 'mail', 'Failed', 25, 25, NULL, 'd'), \
                 (5, 'mail', 'Failed', 3, 25, NULL, 'e'), (6, 'mail', 'Pending', 0, 99, NULL, 'f'), \
                 (7, 'schedule', 'Done', 1, 50, NULL, 'report:1'), (8, 'schedule', 'Done', 1, 48, NULL, 'report:2'), \
                 (9, 'schedule', 'Done', 1, 47, NULL, 'purge:1'), (10, 'mail', 'Running', 1, 167, 'used', 'g'), \
                 (11, 'mail', 'Running', 1, 169, 'used', 'h'), (12, 'mail', 'Queued', 1, 169, NULL, 'i') \
             ) AS job (n, queue, status, attempts, old, holder, key)",
        )
        .await;
    cleanup(&world.db).await.unwrap();
    let jobs: String =
        world.value("SELECT string_agg(id, ' ' ORDER BY id) FROM apalis.jobs WHERE id LIKE 'job%'").await;
    assert_eq!(jobs, "job10 job2 job5 job6 job8 job9");
    let workers: String = world.value("SELECT string_agg(id, ' ' ORDER BY id) FROM apalis.workers").await;
    assert_eq!(workers, "here used");
}

/// Everything that a run could change; what it records of itself is in the ledger.
const STATE: &str = "SELECT md5(string_agg(query_to_xml(format( \
                     'SELECT md5(string_agg(t::text, ''|'' ORDER BY t::text)) FROM %s AS t', oid::regclass), \
                     true, true, '')::text, '' ORDER BY relname)) FROM pg_class \
                     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'ledger'";

/// What is over, or due, for most of the schedules.
const DUE: &str = "
    INSERT INTO complaint (address_digest, at) VALUES (sha256('x'), now() - interval '3 years');
    INSERT INTO recent_text (inquiry_id, digest, of_sender, stored_at)
        SELECT id, sha256('x'), sha256('x'), now() - interval '8 days' FROM inquiry;
    INSERT INTO unverified_network VALUES (gen_random_uuid(), '192.0.2.0/24', now() - interval '2 hours');
    INSERT INTO data_subject_request (kind, email_key, received_at)
        VALUES ('access', 'x@example.com', now() - interval '29 days');
    CREATE TABLE raw_mail_2020w01 PARTITION OF raw_mail FOR VALUES FROM ('2019-12-30') TO ('2020-01-06')";

/// Each schedule, with a clock that is ahead or behind, then with one that is right again.
#[tokio::test]
async fn a_wrong_clock_deletes_nothing_and_tells_nobody() {
    let world = World::new().await;
    world.notification().await;
    purge(&world.db, Uuid::new_v4(), &CancellationToken::new()).await.unwrap();
    world.execute(DUE).await;
    let resources = resources(&world);
    let before: String = world.value(STATE).await;
    for last_purge in ["now() - interval '40 days'", "now() - interval '2 years'", "now() + interval '1 year'"] {
        world.age_ledger(last_purge).await;
        for schedule in SCHEDULES {
            (schedule.run)(&resources).await.unwrap();
            assert_eq!(world.value::<String>(STATE).await, before, "{} at {last_purge}", schedule.name);
        }
        assert!(resources.alerts.is_set(AlertCode::PurgeRefused));
    }
    world.age_ledger("now()").await;
    for schedule in SCHEDULES {
        (schedule.run)(&resources).await.unwrap();
    }
    let left = "SELECT count(*) FROM (SELECT address_digest FROM complaint UNION ALL SELECT digest FROM recent_text \
                UNION ALL SELECT '' FROM unverified_network \
                UNION ALL SELECT '' FROM data_subject_request WHERE reminded_due_at IS NULL \
                UNION ALL SELECT '' WHERE to_regclass('raw_mail_2020w01') IS NOT NULL) AS due";
    assert_eq!(world.value::<i64>(left).await, 0);
}

/// The purge has the guard inside. The hourly mail of marked inquiries deletes nothing and looks at no due time; a search reads.
#[tokio::test]
async fn every_schedule_asks_whether_the_clock_is_right() {
    let world = World::new().await;
    let refuse = "CREATE OR REPLACE FUNCTION require_clock(may_be_ahead boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS \
                  $$ BEGIN RAISE EXCEPTION 'asked' USING ERRCODE = 'XX001'; END $$";
    world.execute(refuse).await;
    let resources = resources(&world);
    for schedule in SCHEDULES {
        let needs_none = ["marked", "authors", "searches"].contains(&schedule.name);
        assert_eq!((schedule.run)(&resources).await.is_ok(), needs_none, "{}", schedule.name);
    }
}
