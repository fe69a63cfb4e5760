//! No mail is lost: accepted = fates + unsettled, in the report, the check and the probe.

use chrono::{NaiveTime, TimeDelta};
use compliance::{
    ledger::{IntakeEvidence, Period},
    report::Report,
};
use mailer::db::database_now;

use super::{VISITOR, mail, settle, take, ticket, ways::with_intake};
use crate::support::{PATIENCE, WorkerProcess, World, eventually};

async fn report(world: &World) -> Report {
    let midnight = database_now(&world.db).await.unwrap().date_naive().and_time(NaiveTime::MIN).and_utc();
    let period = Period { since: midnight - TimeDelta::days(3), until: midnight + TimeDelta::days(1) };
    Report::read(&world.db, period).await.unwrap()
}

async fn law(world: &World) -> (i64, i64, i64, i64) {
    let report = report(world).await;
    let IntakeEvidence { accepted, fates, unsettled } = &report.evidence.intake;
    (*accepted, fates.values().sum(), *unsettled, report.evidence.intake.difference())
}

#[tokio::test]
async fn the_report_tells_a_mail_that_was_counted_and_has_no_row() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    for number in 1..=3 {
        take(&world, &ticket.address, &mail(VISITOR, &number.to_string(), "")).await;
    }
    settle(&world).await;
    settle(&world).await;
    assert_eq!(law(&world).await, (3, 2, 1, 0));
    assert_eq!(world.value::<i32>("SELECT count_intake()").await, 0, "today is not over");
    world.execute("UPDATE intake SET accepted_at = now() - interval '2 days' WHERE state = 'settled'").await;
    assert_eq!(world.value::<i32>("SELECT count_intake()").await, 1);
    assert_eq!(world.value::<i32>("SELECT count_intake()").await, 0, "each day once");
    assert_eq!(law(&world).await, (3, 2, 1, 0));
    world.execute("DELETE FROM intake WHERE id = (SELECT id FROM intake WHERE state = 'settled' LIMIT 1)").await;
    assert_eq!(law(&world).await, (3, 1, 1, 1));
    let text = report(&world).await.render().unwrap().parts.text;
    assert!(text.contains("differ by 1.") && text.contains("3 = 1 with a fate + 1 without, difference 1"), "{text}");
}

#[tokio::test]
async fn the_probe_and_the_check_tell_a_mail_without_a_fate() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    let check = async || {
        let mut command = WorkerProcess::command(&world);
        command.arg("check");
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().find(|line| line.contains(" mail in: ")).unwrap().to_owned()
    };
    assert!(check().await.starts_with("OK "));
    world.execute("UPDATE intake SET accepted_at = now() - interval '6 minutes'").await;
    let line = check().await;
    assert!(
        line.starts_with("CRITICAL") && line.contains("1 without a fate") && line.contains("INTAKE is off"),
        "{line}"
    );
    settle(&world).await;
    assert!(check().await.starts_with("OK "));
    world
        .execute(
            "UPDATE intake SET fate = 'quarantined', accepted_at = now() - interval '8 days'; \
             UPDATE raw_mail SET accepted_on = (accepted_at AT TIME ZONE 'UTC')::date FROM intake WHERE id = intake_id",
        )
        .await;
    let line = check().await;
    assert!(line.starts_with("WARNING") && line.contains("1 in quarantine, the oldest for 192 h"), "{line}");
}

#[tokio::test]
async fn a_worker_with_mail_in_is_not_ready_while_a_mail_waits_for_its_fate() {
    let world = World::new().await;
    let ticket = ticket(&world).await;
    let id = take(&world, &ticket.address, &mail(VISITOR, "1", "")).await;
    // As if something held it: no worker reads it before tomorrow.
    let held =
        "UPDATE intake SET next_attempt_at = now() + interval '1 day', accepted_at = now() - interval '6 minutes'";
    world.execute(held).await;
    let (with, without) =
        (WorkerProcess::start_with(&world, &with_intake("127.0.0.1:0")).await, WorkerProcess::start(&world).await);
    let says = async |worker: &WorkerProcess| worker.request("GET", "/readyz").await.1;
    eventually(PATIENCE, "it says so", async || says(&with).await.contains("no fate")).await;
    assert!(!says(&without).await.contains("no fate"), "it settles none");
    world.execute(&format!("UPDATE intake SET next_attempt_at = now() WHERE id = '{id}'")).await;
    eventually(PATIENCE, "settled", async || !says(&with).await.contains("no fate")).await;
    // The worker counts it after the commit.
    let counted = "intake_settled_total{way=\"lmtp\",fate=\"reply\"} 1";
    eventually(PATIENCE, "counted", async || with.request("GET", "/metrics").await.1.contains(counted)).await;
}
