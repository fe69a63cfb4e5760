use api::bot_check::{BotCheck, TokenVerdict};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE},
};
use chrono::TimeDelta;
use entity::Clock;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{KEY, TestApp, altcha, inquiry, solve};

fn token(check: &impl BotCheck) -> String {
    let challenge = serde_json::to_value(check.challenge().unwrap()).unwrap();
    solve(&challenge)
}

fn decoded(token: &str) -> Value {
    serde_json::from_slice(&STANDARD.decode(token).unwrap()).unwrap()
}

fn encoded(payload: &Value) -> String {
    STANDARD.encode(payload.to_string())
}

#[tokio::test]
async fn passes_a_solved_challenge_until_it_expires() {
    let clock = Clock::system();
    let check = altcha(&clock);
    let token = token(&check);
    assert!(token.len() < 2048);
    assert_eq!(check.verify(&token).await, TokenVerdict::Pass);
    clock.advance(TimeDelta::seconds(290));
    assert_eq!(check.verify(&token).await, TokenVerdict::Pass);
    clock.advance(TimeDelta::seconds(11));
    assert_eq!(check.verify(&token).await, TokenVerdict::Refused);
}

#[tokio::test]
async fn refuses_what_it_did_not_issue() {
    let clock = Clock::system();
    let check = altcha(&clock);
    let good = decoded(&token(&check));
    for (pointer, value) in [
        ("/challenge/parameters/expiresAt", json!(0)),
        ("/challenge/parameters/expiresAt", Value::Null),
        ("/challenge/parameters/expiresAt", json!(9_999_999_999_i64)),
        ("/challenge/parameters/cost", json!(2)),
        ("/challenge/parameters/algorithm", json!("SHA-256")),
        ("/challenge/parameters/keyLength", json!(16)),
        ("/challenge/parameters/keyPrefix", json!("00")),
        ("/challenge/parameters/keySignature", Value::Null),
        ("/challenge/parameters/nonce", json!("00000000000000000000000000000000")),
        ("/challenge/signature", Value::Null),
        ("/challenge/signature", json!("")),
        ("/solution/derivedKey", json!("00")),
        ("/solution/derivedKey", json!("")),
    ] {
        let mut payload = good.clone();
        *payload.pointer_mut(pointer).unwrap() = value.clone();
        assert_eq!(check.verify(&encoded(&payload)).await, TokenVerdict::Refused, "{pointer} {value}");
    }
    for token in ["", "x", "e30=", "bnVsbA==", &STANDARD.encode("[]")] {
        assert_eq!(check.verify(token).await, TokenVerdict::Refused, "{token}");
    }
}

/// Well signed, but not as we sign: no expiry, work that we did not ask for, or another key.
#[tokio::test]
async fn refuses_well_signed_challenges_of_another_making() {
    let clock = Clock::system();
    let check = altcha(&clock);
    let later = Some(clock.now().timestamp() + 60);
    for (cost, expires_at, key, verdict) in [
        (1, None, KEY, TokenVerdict::Refused),
        (1, Some(0), KEY, TokenVerdict::Refused),
        (2, later, KEY, TokenVerdict::Refused),
        (1, later, "another key of more than thirty-two bytes", TokenVerdict::Refused),
        // By our own rules it passes, so the refusals above are for the right reason.
        (1, later, KEY, TokenVerdict::Pass),
    ] {
        let options = altcha::CreateChallengeOptions {
            cost,
            expires_at,
            counter: Some(1),
            hmac_signature_secret: Some(derived(key, "altcha challenge")),
            hmac_key_signature_secret: Some(derived(key, "altcha solution")),
            ..Default::default()
        };
        let challenge = json!({ "challenge": altcha::create_challenge(options).unwrap() });
        assert_eq!(check.verify(&solve(&challenge)).await, verdict, "{cost} {expires_at:?} {key}");
    }
}

fn derived(key: &str, purpose: &str) -> String {
    use hmac::{Hmac, KeyInit, Mac};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(key.as_bytes()).unwrap();
    mac.update(purpose.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

/// A token that was spent stays spent however it is dressed.
#[tokio::test]
async fn a_redressed_token_is_the_same_token() {
    let app = TestApp::start().await;
    let token = app.token().await;
    let payload = decoded(&token);
    let first = app.post(&inquiry(&token)).await;
    first.reference();
    let mut counter = payload.clone();
    counter["solution"]["counter"] = 77.into();
    let mut time = payload.clone();
    time["solution"]["time"] = 1.5.into();
    let mut extra = payload.clone();
    extra["challenge"]["parameters"]["extra"] = "x".into();
    extra["note"] = "x".into();
    let mut upper = payload.clone();
    upper["solution"]["derivedKey"] = payload["solution"]["derivedKey"].as_str().unwrap().to_uppercase().into();
    let mut shouted = payload.clone();
    shouted["challenge"]["signature"] = payload["challenge"]["signature"].as_str().unwrap().to_uppercase().into();
    let dressed = [
        encoded(&counter),
        encoded(&time),
        encoded(&extra),
        encoded(&upper),
        encoded(&shouted),
        STANDARD.encode(serde_json::to_string_pretty(&payload).unwrap()),
        STANDARD.encode(format!(" {payload} ")),
        STANDARD_NO_PAD.encode(payload.to_string()),
        URL_SAFE.encode(payload.to_string()),
        format!(" {token}"),
    ];
    for token in dressed {
        let json = inquiry(&token);
        assert_eq!(app.post_with_key(&json, Some(Uuid::new_v4())).await.failure().0, 403, "{token}");
        // Without a key the token is the key: either the first inquiry again, or nothing.
        let answer = app.post_with_key(&json, None).await;
        assert!(answer.status.as_u16() != 201, "{token}");
    }
    assert_eq!(app.counts().await[0], 1);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3_000) })]
    /// Any one byte changed: refused, or still the same token.
    #[test]
    fn a_mutated_token_never_becomes_a_new_one(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let check = altcha(&Clock::system());
        let token = token(&check);
        let mut json = STANDARD.decode(&token).unwrap();
        let at = at.index(json.len());
        json[at] = byte;
        let mutated = STANDARD.encode(json);
        let verdict = futures::executor::block_on(check.verify(&mutated));
        prop_assert!(verdict == TokenVerdict::Refused || check.digest(&mutated) == check.digest(&token));
    }
}
