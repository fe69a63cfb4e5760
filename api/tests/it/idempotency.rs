use axum::http::StatusCode;
use chrono::TimeDelta;
use futures::future::join_all;
use sea_orm::ConnectionTrait;
use serde_json::Value;
use uuid::Uuid;

use crate::support::{TestApp, call, inquiry, one, post_request};

#[tokio::test]
async fn a_hundred_same_requests_to_two_apis_at_once_are_one_inquiry() {
    for key in [Some(Uuid::new_v4()), None] {
        let app = TestApp::start().await;
        let (json, other) = (app.inquiry().await, app.another_process().await);
        let apis = [&app.public, &other].into_iter().cycle().take(100);
        let answers = join_all(apis.map(|api| call(api, post_request(&json, key)))).await;
        let reference = answers[0].reference().to_owned();
        assert!(answers.iter().all(|answer| answer.reference() == reference), "{answers:?}");
        let created = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
        assert_eq!(created, 1);
        assert_eq!(app.counts().await, [1, 1, 3, 3]);
    }
}

#[tokio::test]
async fn a_replay_changes_nothing_and_needs_no_good_token() {
    let app = TestApp::start().await;
    let (json, key) = (app.inquiry().await, Uuid::new_v4());
    let first = app.post_with_key(&json, Some(key)).await;
    let mut other = json.clone();
    other["message"] = "another text".into();
    app.clock.advance(TimeDelta::hours(1));
    let mut without = other.clone();
    without.as_object_mut().unwrap().remove("turnstileToken");
    let mut forged = other.clone();
    forged["turnstileToken"] = "forged".into();
    for replay in [&json, &other, &without, &forged] {
        let answer = app.post_with_key(replay, Some(key)).await;
        assert_eq!((answer.status, answer.reference()), (StatusCode::OK, first.reference()));
    }
    assert_eq!(app.counts().await, [1, 1, 3, 3]);
    assert_eq!(one::<String>(&app.admin, "SELECT message FROM inquiry_content").await, json["message"]);
}

#[tokio::test]
async fn the_token_is_the_key_when_there_is_no_header() {
    let app = TestApp::start().await;
    let json = app.inquiry().await;
    let first = app.post_with_key(&json, None).await;
    assert_eq!(first.status, StatusCode::CREATED);
    app.clock.advance(TimeDelta::hours(1));
    let again = app.post_with_key(&json, None).await;
    assert_eq!((again.status, again.reference()), (StatusCode::OK, first.reference()));
}

#[tokio::test]
async fn a_token_serves_one_inquiry() {
    let app = TestApp::start().await;
    let json = app.inquiry().await;
    assert_eq!(app.post(&json).await.status, StatusCode::CREATED);
    assert_eq!(app.post(&json).await.failure(), (403, "bot_check_refused"));
    assert_eq!(app.counts().await[0], 1);
}

#[tokio::test]
async fn a_missing_empty_or_overlong_token_is_refused() {
    let app = TestApp::start().await;
    for token in [Value::Null, "".into(), 7.into(), "x".repeat(2049).into(), "x".into()] {
        let mut json = inquiry("");
        json["turnstileToken"] = token;
        assert_eq!(app.post(&json).await.failure(), (403, "bot_check_refused"));
        assert_eq!(app.post_with_key(&json, None).await.failure(), (403, "bot_check_refused"));
    }
}

#[tokio::test]
async fn different_inquiries_at_once_have_references_of_their_own() {
    let app = TestApp::start().await;
    let mut bodies = Vec::new();
    for _ in 0..200 {
        bodies.push(app.inquiry().await);
    }
    let answers = join_all(bodies.iter().map(|json| app.post(json))).await;
    let references: std::collections::HashSet<_> = answers.iter().map(|answer| answer.reference().to_owned()).collect();
    assert_eq!(references.len(), 200);
    assert_eq!(app.counts().await, [200, 200, 600, 600]);
}

/// Row security hides the expired inquiry, and the purge frees its key within the hour.
#[tokio::test]
async fn the_key_of_an_expired_inquiry_is_refused_until_the_purge() {
    let app = TestApp::start().await;
    let key = Some(Uuid::new_v4());
    app.post_with_key(&app.inquiry().await, key).await.reference();
    let expire =
        "UPDATE inquiry SET received_at = now() - interval '3 years', last_contact_at = now() - interval '3 years'";
    app.admin.execute_unprepared(expire).await.unwrap();
    let answer = app.post_with_key(&app.inquiry().await, key).await;
    assert_eq!(answer.failure(), (503, "unavailable"));
    assert_eq!(answer.header("retry-after"), "60");
}
