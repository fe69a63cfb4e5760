//! Checks for Node, npm and a C++ compiler. Cargo itself checks the version of Rust.

use anyhow::{Context, Result, bail};
use semver::{Version, VersionReq};

use crate::{process, repo};

/// Fails if npm is missing, or Node is missing or not what the site's manifest wants.
pub fn check_node() -> Result<()> {
    let path = repo::root().join("web/package.json");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", repo::shown(&path)))?;
    let manifest: serde_json::Value = serde_json::from_str(&text)?;
    let wanted = manifest["engines"]["node"].as_str().context("web/package.json names no engines.node")?;
    let Some(found) = process::output_of("node", &["--version"]) else {
        bail!("Node.js is missing: install Node.js {wanted} (it brings npm)");
    };
    let version = Version::parse(found.trim_start_matches('v')).with_context(|| format!("node --version: {found}"))?;
    if !VersionReq::parse(wanted)?.matches(&version) {
        bail!("Node.js {version} does not do: install Node.js {wanted}");
    }
    if process::output_of("npm", &["--version"]).is_none() {
        bail!("npm is missing: install it (it usually comes with Node.js)");
    }
    Ok(())
}

/// Fails without the C++ compiler that libFuzzer's build calls.
pub fn check_cpp() -> Result<()> {
    let program = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    if process::output_of(&program, &["--version"]).is_none() {
        bail!("a C++ compiler (`{program}`) is missing: install g++ or clang, or name one in CXX");
    }
    Ok(())
}
