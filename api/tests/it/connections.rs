//! Connection slots under attack, at the end of the process, and behind a proxy.

use std::{
    collections::VecDeque,
    fs,
    io::Read,
    net::{Ipv4Addr, SocketAddr},
    process::{Child, Command, Stdio},
    time::Duration,
};

use api::http;
use axum::{Router, routing::get};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    http::{SHORT, limits, read_all, serve},
    support::{KEY, PATIENCE, web_root},
};

const LENGTH: usize = 32 << 20;

async fn connect_from(source: Ipv4Addr, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((source, 0).into())?;
    socket.connect(address).await
}

/// Whether a request on a new connection from a separate address is answered.
async fn is_served(address: SocketAddr, visitor: u8) -> bool {
    let request = async {
        let mut stream = connect_from(Ipv4Addr::new(127, 9, 2, visitor), address).await.ok()?;
        stream.write_all(b"GET /services HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.ok()?;
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await.ok()?;
        response.starts_with(b"HTTP/1.1 200").then_some(())
    };
    timeout(Duration::from_secs(20), request).await.ok().flatten().is_some()
}

/// 90 visitors while `networks` addresses open eleven connections for each visit, send `start` and say no more.
async fn visitors_are_served_during(networks: u8, start: &str) {
    // All connections are young: none has reached the time after which it can be evicted.
    let young = Duration::from_mins(1);
    let served = serve(http::Limits { header_timeout: young, min_idle: young, ..http::Limits::default() }).await;
    let mut attackers = VecDeque::new();
    let mut served_visits = 0;
    for visitor in 0..90 {
        let opened = if visitor == 0 { 512 } else { 11 };
        for n in 0..opened {
            let network = u8::try_from(n % usize::from(networks)).unwrap();
            let mut stream = connect_from(Ipv4Addr::new(127, 9, 1, network), served.address).await.unwrap();
            let _ = stream.write_all(start.as_bytes()).await;
            attackers.push_back(stream);
        }
        attackers.drain(..attackers.len().saturating_sub(600));
        served_visits += usize::from(is_served(served.address, visitor).await);
    }
    assert!(served_visits >= 86, "{served_visits} of 90 were served");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_open_connections_from_four_networks_do_not_shut_out_visitors() {
    visitors_are_served_during(4, "").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_requests_from_eight_networks_do_not_shut_out_visitors() {
    visitors_are_served_during(8, "POST /api/send-email HTTP/1.1\r\nhost: x\r\n").await;
}

/// On one thread, which stalls as a busy machine would.
#[tokio::test]
async fn a_connection_whose_request_has_arrived_unread_is_not_evicted() {
    let request = b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/", get(|| async { "here" }));
    let limits = http::Limits { max_connections: 2, min_idle: SHORT, ..http::Limits::default() };
    tokio::spawn(http::serve(listener, router, limits, CancellationToken::new()));
    let connect = || std::net::TcpStream::connect(address).unwrap();
    let mut visitors = [connect(), connect()];
    sleep(SHORT / 4).await;
    // The first that the process sees after the stall.
    let _late = connect();
    for visitor in &mut visitors {
        std::io::Write::write_all(visitor, request).unwrap();
    }
    std::thread::sleep(SHORT * 2);
    for visitor in visitors {
        let response = tokio::task::spawn_blocking(|| std::io::read_to_string(visitor)).await.unwrap();
        assert!(response.is_ok_and(|response| response.ends_with("here")), "it was evicted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_does_not_wait_for_a_client_that_does_not_read() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let router = Router::new().route("/", get(|| async { vec![b'x'; LENGTH] }));
    let limits = http::Limits { write_timeout: Duration::from_mins(1), drain_timeout: SHORT, ..limits() };
    let stop = CancellationToken::new();
    let serving = tokio::spawn(http::serve(listener, router, limits, stop.clone()));
    client.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    client.readable().await.unwrap();
    stop.cancel();
    timeout(PATIENCE, serving).await.unwrap().unwrap();
    // The process waits for the state that a connection shares, so none may outlive the server.
    let mut rest = Vec::new();
    let _ = timeout(PATIENCE, client.read_to_end(&mut rest)).await.expect("the connection is closed");
    assert!(rest.len() < LENGTH, "the response was sent to its end");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_connection_of_a_trusted_proxy_can_be_reused() {
    let trusted_proxies = ["127.0.0.0/8".parse().unwrap()].into_iter().collect();
    let served = serve(http::Limits { trusted_proxies, answer_timeout: SHORT, ..limits() }).await;
    let mut proxy = TcpStream::connect(served.address).await.unwrap();
    proxy.write_all(b"GET /favicon.svg HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    proxy.readable().await.unwrap();
    sleep(SHORT * 3).await;
    proxy.write_all(b"GET /favicon.svg HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    let responses = read_all(proxy).await;
    assert_eq!(responses.matches("HTTP/1.1 200").count(), 2, "{responses}");
}

/// The program, with a limit on open files. The database need not be there.
fn start_with(ulimit: &str) -> Child {
    Command::new("sh")
        .args(["-c", &format!("ulimit {ulimit} && exec \"$0\""), env!("CARGO_BIN_EXE_api")])
        .env("DATABASE_URL", "postgres://inquiry_app:test@127.0.0.1:1/none")
        .env("API_LISTEN", "127.0.0.1:0")
        .env("API_OPS_LISTEN", "127.0.0.1:0")
        .env("WEB_ROOT", web_root())
        .env("ALTCHA_HMAC_KEY", KEY)
        .env("NOTIFY_TO", "first@consultants.example")
        .current_dir(web_root())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_hard_limit_on_open_files_that_is_too_low_is_refused_by_name() {
    let output = start_with("-n 256").wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("RLIMIT_NOFILE, `ulimit -Hn`) is 256"), "{text}");
}

#[test]
fn a_soft_limit_on_open_files_is_raised() {
    let mut api = start_with("-S -n 256");
    let mut log = [0; 512];
    let length = api.stderr.as_mut().unwrap().read(&mut log).unwrap();
    let limits = fs::read_to_string(format!("/proc/{}/limits", api.id())).unwrap_or_default();
    api.kill().unwrap();
    api.wait().unwrap();
    let soft = limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next());
    let soft: u64 = soft.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&log[..length]))).parse().unwrap();
    assert!(soft >= 1280, "{soft}");
}
