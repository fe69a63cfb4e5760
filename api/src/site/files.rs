//! Reading the built site.

use std::{collections::HashMap, fs, io, path::Path};

use axum::{body::Bytes, http::HeaderValue};
use entity::Digest;

use super::{File, Kind};

pub(super) type PolicyAt<'a> = &'a dyn Fn(&str) -> &'a HeaderValue;

/// Files by the path at which they are served, without links, hidden files and `site.json`.
pub(super) fn load(root: &Path, policy_at: PolicyAt<'_>) -> io::Result<HashMap<String, File>> {
    let mut files = HashMap::new();
    walk(root, "", policy_at, &mut files)?;
    Ok(files)
}

fn walk(folder: &Path, prefix: &str, policy_at: PolicyAt<'_>, files: &mut HashMap<String, File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        if name.starts_with('.') && name != ".well-known" {
            continue;
        }
        if kind.is_dir() {
            walk(&path, &format!("{prefix}/{name}"), policy_at, files)?;
        } else if kind.is_file() && !is_unserved(prefix, &name) {
            let served_at = served_at(prefix, &name);
            let file = read(&path, prefix, &name, policy_at(&served_at))?;
            files.insert(served_at, file);
        }
    }
    Ok(())
}

pub(super) fn tag_of(plain: &[u8], policy: &HeaderValue) -> String {
    let mut tag = Digest::of([plain, policy.as_bytes()].concat()).to_string();
    tag.truncate(20);
    tag
}

fn is_unserved(prefix: &str, name: &str) -> bool {
    let is_sibling = matches!(extension(name), "br" | "gz");
    is_sibling || (prefix.is_empty() && name == "site.json")
}

/// `/services/index.html` is served at `/services`.
fn served_at(prefix: &str, name: &str) -> String {
    match (prefix, name) {
        ("", "index.html") => "/".to_owned(),
        (_, "index.html") => prefix.to_owned(),
        _ => format!("{prefix}/{name}"),
    }
}

fn read(path: &Path, prefix: &str, name: &str, policy: &HeaderValue) -> io::Result<File> {
    let plain = fs::read(path)?;
    let sibling = |suffix: &str| {
        let bytes = fs::read(format!("{}.{suffix}", path.display())).ok()?;
        // A sibling that is not smaller is not used.
        (bytes.len() < plain.len()).then(|| Bytes::from(bytes))
    };
    let (brotli, gzip) = (sibling("br"), sibling("gz"));
    let kind = match (prefix, extension(name)) {
        ("/assets", _) => Kind::Asset,
        (_, "html") => Kind::Page,
        _ => Kind::Other,
    };
    let cache_control = match kind {
        Kind::Asset => "public, max-age=31536000, immutable",
        Kind::Page => "no-cache",
        Kind::Other => "public, max-age=3600",
    };
    let tag = tag_of(&plain, policy);
    Ok(File {
        content_type: HeaderValue::from_static(content_type(extension(name))),
        cache_control: HeaderValue::from_static(cache_control),
        policy: policy.clone(),
        tag,
        plain: plain.into(),
        brotli,
        gzip,
        kind,
    })
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// By hand: `mime_guess` has no charset for text, and would bring 1,000 types to a site with fifteen.
fn content_type(extension: &str) -> &'static str {
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "pdf" => "application/pdf",
        _ => "application/octet-stream",
    }
}
