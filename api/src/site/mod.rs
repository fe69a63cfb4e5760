//! The prerendered site, held in memory: it is small, and a path that was not loaded cannot be served.

mod files;
mod manifest;
mod serve;

use std::{collections::HashMap, path::Path};

use axum::body::Bytes;
use axum::http::HeaderValue;
use entity::{env::SettingError, store_inquiries::ConsentEvidence};

pub use manifest::Policies;
pub(crate) use serve::serve;

/// All that may be served outside `/api`.
#[derive(Debug)]
pub struct Site {
    files: HashMap<String, File>,
    not_found: File,
    redirects: HashMap<String, String>,
    pub policies: Policies,
    pub evidence: ConsentEvidence,
}

/// One file with its precompressed siblings.
#[derive(Debug)]
struct File {
    content_type: HeaderValue,
    cache_control: HeaderValue,
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
    pub fn load(root: &Path) -> Result<Self, SettingError> {
        let refuse = |problem: String| {
            SettingError::new("WEB_ROOT", problem, "Build the site first: cd web && npm ci && npm run build")
        };
        let manifest = manifest::read(&root.join("site.json")).map_err(&refuse)?;
        let mut files =
            files::load(root).map_err(|error| refuse(format!("cannot read {}: {error}", root.display())))?;
        let not_found =
            files.remove("/404.html").ok_or_else(|| refuse(format!("{} has no 404.html", root.display())))?;
        if !files.contains_key("/") {
            return Err(refuse(format!("{} has no index.html", root.display())));
        }
        Ok(Self {
            files,
            not_found,
            redirects: manifest.redirects,
            policies: manifest.policies,
            evidence: manifest.evidence,
        })
    }
}
