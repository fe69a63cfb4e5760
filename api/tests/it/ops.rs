use axum::http::StatusCode;
use sqlx::postgres::PgListener;
use tokio::time::timeout;

use crate::support::{PATIENCE, TestApp};

#[tokio::test]
async fn counts_what_an_operator_asks_for() {
    let app = TestApp::start().await;
    let json = app.inquiry().await;
    app.post_with_key(&json, None).await.reference();
    app.post_with_key(&json, None).await.reference();
    app.post(&serde_json::json!({})).await;
    app.get("/some/path?email=canary@visitors.example").await;
    let metrics = app.ops("/metrics").await;
    assert_eq!(metrics.status, StatusCode::OK);
    assert!(metrics.header("content-type").starts_with("text/plain; version=0.0.4"));
    assert_eq!(metrics.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    assert_eq!(metrics.header("x-content-type-options"), "nosniff");
    let text = String::from_utf8(metrics.body).unwrap();
    for line in [
        r#"http_requests_total{route="/api/send-email",method="POST",status="201"}"#,
        r#"http_requests_total{route="/api/send-email",method="POST",status="422"}"#,
        r#"http_requests_total{route="not_found",method="GET",status="404"}"#,
        r#"http_request_seconds_bucket{route="/api/send-email",le="0.01"}"#,
        r#"api_bot_check_total{verdict="pass"}"#,
        r#"api_inquiries_total{outcome="stored"}"#,
        r#"api_inquiries_total{outcome="replayed"}"#,
        r#"api_batch_size_bucket{le="64"}"#,
        "api_waiting_inquiries",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    assert!(!text.contains("canary") && !text.contains("/some/path"), "{text}");
}

#[tokio::test]
async fn wakes_workers_after_the_commit() {
    let app = TestApp::start().await;
    let mut listener = PgListener::connect(&app.database.app_url()).await.unwrap();
    listener.listen("apalis::job::insert").await.unwrap();
    app.post(&app.inquiry().await).await.reference();
    let notification = timeout(PATIENCE, listener.recv()).await.unwrap().unwrap();
    let event: serde_json::Value = serde_json::from_str(notification.payload()).unwrap();
    assert_eq!(event["job_type"], "mail");
    assert_eq!(app.counts().await[3], 3);
}
