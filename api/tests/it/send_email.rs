use std::num::NonZeroU32;

use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use chrono::{DateTime, FixedOffset, TimeDelta};
use entity::{Clock, Digest, answer_within::AnswerWithin, contact::ContactReason, env::Env};
use sea_orm::ActiveEnum as _;
use serde_json::{Value, json};
use uuid::Uuid;

use api::config::Config;

use crate::support::{TestApp, call, config, one, post_request, text_fields};

#[tokio::test]
async fn stores_inquiry_mails_and_jobs_and_answers_with_the_reference() {
    let app = TestApp::start().await;
    let mut json = app.inquiry().await;
    json["message"] = "A message\nof two lines".into();
    let answer = app.post(&json).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    assert_eq!(answer.header("cache-control"), "no-store");
    let reference: String = one(&app.admin, "SELECT reference FROM inquiry").await;
    assert_eq!(answer.json["reference"], reference);
    assert_eq!(app.counts().await, [1, 1, 3, 3]);
    let message: String = one(&app.admin, "SELECT message FROM inquiry_content").await;
    assert_eq!(message, "A message\nof two lines");
    for (column, text) in [
        ("policy_digest", "the policy"),
        ("consent_digest", "the first text"),
        ("gdpr_consent_digest", "the second text"),
    ] {
        let digest: Vec<u8> = one(&app.admin, &format!("SELECT {column} FROM inquiry")).await;
        assert_eq!(digest, Digest::of(text).as_bytes(), "{column}");
    }
    let is_bare: bool = one(&app.admin, "SELECT client_network IS NULL FROM inquiry_content").await;
    assert!(is_bare, "a verified inquiry keeps no network");
}

#[tokio::test]
async fn says_by_when_the_visitor_is_answered() {
    let app = TestApp::start().await;
    // The database's clock decides, as of the ticket.
    app.clock.advance(TimeDelta::hours(1));
    let promise = AnswerWithin::from_env(&Env::from_pairs([])).unwrap();
    for reason in [ContactReason::IncidentResponse, ContactReason::Other] {
        let mut json = app.inquiry().await;
        json["contactReason"] = reason.to_value().into();
        let (before, key) = (Clock::system().now(), Uuid::new_v4());
        let answer = app.post_with_key(&json, Some(key)).await;
        let due: DateTime<FixedOffset> = answer.json["answerDue"].as_str().unwrap().parse().unwrap();
        assert!(promise.due(before, reason) <= due && due <= promise.due(Clock::system().now(), reason), "{due}");
        // Only the first answer knows it from the clock.
        let again = app.post_with_key(&json, Some(key)).await;
        assert_eq!((again.status, again.json), (StatusCode::OK, json!({ "reference": answer.json["reference"] })));
    }
}

#[tokio::test]
async fn keeps_the_digests_of_the_texts_that_the_form_showed() {
    let app = TestApp::start().await;
    let mut json = app.inquiry().await;
    json["textsVersion"] = "01234567".into();
    app.post(&json).await.reference();
    for (column, byte) in [("policy_digest", 0x11), ("consent_digest", 0x22), ("gdpr_consent_digest", 0x33)] {
        let digest: Vec<u8> = one(&app.admin, &format!("SELECT {column} FROM inquiry")).await;
        assert_eq!(digest, [byte; 32], "{column}");
    }
    assert_eq!(one::<String>(&app.admin, "SELECT language FROM inquiry").await, "de", "that of the form");
    // Another program names no version, and has shown nothing: those in force.
    app.post(&app.inquiry().await).await.reference();
    let in_force = "SELECT count(*) FROM inquiry WHERE policy_digest = sha256('the policy')";
    assert_eq!(one::<i64>(&app.admin, in_force).await, 1);
}

#[tokio::test]
async fn refuses_texts_that_were_never_released_and_says_what_to_do() {
    let app = TestApp::start().await;
    for version in [json!("89abcdef"), json!(""), json!(7), json!(["01234567"])] {
        let mut json = app.inquiry().await;
        json["textsVersion"] = version;
        let answer = app.post(&json).await;
        assert_eq!(answer.failure(), (422, "invalid_fields"), "{json}");
        assert!(answer.json["fields"]["consent"].as_str().unwrap().contains("reload the page"));
    }
    assert_eq!(app.counts().await, [0, 0, 0, 0]);
}

#[tokio::test]
async fn the_auto_replies_of_one_network_beyond_its_share_are_marked() {
    let config = Config { rate_limit_per_minute: NonZeroU32::new(1000).unwrap(), ..config() };
    let app = TestApp::start_with(config, None).await;
    for _ in 0..23 {
        let (inquiry, key) = (app.inquiry().await, Some(Uuid::new_v4()));
        // A repetition gets no second auto-reply, so it does not count.
        let first = app.post_with_key(&inquiry, key).await;
        assert_eq!(app.post_with_key(&inquiry, key).await.reference(), first.reference());
    }
    let sql = "SELECT count(*) FROM outbox WHERE over_share AND kind = ";
    assert_eq!(one::<i64>(&app.admin, &format!("{sql}'auto_reply'")).await, 3);
    assert_eq!(one::<i64>(&app.admin, &format!("{sql}'notification'")).await, 0);
}

#[tokio::test]
async fn notifies_whom_the_routes_name() {
    let app = TestApp::start().await;
    let mut json = app.inquiry().await;
    json["contactReason"] = "incident-response".into();
    app.post(&json).await.reference();
    let sql = "SELECT string_agg(recipient, ',') FROM outbox WHERE kind = 'notification'";
    assert_eq!(one::<String>(&app.admin, sql).await, "soc@consultants.example");
}

#[tokio::test]
async fn keeps_optional_fields_out_when_they_are_empty_and_ignores_unknown_ones() {
    let app = TestApp::start().await;
    let mut json = app.inquiry().await;
    let required = ["firstName", "lastName", "company", "email", "message"];
    for name in text_fields().keys().filter(|name| !required.contains(&name.as_str())) {
        json[name] = "".into();
    }
    for (name, value) in
        [("phone", json!("  ")), ("program", json!("")), ("desiredConsultants", Value::Null), ("role", json!("x"))]
    {
        json[name] = value;
    }
    json["message"] = "one\r\ntwo\rthree\u{2028}four".into();
    app.post(&json).await.reference();
    let sql = "SELECT string_agg(key, ' ' ORDER BY key COLLATE \"C\") FROM inquiry_content AS c, jsonb_each(to_jsonb(c)) \
               WHERE value <> 'null'";
    let given = "company email email_key first_name inquiry_id last_name message received_on";
    assert_eq!(one::<String>(&app.admin, sql).await, given);
    assert_eq!(one::<i64>(&app.admin, "SELECT count(*) FROM unverified_network").await, 0, "no network");
    let sql = "SELECT program IS NULL AND desired_consultants IS NULL AND message = E'one\\ntwo\\nthree\\nfour' \
               FROM inquiry JOIN inquiry_content ON inquiry_id = id";
    assert!(one::<bool>(&app.admin, sql).await);
}

/// What a stranger may send, and what it is answered with.
#[tokio::test]
async fn hostile_bodies_get_the_answer_of_their_kind() {
    let app = TestApp::start().await;
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    let nested = format!("{{\"a\":{}}}", "{\"a\":".repeat(5_000) + "1" + &"}".repeat(5_000));
    let long_escapes = "\\u0041".repeat(5_000);
    let large = format!("{{\"message\":\"{}\"}}", "a".repeat(32 * 1024));
    let huge = "x".repeat(3 * 1024 * 1024);
    let cases: Vec<(&str, Vec<u8>, (u16, &str))> = vec![
        ("empty", b"".to_vec(), (400, "malformed_json")),
        ("cut", b"{\"firstName\":".to_vec(), (400, "malformed_json")),
        ("list", b"[]".to_vec(), (400, "malformed_json")),
        ("text", b"\"x\"".to_vec(), (400, "malformed_json")),
        ("null", b"null".to_vec(), (400, "malformed_json")),
        ("two", b"{}{}".to_vec(), (400, "malformed_json")),
        ("deep list", deep.into_bytes(), (400, "malformed_json")),
        ("deep object", nested.into_bytes(), (400, "malformed_json")),
        ("invalid UTF-8", b"{\"firstName\":\"\xff\"}".to_vec(), (400, "malformed_json")),
        ("lone surrogate", br#"{"firstName":"\ud83d"}"#.to_vec(), (400, "malformed_json")),
        ("reversed surrogates", br#"{"firstName":"\udc00\ud83d"}"#.to_vec(), (400, "malformed_json")),
        ("raw line break", b"{\"firstName\":\"a\nb\"}".to_vec(), (400, "malformed_json")),
        ("out of range", br#"{"desiredConsultants":1e999}"#.to_vec(), (400, "malformed_json")),
        ("empty object", b"{}".to_vec(), (422, "invalid_fields")),
        ("NUL", br#"{"firstName":"a\u0000b"}"#.to_vec(), (422, "invalid_fields")),
        ("long", format!("{{\"message\":\"{long_escapes}\"}}").into_bytes(), (422, "invalid_fields")),
        ("too large", large.into_bytes(), (413, "too_large")),
        ("huge", huge.into_bytes(), (413, "too_large")),
    ];
    for (name, body, expected) in cases {
        let request = Request::post("/api/send-email").header("content-type", "application/json");
        let answer = call(&app.public, request.body(Body::from(body)).unwrap()).await;
        assert_eq!(answer.failure(), expected, "{name}");
    }
    assert_eq!(app.counts().await, [0; 4]);
}

#[tokio::test]
async fn hostile_texts_are_stored_as_they_are_or_refused() {
    let app = TestApp::start().await;
    for text in
        ["<script>alert(1)</script>", "\u{202e}\u{2066}reversed", "'; DROP TABLE inquiry; --", "{{7*7}}", "%s%n"]
    {
        let mut json = app.inquiry().await;
        for name in ["firstName", "lastName", "company", "message"] {
            json[name] = text.into();
        }
        let answer = app.post(&json).await;
        let sql = format!(
            "SELECT last_name FROM inquiry_content JOIN inquiry ON id = inquiry_id WHERE reference = '{}'",
            answer.reference()
        );
        assert_eq!(one::<String>(&app.admin, &sql).await, text);
    }
    for name in text_fields().keys().filter(|name| *name != "message") {
        for injected in ["\r\nBcc: victim@visitors.example", "\nx", "\rx", "\0x"] {
            let mut json = app.inquiry().await;
            json[name] = format!("{}{injected}", json[name].as_str().unwrap()).into();
            let answer = app.post(&json).await;
            assert_eq!(answer.failure(), (422, "invalid_fields"), "{name}");
            assert!(answer.json["fields"][name].is_string(), "{name}");
        }
    }
}

#[tokio::test]
async fn takes_json_from_its_own_site_alone() {
    let app = TestApp::start().await;
    for (name, value, expected) in [
        ("content-type", "text/plain", (415, "unsupported_media_type")),
        ("content-type", "application/jsonx", (415, "unsupported_media_type")),
        ("content-type", "multipart/form-data; boundary=x", (415, "unsupported_media_type")),
        ("origin", "https://evil.example", (403, "cross_origin")),
        ("origin", "null", (403, "cross_origin")),
        ("sec-fetch-site", "cross-site", (403, "cross_origin")),
        ("sec-fetch-site", "same-site", (403, "cross_origin")),
        ("idempotency-key", "1", (400, "invalid_idempotency_key")),
        ("idempotency-key", "00000000-0000-0000-0000-000000000000", (400, "invalid_idempotency_key")),
        ("idempotency-key", "7b0c2f4e8f0e4c5e9a511b5f6b7e0d11", (400, "invalid_idempotency_key")),
    ] {
        let mut request = post_request(&app.inquiry().await, None);
        request.headers_mut().insert(name, value.parse().unwrap());
        assert_eq!(call(&app.public, request).await.failure(), expected, "{name}: {value}");
    }
    for (name, value) in [
        ("content-type", "Application/JSON; charset=utf-8"),
        ("origin", "http://127.0.0.1:8080"),
        ("sec-fetch-site", "same-origin"),
    ] {
        let mut request = post_request(&app.inquiry().await, None);
        request.headers_mut().insert(name, value.parse().unwrap());
        assert_eq!(call(&app.public, request).await.status, StatusCode::CREATED, "{name}: {value}");
    }
}

/// The statuses of five requests with these headers, in which `N` differs.
async fn statuses_with(app: &TestApp, headers: &[(&'static str, &str)]) -> Vec<u16> {
    let mut statuses = Vec::new();
    for n in 0..5 {
        let mut request = post_request(&json!({}), None);
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.replace('N', &n.to_string()).parse().unwrap());
        }
        let answer = call(&app.public, request).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(answer.failure(), (429, "rate_limited"));
            assert!((1..=60).contains(&answer.header("retry-after").parse::<u64>().unwrap()));
        }
        statuses.push(answer.status.as_u16());
    }
    statuses
}

#[tokio::test]
async fn limits_requests_per_network_whatever_they_claim() {
    let mut config = config();
    config.rate_limit_per_minute = 3.try_into().unwrap();
    let forged = [("x-forwarded-for", "198.51.100.N"), ("forwarded", "for=203.0.113.N"), ("x-real-ip", "203.0.113.N")];
    for claimed in [&forged[..1], &forged] {
        let app = TestApp::start_with(config.clone(), None).await;
        assert_eq!(statuses_with(&app, claimed).await, [422, 422, 422, 429, 429]);
        let metrics = String::from_utf8(app.ops("/metrics").await.body).unwrap();
        assert!(metrics.contains("\napi_untrusted_forwarded_total "), "{metrics}");
        // Another network has a separate limit.
        let mut request = post_request(&json!({}), None);
        request.extensions_mut().insert(api::Peer("198.51.100.7:1".parse().unwrap()));
        assert_eq!(call(&app.public, request).await.status.as_u16(), 422);
    }
    // Behind a trusted proxy, the entry that it appended counts alone.
    config.trusted_proxies = ["192.0.2.1/32".parse().unwrap()].into_iter().collect();
    let app = TestApp::start_with(config, None).await;
    let appended = [("x-forwarded-for", "198.51.100.N, 203.0.113.7")];
    assert_eq!(statuses_with(&app, &appended).await, [422, 422, 422, 429, 429]);
    assert_eq!(statuses_with(&app, &forged[2..]).await, [422, 422, 422, 429, 429]);
    let apart = [("x-forwarded-for", "203.0.113.1N")];
    assert_eq!(statuses_with(&app, &apart).await, [422; 5]);
}

#[tokio::test]
async fn limits_challenges_too() {
    let mut config = config();
    config.rate_limit_per_minute = 1.try_into().unwrap();
    let app = TestApp::start_with(config, None).await;
    for _ in 0..3 {
        assert_eq!(app.get("/api/challenge").await.status, StatusCode::OK);
    }
    assert_eq!(app.get("/api/challenge").await.failure(), (429, "rate_limited"));
}

#[tokio::test]
async fn answers_in_json_under_api() {
    let app = TestApp::start().await;
    for path in ["/api", "/api/", "/api/nothing", "/api/send-email/x"] {
        assert_eq!(app.get(path).await.failure(), (404, "not_found"), "{path}");
    }
    let answer = app.get("/api/send-email").await;
    assert_eq!((answer.failure(), answer.header("allow")), ((405, "method_not_allowed"), "POST"));
    let request = Request::delete("/api/challenge").body(Body::empty()).unwrap();
    assert_eq!(call(&app.public, request).await.failure(), (405, "method_not_allowed"));
}
