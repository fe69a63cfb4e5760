//! The api is killed at a chosen point: inquiry, content, outbox and jobs are there together or not at all.

use std::{
    collections::BTreeSet,
    env,
    net::TcpListener,
    process::{Child, Command, ExitCode, Stdio},
    sync::{LazyLock, Mutex},
    time::{Duration, Instant},
};

use api::Overrides;
use entity::Clock;
use sea_orm::ConnectionTrait;
use serde_json::Value;
use testdb::TestDatabase;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::support::{
    KEY, PATIENCE, counts,
    crash_proxy::{CrashPoint, CrashProxy},
    inquiry, solve, web_root,
};

const RUNS: usize = 50;

/// One, because each reads the machine's certificates. It keeps no connection: the next process may have the port of one
/// that was killed.
static HTTP: LazyLock<reqwest::Client> =
    LazyLock::new(|| reqwest::Client::builder().pool_max_idle_per_host(0).build().unwrap());

// Messages of the wire protocol.
const PARSE: (u8, &str) = (b'P', "INSERT INTO inquiry");
const BIND: (u8, &str) = (b'B', "");
const SYNC: (u8, &str) = (b'S', "");
const COMMIT: (u8, &str) = (b'Q', "COMMIT");

/// One way to be killed.
#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    point: CrashPoint,
    /// The bot check gives a verdict, so that the batch writer stores the inquiry.
    is_verified: bool,
}

impl Case {
    /// The server never sees the last of `requests`.
    const fn before(name: &'static str, requests: &'static [(u8, &'static str)], is_verified: bool) -> Self {
        Self { name, point: CrashPoint { requests, is_handled: false }, is_verified }
    }

    /// The server has handled the last of `requests`, and the api does not learn of it.
    const fn after(name: &'static str, requests: &'static [(u8, &'static str)], is_verified: bool) -> Self {
        Self { name, point: CrashPoint { requests, is_handled: true }, is_verified }
    }
}

/// The first `SYNC` ends the preparation of the statement. The second one ends its execution, and commits.
const CASES: [Case; 6] = [
    Case::before("batch: received", &[PARSE], true),
    Case::before("batch: before the statement", &[PARSE, SYNC, BIND], true),
    Case::before("batch: before the commit", &[PARSE, SYNC, BIND, SYNC], true),
    Case::after("batch: after the commit", &[PARSE, SYNC, BIND, SYNC], true),
    Case::before("unverified: before the commit", &[PARSE, COMMIT], false),
    Case::after("unverified: after the commit", &[PARSE, COMMIT], false),
];

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

/// One that no other api of this test gets: two that start at once would each take the other's readiness for its own.
fn free_port() -> u16 {
    static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if GIVEN.lock().unwrap().insert(port) {
            return port;
        }
    }
}

/// The api as a separate process. The product's binary refuses the test server, which runs without fsync.
#[test]
#[ignore = "run by the other test"]
fn api_process() -> ExitCode {
    if env::var_os("API_LISTEN").is_none() {
        // Run with all ignored tests.
        return ExitCode::SUCCESS;
    }
    api::run(Overrides { accepts_unsafe_server: true, ..Overrides::default() })
}

impl Api {
    /// With a bot check that gives a verdict, or one whose service is away.
    async fn start(database_url: &str, is_verified: bool) -> Self {
        let began = Instant::now();
        loop {
            let (port, ops) = (free_port(), free_port());
            let mut api = Self {
                process: Self::spawn(database_url, is_verified, port, ops),
                url: format!("http://127.0.0.1:{port}"),
            };
            // A port that was free may be taken before the api listens there: then it ends, and another one starts.
            while api.process.try_wait().unwrap().is_none() {
                let readyz = HTTP.get(format!("http://127.0.0.1:{ops}/readyz")).send().await;
                if readyz.is_ok_and(|answer| answer.status().is_success()) {
                    return api;
                }
                assert!(began.elapsed() < PATIENCE, "the api did not start");
                sleep(Duration::from_millis(10)).await;
            }
            assert!(began.elapsed() < PATIENCE, "the api does not start");
        }
    }

    fn spawn(database_url: &str, is_verified: bool, port: u16, ops: u16) -> Child {
        Command::new(env::current_exe().unwrap())
            .args(["--exact", "crash::api_process", "--ignored", "--nocapture"])
            .env_clear()
            .env("DATABASE_URL", database_url)
            .env("API_LISTEN", format!("127.0.0.1:{port}"))
            .env("API_OPS_LISTEN", format!("127.0.0.1:{ops}"))
            .env("WEB_ROOT", web_root())
            .env("BOT_CHECK", if is_verified { "altcha" } else { "turnstile" })
            .env("ALTCHA_HMAC_KEY", KEY)
            .env("TURNSTILE_SITE_KEY", "site-key")
            .env("TURNSTILE_SECRET", "secret")
            .env("TURNSTILE_VERIFY_URL", "http://127.0.0.1:1/siteverify")
            .env("NOTIFY_TO", "first@consultants.example,second@consultants.example")
            .env("RATE_LIMIT_PER_MINUTE", "100000")
            .current_dir(web_root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }
}

async fn post(url: String, json: Value, key: Uuid) -> Option<(u16, Value)> {
    let request = HTTP.post(format!("{url}/api/send-email")).json(&json);
    let answer = request.header("idempotency-key", key.to_string()).send().await.ok()?;
    Some((answer.status().as_u16(), answer.json().await.ok()?))
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
    futures::future::join_all(CASES.map(killed_at)).await;
}

async fn killed_at(case: Case) {
    let database = TestDatabase::create().await;
    let admin = database.admin().await;
    let is_stored = case.point.is_handled;
    // Without a verdict there is no auto-reply.
    let mails = if case.is_verified { 3 } else { 2 };
    let mut expected = 0;
    let mut last = None;
    for _ in 0..RUNS {
        let token = if case.is_verified { token() } else { Uuid::new_v4().to_string() };
        let (json, key) = (inquiry(&token), Uuid::new_v4());
        kill_while_it_stores(&database, case, &json, key).await;
        expected += i64::from(is_stored);
        assert_eq!(counts(&admin).await, [expected, expected, mails * expected, mails * expected], "{}", case.name);
        last = Some((json, key));
        // Or the cap on unverified inquiries would be reached.
        let age = "UPDATE inquiry SET received_at = received_at - interval '2 hours'";
        admin.execute_unprepared(age).await.unwrap();
    }
    // The visitor's next attempt finds out whether it was stored.
    let (json, key) = last.unwrap();
    let api = Api::start(&database.app_url(), case.is_verified).await;
    let (status, body) = post(api.url.clone(), json, key).await.unwrap();
    assert_eq!(status, if is_stored { 200 } else { 201 }, "{}: {body}", case.name);
}

async fn kill_while_it_stores(database: &TestDatabase, case: Case, json: &Value, key: Uuid) {
    let proxy = CrashProxy::start(&database.app_url(), case.point).await;
    let mut api = Api::start(&proxy.url, case.is_verified).await;
    let post = tokio::spawn(post(api.url.clone(), json.clone(), key));
    timeout(PATIENCE, proxy.reached.notified()).await.expect("the api reaches the point");
    api.process.kill().unwrap();
    let answer = post.await.unwrap();
    assert!(answer.is_none(), "{}: nothing may be acknowledged", case.name);
    proxy.close().await;
}
