use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use api::bot_check::TokenVerdict;
use axum::http::StatusCode;
use futures::future::ready;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, TransactionTrait};
use sqlx::{Connection, PgConnection};
use testdb::{SmallDisk, TestDatabase};
use tokio::time::sleep;
use url::Url;
use uuid::Uuid;

use crate::support::{PATIENCE, TestApp, TestResponse, config, inquiry, one, proxy::Proxy, verifier::verifier};

async fn lazy(url: String) -> DatabaseConnection {
    let mut config = config().database;
    config.url = url.into();
    config.connect_lazily().await.unwrap()
}

async fn app_behind(proxy: &Proxy, database: TestDatabase) -> TestApp {
    let db = lazy(proxy.through(&database.app_url())).await;
    TestApp::on(database, db, config(), None).await
}

async fn becomes(app: &TestApp, answer: &[u8]) {
    let began = Instant::now();
    while app.ops("/readyz").await.body != answer {
        assert!(began.elapsed() < PATIENCE, "not {}", String::from_utf8_lossy(answer));
        sleep(Duration::from_millis(50)).await;
    }
}

fn assert_put_off(answer: &TestResponse) {
    assert_eq!(answer.failure(), (503, "unavailable"));
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
}

#[tokio::test]
async fn starts_without_a_database_and_recovers_by_itself() {
    let database = TestDatabase::create().await;
    let mut proxy = Proxy::to(&database.app_url());
    proxy.close().await;
    let app = app_behind(&proxy, database).await;
    let json = app.inquiry().await;
    assert_put_off(&app.post(&json).await);
    assert_eq!(app.ops("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    becomes(&app, b"the database cannot be reached\n").await;
    assert_eq!(app.ops("/healthz").await.status, StatusCode::OK);
    // The site does not need it.
    assert_eq!(app.get("/").await.status, StatusCode::OK);

    proxy.open();
    assert_eq!(first_success(&app, &json).await.status, StatusCode::CREATED);
    assert_eq!(app.ops("/readyz").await.body, b"ready\n");
}

#[tokio::test]
async fn an_outage_spends_no_token() {
    let database = TestDatabase::create().await;
    let mut proxy = Proxy::to(&database.app_url());
    proxy.close().await;
    let verified = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&verified);
    let counting = verifier(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        Box::pin(ready(TokenVerdict::Pass))
    });
    let db = lazy(proxy.through(&database.app_url())).await;
    let app = TestApp::on(database, db, config(), Some(counting)).await;
    becomes(&app, b"the database cannot be reached\n").await;
    assert_put_off(&app.post(&inquiry("token")).await);
    assert_eq!(verified.load(Ordering::Relaxed), 0);
    proxy.open();
    assert_eq!(first_success(&app, &inquiry("token")).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn recovers_although_a_login_takes_longer_than_a_request() {
    let database = TestDatabase::create().await;
    let mut proxy = Proxy::with_delay(&database.app_url(), Duration::from_millis(3500));
    let app = app_behind(&proxy, database).await;
    assert_eq!(first_success(&app, &app.inquiry().await).await.status, StatusCode::CREATED);
    proxy.close().await;
    assert_put_off(&app.post(&app.inquiry().await).await);
    proxy.open();
    assert_eq!(first_success(&app, &app.inquiry().await).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn refuses_a_login_that_retention_does_not_bind_and_a_read_only_database() {
    for (url, part) in [
        (TestDatabase::owner_url as fn(&TestDatabase) -> String, "the role inquiry_owner owns the tables"),
        (TestDatabase::compliance_url, "the role inquiry_compliance can read legal holds"),
        (TestDatabase::admin_url, "bypasses row security"),
        (TestDatabase::app_url, "the database is read-only"),
    ] {
        let database = TestDatabase::create().await;
        let name: String = one(&database.admin().await, "SELECT current_database()::text").await;
        let read_only = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
        database.admin().await.execute_unprepared(&read_only).await.unwrap();
        let db = lazy(url(&database)).await;
        let app = TestApp::on(database, db, config(), None).await;
        let readyz = app.ops("/readyz").await;
        let text = String::from_utf8(readyz.body).unwrap();
        assert!(readyz.status == StatusCode::SERVICE_UNAVAILABLE && text.contains(part), "{text}");
        assert_put_off(&app.post(&app.inquiry().await).await);
    }
}

/// Dated two years back, an inquiry would be purged at once when the clock is right; ahead, it would outlive its period.
#[tokio::test]
async fn nothing_is_stored_by_a_clock_that_is_wrong() {
    let database = TestDatabase::with_movable_clock().await;
    let db = lazy(database.app_url()).await;
    let app = TestApp::on(database, db, config(), None).await;
    let clock = async |by: &str| {
        app.admin.execute_unprepared(&format!("UPDATE clock.ahead SET by = '{by}'")).await.unwrap();
    };
    app.admin.execute_unprepared("SELECT purge_expired(gen_random_uuid(), 10)").await.unwrap();
    becomes(&app, b"ready\n").await;

    clock("-2 years").await;
    assert_put_off(&app.post(&app.inquiry().await).await);
    let readyz = app.ops("/readyz").await;
    assert!(String::from_utf8(readyz.body).unwrap().starts_with("the database's clock is more than a day from"));
    clock("0").await;
    assert_eq!(first_success(&app, &app.inquiry().await).await.status, StatusCode::CREATED);

    clock("2 years").await;
    assert_eq!(app.ops("/readyz").await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_put_off(&app.post(&app.inquiry().await).await);
    clock("0").await;
    assert_eq!(first_success(&app, &app.inquiry().await).await.status, StatusCode::CREATED);
    assert_eq!(app.counts().await[0], 2);
}

#[tokio::test]
async fn after_a_stop_of_days_inquiries_are_stored_at_once() {
    let database = TestDatabase::with_movable_clock().await;
    let sql = "SELECT purge_expired(gen_random_uuid(), 10); UPDATE clock.ahead SET by = '3 days'";
    database.admin().await.execute_unprepared(sql).await.unwrap();
    let db = lazy(database.app_url()).await;
    let app = TestApp::on(database, db, config(), None).await;
    assert_eq!(app.post(&app.inquiry().await).await.status, StatusCode::CREATED);
    assert_eq!(app.ops("/readyz").await.body, b"ready\n");
}

/// Tries until it is stored, for the 5 s that the product promises.
async fn first_success(app: &TestApp, json: &serde_json::Value) -> TestResponse {
    let (key, began) = (Uuid::new_v4(), Instant::now());
    loop {
        let answer = app.post_with_key(json, Some(key)).await;
        if answer.status.is_success() {
            return answer;
        }
        assert_put_off(&answer);
        assert!(began.elapsed() < PATIENCE, "not recovered after {:?}", began.elapsed());
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn an_outage_in_between_loses_nothing_that_was_acknowledged() {
    let database = TestDatabase::create().await;
    let mut proxy = Proxy::to(&database.app_url());
    let app = app_behind(&proxy, database).await;
    let mut acknowledged = 0;
    for _ in 0..3 {
        assert_eq!(app.post(&app.inquiry().await).await.status, StatusCode::CREATED);
        proxy.close().await;
        let began = Instant::now();
        assert_put_off(&app.post(&app.inquiry().await).await);
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        // Known to be away: refused at once.
        let json = app.inquiry().await;
        let began = Instant::now();
        assert_put_off(&app.post(&json).await);
        assert!(began.elapsed() < Duration::from_millis(100), "{:?}", began.elapsed());
        proxy.open();
        assert_eq!(first_success(&app, &app.inquiry().await).await.status, StatusCode::CREATED);
        acknowledged += 2;
    }
    assert_eq!(app.counts().await, [acknowledged, acknowledged, 3 * acknowledged, 3 * acknowledged]);
}

/// Ready; but until the transaction ends, a probe waits for its lock.
async fn app_whose_probes_wait() -> (Proxy, TestApp, DatabaseTransaction) {
    let database = TestDatabase::create().await;
    let proxy = Proxy::to(&database.app_url());
    let app = app_behind(&proxy, database).await;
    assert_eq!(app.ops("/readyz").await.body, b"ready\n");
    let gate = app.admin.begin().await.unwrap();
    gate.execute_unprepared("LOCK TABLE schema_migrations").await.unwrap();
    (proxy, app, gate)
}

#[tokio::test]
async fn a_probe_whose_connection_falls_silent_does_not_hold_up_the_next() {
    let (proxy, app, gate) = app_whose_probes_wait().await;
    let freeze = async {
        sleep(Duration::from_millis(600)).await;
        proxy.freeze();
        gate.commit().await.unwrap();
    };
    let (readyz, ()) = tokio::join!(app.ops("/readyz"), freeze);
    assert_eq!(readyz.body, b"the database does not answer\n");
    becomes(&app, b"ready\n").await;
}

#[tokio::test]
async fn probes_that_wait_for_a_lock_leave_no_connection() {
    let (_proxy, app, _gate) = app_whose_probes_wait().await;
    for _ in 0..3 {
        assert_eq!(app.ops("/readyz").await.body, b"the database does not answer\n");
    }
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    // The server looks each second whether a client is still there. The next probe may have begun.
    let began = Instant::now();
    while one::<i64>(&app.admin, waiting).await > 1 {
        assert!(began.elapsed() < PATIENCE, "two statements still wait");
        sleep(Duration::from_millis(100)).await;
    }
}

/// What a lost route or a failover does to the pool: its connections are dead without an error.
#[tokio::test]
async fn connections_that_fall_silent_do_not_hold_up_what_comes_later() {
    let database = TestDatabase::create().await;
    let proxy = Proxy::to(&database.app_url());
    let app = app_behind(&proxy, database).await;
    app.post(&app.inquiry().await).await.reference();
    let (first, second) = (app.inquiry().await, app.inquiry().await);
    let (first_key, second_key) = (Uuid::new_v4(), Uuid::new_v4());
    // Each batch writer has a statement under way when its connection dies.
    let gate = app.admin.begin().await.unwrap();
    gate.execute_unprepared("LOCK TABLE inquiry IN SHARE MODE").await.unwrap();
    let later = async {
        sleep(Duration::from_millis(300)).await;
        app.post_with_key(&second, Some(second_key)).await
    };
    let freeze = async {
        sleep(Duration::from_millis(600)).await;
        proxy.freeze();
        gate.commit().await.unwrap();
    };
    let (one, other, ()) = tokio::join!(app.post_with_key(&first, Some(first_key)), later, freeze);
    assert_put_off(&one);
    assert_put_off(&other);
    // Postgres may have stored them or never received them: the next attempt finds out.
    let began = Instant::now();
    for (json, key) in [(&first, first_key), (&second, second_key)] {
        let mut answer = app.post_with_key(json, Some(key)).await;
        while !answer.status.is_success() {
            assert!(began.elapsed() < Duration::from_secs(15), "still held up");
            sleep(Duration::from_millis(100)).await;
            answer = app.post_with_key(json, Some(key)).await;
        }
    }
    assert_eq!(app.counts().await, [3, 3, 9, 9]);
}

/// What a restart of Postgres does to the pool. Visitors do not notice.
#[tokio::test]
async fn broken_connections_are_replaced_within_the_request() {
    let database = TestDatabase::create().await;
    // The pool of the process, which asks a connection only after it has rested.
    let db = lazy(database.app_url()).await;
    let app = TestApp::on(database, db, config(), None).await;
    let kill = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = 'inquiry_app'";
    for _ in 0..5 {
        assert_eq!(app.post(&app.inquiry().await).await.status, StatusCode::CREATED);
        app.admin.execute_unprepared(kill).await.unwrap();
        assert_eq!(app.post(&app.inquiry().await).await.status, StatusCode::CREATED);
    }
    assert_eq!(app.counts().await[0], 10);
}

/// As the function ends where the disk takes no new file.
#[tokio::test]
async fn a_full_disk_is_not_ready_although_queries_are_answered() {
    let app = TestApp::start().await;
    assert_eq!(app.ops("/readyz").await.body, b"ready\n");
    let full = "CREATE OR REPLACE FUNCTION prove_writable() RETURNS void LANGUAGE plpgsql AS \
                $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$";
    app.database.admin().await.execute_unprepared(full).await.unwrap();
    let readyz = app.ops("/readyz").await;
    assert_eq!(readyz.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(String::from_utf8(readyz.body).unwrap().contains("disk is full"));
    assert!(String::from_utf8(app.ops("/metrics").await.body).unwrap().contains("\napi_disk_full_total "));
    assert_put_off(&app.post(&app.inquiry().await).await);
}

#[tokio::test]
async fn a_disk_that_is_really_full_is_said_by_readiness_until_there_is_room() {
    let Some(disk) = SmallDisk::mount().await else { return };
    let app = TestApp::on(TestDatabase::create().await, disk.app().await, config(), None).await;
    assert_eq!(app.post(&app.inquiry().await).await.status, StatusCode::CREATED);
    disk.fill();
    let refused = PgConnection::connect(&disk.app_url()).await.map(drop).unwrap_err();
    assert!(refused.to_string().contains("could not write init file"), "{refused}");
    becomes(&app, b"the database's disk is full, so it takes no inquiry. Make room there\n").await;
    let inquiry = app.inquiry().await;
    assert_put_off(&app.post(&inquiry).await);
    assert!(String::from_utf8(app.ops("/metrics").await.body).unwrap().contains("\napi_disk_full_total "));
    disk.make_room();
    becomes(&app, b"ready\n").await;
    assert_eq!(app.post(&inquiry).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn an_older_schema_or_an_unsafe_server_is_not_ready() {
    let empty = TestDatabase::create_empty().await;
    let db = empty.app().await;
    let app = TestApp::on(empty, db, config(), None).await;
    assert_put_off(&app.post(&app.inquiry().await).await);
    let readyz = app.ops("/readyz").await;
    assert!(String::from_utf8(readyz.body).unwrap().contains("run the `migration` program"));

    let database = TestDatabase::create().await;
    let name = database.app_url().rsplit('/').next().unwrap().to_owned();
    let unsafe_setting = format!("ALTER DATABASE {name} SET synchronous_commit = off");
    database.admin().await.execute_unprepared(&unsafe_setting).await.unwrap();
    let db = Database::connect(ConnectOptions::new(database.app_url())).await.unwrap();
    let app = api::App::new(&config(), db, entity::Clock::system(), api::Overrides::default()).unwrap();
    let request = axum::http::Request::get("/readyz").body(axum::body::Body::empty()).unwrap();
    let readyz = crate::support::call(&app.ops, request).await;
    assert_eq!(readyz.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(String::from_utf8(readyz.body).unwrap().contains("an acknowledged inquiry could be lost"));
}

#[tokio::test]
async fn an_exhausted_pool_is_not_an_outage() {
    let database = TestDatabase::create().await;
    let db = lazy(database.app_url()).await;
    let app = TestApp::on(database, db.clone(), config(), None).await;
    assert_eq!(app.post(&app.inquiry().await).await.status, StatusCode::CREATED);
    let mut taken = Vec::new();
    for _ in 0..config().database.max_connections {
        taken.push(db.begin().await.unwrap());
    }
    let (json, key) = (app.inquiry().await, Uuid::new_v4());
    assert_put_off(&app.post_with_key(&json, Some(key)).await);
    // The key's look-up needs one too.
    assert_put_off(&app.post_with_key(&inquiry("forged"), Some(key)).await);
    assert_eq!(app.ops("/readyz").await.body, b"ready\n");
    for transaction in taken {
        transaction.rollback().await.unwrap();
    }
    // No probe is needed before the next request.
    assert_eq!(app.post_with_key(&json, Some(key)).await.status, StatusCode::CREATED);
}

#[tokio::test]
async fn statements_given_up_leave_no_session_behind() {
    let database = TestDatabase::create().await;
    let db = lazy(database.app_url()).await;
    let app = TestApp::on(database, db, config(), None).await;
    let (json, key) = (app.inquiry().await, Uuid::new_v4());
    assert_eq!(app.post_with_key(&json, Some(key)).await.status, StatusCode::CREATED);
    let gate = app.admin.begin().await.unwrap();
    gate.execute_unprepared("LOCK TABLE inquiry IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let (fresh, forged) = (app.inquiry().await, inquiry("forged"));
    let (stored, found) = tokio::join!(app.post(&fresh), app.post_with_key(&forged, Some(key)));
    assert_put_off(&stored);
    assert_put_off(&found);
    // The lock is still held, and no session waits for it.
    let waiting = "SELECT count(*) FROM pg_stat_activity \
                   WHERE datname = current_database() AND usename = 'inquiry_app' AND wait_event_type = 'Lock'";
    let began = Instant::now();
    while one::<i64>(&app.admin, waiting).await > 0 {
        assert!(began.elapsed() < Duration::from_secs(30), "still waiting for the lock");
        sleep(Duration::from_millis(100)).await;
    }
    gate.rollback().await.unwrap();
    assert_eq!(app.post_with_key(&json, Some(key)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_login_that_is_refused_is_not_ready() {
    let database = TestDatabase::create().await;
    let role = format!("rotated_{}", Uuid::new_v4().simple());
    let admin = database.admin().await;
    admin.execute_unprepared(&format!("CREATE ROLE {role} LOGIN IN ROLE inquiry_app")).await.unwrap();
    let mut url = Url::parse(&database.app_url()).unwrap();
    url.set_username(&role).unwrap();
    let app = TestApp::on(database, lazy(url.into()).await, config(), None).await;
    assert_eq!(app.post(&app.inquiry().await).await.status, StatusCode::CREATED);
    // As after a rotation of the password. The connection of readiness is the oldest, and survives.
    admin.execute_unprepared(&format!("ALTER ROLE {role} NOLOGIN")).await.unwrap();
    let terminate = format!(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '{role}' \
         AND backend_start > (SELECT min(backend_start) FROM pg_stat_activity WHERE usename = '{role}')"
    );
    while one::<i64>(&admin, &terminate).await > 0 {
        sleep(Duration::from_millis(20)).await;
    }
    let json = app.inquiry().await;
    assert_put_off(&app.post(&json).await);
    let readyz = app.ops("/readyz").await;
    assert!(readyz.body.starts_with(b"the database refuses the login in DATABASE_URL"), "{:?}", readyz.body);
    assert_eq!(readyz.status, StatusCode::SERVICE_UNAVAILABLE);
    admin.execute_unprepared(&format!("ALTER ROLE {role} LOGIN")).await.unwrap();
    assert_eq!(first_success(&app, &json).await.status, StatusCode::CREATED);
    admin.execute_unprepared(&format!("ALTER ROLE {role} NOLOGIN")).await.unwrap();
}
