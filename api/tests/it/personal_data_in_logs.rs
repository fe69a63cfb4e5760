//! No name, address or text of a visitor in any log line at TRACE, metric or job row.

use api::{LOGGED_CRATES, http};
use entity::process::logging::{LogFormat, LogSettings, subscriber};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use serde_json::{Value, json};
use testdb::TestDatabase;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::support::{TestApp, call, config, inquiry, log::Log, post_request, proxy::Proxy, text_fields};

const CANARY: &str = "zqcanary";

/// A canary in every field that holds text.
fn canaries(token: &str) -> Value {
    let mut json = inquiry(token);
    for name in text_fields().keys() {
        json[name] = format!("zqcanary-{name}").into();
    }
    json["email"] = "zqcanary@visitors.example".into();
    json
}

async fn exercise(app: &TestApp, proxy: &mut Proxy) {
    let key = Uuid::new_v4();
    let json = canaries(&app.token().await);
    app.post_with_key(&json, Some(key)).await.reference();
    app.post_with_key(&json, Some(key)).await.reference();
    assert_eq!(app.post(&json).await.status.as_u16(), 403);
    let mut broken = canaries("zqcanary-token");
    for name in text_fields().keys() {
        broken[name] = format!("zqcanary\0{name}").into();
    }
    broken["contactReason"] = "zqcanary-reason".into();
    broken["desiredConsultants"] = "zqcanary-number".into();
    assert_eq!(app.post(&broken).await.status.as_u16(), 422);
    let mut request = post_request(&json!("zqcanary"), None);
    request.headers_mut().insert("idempotency-key", "zqcanary".parse().unwrap());
    request.headers_mut().insert("user-agent", "zqcanary".parse().unwrap());
    request.headers_mut().insert("x-request-id", "zqcanary".parse().unwrap());
    request.headers_mut().insert("x-forwarded-for", "zqcanary".parse().unwrap());
    assert_eq!(call(&app.public, request).await.status.as_u16(), 400);
    app.get("/contact?firstName=zqcanary&email=zqcanary%40visitors.example").await;
    app.get("/zqcanary/path").await;
    app.get("/api/zqcanary").await;
    refused_by_the_database(app).await;
    slow_and_talkative_database(app).await;
    over_the_wire(app).await;
    let lost = canaries(&app.token().await);
    proxy.close().await;
    assert_eq!(app.post(&lost).await.status.as_u16(), 503);
    proxy.open();
}

/// Through the process's own http, whose libraries see every byte.
async fn over_the_wire(app: &TestApp) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let serving = tokio::spawn(http::serve(listener, app.public.clone(), http::Limits::default(), stop.clone()));
    let body = canaries(&app.token().await).to_string();
    let request = format!(
        "POST /api/send-email?zqcanary HTTP/1.1\r\nhost: zqcanary\r\nuser-agent: zqcanary\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    for text in [request.as_str(), "GET /zqcanary HTTP/1.1\r\nbroken zqcanary\r\n\r\n", "zqcanary\r\n\r\n"] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 201") || answer.starts_with("HTTP/1.1 400"), "{answer}");
    }
    stop.cancel();
    serving.await.unwrap();
}

/// Postgres quotes the row in its error.
async fn refused_by_the_database(app: &TestApp) {
    let constraint = "ALTER TABLE inquiry_content ADD CONSTRAINT no_canary CHECK (message !~ 'zqcanary') NOT VALID";
    app.admin.execute_unprepared(constraint).await.unwrap();
    let answer = app.post(&canaries(&app.token().await)).await;
    assert_eq!(answer.failure(), (500, "internal"));
    assert!(!String::from_utf8(answer.body).unwrap().contains("canary"));
    app.admin.execute_unprepared("ALTER TABLE inquiry_content DROP CONSTRAINT no_canary").await.unwrap();
}

/// A statement that a log of slow ones would show, and a notice that quotes the row.
async fn slow_and_talkative_database(app: &TestApp) {
    let trigger = "CREATE FUNCTION quote() RETURNS trigger LANGUAGE plpgsql AS \
                   $$ BEGIN RAISE WARNING '%', NEW.message; PERFORM pg_sleep(1.5); RETURN NEW; END $$; \
                   CREATE TRIGGER quote BEFORE INSERT ON inquiry_content FOR EACH ROW EXECUTE FUNCTION quote()";
    app.admin.execute_unprepared(trigger).await.unwrap();
    app.post(&canaries(&app.token().await)).await.reference();
    app.admin.execute_unprepared("DROP TRIGGER quote ON inquiry_content").await.unwrap();
}

async fn jobs(db: &DatabaseConnection) -> String {
    let sql = "SELECT string_agg(jobs::text || convert_from(job, 'UTF8'), '\n') FROM apalis.jobs";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap().unwrap();
    row.try_get_by_index(0).unwrap()
}

#[test]
fn nothing_a_visitor_typed_is_written_anywhere_else() {
    // Callsites that another test's thread meets first would be switched off for good without a subscriber there.
    let trace = |format| LogSettings { format, filter: "trace".into() };
    let elsewhere = subscriber(&trace(LogFormat::Text), &LOGGED_CRATES, std::io::sink);
    tracing::subscriber::set_global_default(elsewhere).unwrap();
    for format in [LogFormat::Text, LogFormat::Json] {
        let log = Log::default();
        let subscriber = subscriber(&trace(format), &LOGGED_CRATES, log.clone());
        // One thread, so that every task of the app logs into this buffer.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (metrics, jobs) = tracing::subscriber::with_default(subscriber, || {
            runtime.block_on(async {
                let database = TestDatabase::create().await;
                let mut proxy = Proxy::to(&database.app_url());
                let mut config = config();
                config.database.url = proxy.through(&database.app_url()).into();
                let db = config.database.connect_lazily().await.unwrap();
                let app = TestApp::on(database, db, config, None).await;
                exercise(&app, &mut proxy).await;
                let metrics = String::from_utf8(app.ops("/metrics").await.body).unwrap();
                (metrics, jobs(&app.admin).await)
            })
        });
        let text = log.text();
        for expected in ["answered", "the database refused a statement", "no_canary", "a statement failed"] {
            assert!(text.contains(expected), "{expected} is missing in\n{text}");
        }
        let statement = text.lines().find(|line| line.contains("INSERT INTO") || line.contains("pg_notify"));
        assert!(statement.is_none(), "{statement:?}");
        // The constraint's name is our own and may be logged.
        let log = text.replace("no_canary", "").to_lowercase();
        for (place, text) in [("log", &log), ("metrics", &metrics.to_lowercase()), ("jobs", &jobs.to_lowercase())] {
            let line = text.lines().find(|line| line.contains(CANARY) || line.contains("192.0.2.1"));
            assert!(line.is_none(), "{place}: {line:?}");
        }
    }
}
