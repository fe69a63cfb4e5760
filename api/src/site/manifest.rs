//! `site.json`: written by the build for the api; not served.

use std::{collections::HashMap, fs, path::Path};

use axum::http::HeaderValue;
use entity::{Digest, Language, store_inquiries::ConsentEvidence};
use serde::Deserialize;
use url::Url;

use super::AgreedTexts;

/// Content security policies, computed by the build from its pages.
#[derive(Debug, Clone)]
pub(super) struct Policies {
    pub strict: HeaderValue,
    /// For the contact page while Turnstile guards the form.
    pub turnstile: HeaderValue,
}

#[derive(Debug)]
pub(super) struct Manifest {
    pub public_url: Option<Url>,
    pub redirects: HashMap<String, String>,
    /// The page with the form, in each language.
    pub contact_paths: Vec<String>,
    pub policies: Policies,
    pub agreed_texts: AgreedTexts,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Json {
    content_security_policy: String,
    content_security_policy_turnstile: String,
    /// Absent in sites built by an older release.
    public_url: Option<String>,
    redirects: HashMap<String, String>,
    contact_paths: Vec<String>,
    consent: CurrentTexts,
    /// Digests of the texts that each release of the form shows. Absent in sites built by an older release.
    #[serde(default)]
    released_texts: HashMap<String, ConsentEvidence>,
}

/// The exact texts that visitors agree to.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CurrentTexts {
    privacy_policy: String,
    consent: String,
    gdpr_consent: String,
}

pub(super) fn read(path: &Path) -> Result<Manifest, String> {
    let text = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let json: Json =
        serde_json::from_slice(&text).map_err(|error| format!("{} cannot be parsed: {error}", path.display()))?;
    let policy = |text: &str| {
        HeaderValue::from_str(text)
            .map_err(|_| format!("{} contains a policy that is not a header value", path.display()))
    };
    if let Some((from, _)) = json.redirects.iter().find(|(_, to)| !to.starts_with('/') || to.starts_with("//")) {
        return Err(format!("{} redirects {from} to another site", path.display()));
    }
    Ok(Manifest {
        public_url: json.public_url.and_then(|url| url.parse().ok()),
        redirects: json.redirects,
        contact_paths: json.contact_paths,
        policies: Policies {
            strict: policy(&json.content_security_policy)?,
            turnstile: policy(&json.content_security_policy_turnstile)?,
        },
        agreed_texts: AgreedTexts {
            current: ConsentEvidence {
                policy: Digest::of(json.consent.privacy_policy),
                consent: Digest::of(json.consent.consent),
                gdpr_consent: Digest::of(json.consent.gdpr_consent),
                language: Language::default(),
            },
            released: json.released_texts,
        },
    })
}
