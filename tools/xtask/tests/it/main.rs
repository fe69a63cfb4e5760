//! What is deployed and watched, against the code and the promises: Compose's files, the Dockerfile, the settings, the
//! alerts and the dashboard.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod deployment;
mod dockerfile;
mod engine;
mod monitoring;
mod prepare;

use std::fs;

use devstack::repo;
use regex::Regex;

/// A file of the checkout.
fn read(path: &str) -> String {
    fs::read_to_string(repo::root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The Rust sources of the product.
fn sources() -> String {
    let mut files = Vec::new();
    for folder in ["api/src", "entity/src", "migration/src", "worker/src", "crates"] {
        repo::files_below(&repo::root().join(folder), &mut files).unwrap();
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// What the pattern's first group matches.
fn found<'a>(pattern: &str, text: &'a str) -> impl Iterator<Item = &'a str> {
    let found: Vec<_> = Regex::new(pattern).unwrap().captures_iter(text).collect();
    found.into_iter().map(|groups| groups.get(1).unwrap().as_str())
}
