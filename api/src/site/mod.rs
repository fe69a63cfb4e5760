//! The prerendered site in memory: it is small, and only what was loaded can be served.

mod agreed_texts;
mod files;
mod manifest;
mod security_txt;
mod serve;

use std::{collections::HashMap, path::Path};

use axum::body::Bytes;
use axum::http::HeaderValue;
use entity::{env::SettingError, settings::WEB_ROOT};
use url::Url;

pub(crate) use agreed_texts::AgreedTexts;
pub(crate) use serve::serve;

/// At the root, and in each language's folder.
const NOT_FOUND: &str = "/404.html";

/// What is served outside `/api`.
#[derive(Debug)]
pub struct Site {
    files: HashMap<String, File>,
    /// By the first segment of the path, for each language; the empty one is for all other paths.
    not_found: HashMap<String, File>,
    redirects: HashMap<String, String>,
    /// Of responses that are not files.
    pub default_policy: HeaderValue,
    pub(crate) agreed_texts: AgreedTexts,
    /// The address in its canonical links and its sitemap.
    pub built_for: Url,
}

/// One file with its precompressed siblings.
#[derive(Clone, Debug)]
struct File {
    content_type: HeaderValue,
    cache_control: HeaderValue,
    policy: HeaderValue,
    /// Of the content and the policy: some browsers keep the policy of the response that a 304 confirms.
    /// Hexadecimal, without quotes.
    tag: String,
    plain: Bytes,
    brotli: Option<Bytes>,
    gzip: Option<Bytes>,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Page,
    /// Hashed name: never changes.
    Asset,
    Other,
}

impl Site {
    /// Loads what `npm run build` has written.
    pub fn load(root: &Path, uses_turnstile: bool) -> Result<Self, SettingError> {
        let refuse = |problem: String| WEB_ROOT.refuse(problem);
        let manifest = manifest::read(&root.join("site.json")).map_err(&refuse)?;
        let has_form = |path: &str| manifest.contact_paths.iter().any(|contact| contact == path);
        let (strict, turnstile) = (&manifest.content_security_policy, &manifest.content_security_policy_turnstile);
        let policy_at = |path: &str| if uses_turnstile && has_form(path) { turnstile } else { strict };
        let mut files = files::load(root, &policy_at)
            .map_err(|error| refuse(format!("cannot read {}: {error}", root.display())))?;
        let pages = files.extract_if(|path, _| path.ends_with(NOT_FOUND));
        let not_found: HashMap<_, _> = pages.map(|(path, file)| (path.replace(NOT_FOUND, ""), file)).collect();
        if !not_found.contains_key("") {
            return Err(refuse(format!("{} has no 404.html", root.display())));
        }
        if !files.contains_key("/") {
            return Err(refuse(format!("{} has no index.html", root.display())));
        }
        Ok(Self {
            files,
            not_found,
            redirects: manifest.redirects,
            default_policy: manifest.content_security_policy,
            agreed_texts: AgreedTexts { current: manifest.consent.evidence(), released: manifest.released_texts },
            built_for: manifest.public_url,
        })
    }
}
