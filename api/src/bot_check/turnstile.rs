//! Cloudflare Turnstile: one call to siteverify, retried once with the same idempotency key.
//!
//! Redirects are not followed, because the secret would follow them. A token that was solved for another host or
//! action is refused. The visitor's address is not sent.

use std::time::Duration;

use entity::Digest;
use futures::future::BoxFuture;
use reqwest::{Client, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use url::Url;
use uuid::Uuid;

use super::{BotCheck, ChallengeOut, Inconclusive, TokenVerdict};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
pub(crate) const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(3);
const TOTAL_TIMEOUT: Duration = Duration::from_secs(5);
const ATTEMPTS: usize = 2;
const MAX_RESPONSE_BYTES: usize = 16 * 1024;
const ACTION: &str = "contact";

#[derive(derive_more::Debug)]
#[debug("turnstile for {hostname}")]
pub struct Turnstile {
    site_key: String,
    secret: SecretString,
    verify_url: Url,
    hostname: String,
    client: Client,
}

#[derive(Serialize)]
struct SiteverifyRequest<'a> {
    secret: &'a str,
    response: &'a str,
    idempotency_key: Uuid,
}

#[derive(Deserialize)]
struct SiteverifyResponse {
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

    async fn verify_with_retry(&self, token: &str) -> TokenVerdict {
        let mut verdict = TokenVerdict::Inconclusive(Inconclusive::Outage);
        for _ in 0..ATTEMPTS {
            verdict = match self.siteverify(token).await {
                Some(body) => self.verdict_of(&body),
                None => TokenVerdict::Inconclusive(Inconclusive::Outage),
            };
            if verdict != TokenVerdict::Inconclusive(Inconclusive::Outage) {
                break;
            }
        }
        verdict
    }

    /// One attempt: the body of the response, if there is one that can be read.
    async fn siteverify(&self, token: &str) -> Option<Vec<u8>> {
        let request = SiteverifyRequest {
            secret: self.secret.expose_secret(),
            response: token,
            // The same for the same token: otherwise siteverify refuses the retry because the token is spent.
            idempotency_key: self.digest(token).to_uuid(),
        };
        let mut response = self.client.post(self.verify_url.clone()).json(&request).send().await.ok()?;
        // A refused request is a 400 whose body has the codes.
        let is_readable = response.status().is_success() || response.status() == reqwest::StatusCode::BAD_REQUEST;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.ok()? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_RESPONSE_BYTES {
                return None;
            }
        }
        is_readable.then_some(body)
    }

    /// The verdict in the body of a response.
    #[must_use]
    pub fn verdict_of(&self, body: &[u8]) -> TokenVerdict {
        let Ok(response) = serde_json::from_slice::<SiteverifyResponse>(body) else {
            return TokenVerdict::Inconclusive(Inconclusive::Outage);
        };
        if response.success {
            let is_ours =
                response.hostname.as_deref() == Some(&self.hostname) && response.action.as_deref() == Some(ACTION);
            return if is_ours { TokenVerdict::Pass } else { TokenVerdict::Refused };
        }
        let has = |codes: &[&str]| response.error_codes.iter().any(|code| codes.contains(&code.as_str()));
        if has(&["missing-input-secret", "invalid-input-secret", "bad-request"]) {
            TokenVerdict::Inconclusive(Inconclusive::OurFault)
        } else if has(&["invalid-input-response", "missing-input-response", "timeout-or-duplicate"]) {
            TokenVerdict::Refused
        } else {
            TokenVerdict::Inconclusive(Inconclusive::Outage)
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

    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, TokenVerdict> {
        Box::pin(async move {
            if !is_plausible(token) {
                return TokenVerdict::Refused;
            }
            let verdict = timeout(TOTAL_TIMEOUT, self.verify_with_retry(token)).await;
            verdict.unwrap_or(TokenVerdict::Inconclusive(Inconclusive::Outage))
        })
    }
}

/// Whether siteverify may have issued it. It answers others with codes that would count as an outage or our fault, and
/// a robot's inquiry would be stored as unverified.
fn is_plausible(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}
