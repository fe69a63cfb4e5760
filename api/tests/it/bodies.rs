//! Whatever bytes come as a body: an answer of the contract, never a fault of ours.

use axum::{body::Body, http::Request};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::support::{TestApp, TestResponse, call, inquiry};

/// What a database or a mail cannot take, among what it can.
fn odd_text() -> impl Strategy<Value = String> {
    let odd = prop::sample::select(vec!["\0", "\r\n", "\u{85}", "\u{2028}", "🛡", "a@b.ch", "x"]);
    prop::collection::vec(odd, 1..6).prop_map(|parts| parts.concat())
}

/// Any JSON, nested a little.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        odd_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// What trips parsers, put anywhere into a good body.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let odd: [&[u8]; 16] = [
        b"\0",
        b"\"",
        b"\\",
        b"\\u0000",
        b"\\ud800",
        b"\xff",
        b"\xef\xbb\xbf",
        b"{",
        b"}",
        b"[",
        b"1e999",
        b"-0",
        b"null",
        b",",
        b"\n",
        b"\\u202e",
    ];
    prop_oneof![prop::sample::select(odd.to_vec()).prop_map(<[u8]>::to_vec), any::<Vec<u8>>()]
}

/// A good body with a piece cut out and another put in.
fn mutated(good: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let place = any::<prop::sample::Index>();
    (place, 0..8_usize, piece()).prop_map(move |(at, cut, piece)| {
        let at = at.index(good.len());
        [&good[..at], &piece, &good[(at + cut).min(good.len())..]].concat()
    })
}

/// A good inquiry one of whose fields, the token among them, is any JSON.
fn one_field_replaced() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<String> = inquiry("").as_object().unwrap().keys().cloned().collect();
    (prop::sample::select(names), any_json()).prop_map(|(name, value)| {
        let mut json = inquiry("forged");
        json[name] = value;
        json.to_string().into_bytes()
    })
}

fn body(good: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        2 => any::<Vec<u8>>(),
        2 => any_json().prop_map(|json| json.to_string().into_bytes()),
        4 => one_field_replaced(),
        6 => mutated(good),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]
    #[test]
    fn reading_never_panics(body in body(inquiry("token").to_string().into_bytes())) {
        if let Ok(json) = api::inquiry::parse(&body) {
            let _ = (api::inquiry::check(&json), api::inquiry::token(&json));
        }
    }
}

fn is_of_the_contract(answer: &TestResponse) -> bool {
    let expected = match answer.status.as_u16() {
        201 => return answer.json["reference"].is_string(),
        400 => "malformed_json",
        403 => "bot_check_refused",
        422 => "invalid_fields",
        _ => return false,
    };
    answer.json["code"] == expected && answer.json["error"].is_string()
}

#[test]
fn any_body_gets_an_answer_of_the_contract() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.block_on(TestApp::start());
    let token = runtime.block_on(app.token());
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) };
    let seen = std::cell::RefCell::new(std::collections::BTreeSet::new());
    proptest!(config, |(body in body(inquiry(&token).to_string().into_bytes()))| {
        let request = Request::post("/api/send-email").header("content-type", "application/json");
        let answer = runtime.block_on(call(&app.public, request.body(Body::from(body)).unwrap()));
        prop_assert!(answer.status.as_u16() == 200 || is_of_the_contract(&answer), "{answer:?}");
        seen.borrow_mut().insert(answer.status.as_u16());
    });
    // Each kind has been met, so the bodies are neither all good nor all bad.
    let seen = seen.into_inner();
    assert!([400, 403, 422].iter().all(|status| seen.contains(status)), "{seen:?}");
    assert!(runtime.block_on(app.counts())[0] <= 1, "one token, one inquiry");
    let good = runtime.block_on(async { app.post(&json!(app.inquiry().await)).await });
    assert_eq!(good.status.as_u16(), 201);
}
