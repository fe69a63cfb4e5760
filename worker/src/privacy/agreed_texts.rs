//! The archive of the texts that visitors agreed to. The web package adds each text before it is released.

use std::{collections::BTreeMap, sync::LazyLock};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Shorter prefixes of a digest are refused.
const SHORTEST_PREFIX: usize = 8;

#[derive(Deserialize)]
struct Archive {
    releases: BTreeMap<String, Release>,
    /// Lines by the SHA-256 of the lines joined by line feeds.
    texts: BTreeMap<String, Vec<String>>,
}

/// The digests of the texts that one release of the form shows.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all(deserialize = "camelCase"))]
pub struct Release {
    /// The day on which the release entered the archive.
    pub since: NaiveDate,
    pub privacy_policy: String,
    pub consent: String,
    pub gdpr_consent: String,
}

static ARCHIVE: LazyLock<Archive> = LazyLock::new(|| {
    let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../templates/agreed-texts.json"));
    serde_json::from_str(json).expect("templates/agreed-texts.json is compiled in, and a test reads it")
});

/// Every release by its version.
pub fn releases() -> &'static BTreeMap<String, Release> {
    &ARCHIVE.releases
}

/// The text with this SHA-256, of which the first eight digits suffice. Its bytes have exactly this digest.
pub fn agreed_text(digest: &str) -> Option<String> {
    let wanted = digest.to_ascii_lowercase();
    if wanted.len() < SHORTEST_PREFIX {
        return None;
    }
    let mut found = ARCHIVE.texts.iter().filter(|(digest, _)| digest.starts_with(&wanted));
    match (found.next(), found.next()) {
        (Some((_, lines)), None) => Some(lines.join("\n")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use entity::Digest;

    use super::*;

    #[test]
    fn every_text_of_every_release_is_archived_with_its_digest() {
        assert!(!releases().is_empty());
        for release in releases().values() {
            for digest in [&release.privacy_policy, &release.consent, &release.gdpr_consent] {
                let text = agreed_text(digest).unwrap();
                assert_eq!(&Digest::of(&text).to_string(), digest);
                assert_eq!(agreed_text(&digest[..8]), Some(text));
            }
        }
        assert_eq!((agreed_text(""), agreed_text(&"0".repeat(64))), (None, None));
    }
}
