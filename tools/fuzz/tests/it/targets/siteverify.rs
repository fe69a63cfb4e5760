//! The response of Turnstile's siteverify: a token passes only if it says so, for our host and action.

use api::bot_check::{TokenVerdict, Turnstile};
use serde_json::Value;

use super::fuzz;

const PASS: &str = r#"{"success":true,"error-codes":[],"challenge_ts":"2026-11-21T10:00:00Z","hostname":"firnwall.example","action":"contact","cdata":""}"#;
const REFUSAL: &str = r#"{"success":false,"error-codes":["timeout-or-duplicate"],"messages":[]}"#;
const TOKENS: &[&str] = &[
    "true", "false", "null", "1", "\"true\"", "\"success\":true,", "\"hostname\":", "\"firnwall.example\"",
    "\"action\":", "\"contact\"", "\"error-codes\":", "\"bad-request\"", ",", "[", "{", "}", "\\u0000", "\u{feff}",
];

#[test]
fn siteverify() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let nowhere = "http://127.0.0.1:1/".parse().unwrap();
    let check = Turnstile::new("key", "secret".to_owned().into(), nowhere, "firnwall.example").unwrap();
    assert_eq!(check.verdict_of(PASS.as_bytes()), TokenVerdict::Pass);
    assert_eq!(check.verdict_of(REFUSAL.as_bytes()), TokenVerdict::Refused);
    fuzz("siteverify", &[PASS.as_bytes(), REFUSAL.as_bytes()], TOKENS, |bytes| {
        if check.verdict_of(bytes) != TokenVerdict::Pass {
            return;
        }
        // Half a surrogate pair in an unused field is not refused by the product, but by this parser.
        let Ok(answer) = serde_json::from_slice::<Value>(bytes) else { return };
        assert_eq!(answer["success"], true);
        assert_eq!((&answer["hostname"], &answer["action"]), (&"firnwall.example".into(), &"contact".into()));
    });
}
