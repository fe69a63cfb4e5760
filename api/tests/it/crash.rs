//! The process dies at a named point: inquiry, content, outbox and jobs are there together or not at all.
//!
//! Needs the real binary with its failpoints: `cargo test -p api --features failpoints --test it crash`.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use entity::Clock;
use sea_orm::ConnectionTrait;
use serde_json::Value;
use testdb::TestDatabase;
use tokio::time::sleep;
use uuid::Uuid;

use crate::support::{KEY, counts, inquiry, solve, web_root};

const RUNS: usize = 50;

struct Api {
    process: Child,
    url: String,
}

impl Drop for Api {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Api {
    /// With a bot check that gives its verdict, or one that nobody answers.
    async fn start(database: &TestDatabase, failpoint: &str, has_verdict: bool) -> Self {
        let (port, ops) = (free_port(), free_port());
        let process = Command::new(env!("CARGO_BIN_EXE_api"))
            .env_clear()
            .env("DATABASE_URL", database.app_url())
            .env("API_LISTEN", format!("127.0.0.1:{port}"))
            .env("API_OPS_LISTEN", format!("127.0.0.1:{ops}"))
            .env("WEB_ROOT", web_root())
            .env("BOT_CHECK", if has_verdict { "altcha" } else { "turnstile" })
            .env("ALTCHA_HMAC_KEY", KEY)
            .env("TURNSTILE_SITE_KEY", "site-key")
            .env("TURNSTILE_SECRET", "secret")
            .env("TURNSTILE_VERIFY_URL", "http://127.0.0.1:1/siteverify")
            .env("NOTIFY_TO", "first@consultants.example,second@consultants.example")
            .env("RATE_LIMIT_PER_MINUTE", "100000")
            .env("FAILPOINT", failpoint)
            .current_dir(web_root())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let api = Self { process, url: format!("http://127.0.0.1:{port}") };
        let began = Instant::now();
        while reqwest::get(format!("http://127.0.0.1:{ops}/readyz"))
            .await
            .map_or(true, |answer| !answer.status().is_success())
        {
            assert!(began.elapsed() < Duration::from_secs(10), "the api did not start");
            sleep(Duration::from_millis(10)).await;
        }
        api
    }

    async fn post(&self, json: &Value, key: Uuid) -> Option<(u16, Value)> {
        let request = reqwest::Client::new().post(format!("{}/api/send-email", self.url)).json(json);
        let answer = request.header("idempotency-key", key.to_string()).send().await.ok()?;
        Some((answer.status().as_u16(), answer.json().await.ok()?))
    }
}

/// As the process would issue it, at its real cost.
fn token() -> String {
    use api::bot_check::{Altcha, BotCheck, Difficulty};
    let difficulty = Difficulty { counters: 1..=2, ..Difficulty::default() };
    let check = Altcha::new(&KEY.to_owned().into(), difficulty, Clock::system());
    solve(&serde_json::to_value(check.challenge().unwrap()).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_point_it_leaves_all_or_nothing() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    tokio::join!(
        killed_at("batch-writer-received", false),
        killed_at("batch-writer-before-store", false),
        killed_at("batch-writer-after-commit", true),
        killed_at("unverified-before-commit", false),
        killed_at("unverified-after-commit", true),
    );
}

async fn killed_at(point: &str, is_stored: bool) {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let has_verdict = point.starts_with("batch-writer");
    // Without a verdict there is no auto-reply.
    let mails = if has_verdict { 3 } else { 2 };
    let mut expected = 0;
    let mut last = None;
    for _ in 0..RUNS {
        let mut api = Api::start(&database, point, has_verdict).await;
        let (json, key) = (inquiry(&token()), Uuid::new_v4());
        assert!(api.post(&json, key).await.is_none(), "{point}: nothing may be acknowledged");
        assert!(!api.process.wait().unwrap().success());
        expected += i64::from(is_stored);
        assert_eq!(counts(&admin).await, [expected, expected, mails * expected, mails * expected], "{point}");
        last = Some((json, key));
        // Or the cap on unverified inquiries would be reached.
        let age = "UPDATE inquiry SET received_at = received_at - interval '2 hours'";
        admin.execute_unprepared(age).await.unwrap();
    }
    // The visitor's next try finds out what became of it.
    let (json, key) = last.unwrap();
    let api = Api::start(&database, "", has_verdict).await;
    let (status, body) = api.post(&json, key).await.unwrap();
    assert_eq!(status, if is_stored { 200 } else { 201 }, "{body}");
}
