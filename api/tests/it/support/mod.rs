//! The app in process, with a database per test and a small site.

pub(crate) mod crash_proxy;
pub(crate) mod log;
pub(crate) mod proxy;
mod site;
pub(crate) mod verifier;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    ops::Range,
    path::Path,
    sync::{LazyLock, OnceLock},
    time::Duration,
};

use api::{
    App, Overrides, Peer,
    bot_check::{Altcha, BotCheck, Difficulty},
    config::Config,
};
use axum::{
    Router,
    body::Body,
    http::{HeaderMap, HeaderValue, Request, StatusCode},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use entity::{Clock, env::Env};
use http_body_util::BodyExt;
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement, TryGetable};
use serde_json::Value;
use tempfile::TempDir;
use testdb::TestDatabase;
use tower::ServiceExt;
use uuid::Uuid;

pub(crate) const KEY: &str = "a-test-key-of-more-than-thirty-two-bytes";
/// The longest wait for an expected event: long enough for a machine that is busy with other tests.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
/// Cheap enough to solve thousands.
pub(crate) const EASY: Range<u32> = 1..4;

/// The site's folder, the same for all tests.
pub(crate) fn web_root() -> &'static Path {
    static ROOT: OnceLock<TempDir> = OnceLock::new();
    ROOT.get_or_init(site::write).path()
}

pub(crate) fn config() -> Config {
    Config::from_env(&Env::from_pairs([
        ("DATABASE_URL", "postgres://inquiry_app:test@127.0.0.1:1/none"),
        ("WEB_ROOT", web_root().to_str().unwrap()),
        ("ALTCHA_HMAC_KEY", KEY),
        ("NOTIFY_TO", "first@consultants.example,second@consultants.example"),
        ("NOTIFY_ROUTES", "incident-response=soc@consultants.example"),
        ("RATE_LIMIT_PER_MINUTE", "100000"),
    ]))
    .unwrap()
}

pub(crate) fn altcha(clock: &Clock) -> Altcha {
    let difficulty = Difficulty { cost: 1, counters: EASY.start..=EASY.end };
    Altcha::new(&KEY.to_owned().into(), difficulty, clock.clone())
}

pub(crate) struct TestApp {
    pub public: Router,
    pub ops: Router,
    pub clock: Clock,
    /// As administrator, to look.
    pub admin: DatabaseConnection,
    pub database: TestDatabase,
}

impl TestApp {
    pub(crate) async fn start() -> Self {
        Self::start_with(config(), None).await
    }

    pub(crate) async fn start_with(config: Config, bot_check: Option<Box<dyn BotCheck>>) -> Self {
        let database = TestDatabase::create().await;
        let db = database.app().await;
        Self::on(database, db, config, bot_check).await
    }

    pub(crate) async fn on(
        database: TestDatabase,
        db: DatabaseConnection,
        config: Config,
        bot_check: Option<Box<dyn BotCheck>>,
    ) -> Self {
        let clock = Clock::system();
        let bot_check = bot_check.unwrap_or_else(|| Box::new(altcha(&clock)));
        let overrides = Overrides { bot_check: Some(bot_check), accepts_unsafe_server: true, ..Overrides::default() };
        let app = App::new(&config, db, clock.clone(), overrides).unwrap();
        let admin = database.admin().await;
        Self { public: app.public, ops: app.ops, clock, admin, database }
    }

    /// The router of a second api on the same database.
    pub(crate) async fn another_process(&self) -> Router {
        let bot_check: Box<dyn BotCheck> = Box::new(altcha(&self.clock));
        let overrides = Overrides { bot_check: Some(bot_check), accepts_unsafe_server: true, ..Overrides::default() };
        App::new(&config(), self.database.app().await, self.clock.clone(), overrides).unwrap().public
    }

    pub(crate) async fn token(&self) -> String {
        solve(&self.get("/api/challenge").await.json)
    }

    pub(crate) async fn get(&self, path: &str) -> TestResponse {
        call(&self.public, Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn ops(&self, path: &str) -> TestResponse {
        call(&self.ops, Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// Posts with a new key.
    pub(crate) async fn post(&self, json: &Value) -> TestResponse {
        self.post_with_key(json, Some(Uuid::new_v4())).await
    }

    pub(crate) async fn post_with_key(&self, json: &Value, key: Option<Uuid>) -> TestResponse {
        call(&self.public, post_request(json, key)).await
    }

    /// A good inquiry with a fresh token.
    pub(crate) async fn inquiry(&self) -> Value {
        inquiry(&self.token().await)
    }

    /// Inquiries, contents, outbox rows and jobs.
    pub(crate) async fn counts(&self) -> [i64; 4] {
        counts(&self.admin).await
    }
}

pub(crate) fn post_request(json: &Value, key: Option<Uuid>) -> Request<Body> {
    let mut request = Request::post("/api/send-email").header("content-type", "application/json");
    if let Some(key) = key {
        request = request.header("idempotency-key", key.to_string());
    }
    request.body(Body::from(json.to_string())).unwrap()
}

/// An inquiry with every field.
pub(crate) fn inquiry(token: &str) -> Value {
    let mut json = Value::from(testkit::inquiry::fields());
    json["turnstileToken"] = token.into();
    json
}

/// The fields that hold text, each with the greatest length that the description of the api promises.
pub(crate) fn text_fields() -> &'static BTreeMap<String, usize> {
    static FIELDS: LazyLock<BTreeMap<String, usize>> = LazyLock::new(testkit::inquiry::text_lengths);
    &FIELDS
}

/// What the browser's worker does.
pub(crate) fn solve(challenge: &Value) -> String {
    let challenge: altcha::Challenge = serde_json::from_value(challenge["challenge"].clone()).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap())
}

#[derive(Debug)]
pub(crate) struct TestResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
    /// Null if the body is no JSON.
    pub json: Value,
}

impl TestResponse {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    pub(crate) fn reference(&self) -> &str {
        self.json["reference"].as_str().unwrap_or_else(|| panic!("no reference: {self:?}"))
    }

    /// Status and code of a failure.
    pub(crate) fn failure(&self) -> (u16, &str) {
        assert!(self.json["error"].is_string(), "{self:?}");
        (self.status.as_u16(), self.json["code"].as_str().unwrap())
    }
}

pub(crate) async fn call(router: &Router, mut request: Request<Body>) -> TestResponse {
    if request.extensions().get::<Peer>().is_none() {
        let peer: SocketAddr = "192.0.2.1:40000".parse().unwrap();
        request.extensions_mut().insert(Peer(peer));
    }
    if !request.headers().contains_key("host") {
        request.headers_mut().insert("host", HeaderValue::from_static("127.0.0.1:8080"));
    }
    let response = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    let json = serde_json::from_slice(&body).unwrap_or_default();
    TestResponse { status: parts.status, headers: parts.headers, body, json }
}

pub(crate) async fn one<T: TryGetable>(db: &DatabaseConnection, sql: &str) -> T {
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

pub(crate) async fn counts(db: &DatabaseConnection) -> [i64; 4] {
    // One statement sees one moment.
    let sql = "SELECT array[(SELECT count(*) FROM inquiry), (SELECT count(*) FROM inquiry_content), \
               (SELECT count(*) FROM outbox), (SELECT count(*) FROM apalis.jobs)]::text";
    let text: String = one(db, sql).await;
    let counts: Vec<i64> = text.trim_matches(['{', '}']).split(',').map(|count| count.parse().unwrap()).collect();
    counts.try_into().unwrap()
}
