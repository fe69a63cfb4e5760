//! Bot-check tokens for the load: made with the api's own key, because solving a challenge takes a
//! second of processor time each, and the load must not be slower than what it measures. The api checks
//! them as it checks any other.

use altcha::{Challenge, ChallengeParameters, HmacAlgorithm, Payload, Solution, sign_challenge};
use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use devstack::http;

/// Signs challenges of the kind that the running api issues.
#[derive(Debug)]
pub struct TokenMaker {
    model: ChallengeParameters,
    challenge_key: String,
    solution_key: String,
}

impl TokenMaker {
    /// Takes a fresh challenge of the api as the model: its algorithm, cost and expiry.
    pub fn new(site: &str, hmac_key: &str) -> Result<Self> {
        let url = format!("{site}/api/challenge");
        let mut response = http::agent(std::time::Duration::from_secs(5)).get(&url).call()?;
        let mut body: Value = response.body_mut().read_json().context("the challenge is not JSON")?;
        let challenge: Challenge =
            serde_json::from_value(body["challenge"].take()).context("the challenge is of no known kind")?;
        Ok(Self {
            model: challenge.parameters,
            challenge_key: derive(hmac_key, "altcha challenge"),
            solution_key: derive(hmac_key, "altcha solution"),
        })
    }

    pub fn make(&self) -> Result<String> {
        self.make_expiring(self.model.expires_at)
    }

    /// A token like any other, but for its expiry in seconds since 1970.
    pub fn make_expiring(&self, expires_at: Option<i64>) -> Result<String> {
        let key = rand::random::<[u8; 32]>();
        let mut parameters = ChallengeParameters {
            nonce: hex::encode(rand::random::<[u8; 16]>()),
            salt: hex::encode(rand::random::<[u8; 16]>()),
            key_prefix: hex::encode(&key[..16]),
            key_signature: None,
            expires_at,
            ..self.model.clone()
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
