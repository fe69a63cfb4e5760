//! Bot-check tokens made with the api's key. Solving a challenge takes a second of processor time, which would make the
//! load slower than the api. The api verifies these tokens as any other.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use altcha::{Challenge, ChallengeParameters, HmacAlgorithm, Payload, Solution, sign_challenge};
use anyhow::{Context, Result, anyhow};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::client::{Client, get};

/// Challenges are valid for five minutes.
const MODEL_LIFETIME: Duration = Duration::from_mins(1);
/// For an api that is being restarted.
const FETCH_TIMEOUT: Duration = Duration::from_secs(20);
const FETCH_PAUSE: Duration = Duration::from_millis(20);

/// Signs challenges with the parameters of a running api.
#[derive(Debug)]
pub struct TokenMaker {
    site: SocketAddr,
    challenge_key: String,
    solution_key: String,
    model: Mutex<Option<(Instant, ChallengeParameters)>>,
}

impl TokenMaker {
    pub fn new(site: SocketAddr, hmac_key: &str) -> Self {
        Self {
            site,
            challenge_key: derive(hmac_key, "altcha challenge"),
            solution_key: derive(hmac_key, "altcha solution"),
            model: Mutex::default(),
        }
    }

    /// Algorithm, cost and expiry of a challenge of the api, not older than a minute.
    fn model(&self) -> Result<ChallengeParameters> {
        let mut kept = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, model)) = &*kept
            && at.elapsed() < MODEL_LIFETIME
        {
            return Ok(model.clone());
        }
        let began = Instant::now();
        let fresh = loop {
            match self.fetch() {
                Err(_) if began.elapsed() < FETCH_TIMEOUT => thread::sleep(FETCH_PAUSE),
                result => break result?,
            }
        };
        *kept = Some((Instant::now(), fresh.clone()));
        Ok(fresh)
    }

    fn fetch(&self) -> Result<ChallengeParameters> {
        let reply = Client::new(self.site).send(&get("/api/challenge"));
        let reply = reply.map_err(|error| anyhow!("the api sends no challenge: {error:?}"))?;
        let challenge: Challenge =
            serde_json::from_value(reply.json()["challenge"].take()).context("the challenge is of no known kind")?;
        Ok(challenge.parameters)
    }

    pub fn make(&self) -> Result<String> {
        let model = self.model()?;
        let key = rand::random::<[u8; 32]>();
        let mut parameters = ChallengeParameters {
            nonce: hex::encode(rand::random::<[u8; 16]>()),
            salt: hex::encode(rand::random::<[u8; 16]>()),
            key_prefix: hex::encode(&key[..16]),
            key_signature: None,
            ..model
        };
        let challenge = sign_challenge(
            &HmacAlgorithm::Sha256,
            &mut parameters,
            Some(&key),
            &self.challenge_key,
            Some(&self.solution_key),
        )?;
        let solution = Solution { counter: 500, derived_key: hex::encode(key), time: None };
        Ok(STANDARD.encode(serde_json::to_vec(&Payload { challenge, solution })?))
    }
}

/// As the api derives its two keys from the one secret.
fn derive(secret: &str, purpose: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(purpose.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}
