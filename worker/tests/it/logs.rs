//! No personal data in log lines and jobs, at any log level and after any fault.

use std::{process::Stdio, time::Duration};

use entity::outbox::OutboxState;
use tempfile::NamedTempFile;
use worker::schedules::SCHEDULES;

use crate::support::{CANARIES, FailureMode, PATIENCE, Stage, WorkerProcess, World, eventually};

#[tokio::test]
async fn no_log_line_at_trace_contains_personal_data() {
    let world = World::new().await;
    let log = NamedTempFile::new().unwrap();
    let mut command = WorkerProcess::command(&world);
    command
        .arg("run")
        .env("RUST_LOG", "trace")
        .env("WORKER_OPS_LISTEN", "127.0.0.1:0")
        .env("SMTP_TIMEOUT_SECONDS", "1")
        .stdout(Stdio::null())
        .stderr(log.reopen().unwrap());
    let mut worker = command.spawn().unwrap();

    world.server.script(&[
        FailureMode::Reply(Stage::Rcpt, "550 5.1.1 <krelvonta@visitor.example> Zquorvex is unknown"),
        FailureMode::Reply(Stage::EndOfData, "554 5.7.1 message for consultant.grobnitz@own.example refused"),
        FailureMode::Reply(Stage::Rcpt, "451 4.7.1 krelvonta greylisted"),
        FailureMode::Close(Stage::EndOfData),
        FailureMode::Silence(Stage::Data),
        FailureMode::Reply(Stage::Mail, "250 hello krelvonta"),
    ]);
    for number in 0..6 {
        world.inquiry(&format!("krelvonta{number}@visitor.example"), &["consultant.grobnitz@own.example"]).await;
    }
    eventually(PATIENCE, "every mail was tried", async || {
        world.rows().await.iter().all(|row| !matches!(row.state, OutboxState::Ready | OutboxState::Sending))
    })
    .await;
    // Database errors too.
    world
        .execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = current_database() AND usename = 'inquiry_app'",
        )
        .await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    worker.kill().unwrap();
    worker.wait().unwrap();

    let lines = std::fs::read_to_string(log.path()).unwrap();
    for part in ["TRACE", "smtp_550", "smtp_554", "smtp_451", "dot_lost", "data_timeout", "sent"] {
        assert!(lines.contains(part), "the log is not what this test means it to be: no {part}");
    }
    let is_own = |line: &str| worker::LOGGED_CRATES.iter().any(|name| line.contains(&format!(" {name}::")));
    let library =
        lines.lines().find(|line| [" TRACE ", " DEBUG "].iter().any(|level| line.contains(level)) && !is_own(line));
    assert_eq!(library, None, "a library logs below INFO");
    let jobs: String =
        world.value("SELECT string_agg(jobs::text || encode(job, 'escape'), ' ') FROM apalis.jobs").await;
    for canary in CANARIES.iter().chain(&["krelvonta", "grobnitz", "@visitor", "visitor.example"]) {
        let line = lines.lines().find(|line| line.contains(canary));
        assert!(line.is_none(), "{canary} in {}", line.unwrap_or_default());
        assert!(!jobs.contains(canary), "{canary} in a job");
    }
}

/// In an outage of hours, the lines about its start must not be lost in a flood of others.
#[tokio::test]
async fn an_outage_of_the_database_is_logged_at_its_start_each_minute_and_at_its_end() {
    let world = World::new().await;
    let log = NamedTempFile::new().unwrap();
    let mut command = WorkerProcess::command(&world);
    command.arg("run").env("WORKER_OPS_LISTEN", "127.0.0.1:0").stdout(Stdio::null()).stderr(log.reopen().unwrap());
    let mut worker = command.spawn().unwrap();
    let row = world.notification().await;
    eventually(PATIENCE, "it works", async || world.row(row.id).await.state == OutboxState::Sent).await;
    // The schedules run once at the start; a slow machine may still be at it.
    eventually(PATIENCE, "the start is over", async || {
        let lines = std::fs::read_to_string(log.path()).unwrap();
        let done: String = lines.lines().filter(|line| line.contains(" schedule done ")).collect();
        SCHEDULES
            .iter()
            .all(|schedule| !schedule.is_hourly() || done.contains(&format!("schedule=\"{}\"", schedule.name)))
    })
    .await;
    let before = std::fs::read_to_string(log.path()).unwrap().lines().count();

    let name: String = world.value("SELECT current_database()::text").await;
    world.execute(&format!("ALTER DATABASE \"{name}\" CONNECTION LIMIT 0")).await;
    let own = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND usename = 'inquiry_app'";
    world.execute(own).await;
    tokio::time::sleep(Duration::from_secs(20)).await;
    world.execute(&format!("ALTER DATABASE \"{name}\" CONNECTION LIMIT -1")).await;
    let row = world.notification().await;
    eventually(PATIENCE, "it works again", async || {
        let is_said = std::fs::read_to_string(log.path()).unwrap().contains("the database answers again");
        is_said && world.row(row.id).await.state == OutboxState::Sent
    })
    .await;
    worker.kill().unwrap();
    worker.wait().unwrap();

    let lines = std::fs::read_to_string(log.path()).unwrap();
    let lines: Vec<_> = lines.lines().skip(before).collect();
    assert!(lines.len() <= 10, "{} lines in 20 s:\n{}", lines.len(), lines.join("\n"));
    for part in ["the database does not answer", "the database answers again"] {
        assert_eq!(lines.iter().filter(|line| line.contains(part)).count(), 1, "{part}:\n{}", lines.join("\n"));
    }
}

#[tokio::test]
async fn a_run_of_every_minute_that_removes_nothing_is_not_logged_at_info() {
    let world = World::new().await;
    let log = NamedTempFile::new().unwrap();
    let mut command = WorkerProcess::command(&world);
    command.arg("run").env("WORKER_OPS_LISTEN", "127.0.0.1:0").stdout(Stdio::null()).stderr(log.reopen().unwrap());
    let mut worker = command.spawn().unwrap();
    let done = "SELECT count(DISTINCT split_part(idempotency_key, ':', 1)) FROM apalis.jobs WHERE status = 'Done' \
                AND split_part(idempotency_key, ':', 1) IN ('expire', 'cleanup')";
    eventually(PATIENCE, "both schedules ran", async || world.value::<i64>(done).await >= 2).await;
    worker.kill().unwrap();
    worker.wait().unwrap();
    let lines = std::fs::read_to_string(log.path()).unwrap();
    assert!(lines.contains("cleanup") && !lines.contains("expire"), "{lines}");
}
