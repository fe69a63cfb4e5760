//! Checks for Node, npm and a C++ compiler. Cargo itself checks the version of Rust.

use anyhow::{Context, Result, bail};

use crate::{process, repo};

/// Fails if Node or npm is missing or too old for the site's build.
pub fn check_node() -> Result<()> {
    let Some(found) = process::output_of("node", &["--version"]) else {
        bail!("Node.js is missing: install Node.js {} or newer (it brings npm)", needed()?);
    };
    let needed = needed()?;
    if version(&found) < version(&needed) {
        bail!("Node.js {} is too old: install Node.js {needed} or newer", found.trim_start_matches('v'));
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

/// The lowest version that the site's manifest allows, as in ">=20.19".
fn needed() -> Result<String> {
    let path = repo::root().join("web/package.json");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", repo::shown(&path)))?;
    let manifest: serde_json::Value = serde_json::from_str(&text)?;
    let engines = manifest["engines"]["node"].as_str().unwrap_or(">=20.19");
    let start = engines.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    let number = engines[start..].split(|c: char| !c.is_ascii_digit() && c != '.').next();
    Ok(number.unwrap_or_default().to_owned())
}

/// The numbers of a version such as "v20.20.2".
fn version(text: &str) -> Vec<u32> {
    text.trim_start_matches('v').split('.').map_while(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_versions_by_number() {
        assert!(version("v20.20.2") > version("20.19"));
        assert!(version("v9.11.2") < version("20.19"));
        assert!(version("v20.19.0") >= version("20.19"));
        assert!(version("v20.9.0") < version("20.19"));
    }
}
