//! `site.json`: what the build tells this process and nobody else.

use std::{collections::HashMap, fs, path::Path};

use axum::http::HeaderValue;
use entity::{Digest, store_inquiries::ConsentEvidence};
use serde::Deserialize;

/// Content security policies, computed by the build from what its pages hold.
#[derive(Debug, Clone)]
pub struct Policies {
    pub strict: HeaderValue,
    /// For the contact page while Turnstile guards the form.
    pub turnstile: HeaderValue,
}

#[derive(Debug)]
pub(super) struct Manifest {
    pub redirects: HashMap<String, String>,
    pub policies: Policies,
    pub evidence: ConsentEvidence,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Json {
    content_security_policy: String,
    content_security_policy_turnstile: String,
    redirects: HashMap<String, String>,
    consent: AgreedTexts,
}

/// The exact texts that visitors agree to.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AgreedTexts {
    privacy_policy: String,
    consent: String,
    gdpr_consent: String,
}

pub(super) fn read(path: &Path) -> Result<Manifest, String> {
    let text = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let json: Json =
        serde_json::from_slice(&text).map_err(|error| format!("{} is not understood: {error}", path.display()))?;
    let policy = |text: &str| {
        HeaderValue::from_str(text).map_err(|_| format!("{} holds a policy that is no header", path.display()))
    };
    if let Some((from, _)) = json.redirects.iter().find(|(_, to)| !to.starts_with('/') || to.starts_with("//")) {
        return Err(format!("{} redirects {from} to another site", path.display()));
    }
    Ok(Manifest {
        redirects: json.redirects,
        policies: Policies {
            strict: policy(&json.content_security_policy)?,
            turnstile: policy(&json.content_security_policy_turnstile)?,
        },
        evidence: ConsentEvidence {
            policy: Digest::of(json.consent.privacy_policy),
            consent: Digest::of(json.consent.consent),
            gdpr_consent: Digest::of(json.consent.gdpr_consent),
        },
    })
}
