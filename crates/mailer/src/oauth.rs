//! Access tokens for mail servers that take no password: the client credentials grant (RFC 6749, section 4.4), used as
//! XOAUTH2 for IMAP and SMTP.

use std::time::Duration;

use entity::{
    env::{Env, SettingError},
    settings::{OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, OAUTH_SCOPE, OAUTH_TOKEN_URL},
};
use reqwest::{Client, redirect::Policy};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use url::Url;

use crate::tls::is_loopback;

const LIMIT: Duration = Duration::from_secs(15);
/// An answer of Microsoft has 2 kB.
const MAX_ANSWER: usize = 64 * 1024;
/// A token is renewed so long before it expires, or after nine tenths of its life, whichever is later.
const EARLY: Duration = Duration::from_mins(5);
/// Without `expires_in` (RFC 6749, section 5.1).
const USUAL_LIFE: u64 = 3600;

/// Why there is no token. The names are stored in outbox rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, strum_macros::IntoStaticStr)]
#[strum(prefix = "oauth_", serialize_all = "snake_case")]
pub enum TokenError {
    #[error("OAUTH_TOKEN_URL: the token endpoint does not answer. Check the network and the URL")]
    Unreached,
    #[error(
        "OAUTH_CLIENT_SECRET: the token endpoint refuses the client. Check OAUTH_CLIENT_ID, and create a new client secret: \
         an old one expires"
    )]
    Client,
    #[error("OAUTH_SCOPE: the token endpoint refuses it. For Microsoft 365 leave it out, or set it to {}", OAUTH_SCOPE.default)]
    Scope,
    #[error(
        "OAUTH_CLIENT_ID: the token endpoint does not know the application, or allows it nothing. Check the application (client) \
         ID and the tenant ID in OAUTH_TOKEN_URL; an administrator must have granted consent"
    )]
    Permission,
    #[error("OAUTH_TOKEN_URL: the answer is not that of a token endpoint. {}", OAUTH_TOKEN_URL.remedy)]
    Unexpected,
}

impl TokenError {
    pub fn of_code(code: &str) -> Option<Self> {
        let all = [Self::Unreached, Self::Client, Self::Scope, Self::Permission, Self::Unexpected];
        all.into_iter().find(|error| <&str>::from(error) == code)
    }

    /// Waiting may help; a setting need not change.
    pub fn is_temporary(self) -> bool {
        self == Self::Unreached
    }

    fn of_answer(status: u16, error: &str) -> Self {
        match error {
            "invalid_client" => Self::Client,
            "invalid_scope" => Self::Scope,
            "unauthorized_client" | "access_denied" | "invalid_grant" => Self::Permission,
            "temporarily_unavailable" | "server_error" => Self::Unreached,
            _ if status == 401 => Self::Client,
            _ if status == 429 || status >= 500 => Self::Unreached,
            _ => Self::Unexpected,
        }
    }
}

struct Token {
    text: SecretString,
    renew_at: Instant,
}

/// Requests tokens, and keeps the last one until shortly before it expires.
#[derive(derive_more::Debug)]
#[debug("TokenSource")]
pub struct TokenSource {
    url: Url,
    client_id: String,
    client_secret: SecretString,
    scope: String,
    cached: Mutex<Option<Token>>,
}

#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    #[serde(default)]
    expires_in: Option<u64>,
}

#[derive(Default, Deserialize)]
struct ErrorResponse {
    #[serde(default)]
    error: String,
}

impl TokenSource {
    /// `None` without `OAUTH_TOKEN_URL`.
    pub fn from_env(env: &Env) -> Result<Option<Self>, SettingError> {
        let Some(url) = env.optional(&OAUTH_TOKEN_URL) else { return Ok(None) };
        let refused = |problem: &str| OAUTH_TOKEN_URL.refuse(problem);
        let url = Url::parse(url).map_err(|_| refused("not a URL"))?;
        if url.scheme() != "https" && !(url.scheme() == "http" && is_loopback(&url)) {
            return Err(refused("it would send the client secret in clear over the network"));
        }
        if url.path().contains("TENANT-ID") {
            return Err(refused("replace TENANT-ID by the directory (tenant) ID of the app registration"));
        }
        Ok(Some(Self {
            url,
            client_id: env.required(&OAUTH_CLIENT_ID)?.to_owned(),
            client_secret: env.required_secret(&OAUTH_CLIENT_SECRET)?,
            scope: env.required(&OAUTH_SCOPE)?.to_owned(),
            cached: Mutex::default(),
        }))
    }

    /// A token that is valid for a while. Callers that ask at the same time share one request.
    pub async fn token(&self) -> Result<SecretString, TokenError> {
        let mut cached = self.cached.lock().await;
        if let Some(token) = cached.as_ref().filter(|token| Instant::now() < token.renew_at) {
            return Ok(token.text.clone());
        }
        let asked_at = Instant::now();
        match timeout(LIMIT, self.request()).await.unwrap_or(Err(TokenError::Unreached)) {
            Ok(answer) => {
                let renew_at = asked_at + usable(answer.expires_in.unwrap_or(USUAL_LIFE));
                let text = SecretString::from(answer.access_token);
                *cached = Some(Token { text: text.clone(), renew_at });
                Ok(text)
            }
            Err(error) => {
                tracing::error!(problem = %error, "no access token");
                Err(error)
            }
        }
    }

    /// The mail server has refused the token: the next caller gets a new one.
    pub async fn forget(&self) {
        *self.cached.lock().await = None;
    }

    async fn request(&self) -> Result<TokenResponse, TokenError> {
        let client =
            Client::builder().redirect(Policy::none()).timeout(LIMIT).build().map_err(|_| TokenError::Unreached)?;
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", self.client_id.as_str()),
            ("client_secret", self.client_secret.expose_secret()),
            ("scope", self.scope.as_str()),
        ];
        let sent = client.post(self.url.clone()).form(&form).send().await;
        let mut answer = sent.map_err(|_| TokenError::Unreached)?;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|_| TokenError::Unreached)? {
            if body.len() + chunk.len() > MAX_ANSWER {
                return Err(TokenError::Unexpected);
            }
            body.extend_from_slice(&chunk);
        }
        if !answer.status().is_success() {
            let refusal: ErrorResponse = serde_json::from_slice(&body).unwrap_or_default();
            return Err(TokenError::of_answer(answer.status().as_u16(), &refusal.error));
        }
        let answer: TokenResponse = serde_json::from_slice(&body).map_err(|_| TokenError::Unexpected)?;
        // It becomes part of a line that a control character would end.
        let is_clean = !answer.access_token.bytes().any(|byte| byte < b' ');
        is_clean.then_some(answer).ok_or(TokenError::Unexpected)
    }
}

fn usable(expires_in: u64) -> Duration {
    let life = Duration::from_secs(expires_in.min(24 * USUAL_LIFE));
    life.saturating_sub(EARLY.min(life / 10))
}

/// The first message of XOAUTH2, before base64.
pub fn xoauth2(user: &str, token: &SecretString) -> String {
    format!("user={user}\x01auth=Bearer {}\x01\x01", token.expose_secret())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(name: &'static str, value: &'static str) -> Result<Option<TokenSource>, SettingError> {
        let mut pairs = [
            ("OAUTH_TOKEN_URL", "https://login.example/t/oauth2/v2.0/token"),
            ("OAUTH_CLIENT_ID", "app"),
            ("OAUTH_CLIENT_SECRET", "hush"),
        ];
        for pair in &mut pairs {
            if pair.0 == name {
                pair.1 = value;
            }
        }
        TokenSource::from_env(&Env::from_pairs(pairs))
    }

    #[test]
    fn names_the_setting_that_is_wrong_and_no_secret() {
        assert!(settings("OAUTH_TOKEN_URL", "").unwrap().is_none());
        assert_eq!(settings("", "").unwrap().unwrap().scope, OAUTH_SCOPE.default);
        for (name, value) in [
            ("OAUTH_TOKEN_URL", "login"),
            ("OAUTH_TOKEN_URL", "http://login.example/token"),
            ("OAUTH_TOKEN_URL", "https://login.microsoftonline.com/TENANT-ID/oauth2/v2.0/token"),
            ("OAUTH_CLIENT_ID", ""),
            ("OAUTH_CLIENT_SECRET", ""),
        ] {
            let error = settings(name, value).unwrap_err();
            assert_eq!(error.name, name, "{value}");
            assert!(!error.to_string().contains("hush"));
        }
    }

    #[test]
    fn a_token_is_renewed_before_it_expires() {
        assert_eq!(usable(3600), Duration::from_mins(55));
        assert_eq!(usable(100), Duration::from_secs(90));
        assert_eq!(usable(0), Duration::ZERO);
        assert_eq!(usable(u64::MAX), Duration::from_mins(24 * 60 - 5));
    }

    #[test]
    fn each_refusal_names_the_setting_to_change() {
        for (status, error, expected, name, named) in [
            (401, "invalid_client", TokenError::Client, "oauth_client", "OAUTH_CLIENT_SECRET"),
            (400, "invalid_scope", TokenError::Scope, "oauth_scope", "OAUTH_SCOPE"),
            (400, "unauthorized_client", TokenError::Permission, "oauth_permission", "OAUTH_CLIENT_ID"),
            (503, "", TokenError::Unreached, "oauth_unreached", "OAUTH_TOKEN_URL"),
            (404, "", TokenError::Unexpected, "oauth_unexpected", "OAUTH_TOKEN_URL"),
        ] {
            let of = TokenError::of_answer(status, error);
            assert_eq!(of, expected);
            assert!(of.to_string().starts_with(named), "{of}");
            assert_eq!((<&str>::from(of), TokenError::of_code(name)), (name, Some(of)));
        }
    }
}
