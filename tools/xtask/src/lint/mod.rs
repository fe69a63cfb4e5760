//! `cargo xtask lint`: formats, lints, imports between crates and modules, generated, deployment and monitoring files, dependencies.
//! Every check runs, also after one has failed.

mod deployment;
mod dockerfile;
mod features;
mod modules;
mod monitoring;
mod paths;
#[cfg(test)]
mod prepare_tests;
mod supply;

use std::fs;

use anyhow::{Context, Result};

use devstack::{Reported, build, process, repo, signals, toolchain, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 13] = [
    ("format", format),
    ("dependency arrows", supply::arrows),
    ("circles of modules", modules::check),
    ("features of shared crates", features::check),
    ("machine paths", paths::check),
    ("deployment files", deployment::check),
    ("Dockerfile", dockerfile::check),
    ("monitoring files", monitoring::check),
    ("clippy", clippy),
    ("site", site),
    ("licences and sources of crates", supply::crates),
    ("advisories on crates", supply::crate_advisories),
    ("advisories on npm packages", supply::npm_advisories),
];

/// The check needs a service that cannot be reached; the checkout is not at fault.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unchecked(&'static str);

pub(crate) fn run(_: &Args) -> Result<()> {
    let (mut failed, mut unchecked) = (Vec::new(), Vec::new());
    for (name, check) in CHECKS {
        eprintln!("checking: {name}");
        match check() {
            Ok(()) => {}
            Err(error) if error.is::<Unchecked>() => {
                eprintln!("  not checked: {error}");
                unchecked.push(name);
            }
            Err(error) => {
                signals::check()?;
                eprintln!("error: {name}: {error:#}");
                failed.push(name);
            }
        }
    }
    if !unchecked.is_empty() {
        println!("lint: not checked: {}", unchecked.join(", "));
    }
    if failed.is_empty() {
        println!("lint: {} checks passed", CHECKS.len() - unchecked.len());
        return Ok(());
    }
    println!("lint: failed: {}", failed.join(", "));
    Err(Reported.into())
}

pub(crate) fn format() -> Result<()> {
    process::run(build::cargo().args(["fmt", "--all", "--", "--check"]))
}

pub(crate) fn clippy() -> Result<()> {
    process::run(build::cargo().args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
}

/// The site's own lint: format, types, dead code, and whether its generated files are stale.
pub(crate) fn site() -> Result<()> {
    toolchain::check_node()?;
    web::install_site()?;
    process::run(web::npm(&repo::root().join("web")).args(["run", "--silent", "lint"]))
}

/// A file of the checkout.
fn read(path: &str) -> Result<String> {
    fs::read_to_string(repo::root().join(path)).with_context(|| format!("cannot read {path}"))
}
