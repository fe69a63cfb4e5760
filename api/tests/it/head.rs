//! What the head of a request may contain (RFC 9110, RFC 9112).

use tokio::io::AsyncWriteExt;

use crate::{
    http::{limits, read_all, serve},
    support::{TestApp, call, post_request},
};

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_repeated_or_invalid_host_is_refused() {
    let served = serve(limits()).await;
    let get = |head: &str| format!("GET /favicon.svg HTTP/1.1\r\n{head}connection: close\r\n\r\n");
    let cases = [
        (get(""), 400),
        (get("host: a.example\r\nhost: a.example\r\n"), 400),
        (get("host: a.example, b.example\r\n"), 400),
        (get("host: \r\n"), 400),
        (get("host: a b\r\n"), 400),
        (get("host: a/b\r\n"), 400),
        (get("host: user@a.example\r\n"), 400),
        (get("host: a.example:port\r\n"), 400),
        (get("host: a.example\r\n"), 200),
        (get("host: 127.0.0.1:8080\r\n"), 200),
        (get("host: [::1]:8080\r\n"), 200),
        ("GET /favicon.svg HTTP/1.0\r\n\r\n".to_owned(), 200),
    ];
    for (request, status) in cases {
        let mut stream = tokio::net::TcpStream::connect(served.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let response = read_all(stream).await;
        assert!(response[8..].starts_with(&format!(" {status} ")), "{request:?}: {response}");
        assert!(response.contains("content-security-policy: "), "{request:?}: {response}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_transfer_coding_is_refused() {
    let served = serve(limits()).await;
    let mut stream = tokio::net::TcpStream::connect(served.address).await.unwrap();
    let head = "POST /api/send-email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n\
                transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let response = read_all(stream).await;
    assert!(response.starts_with("HTTP/1.1 501 ") && response.contains("unsupported_transfer_coding"), "{response}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_body_that_waits_for_100_continue_is_refused_instead() {
    let served = serve(limits()).await;
    let mut stream = tokio::net::TcpStream::connect(served.address).await.unwrap();
    let head = "POST /api/send-email HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                expect: 100-continue\r\ncontent-length: 99000000\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let response = read_all(stream).await;
    assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
}

#[tokio::test]
async fn takes_json_in_utf_8_without_content_coding_alone() {
    let app = TestApp::start().await;
    for (name, value, status) in [
        ("content-encoding", "gzip", 415),
        ("content-encoding", "identity", 201),
        ("content-type", "application/json; charset=utf-16", 415),
        ("content-type", "application/json;charset=latin1", 415),
        ("content-type", "application/json; charset=\"UTF-8\"", 201),
        ("content-type", "application/json; profile=x; Charset=utf8", 415),
    ] {
        let mut request = post_request(&app.inquiry().await, None);
        request.headers_mut().insert(name, value.parse().unwrap());
        assert_eq!(call(&app.public, request).await.status.as_u16(), status, "{name}: {value}");
    }
}

/// DNS rebinding: the browser of a visitor of evil.example takes this server for evil.example.
#[tokio::test]
async fn takes_requests_of_its_public_origin_alone() {
    let mut production = crate::support::config();
    production.public_url = "https://firnwall.example".parse().unwrap();
    let (development, production) = (TestApp::start().await, TestApp::start_with(production, None).await);
    for (app, origin, host, status) in [
        (&development, "http://evil.example", "evil.example", 403),
        (&development, "http://127.0.0.1.evil.example", "127.0.0.1.evil.example", 403),
        (&development, "http://127.0.0.1:5173", "127.0.0.1:8080", 201),
        (&development, "http://localhost:8080", "localhost:8080", 201),
        (&production, "https://firnwall.example", "firnwall.example", 201),
        (&production, "https://evil.example", "evil.example", 403),
        (&production, "http://127.0.0.1:8080", "127.0.0.1:8080", 403),
    ] {
        for fetch_site in [None, Some("same-origin")] {
            let mut request = post_request(&app.inquiry().await, None);
            let headers = request.headers_mut();
            headers.insert("origin", origin.parse().unwrap());
            headers.insert("host", host.parse().unwrap());
            if let Some(site) = fetch_site {
                headers.insert("sec-fetch-site", site.parse().unwrap());
            }
            assert_eq!(call(&app.public, request).await.status.as_u16(), status, "{origin}, {fetch_site:?}");
        }
    }
}
