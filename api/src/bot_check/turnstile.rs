//! Cloudflare Turnstile: one call to siteverify, repeated once with the same idempotency key.
//!
//! Traps: no redirects (the secret would follow them), short timeouts, a bounded body, and a token
//! that was solved for another host or action is no pass. The visitor's address is not sent.

use std::time::Duration;

use entity::Digest;
use futures::future::BoxFuture;
use reqwest::{Client, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use url::Url;
use uuid::Uuid;

use super::{BotCheck, ChallengeOut, Inconclusive, Verdict};
use crate::failpoint;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(3);
const TOTAL_TIMEOUT: Duration = Duration::from_secs(5);
const ATTEMPTS: usize = 2;
const MAX_ANSWER_BYTES: usize = 16 * 1024;
const ACTION: &str = "contact";

pub struct Turnstile {
    site_key: String,
    secret: SecretString,
    verify_url: Url,
    hostname: String,
    client: Client,
}

impl std::fmt::Debug for Turnstile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "turnstile for {}", self.hostname)
    }
}

#[derive(Serialize)]
struct Question<'a> {
    secret: &'a str,
    response: &'a str,
    idempotency_key: Uuid,
}

#[derive(Deserialize)]
struct Answer {
    success: bool,
    #[serde(default, rename = "error-codes")]
    error_codes: Vec<String>,
    hostname: Option<String>,
    action: Option<String>,
}

impl Turnstile {
    pub fn new(site_key: &str, secret: SecretString, verify_url: Url, hostname: &str) -> reqwest::Result<Self> {
        let client = Client::builder()
            .redirect(Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ATTEMPT_TIMEOUT)
            .no_proxy()
            .build()?;
        Ok(Self { site_key: site_key.to_owned(), secret, verify_url, hostname: hostname.to_owned(), client })
    }

    async fn ask_twice(&self, token: &str) -> Verdict {
        let mut verdict = Verdict::Inconclusive(Inconclusive::Outage);
        for _ in 0..ATTEMPTS {
            verdict = match self.ask(token).await {
                Some(answer) => self.judge(&answer),
                None => Verdict::Inconclusive(Inconclusive::Outage),
            };
            if verdict != Verdict::Inconclusive(Inconclusive::Outage) {
                break;
            }
        }
        verdict
    }

    /// One attempt; nothing if it brought no answer.
    async fn ask(&self, token: &str) -> Option<Vec<u8>> {
        let question = Question {
            secret: self.secret.expose_secret(),
            response: token,
            // The same for the same token, so that a repeated question is answered and not refused as spent.
            idempotency_key: self.digest(token).to_uuid(),
        };
        let mut response = self.client.post(self.verify_url.clone()).json(&question).send().await.ok()?;
        // Refusals of our own request come as 400 with codes, so the status decides nothing alone.
        let is_answer = response.status().is_success() || response.status() == reqwest::StatusCode::BAD_REQUEST;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.ok()? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_ANSWER_BYTES {
                return None;
            }
        }
        is_answer.then_some(body)
    }

    /// What an answer's body says of a token.
    #[must_use]
    pub fn judge(&self, body: &[u8]) -> Verdict {
        let Ok(answer) = serde_json::from_slice::<Answer>(body) else {
            return Verdict::Inconclusive(Inconclusive::Outage);
        };
        if answer.success {
            let is_ours =
                answer.hostname.as_deref() == Some(&self.hostname) && answer.action.as_deref() == Some(ACTION);
            return if is_ours || failpoint::is_on("without-binding") { Verdict::Pass } else { Verdict::Refused };
        }
        let has = |codes: &[&str]| answer.error_codes.iter().any(|code| codes.contains(&code.as_str()));
        if has(&["missing-input-secret", "invalid-input-secret", "bad-request"]) {
            Verdict::Inconclusive(Inconclusive::OurFault)
        } else if has(&["invalid-input-response", "missing-input-response", "timeout-or-duplicate"]) {
            Verdict::Refused
        } else {
            Verdict::Inconclusive(Inconclusive::Outage)
        }
    }
}

impl BotCheck for Turnstile {
    fn challenge(&self) -> Option<ChallengeOut> {
        Some(ChallengeOut::Turnstile { site_key: self.site_key.clone() })
    }

    fn digest(&self, token: &str) -> Digest {
        Digest::of(format!("turnstile {}", token.trim()))
    }

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Verdict> {
        Box::pin(async move {
            let verdict = timeout(TOTAL_TIMEOUT, self.ask_twice(token)).await;
            match verdict.unwrap_or(Verdict::Inconclusive(Inconclusive::Outage)) {
                Verdict::Inconclusive(_) if failpoint::is_on("without-doubt") => Verdict::Pass,
                verdict => verdict,
            }
        })
    }
}
