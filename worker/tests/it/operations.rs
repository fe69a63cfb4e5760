//! The ops listener, the graceful shutdown, the alerts.

use std::{sync::Arc, time::Duration};

use entity::{Clock, outbox::OutboxState};
use mailer::alert::{AlertCode, Alerts};
use sea_orm::ConnectionTrait;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use worker::{
    monitoring::{alert_overdue, serve},
    schedules::SCHEDULES,
};

use crate::support::{CANARIES, FailureMode, Hook, PATIENCE, Stage, WorkerProcess, World, eventually};

#[tokio::test]
async fn the_ops_listener_is_read_only() {
    let world = World::new().await;
    let worker = WorkerProcess::start(&world).await;
    world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    let awaited = [
        "outbox_rows{kind=\"notification\",state=\"sent\"} 1",
        "outbox_oldest_due_seconds 0",
        "retention_last_purge_timestamp_seconds 1",
        "schedule_last_done_timestamp_seconds{schedule=\"cleanup\",period=\"hour\"}",
        "mail_outcomes_total{kind=\"auto_reply\",outcome=\"sent\"} 1",
        "worker_database_up 1",
    ];
    let mut metrics = String::new();
    eventually(PATIENCE, "the metrics show the mails and the runs", async || {
        let status;
        (status, metrics) = worker.request("GET", "/metrics").await;
        assert_eq!(status, 200);
        awaited.iter().all(|part| metrics.contains(part))
    })
    .await;
    assert_eq!(worker.request("GET", "/healthz").await, (200, "ok\n".to_owned()));
    // The tests' server runs without fsync, and says so.
    let (status, problem) = worker.request("GET", "/readyz").await;
    let is_durable: String = world.value("SHOW fsync").await;
    assert_eq!(status == 200, is_durable == "on", "{problem}");

    let types = metrics.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    for name in types.map(|line| line.split(' ').next().unwrap()) {
        assert!(metrics.contains(&format!("# HELP {name} ")), "{name} is not explained");
    }
    let (status, board) = worker.request("GET", "/").await;
    assert_eq!(status, 200, "{board}");
    for part in [
        "<td>notification</td><td>sent</td><td>1</td>",
        "<td>cleanup</td>",
        "In quarantine, waiting for a person",
        "Data subject requests overdue",
    ] {
        assert!(board.contains(part), "{part} is missing in\n{board}");
    }
    let pages = metrics + &board;
    for canary in CANARIES.iter().chain(&["@visitor", "desk@"]) {
        assert!(!pages.contains(canary), "{canary}");
    }
    for path in ["/", "/metrics"] {
        for method in ["PUT", "POST", "DELETE"] {
            assert_eq!(worker.request(method, path).await.0, 405, "{method} {path}");
        }
    }
    for (method, path) in [("GET", "/"), ("GET", "/healthz"), ("POST", "/")] {
        let answer = worker.exchange(method, path).await;
        let [policy] =
            answer.lines().filter(|line| line.starts_with("content-security-policy: ")).collect::<Vec<_>>()[..]
        else {
            panic!("not one policy in {answer}");
        };
        let is_strict = policy.contains("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe");
        assert!(is_strict && answer.contains("\r\nx-content-type-options: nosniff\r\n"), "{answer}");
    }
}

/// The alert `ScheduleStopped` compares it.
#[tokio::test]
async fn a_schedule_that_has_not_finished_a_run_has_the_time_0() {
    let world = World::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/metrics", listener.local_addr().unwrap());
    tokio::spawn(serve(listener, world.db.clone(), None, false, None, None, CancellationToken::new()));
    let _ = rustls::crypto::ring::default_provider().install_default();
    let metrics = reqwest::get(url).await.unwrap().text().await.unwrap();
    for schedule in SCHEDULES {
        let period = if schedule.is_hourly() { "hour" } else { "minute" };
        let labels = format!("{{schedule=\"{}\",period=\"{period}\"}}", schedule.name);
        let never = format!("schedule_last_done_timestamp_seconds{labels} 0\n");
        assert!(metrics.contains(&never), "{never} in {metrics}");
    }
}

#[tokio::test]
async fn readiness_is_answered_although_the_database_hangs() {
    let world = World::new().await;
    // Accepts connections and never answers.
    let hanging = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://inquiry_app:word@{}/none", hanging.local_addr().unwrap());
    let worker = WorkerProcess::start_with(&world, &[("DATABASE_URL", &url)]).await;
    let start = tokio::time::Instant::now();
    let (status, problem) = worker.request("GET", "/readyz").await;
    assert_eq!((status, problem.as_str()), (503, "the database does not answer in time\n"));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

/// An empty board, or one that says that all is well, would hide it.
#[tokio::test]
async fn the_board_says_that_the_database_does_not_answer() {
    let world = World::new().await;
    let hanging = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://inquiry_app:word@{}/none", hanging.local_addr().unwrap());
    let worker = WorkerProcess::start_with(&world, &[("DATABASE_URL", &url)]).await;
    let (status, page) = worker.request("GET", "/").await;
    assert!(status == 200 && page.contains("The database does not answer."), "{page}");
    assert!(!page.contains("Outbox"), "{page}");
}

#[tokio::test]
async fn a_stop_finishes_the_mail_in_progress_and_starts_none() {
    let world = World::new().await;
    let worker = WorkerProcess::start_with(&world, &[("MAIL_CONCURRENCY", "2")]).await;
    world.server.always(FailureMode::Late(Duration::from_secs(6)));
    let rows = [world.notification().await, world.notification().await, world.notification().await];
    eventually(PATIENCE, "two are at the server", async || world.server.mails_begun() == 2).await;
    let (status, took) = worker.stop().await;
    assert!(status.success());
    assert!(took <= Duration::from_secs(30), "{took:?}");
    let mut sent = 0;
    for row in rows {
        let state = world.row(row.id).await.state;
        assert!(matches!(state, OutboxState::Sent | OutboxState::Ready), "{state:?}");
        sent += usize::from(state == OutboxState::Sent);
    }
    assert_eq!((sent, world.server.mails_begun()), (2, 2));
}

#[tokio::test]
async fn a_stop_gives_back_a_mail_that_does_not_finish_in_time() {
    let world = World::new().await;
    let worker = WorkerProcess::start(&world).await;
    world.server.script(&[FailureMode::Silence(Stage::Rcpt)]);
    let row = world.notification().await;
    eventually(PATIENCE, "it is at the server", async || world.server.mails_begun() == 1).await;
    let (status, took) = worker.stop().await;
    assert!(status.success());
    assert!(took <= Duration::from_secs(30), "{took:?}");
    let row = world.row(row.id).await;
    let seen = (row.state, row.attempts, row.last_code.as_deref(), row.lease_holder);
    assert_eq!(seen, (OutboxState::Retry, 0, Some("worker_stopped"), None));
}

#[tokio::test]
async fn a_late_notification_is_alerted_without_personal_data() {
    let world = World::new().await;
    let late = world.notification().await;
    world.pass("16 minutes").await;
    world.notification().await;
    let hook = Hook::start().await;
    let _ = rustls::crypto::ring::default_provider().install_default();
    let alerts = Arc::new(Alerts::new(Some(hook.url.as_str().into()), Clock::system()).unwrap());
    alert_overdue(&world.db, &alerts, None).await.unwrap();
    alerts.raise(AlertCode::MailFailed, late.id);
    let ended = CancellationToken::new();
    let (part, until) = (Arc::clone(&alerts), ended.clone());
    let sender = tokio::spawn(async move { part.send_regularly(&until).await });

    let mut codes = Vec::new();
    for _ in 0..2 {
        let body = hook.take().await;
        assert_eq!((&body["count"], &body["outbox_ids"][0]), (&1.into(), &late.id.to_string().into()));
        assert!(body["text"].as_str().unwrap().contains("`worker outbox list"), "{body}");
        codes.push(body["code"].as_str().unwrap().to_owned());
    }
    codes.sort_unstable();
    assert_eq!(codes, ["mail_failed", "notification_late"]);
    ended.cancel();
    sender.await.unwrap();
}

#[tokio::test]
async fn a_worker_with_the_login_of_another_role_refuses_to_run() {
    let world = World::new().await;
    let row = world.notification().await;
    for (url, part) in [
        (world.database.owner_url(), "the role inquiry_owner owns the tables"),
        (world.database.compliance_url(), "the role inquiry_compliance can read legal holds"),
        (world.database.admin_url(), "bypasses row security"),
    ] {
        for arguments in [&["run"][..], &["outbox", "retry", "--failed"]] {
            let mut command = WorkerProcess::command(&world);
            command.args(arguments).env("DATABASE_URL", &url).env("WORKER_OPS_LISTEN", "127.0.0.1:0");
            let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{error}");
            assert!(error.contains(part) && error.contains("Log in as inquiry_app"), "{error}");
        }
    }
    assert_eq!(world.row(row.id).await.state, OutboxState::Ready);
}

#[tokio::test]
async fn a_read_only_database_is_not_ready_until_it_is_writable() {
    let world = World::new().await;
    let name: String = world.value("SELECT current_database()::text").await;
    world.execute(&format!("ALTER DATABASE {name} SET default_transaction_read_only = on")).await;
    let worker = WorkerProcess::start(&world).await;
    let (status, problem) = worker.request("GET", "/readyz").await;
    assert!(status == 503 && problem.starts_with("the database is read-only"), "{problem}");
    let writable = format!("ALTER DATABASE {name} RESET default_transaction_read_only");
    world.admin.execute_unprepared(&writable).await.unwrap();
    let row = world.notification().await;
    // The sessions of before keep the setting.
    world.admin.execute_unprepared("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'inquiry_app' AND datname = current_database()").await.unwrap();
    eventually(PATIENCE, "the worker sends", async || world.row(row.id).await.state == OutboxState::Sent).await;
}

#[tokio::test]
async fn a_full_disk_is_seen_by_readiness_metrics_and_the_check() {
    let world = World::new().await;
    let full = "CREATE OR REPLACE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql AS \
                $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$";
    let hook = Hook::start().await;
    let settings = [("ALERT_WEBHOOK_URL", hook.url.as_str()), ("DATABASE_DISK", "/")];
    let worker = WorkerProcess::start_with(&world, &settings).await;
    world.execute(full).await;
    let (status, problem) = worker.request("GET", "/readyz").await;
    assert!(status == 503 && problem.contains("disk is full"), "{problem}");
    eventually(PATIENCE, "the metrics say so", async || {
        let metrics = worker.request("GET", "/metrics").await.1;
        metrics.contains("worker_database_up 0") && metrics.contains("\ndatabase_disk_free_bytes ")
    })
    .await;
    assert_eq!(hook.take().await["code"], "disk_full");
    let mut command = WorkerProcess::command(&world);
    command.arg("check");
    let checked = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8(checked.stdout).unwrap();
    assert!(text.lines().any(|line| line.starts_with("CRITICAL") && line.contains("disk is full")), "{text}");
    worker.kill();
}

/// A login that retention does not bind must not be used; waiting does not correct it.
#[tokio::test]
async fn the_worker_refuses_to_start_with_a_privileged_login() {
    let world = World::new().await;
    for (url, power) in [
        (world.database.admin_url(), "bypasses row security"),
        (world.database.owner_url(), "owns the tables"),
        (world.database.compliance_url(), "can read legal holds"),
    ] {
        let mut worker = WorkerProcess::command(&world);
        worker.arg("run").env("WORKER_OPS_LISTEN", "127.0.0.1:0").env("DATABASE_URL", url);
        let output = tokio::task::spawn_blocking(move || worker.output().unwrap());
        let ended = tokio::time::timeout(PATIENCE, output).await.expect("it goes on").unwrap();
        let said = [ended.stdout, ended.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
        assert!(!ended.status.success() && said.contains(power), "{power}: {said}");
    }
}
