//! The archive of the texts that visitors agreed to. The web package adds each text before it is released.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use chrono::NaiveDate;
use entity::{Digest, Language};
use serde::{Deserialize, Serialize};

/// Shorter prefixes of a digest are refused.
const SHORTEST_PREFIX: usize = 8;

#[derive(Deserialize)]
pub(crate) struct Archive {
    /// The version that the form sends. A date is ambiguous: two releases can share one, and an earlier text can return.
    current: HashMap<Language, String>,
    /// By version.
    pub(crate) releases: BTreeMap<String, Release>,
    /// Lines by the SHA-256 of the lines joined by line feeds.
    texts: BTreeMap<String, Vec<String>>,
}

/// The digests of the texts that one release of the form shows.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all(deserialize = "camelCase"))]
pub(crate) struct Release {
    /// The day on which the release entered the archive.
    pub(crate) since: NaiveDate,
    pub(crate) privacy_policy: String,
    pub(crate) consent: String,
    pub(crate) gdpr_consent: String,
    /// None of the first releases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) terms: Option<String>,
}

pub(crate) static ARCHIVE: LazyLock<Archive> = LazyLock::new(|| {
    let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/agreed-texts.json"));
    serde_json::from_str(json).expect("templates/agreed-texts.json is compiled in, and a test reads it")
});

pub fn current_policy_digest(language: Language) -> Digest {
    Digest::of(ARCHIVE.current_policy(language))
}

impl Archive {
    /// The text with this SHA-256, of which the first eight digits suffice. Its bytes have exactly this digest.
    pub(crate) fn text(&self, digest: &str) -> Option<String> {
        let wanted = digest.to_ascii_lowercase();
        if wanted.len() < SHORTEST_PREFIX {
            return None;
        }
        let mut found = self.texts.iter().filter(|(digest, _)| digest.starts_with(&wanted));
        match (found.next(), found.next()) {
            (Some((_, lines)), None) => Some(lines.join("\n")),
            _ => None,
        }
    }

    /// The privacy policy that the site shows, which an auto-reply names.
    pub(crate) fn current_policy(&self, language: Language) -> String {
        let release = &self.releases[&self.current[&language]];
        self.text(&release.privacy_policy).expect("the web package refuses an archive without it")
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::Iterable as _;

    use super::*;

    const TITLES: [&str; 4] = [
        "Privacy Policy",
        "Datenschutzerklärung",
        "Politique de protection des données",
        "Informativa sulla protezione dei dati",
    ];

    #[test]
    fn every_text_of_every_release_is_archived_with_its_digest() {
        let titles =
            Language::iter().map(|language| ARCHIVE.current_policy(language).lines().next().unwrap().to_owned());
        assert_eq!(titles.collect::<Vec<_>>(), TITLES);
        for release in ARCHIVE.releases.values() {
            for digest in
                [&release.privacy_policy, &release.consent, &release.gdpr_consent].into_iter().chain(&release.terms)
            {
                let text = ARCHIVE.text(digest).unwrap();
                assert_eq!(&Digest::of(&text).to_string(), digest);
                assert_eq!(ARCHIVE.text(&digest[..8]), Some(text));
            }
        }
        assert_eq!((ARCHIVE.text(""), ARCHIVE.text(&"0".repeat(64))), (None, None));
    }

    /// A visitor agrees to no terms; they are kept to show which ones stood beside a consent.
    #[test]
    fn the_terms_of_every_current_release_are_archived() {
        assert_eq!(ARCHIVE.current.len(), Language::iter().count());
        for version in ARCHIVE.current.values() {
            assert!(ARCHIVE.text(ARCHIVE.releases[version].terms.as_ref().unwrap()).is_some());
        }
    }

    /// Also when another release has the same day, and when the site returned to an earlier text.
    #[test]
    fn the_current_policy_is_the_one_that_the_site_shows() {
        let release = |since: &str, digest: &str| serde_json::json!({ "since": since, "privacyPolicy": digest, "consent": digest, "gdprConsent": digest });
        for current in ["00000001", "00000002", "00000003"] {
            let archive: Archive = serde_json::from_value(serde_json::json!({
                "current": { "en": current },
                "releases": {
                    "00000001": release("2026-11-23", "aaaaaaaa"),
                    "00000002": release("2026-11-23", "bbbbbbbb"),
                    "00000003": release("2026-11-24", "cccccccc"),
                },
                "texts": { "aaaaaaaa": ["00000001"], "bbbbbbbb": ["00000002"], "cccccccc": ["00000003"] },
            }))
            .unwrap();
            assert_eq!(archive.current_policy(Language::En), current);
        }
    }
}
