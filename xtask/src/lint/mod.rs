//! `cargo xtask lint`: formats, lints, arrows, generated and deployment files. Every check runs,
//! also after one has failed.

mod arrows;
mod deployment;
mod paths;

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{Reported, build, process, repo, signals, toolchain, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 8] = [
    ("format", format),
    ("dependency arrows", arrows::check),
    ("machine paths", paths::check),
    ("deployment files", deployment::check),
    ("clippy", clippy),
    ("OpenAPI", openapi),
    ("site", site),
    ("licences and advisories", deny),
];

pub(crate) fn run(_: &Args) -> Result<()> {
    let mut failed = Vec::new();
    for (name, check) in CHECKS {
        eprintln!("checking: {name}");
        if let Err(error) = check() {
            signals::check()?;
            eprintln!("error: {name}: {error:#}");
            failed.push(name);
        }
    }
    if failed.is_empty() {
        println!("lint: {} checks passed", CHECKS.len());
        return Ok(());
    }
    println!("lint: failed: {}", failed.join(", "));
    Err(Reported.into())
}

fn format() -> Result<()> {
    process::run(build::cargo().args(["fmt", "--all", "--", "--check"]))
}

fn clippy() -> Result<()> {
    process::run(build::cargo().args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
}

/// The api's own test compares the checked-in description with what the code says. Lint calls
/// it, so that a stale file is told here too.
fn openapi() -> Result<()> {
    let output = build::cargo()
        .args(["test", "--quiet", "-p", "api", "--test", "it", "openapi"])
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        bail!("{}", text.trim());
    }
    if text.contains(" 0 passed;") {
        bail!("no test called openapi ran");
    }
    Ok(())
}

/// The site's own lint: format, types, dead code, and whether its generated files are stale.
fn site() -> Result<()> {
    toolchain::check_node()?;
    web::install_site()?;
    process::run(web::npm(&repo::root().join("web")).args(["run", "--silent", "lint"]))
}

/// cargo-deny, where it is installed. Advisories need the network, so they are left to
/// `cargo deny check advisories` where there is one.
fn deny() -> Result<()> {
    if process::output_of("cargo-deny", &["--version"]).is_none() {
        eprintln!("  not checked: cargo-deny is not installed (cargo install cargo-deny)");
        return Ok(());
    }
    let mut command = Command::new("cargo-deny");
    command.args(["--offline", "check", "bans", "licenses", "sources"]);
    process::run(command.current_dir(repo::root()))
}

/// A file of the checkout.
fn read(path: &str) -> Result<String> {
    fs::read_to_string(repo::root().join(path)).with_context(|| format!("cannot read {path}"))
}
