//! `site.json`: written by the build for the api; not served.

use std::{collections::HashMap, fmt::Display, fs, path::Path, str::FromStr};

use axum::http::HeaderValue;
use entity::{Digest, Language, store_inquiries::ConsentEvidence};
use serde::{Deserialize, Deserializer, de::Error};
use url::Url;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest {
    #[serde(deserialize_with = "parsed")]
    pub public_url: Url,
    /// Computed by the build from its pages.
    #[serde(deserialize_with = "parsed")]
    pub content_security_policy: HeaderValue,
    /// For the contact page while Turnstile guards the form.
    #[serde(deserialize_with = "parsed")]
    pub content_security_policy_turnstile: HeaderValue,
    pub redirects: HashMap<String, String>,
    /// The page with the form, in each language.
    pub contact_paths: Vec<String>,
    pub consent: CurrentTexts,
    /// Digests of the texts that each release of the form shows.
    pub released_texts: HashMap<String, ConsentEvidence>,
}

/// The exact texts that visitors agree to.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CurrentTexts {
    privacy_policy: String,
    consent: String,
    gdpr_consent: String,
}

impl CurrentTexts {
    pub(super) fn evidence(&self) -> ConsentEvidence {
        let Self { privacy_policy, consent, gdpr_consent } = self;
        let [policy, consent, gdpr_consent] = [privacy_policy, consent, gdpr_consent].map(Digest::of);
        ConsentEvidence { policy, consent, gdpr_consent, language: Language::default() }
    }
}

pub(super) fn read(path: &Path) -> Result<Manifest, String> {
    let text = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let manifest: Manifest =
        serde_json::from_slice(&text).map_err(|error| format!("{} cannot be parsed: {error}", path.display()))?;
    match manifest.redirects.iter().find(|(_, to)| !to.starts_with('/') || to.starts_with("//")) {
        Some((from, _)) => Err(format!("{} redirects {from} to another site", path.display())),
        None => Ok(manifest),
    }
}

fn parsed<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|error| D::Error::custom(format!("{text}: {error}")))
}
