use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use api::{App, Overrides, http};
use axum::{Router, routing::get};
use entity::Clock;
use testdb::TestDatabase;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::support::{self, PATIENCE, altcha, config, counts, inquiry, solve};

pub(crate) const SHORT: Duration = Duration::from_millis(400);

/// The app behind its HTTP server, with limits that a test can wait for.
pub(crate) struct Served {
    pub address: SocketAddr,
    pub stop: CancellationToken,
    pub serving: JoinHandle<()>,
    database: TestDatabase,
}

pub(crate) fn limits() -> http::Limits {
    http::Limits {
        header_timeout: SHORT,
        write_timeout: SHORT,
        drain_timeout: SHORT * 5,
        min_idle: Duration::ZERO,
        ..http::Limits::default()
    }
}

pub(crate) async fn serve(limits: http::Limits) -> Served {
    let database = TestDatabase::create().await;
    let overrides = Overrides {
        bot_check: Some(Box::new(altcha(&Clock::system()))),
        body_timeout: Some(SHORT),
        accepts_unsafe_server: true,
    };
    let app = App::new(&config(), database.app().await, Clock::system(), overrides).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let serving = tokio::spawn(http::serve(listener, app.public, limits, stop.clone()));
    Served { address, stop, serving, database }
}

impl Served {
    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> String {
        let mut stream = self.connect().await;
        stream
            .write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes())
            .await
            .unwrap();
        read_all(stream).await
    }

    async fn post_text(&self) -> String {
        let challenge = self.get("/api/challenge").await;
        let json = serde_json::from_str(challenge.split_once("\r\n\r\n").unwrap().1).unwrap();
        let body = inquiry(&solve(&json)).to_string();
        let key = Uuid::new_v4();
        let head = format!(
            "POST /api/send-email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nidempotency-key: {key}\r\n\
             connection: close\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        head + &body
    }
}

/// Everything until the server closes.
pub(crate) async fn read_all(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut text)).await.expect("the connection is closed").unwrap();
    String::from_utf8(text).unwrap()
}

/// How long until the server closes, whatever it sends before.
async fn time_to_close(mut stream: TcpStream) -> Duration {
    let began = Instant::now();
    let mut ignored = Vec::new();
    let closed = timeout(Duration::from_secs(5), stream.read_to_end(&mut ignored)).await;
    closed.expect("the connection is closed").ok();
    began.elapsed()
}

#[test]
fn a_slow_connection_is_closed_within_ten_seconds() {
    let limits = http::Limits::default();
    assert!(limits.header_timeout.max(limits.write_timeout) < Duration::from_secs(10), "{limits:?}");
    assert!(limits.max_connections_per_peer < limits.max_connections && limits.max_connections <= 1_000, "{limits:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_silent_clients_are_cut() {
    let served = serve(limits()).await;
    let silent = served.connect().await;
    assert!(time_to_close(silent).await < SHORT * 2);

    let mut half_a_head = served.connect().await;
    half_a_head.write_all(b"GET / HTTP/1.1\r\nhost:").await.unwrap();
    assert!(time_to_close(half_a_head).await < SHORT * 2);

    let mut idle = served.connect().await;
    idle.write_all(b"GET /favicon.svg HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(time_to_close(idle).await < SHORT * 3);

    // Byte by byte, so that something always arrives.
    for start in [
        "GET / HTTP/1.1\r\nx-slow: ",
        "POST /api/send-email HTTP/1.1\r\nhost: x\r\ncontent-type: \
         application/json\r\ncontent-length: 20000\r\n\r\n",
    ] {
        let mut dripping = served.connect().await;
        dripping.write_all(start.as_bytes()).await.unwrap();
        let began = Instant::now();
        while dripping.write_all(b"x").await.is_ok() {
            assert!(began.elapsed() < SHORT * 4, "{start}");
            sleep(SHORT / 20).await;
        }
    }

    let mut half_a_body = served.connect().await;
    let text = served.post_text().await;
    half_a_body.write_all(&text.as_bytes()[..text.len() - 5]).await.unwrap();
    let answer = read_all(half_a_body).await;
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("request_timeout"), "{answer}");
    assert_eq!(counts(&served.database.admin().await).await[0], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_read_is_cut() {
    let served = serve(limits()).await;
    let stream = served.connect().await;
    let (mut read, mut write) = stream.into_split();
    // Enough answers to fill every buffer on the way.
    let request = b"GET /services HTTP/1.1\r\nhost: x\r\n\r\n".repeat(1000);
    let cut = timeout(Duration::from_secs(20), async {
        for _ in 0..200 {
            if write.write_all(&request).await.is_err() {
                return true;
            }
        }
        false
    });
    assert!(cut.await.unwrap(), "the connection outlived a reader that never reads");
    let mut ignored = Vec::new();
    let _ = read.read_to_end(&mut ignored).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_evenly_but_too_slowly_is_cut() {
    const LENGTH: usize = 32 << 20;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let router = Router::new().route("/", get(|| async { vec![b'x'; LENGTH] }));
    let limits = http::Limits { write_timeout: Duration::from_mins(1), answer_timeout: SHORT, ..limits() };
    let serving = tokio::spawn(http::serve(listener, router, limits, CancellationToken::new()));
    client.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let (mut read, mut piece) = (0, vec![0; 64 << 10]);
    while let Ok(length @ 1..) = client.read(&mut piece).await {
        read += length;
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!((1..LENGTH).contains(&read), "{read} bytes, of {LENGTH} and a head");
    serving.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connections_are_evicted_when_slots_run_out() {
    let served =
        serve(http::Limits { max_connections_per_peer: 8, header_timeout: Duration::from_mins(1), ..limits() }).await;
    let mut slow = Vec::new();
    for _ in 0..50 {
        slow.push(served.connect().await);
    }
    for _ in 0..20 {
        let began = Instant::now();
        assert!(served.get("/").await.starts_with("HTTP/1.1 200"));
        assert!(began.elapsed() < Duration::from_secs(10), "it waited for idle connections");
    }
    // The oldest was evicted first.
    assert!(time_to_close(slow.swap_remove(0)).await < Duration::from_secs(10));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_without_a_slot_gets_503_at_once() {
    let served = serve(http::Limits { max_connections: 1, min_idle: Duration::from_mins(1), ..limits() }).await;
    let _only = served.connect().await;
    let answer = served.get("/").await;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 503 "), "{head}");
    let length = format!("content-length: {}", body.len());
    for line in [
        "retry-after: 1",
        "content-security-policy: default-src 'none'; ",
        "x-content-type-options: nosniff",
        "referrer-policy: strict-origin",
        "x-frame-options: DENY",
        "permissions-policy: ",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-resource-policy: same-origin",
        &length,
    ] {
        assert!(head.contains(&format!("\r\n{line}")), "{line} is not in {head}");
    }
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    assert_eq!(body["code"], "unavailable");
}

/// On one thread, so that the runtime has not polled the listener when it is stopped.
#[tokio::test]
async fn a_connection_opened_before_the_stop_is_answered() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut visitor = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    std::io::Write::write_all(&mut visitor, b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
    let stop = CancellationToken::new();
    stop.cancel();
    http::serve(listener, Router::new().route("/", get(|| async { "here" })), limits(), stop).await;
    let answer = std::io::read_to_string(visitor).unwrap();
    assert!(answer.ends_with("here"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_heads_are_refused() {
    let served = serve(limits()).await;
    let mut stream = served.connect().await;
    let head = format!("GET / HTTP/1.1\r\nhost: x\r\nx-pad: {}\r\n\r\n", "a".repeat(100_000));
    let _ = stream.write_all(head.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 431"), "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_who_leaves_does_not_undo_the_inquiry() {
    let served = serve(limits()).await;
    let admin = served.database.admin().await;
    for _ in 0..20 {
        let text = served.post_text().await;
        let mut stream = served.connect().await;
        stream.write_all(text.as_bytes()).await.unwrap();
        drop(stream);
    }
    let began = Instant::now();
    let mut stored = 0;
    while stored < 20 && began.elapsed() < PATIENCE {
        let now = counts(&admin).await;
        // Whole or not at all, at every moment.
        assert_eq!(now, [now[0], now[0], 3 * now[0], 3 * now[0]]);
        stored = now[0];
        sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(stored, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_finishes_what_has_begun() {
    let served = serve(limits()).await;
    let mut requests = Vec::new();
    for _ in 0..20 {
        requests.push(served.post_text().await);
    }
    let mut streams = Vec::new();
    for text in &requests {
        let mut stream = served.connect().await;
        stream.write_all(text.as_bytes()).await.unwrap();
        streams.push(stream);
    }
    served.stop.cancel();
    for stream in streams {
        assert!(read_all(stream).await.starts_with("HTTP/1.1 201"));
    }
    timeout(PATIENCE, served.serving).await.unwrap().unwrap();
    assert!(TcpStream::connect(served.address).await.is_err());
    assert_eq!(counts(&served.database.admin().await).await[0], 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_over_the_wire_as_in_process() {
    let served = serve(limits()).await;
    let text = served.get("/services").await;
    let body = std::fs::read_to_string(support::web_root().join("services/index.html")).unwrap();
    assert!(text.ends_with(&body) && text.contains("content-security-policy"), "{text}");
    let head = "HEAD /services HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let mut stream = served.connect().await;
    stream.write_all(head.as_bytes()).await.unwrap();
    let answer = read_all(stream).await;
    assert!(answer.ends_with("\r\n\r\n") && answer.contains(&format!("content-length: {}", body.len())), "{answer}");
}
