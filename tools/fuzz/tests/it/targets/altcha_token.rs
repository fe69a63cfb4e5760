//! The proof-of-work token: a changed one passes only if it counts as the same token.

use api::bot_check::{Altcha, BotCheck, Difficulty, TokenVerdict};
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, Utc};
use entity::Clock;
use futures::executor::block_on;

use super::fuzz;

const KEY: &str = "a key of this test, and of more than 32 bytes";
const NOW: &str = "2100-01-01T00:00:00Z";
/// A solved challenge, always the same, so that failures can be reproduced.
const SOLVED: &str = r#"{"challenge":{"parameters":{"algorithm":"PBKDF2/SHA-256","cost":1,"expiresAt":4102445099,"keyLength":32,"keyPrefix":"64db8e3bcebc92baccf16dc5df500ef4","keySignature":"e563cc584aa7c23c0cdccca0db51e315b4604d9ac51d3a3944150273e4afc74c","nonce":"4235c8cafb31d3f7e0b8aabcf7b97603","salt":"41046af8ff52c5eaeb2167753d8a8219"},"signature":"a56266adc54a981f9fc8d61a77b4db6ea2c4e6afeab39986fac43485f36bc022"},"solution":{"counter":3,"derivedKey":"64db8e3bcebc92baccf16dc5df500ef443c7ff5244e8ef5b8481161dfcedd46c","time":0.0}}"#;
const TOKENS: &[&str] = &[
    "null", "0", "1", "-1", "1e9", "\"", "{", "}", ",", "\"expiresAt\":99999999999,", "\"signature\":\"\",",
    "\"cost\":1,", "\"keySignature\":null,", "SHA-512", "=", "\n", "-", "_",
];

#[test]
fn altcha_token() {
    let difficulty = Difficulty { cost: 1, counters: 1..=3 };
    let (clock, now) = (Clock::system(), NOW.parse::<DateTime<Utc>>().unwrap());
    let check = Altcha::new(&KEY.to_owned().into(), difficulty, clock.clone());
    let verify = |token: &str| {
        clock.advance(now - clock.now());
        block_on(check.verify(token))
    };
    let token = STANDARD.encode(SOLVED);
    assert_eq!(verify(&token), TokenVerdict::Pass);
    let digest = check.digest(&token);
    let judge = |changed: &str| {
        let verdict = verify(changed);
        assert!(matches!(verdict, TokenVerdict::Pass | TokenVerdict::Refused));
        if verdict == TokenVerdict::Pass {
            let passed = check.digest(changed);
            assert_eq!(passed.as_bytes(), digest.as_bytes(), "a spent token passes anew");
        }
    };
    fuzz("altcha_token", &[SOLVED.as_bytes(), token.as_bytes()], TOKENS, |bytes| {
        judge(&STANDARD.encode(bytes));
        judge(&String::from_utf8_lossy(bytes));
    });
}
