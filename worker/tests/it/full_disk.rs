//! A disk that is really full, seen from the worker: `/readyz`, the metrics, the alert, `worker check` and the heartbeat say so, and
//! each of them what follows when there is room again.

use std::sync::atomic::Ordering;

use axum::http::StatusCode;
use entity::{
    database::is_disk_full,
    env::Env,
    store_inquiries::{NewInquiry, store},
};
use mailer::db::statement;
use sea_orm::ConnectionTrait;
use testdb::{SmallDisk, new_inquiry};
use worker::{
    level::Level,
    monitoring::{Finding, Heartbeat, check},
    settings::WorkerSettings,
};

use crate::{
    check::{CHALLENGE, REFUSAL, site},
    heartbeat::switch,
    support::{Hook, PATIENCE, WorkerProcess, World, eventually},
};

fn critical(findings: &[Finding], about: &str) -> String {
    let critical = findings.iter().filter(|finding| finding.level == Level::Critical && finding.about == about);
    critical.map(|finding| finding.text.as_str()).collect()
}

/// Of `worker check` and the heartbeat.
fn settings_of(world: &World, disk: &SmallDisk, site: &str) -> WorkerSettings {
    let (database, relay) = (disk.app_url(), world.server.url());
    WorkerSettings::from_env(&Env::from_pairs([
        ("DATABASE_URL", database.as_str()),
        ("DATABASE_DISK", disk.folder().to_str().unwrap()),
        ("SMTP_URL", relay.as_str()),
        ("MAIL_FROM", "desk@own.example"),
        ("COMPLIANCE_TO", "privacy@own.example"),
        ("PUBLIC_URL", site),
        ("JOURNEY_EVERY", "off"),
    ]))
    .unwrap()
}

#[tokio::test]
async fn all_that_watch_say_that_the_disk_is_full_and_then_that_it_is_not() {
    let Some(disk) = SmallDisk::mount().await else { return };
    let (world, hook, db) = (World::new().await, Hook::start().await, disk.app().await);
    let (database, folder, site) = (disk.app_url(), disk.folder().to_str().unwrap(), site(CHALLENGE, REFUSAL).await);
    let settings = [("DATABASE_URL", database.as_str()), ("DATABASE_DISK", folder)];
    let worker =
        WorkerProcess::start_with(&world, &[&settings[..], &[("ALERT_WEBHOOK_URL", &hook.url)]].concat()).await;
    let store_one =
        async || store(&db, &[NewInquiry { notify: vec!["desk@own.example".to_owned()], ..new_inquiry() }]).await;
    store_one().await.unwrap();
    eventually(PATIENCE, "both mails are sent", async || world.server.accepted().len() == 2).await;

    let checked = settings_of(&world, &disk, &site);
    let (url, called) = switch(StatusCode::OK).await;
    let mut heartbeat = Heartbeat::new(url.into()).unwrap();
    let mut look = async || {
        let findings = check(&checked, false).await;
        heartbeat.beat(&findings).await;
        (findings, called.load(Ordering::Relaxed))
    };
    let (findings, beats) = look().await;
    assert_eq!(beats, 1, "{findings:?}");

    disk.fill();
    eventually(PATIENCE, "an inquiry is refused for it", async || {
        store_one().await.is_err_and(|error| is_disk_full(&error))
    })
    .await;
    let refused = world.server.accepted().len();
    eventually(PATIENCE, "readiness says so", async || {
        let (status, problem) = worker.request("GET", "/readyz").await;
        status == 503 && problem.contains("disk is full")
    })
    .await;
    eventually(PATIENCE, "the metrics say so", async || {
        let metrics = worker.request("GET", "/metrics").await.1;
        metrics.contains("worker_database_up 0") && metrics.contains("\ndatabase_disk_free_bytes 0\n")
    })
    .await;
    while hook.take().await["code"] != "disk_full" {}
    let (findings, beats) = look().await;
    assert!(critical(&findings, "database").contains("disk is full"), "{findings:?}");
    assert!(critical(&findings, "disk").starts_with("0 %"), "{findings:?}");
    assert_eq!(beats, 1, "withheld");

    disk.make_room();
    eventually(PATIENCE, "ready", async || worker.request("GET", "/readyz").await.0 == 200).await;
    store_one().await.unwrap();
    eventually(PATIENCE, "all is sent", async || {
        world.server.accepted().len() > refused
            && db
                .query_one_raw(statement("SELECT FROM outbox WHERE state NOT IN ('sent', 'suppressed')", []))
                .await
                .unwrap()
                .is_none()
    })
    .await;
    let (findings, beats) = look().await;
    assert_eq!(beats, 2, "{findings:?}");
    worker.kill();
}
