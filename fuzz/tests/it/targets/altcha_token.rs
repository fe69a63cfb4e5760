//! The token of the proof of work: a changed one passes only if it still counts as the one it was made of.

use api::bot_check::{Altcha, BotCheck, ChallengeOut, Difficulty, Verdict};
use base64::{Engine, engine::general_purpose::STANDARD};
use entity::Clock;
use futures::executor::block_on;
use fuzz::{fuzz, spoilt};
use proptest::prelude::*;

const TOKENS: &[&str] = &[
    "null",
    "0",
    "1",
    "-1",
    "1e9",
    "\"",
    "{",
    "}",
    ",",
    "\"expiresAt\":99999999999,",
    "\"signature\":\"\",",
    "\"cost\":1,",
    "\"keySignature\":null,",
    "SHA-512",
    "=",
    "\n",
    "-",
    "_",
];

#[test]
fn altcha_token() {
    let difficulty = Difficulty { cost: 1, counters: 1..=3 };
    let check =
        Altcha::new(&"a key of this test, and of more than 32 bytes".to_owned().into(), difficulty, Clock::system());
    let token = solve(&check);
    assert_eq!(block_on(check.verify(&token)), Verdict::Pass);
    let digest = check.digest(&token);
    let judge = |changed: &str| {
        let verdict = block_on(check.verify(changed));
        prop_assert!(matches!(verdict, Verdict::Pass | Verdict::Refused));
        if verdict == Verdict::Pass {
            let passed = check.digest(changed);
            prop_assert_eq!(passed.as_bytes(), digest.as_bytes(), "a spent token passes anew");
        }
        Ok(())
    };
    let samples = vec![STANDARD.decode(&token).unwrap(), token.into_bytes()];
    fuzz("altcha_token", spoilt(samples, TOKENS), |bytes| {
        judge(&STANDARD.encode(&bytes))?;
        judge(&String::from_utf8_lossy(&bytes))
    });
}

/// As the browser's worker does.
fn solve(check: &Altcha) -> String {
    let Some(ChallengeOut::Altcha { challenge }) = check.challenge() else { panic!("no challenge") };
    let challenge: altcha::Challenge = serde_json::from_value(serde_json::to_value(&challenge).unwrap()).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap())
}
