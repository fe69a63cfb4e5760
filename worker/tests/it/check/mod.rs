//! `worker check` reports what works as OK, and finds each fault.

mod servers;
pub(crate) mod site;

use std::process::Output;

use axum::{
    Router,
    http::StatusCode,
    routing::{get, post},
};
use tokio::net::TcpListener;

use sea_orm::{ConnectionTrait, TransactionTrait};
use worker::schedules::SCHEDULES;

use crate::support::{CANARIES, FailureMode, Stage, WorkerProcess, World};

/// The findings by what they are about, and the exit code.
struct Checked {
    code: i32,
    text: String,
}

impl Checked {
    /// The line about this, such as `OK database: …`, without what aligns it.
    fn about(&self, about: &str) -> String {
        let wanted = format!(" {about}: ");
        let line = self.text.lines().find(|line| line.contains(&wanted));
        line.unwrap_or_else(|| panic!("nothing about {about} in\n{}", self.text)).replace("  ", " ").replace("  ", " ")
    }

    fn expect(&self, about: &str, level: &str, part: &str) {
        let line = self.about(about);
        assert!(line.starts_with(level) && line.contains(part), "{line}");
        let worst = if self.text.contains("CRITICAL") { 2 } else { i32::from(self.text.contains("WARNING")) };
        assert_eq!(self.code, worst, "{}", self.text);
        assert!(CANARIES.iter().all(|canary| !self.text.contains(canary)) && !self.text.contains('@'), "{}", self.text);
    }
}

pub(crate) const CHALLENGE: (StatusCode, &str) = (StatusCode::OK, r#"{"provider":"turnstile","siteKey":"key"}"#);
pub(crate) const REFUSAL: (StatusCode, &str) = (StatusCode::FORBIDDEN, r#"{"error":"x","code":"bot_check_refused"}"#);

/// A site that answers the two requests of the check.
pub(crate) async fn site(challenge: (StatusCode, &'static str), inquiry: (StatusCode, &'static str)) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new()
        .route("/api/challenge", get(move || async move { challenge }))
        .route("/api/send-email", post(move || async move { inquiry }));
    tokio::spawn(async { axum::serve(listener, router).await });
    format!("http://{address}")
}

async fn check_with(world: &World, arguments: &[&str], settings: &[(&str, &str)]) -> Checked {
    let mut command = WorkerProcess::command(world);
    command
        .arg("check")
        .args(arguments)
        .env("PUBLIC_URL", site(CHALLENGE, REFUSAL).await)
        .envs(settings.iter().copied());
    let output: Output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    Checked { code: output.status.code().unwrap(), text: String::from_utf8(output.stdout).unwrap() }
}

async fn check(world: &World) -> Checked {
    check_with(world, &[], &[]).await
}

/// Finished runs of every schedule.
pub(crate) async fn finish_schedules(world: &World, ago: &str) {
    world
        .execute(&format!(
            "DELETE FROM apalis.jobs WHERE job_type = 'schedule'; \
             INSERT INTO apalis.jobs (id, job, job_type, status, attempts, max_attempts, run_at, done_at, idempotency_key) \
             SELECT 'job-' || name, '', 'schedule', 'Done', 1, 25, now(), now() - interval '{ago}', name || ':tick' \
             FROM unnest(ARRAY['{}']) AS name",
            SCHEDULES.iter().map(|schedule| schedule.name).collect::<Vec<_>>().join("', '")
        ))
        .await;
}

/// Changes the ledger as the server's administrator.
async fn tamper(world: &World, sql: &str) {
    world
        .execute(&format!("ALTER TABLE ledger DROP CONSTRAINT IF EXISTS ledger_columns_match, DISABLE TRIGGER ALL; {sql}; ALTER TABLE ledger ENABLE TRIGGER ALL"))
        .await;
}

#[tokio::test]
async fn a_healthy_product_is_ok() {
    let world = World::new().await;
    finish_schedules(&world, "1 minute").await;
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    let checked = check_with(&world, &["--send"], &[]).await;
    for about in ["outbox", "notifications", "purge", "schedules", "ledger", "site", "relay", "mail", "auto-reply"] {
        checked.expect(about, "OK", "");
    }
    // The tests' server runs without fsync, and the check says so.
    let is_durable: String = world.value("SHOW fsync").await;
    let level = if is_durable == "on" { "OK" } else { "CRITICAL" };
    checked.expect("database", level, "");
    let [mail, auto_reply] = world.server.accepted().try_into().unwrap();
    assert_eq!((mail.from.as_str(), mail.to.as_str()), ("desk@own.example", "privacy@own.example"));
    assert_eq!((auto_reply.from.as_str(), auto_reply.to.as_str()), ("", "privacy@own.example"));
    let printed = check_with(&world, &["--json"], &[]).await.text;
    let findings: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let outbox = findings.as_array().unwrap().iter().find(|finding| finding["about"] == "outbox").unwrap();
    assert_eq!(outbox["level"], "OK");
    let name = checked.about("mail").split(' ').find(|word| word.starts_with("check.")).unwrap().to_owned();
    assert_eq!(mail.header("Message-ID").unwrap(), format!("<{name}@own.example>"));
}

#[tokio::test]
async fn a_database_that_is_away_or_not_current_is_found() {
    let world = World::new().await;
    let away = check_with(&world, &[], &[("DATABASE_URL", "postgres://inquiry_app:hush@127.0.0.1:1/none")]).await;
    away.expect("database", "CRITICAL", "cannot be reached");
    away.expect("relay", "OK", "");
    assert!(!away.text.contains("hush") && !away.text.contains("outbox"), "{}", away.text);
    world.execute("DELETE FROM schema_migrations").await;
    check(&world).await.expect("database", "CRITICAL", "run the `migration` program");
}

#[tokio::test]
async fn the_free_space_of_the_databases_disk_is_judged() {
    let world = World::new().await;
    // procfs has no room at all.
    let checked = check_with(&world, &[], &[("DATABASE_DISK", "/proc")]).await;
    checked.expect("disk", "CRITICAL", "0 % of the database's disk are free. Make room");
    assert!(!check(&world).await.text.contains(" disk: "), "another machine's");
}

#[tokio::test]
async fn functions_that_were_changed_by_hand_are_found() {
    let world = World::new().await;
    check(&world).await.expect("functions", "OK", "each is as its file says");
    world
        .execute("ALTER FUNCTION purge_expired SECURITY INVOKER; CREATE FUNCTION x() RETURNS void LANGUAGE sql AS ''")
        .await;
    check(&world).await.expect(
        "functions",
        "CRITICAL",
        "purge_expired was changed, x is in no file. The `migration` program",
    );
}

#[tokio::test]
async fn a_login_that_retention_does_not_bind_is_found() {
    let world = World::new().await;
    for url in [world.database.owner_url(), world.database.compliance_url(), world.database.admin_url()] {
        check_with(&world, &[], &[("DATABASE_URL", &url)]).await.expect(
            "database",
            "CRITICAL",
            "Log in as inquiry_app",
        );
    }
}

#[tokio::test]
async fn a_bad_setting_is_critical_and_named() {
    let world = World::new().await;
    let checked = check_with(&world, &[], &[("MAIL_FROM", "nobody")]).await;
    assert_eq!(checked.code, 2);
    assert!(checked.text.starts_with("CRITICAL settings: MAIL_FROM"), "{}", checked.text);
}

#[tokio::test]
async fn a_waiting_and_a_failed_mail_are_found() {
    let world = World::new().await;
    let row = world.notification().await;
    check(&world).await.expect("outbox", "OK", "");
    world.pass("3 minutes").await;
    check(&world).await.expect("outbox", "WARNING", "has waited for 3 min");
    check(&world).await.expect("notifications", "OK", "");
    world.pass("13 minutes").await;
    check(&world).await.expect("outbox", "CRITICAL", "has waited for 16 min");
    check(&world).await.expect("notifications", "CRITICAL", "1 not sent after 15 minutes, 0 failed");
    world.server.script(&[FailureMode::Reply(Stage::Rcpt, "550 5.1.1 no")]);
    world.drain(&world.delivery()).await;
    assert_eq!(world.row(row.id).await.last_code.as_deref(), Some("smtp_550_recipient"));
    check(&world).await.expect("outbox", "OK", "");
    check(&world).await.expect("notifications", "WARNING", "0 not sent after 15 minutes, 1 failed");
}

#[tokio::test]
async fn missing_schedules_and_purges_are_found() {
    let world = World::new().await;
    check(&world).await.expect("schedules", "WARNING", "purge never");
    tamper(&world, "UPDATE ledger SET at = now() - interval '31 minutes'").await;
    check(&world).await.expect("schedules", "WARNING", "promises never");
    // No upgrade has brought it since.
    world.execute("UPDATE schema_migrations SET applied_at = now() - interval '31 minutes'").await;
    check(&world).await.expect("schedules", "CRITICAL", "promises never");
    for (age, minutely, hourly) in [
        ("9 minutes", "OK", "OK"),
        ("11 minutes", "WARNING", "OK"),
        ("31 minutes", "CRITICAL", "OK"),
        ("100 minutes", "CRITICAL", "WARNING"),
    ] {
        for (names, level) in [("<>", hourly), ("=", minutely)] {
            finish_schedules(&world, "1 minute").await;
            world
                .execute(&format!(
                    "UPDATE apalis.jobs SET done_at = now() - interval '{age}' \
                     WHERE job_type = 'schedule' AND split_part(idempotency_key, ':', 1) IN ('promises', 'cleanup') \
                         AND split_part(idempotency_key, ':', 1) {names} 'promises'"
                ))
                .await;
            check(&world).await.expect("schedules", level, "last finished runs");
        }
    }
    finish_schedules(&world, "4 hours").await;
    // What ended while the clock was wrong hides nothing.
    let ahead = "INSERT INTO apalis.jobs (id, job, job_type, status, attempts, max_attempts, run_at, done_at, idempotency_key) \
                 VALUES ('ahead', '', 'schedule', 'Done', 1, 25, now(), now() + interval '40 days', 'report:ahead')";
    world.execute(ahead).await;
    check(&world).await.expect("schedules", "CRITICAL", "report 4 h ago");
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    for (age, level, part) in [
        ("100 minutes", "WARNING", "100 min ago"),
        ("5 hours", "CRITICAL", "Check that the worker runs"),
        ("30 hours", "CRITICAL", "compliance retention accept-clock"),
        // The clock has gone back.
        ("-1 year", "CRITICAL", "ahead of the database's clock. Check the database's clock"),
    ] {
        tamper(&world, &format!("UPDATE ledger SET at = now() - interval '{age}'")).await;
        check(&world).await.expect("purge", level, part);
    }
}

#[tokio::test]
async fn a_ledger_with_a_changed_removed_or_rewritten_entry_is_found() {
    for (sql, part) in [
        ("UPDATE ledger SET entry = replace(entry, '\"late\": 0', '\"late\": 7') WHERE seq = 3", "line 3"),
        ("DELETE FROM ledger WHERE seq = 3", "found entry 4, expected entry 3"),
        (
            "UPDATE ledger SET entry = replace(entry, '\"late\": 0', '\"late\": 7'), \
             hash = sha256(convert_to(replace(entry, '\"late\": 0', '\"late\": 7'), 'UTF8')) WHERE seq = 3",
            "line 4",
        ),
        ("UPDATE ledger SET at = at - interval '1 day' WHERE seq = 3", "entry 3: its columns"),
        ("UPDATE ledger SET kind = 'clock' WHERE seq = 4", "entry 4: its columns"),
    ] {
        let world = World::new().await;
        for _ in 0..4 {
            world.execute("INSERT INTO ledger (kind, detail) VALUES ('purge', '{\"late\": 0}')").await;
        }
        check(&world).await.expect("ledger", "OK", "head 5:");
        tamper(&world, sql).await;
        check(&world).await.expect("ledger", "CRITICAL", part);
    }
}

#[tokio::test]
async fn what_is_stored_for_longer_than_promised_is_found_whatever_ran() {
    let world = World::new().await;
    check(&world).await.expect("purge", "WARNING", "not yet running");
    check(&world).await.expect("retention", "OK", "");
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    check(&world).await.expect("purge", "OK", "");
    let inquiry = world.inquiry("krelvonta@visitor.example", &["desk@own.example"]).await;
    world.execute("UPDATE inquiry SET last_contact_at = now() - interval '2 years 11 minutes'").await;
    // Its row is locked, so a purge runs and removes nothing.
    let session = world.admin.begin().await.unwrap();
    session.execute_unprepared("SELECT FROM inquiry FOR UPDATE").await.unwrap();
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    check(&world).await.expect("purge", "OK", "");
    check(&world).await.expect("retention", "CRITICAL", "1 expired and not purged, the oldest for 11 min");
    session.rollback().await.unwrap();
    world.execute("SELECT purge_expired(gen_random_uuid(), 10)").await;
    check(&world).await.expect("retention", "OK", "");
    world
        .execute(
            "INSERT INTO data_subject_request (kind, email_key, received_at) \
             VALUES ('access', 'krelvonta@visitor.example', now() - interval '31 days')",
        )
        .await;
    let checked = check(&world).await;
    checked.expect("requests", "CRITICAL", "1 data subject request overdue");
    assert!(!checked.text.contains("krelvonta") && !checked.text.contains(&inquiry.to_string()));
}
