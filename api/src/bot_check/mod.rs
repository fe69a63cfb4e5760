//! The bot check: one interface, two providers.

mod altcha;
mod turnstile;

use std::fmt;

use entity::{Clock, Digest, env::SettingError};
use futures::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;

pub use altcha::{Altcha, Difficulty};
pub(crate) use turnstile::ATTEMPT_TIMEOUT;
pub use turnstile::Turnstile;

use crate::config::{BotCheckConfig, Config};

/// The longest token of either provider.
pub const MAX_TOKEN_LENGTH: usize = 2048;

/// A provider's verdict on a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenVerdict {
    Pass,
    /// Forged, expired, spent, or solved for another site.
    Refused,
    /// The provider failed; the inquiry is stored as unverified.
    Inconclusive(Inconclusive),
}

/// Why a check is inconclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inconclusive {
    /// Unreachable, slow, or a response that cannot be read.
    Outage,
    /// The provider refuses our configuration.
    OurFault,
}

impl TokenVerdict {
    /// The label in metrics.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Refused => "refused",
            Self::Inconclusive(Inconclusive::Outage) => "outage",
            Self::Inconclusive(Inconclusive::OurFault) => "our_fault",
        }
    }
}

/// A provider of the bot check.
pub trait BotCheck: fmt::Debug + Send + Sync {
    /// What the form needs to get a token.
    fn challenge(&self) -> Option<ChallengeOut>;

    /// Equivalent encodings share one digest, so a token is single-use.
    fn digest(&self, token: &str) -> Digest;

    /// Never called with a token longer than [`MAX_TOKEN_LENGTH`].
    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, TokenVerdict>;
}

/// What the form needs to get a token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "provider", rename_all = "lowercase")]
#[schema(as = Challenge)]
pub enum ChallengeOut {
    /// A proof of work, protocol version 2 of ALTCHA.
    Altcha {
        #[schema(value_type = AltchaChallenge)]
        challenge: Box<::altcha::Challenge>,
    },
    /// Cloudflare's widget.
    #[serde(rename_all = "camelCase")]
    Turnstile { site_key: String },
}

/// As the crate `altcha` writes and reads it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AltchaChallenge {
    pub parameters: AltchaParameters,
    pub signature: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AltchaParameters {
    #[schema(example = "PBKDF2/SHA-256")]
    pub algorithm: String,
    /// Iterations per derived key.
    pub cost: u32,
    /// Seconds since 1970.
    pub expires_at: i64,
    pub key_length: usize,
    pub key_prefix: String,
    pub key_signature: String,
    pub nonce: String,
    pub salt: String,
}

/// The provider that the settings name.
pub fn provider(config: &Config, clock: Clock) -> Result<Box<dyn BotCheck>, SettingError> {
    match &config.bot_check {
        BotCheckConfig::Altcha { hmac_key } => Ok(Box::new(Altcha::new(hmac_key, Difficulty::default(), clock))),
        BotCheckConfig::Turnstile { site_key, secret, verify_url } => {
            let hostname = config.public_url.host_str().unwrap_or_default();
            let turnstile = Turnstile::new(site_key, secret.clone(), verify_url.clone(), hostname);
            Ok(Box::new(turnstile.map_err(|_| {
                SettingError::new(
                    "BOT_CHECK",
                    "turnstile needs a TLS client, which cannot be set up on this machine",
                    "Install the system's certificate authorities (ca-certificates)",
                )
            })?))
        }
    }
}
