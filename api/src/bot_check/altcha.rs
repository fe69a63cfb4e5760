//! ALTCHA, protocol version 2: a proof of work that we issue and check ourselves, without state.
//!
//! Challenges are signed, so a client cannot change their parameters. The crate accepts a challenge without expiry and
//! does not prevent replay: `is_current` below checks the expiry, the unique `token_digest` in the database prevents
//! replay, and [`BotCheck::digest`] therefore depends on the signature alone.

use std::ops::RangeInclusive;

use altcha::{Challenge, CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution};
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::TimeDelta;
use entity::{Clock, Digest};
use futures::future::{BoxFuture, ready};
use hmac::{Hmac, KeyInit, Mac};
use rand::RngExt;
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

use super::{BotCheck, ChallengeOut, TokenVerdict};

const ALGORITHM: &str = "PBKDF2/SHA-256";
const KEY_LENGTH_BYTES: usize = 32;
const LIFETIME: TimeDelta = TimeDelta::minutes(5);

/// The work of a challenge: up to `counters` keys, each of `cost` iterations.
///
/// The default is set by measurement in a browser: at most 2 s for 19 of 20 visitors on one core,
/// at most 5 s on a machine four times slower.
#[derive(Debug, Clone)]
pub struct Difficulty {
    pub cost: u32,
    pub counters: RangeInclusive<u32>,
}

impl Default for Difficulty {
    fn default() -> Self {
        Self { cost: 5_000, counters: 300..=700 }
    }
}

#[derive(derive_more::Debug)]
#[debug("altcha {difficulty:?}")]
pub struct Altcha {
    challenge_key: SecretString,
    solution_key: SecretString,
    difficulty: Difficulty,
    clock: Clock,
}

impl Altcha {
    pub fn new(hmac_key: &SecretString, difficulty: Difficulty, clock: Clock) -> Self {
        // Two keys from one secret: a signature of one kind must not be valid as the other.
        let derive = |purpose: &str| -> SecretString {
            let mut mac = Hmac::<Sha256>::new_from_slice(hmac_key.expose_secret().as_bytes())
                .expect("HMAC takes a key of any length");
            mac.update(purpose.as_bytes());
            hex::encode(mac.finalize().into_bytes()).into()
        };
        let (challenge_key, solution_key) = (derive("altcha challenge"), derive("altcha solution"));
        Self { challenge_key, solution_key, difficulty, clock }
    }

    /// The solution is part of the signature, so that checking it costs one HMAC.
    fn create(&self) -> Option<Challenge> {
        create_challenge(CreateChallengeOptions {
            algorithm: ALGORITHM.to_owned(),
            cost: self.difficulty.cost,
            counter: Some(rand::rng().random_range(self.difficulty.counters.clone())),
            expires_at: Some((self.clock.now() + LIFETIME).timestamp()),
            hmac_signature_secret: Some(self.challenge_key.expose_secret().to_owned()),
            hmac_key_signature_secret: Some(self.solution_key.expose_secret().to_owned()),
            key_length: KEY_LENGTH_BYTES,
            ..CreateChallengeOptions::default()
        })
        .ok()
    }

    fn check(&self, token: &str) -> bool {
        let Some(payload) = decode(token) else { return false };
        let parameters = &payload.challenge.parameters;
        let is_ours = parameters.algorithm == ALGORITHM
            && parameters.cost == self.difficulty.cost
            && parameters.key_length == KEY_LENGTH_BYTES
            && parameters.key_signature.is_some();
        let now = self.clock.now();
        // Nor later than we issue: a clock that was wrong must not leave tokens that are valid for long.
        let is_current = parameters
            .expires_at
            .is_some_and(|at| at > now.timestamp() && at <= (now + LIFETIME + TimeDelta::minutes(1)).timestamp());
        is_ours
            && is_current
            && verify_solution(VerifySolutionOptions {
                hmac_key_signature_secret: Some(self.solution_key.expose_secret().to_owned()),
                ..VerifySolutionOptions::new(&payload.challenge, &payload.solution, self.challenge_key.expose_secret())
            })
            .is_ok_and(|result| result.verified)
    }
}

impl BotCheck for Altcha {
    fn challenge(&self) -> Option<ChallengeOut> {
        Some(ChallengeOut::Altcha { challenge: Box::new(self.create()?) })
    }

    /// Of the signature: a token can be encoded in many ways (base64, JSON, unknown members), but the signature of a
    /// challenge has only one.
    fn digest(&self, token: &str) -> Digest {
        match decode(token).and_then(|payload| payload.challenge.signature) {
            Some(signature) => Digest::of(format!("altcha {signature}")),
            None => Digest::of(token),
        }
    }

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, TokenVerdict> {
        Box::pin(ready(if self.check(token) { TokenVerdict::Pass } else { TokenVerdict::Refused }))
    }
}

fn decode(token: &str) -> Option<Payload> {
    serde_json::from_slice(&STANDARD.decode(token).ok()?).ok()
}
