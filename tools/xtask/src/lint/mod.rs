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

use std::{fs, thread};

use anyhow::{Context, Result};

use devstack::{Reported, build, process, repo, signals, toolchain, web};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 12] = [
    ("format", format),
    ("dependency arrows", supply::arrows),
    ("circles of modules", modules::check),
    ("features of shared crates", features::check),
    ("machine paths", paths::check),
    ("deployment files", deployment::check),
    ("Dockerfile", dockerfile::check),
    ("monitoring files", monitoring::check),
    ("clippy", clippy),
    ("licences and sources of crates", supply::crates),
    ("advisories on crates", supply::crate_advisories),
    ("advisories on npm packages", supply::npm_advisories),
];
/// Beside [`CHECKS`]: npm installs and lints on one processor, and mostly waits.
const SITE: Check = ("site", site);

/// The check needs a service that cannot be reached; the checkout is not at fault.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unchecked(&'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Unchecked,
    Failed,
}

pub(crate) fn run(_: &Args) -> Result<()> {
    let outcomes = thread::scope(|scope| {
        let site = scope.spawn(|| run_check(SITE));
        let mut outcomes: Vec<_> = CHECKS.into_iter().map(run_check).collect();
        outcomes.push(site.join().expect("a check's panic is a bug"));
        outcomes
    });
    signals::check()?;
    let names = |wanted| -> Vec<&str> {
        outcomes.iter().filter(|(_, outcome)| *outcome == wanted).map(|(name, _)| *name).collect()
    };
    let (failed, unchecked) = (names(Outcome::Failed), names(Outcome::Unchecked));
    if !unchecked.is_empty() {
        println!("lint: not checked: {}", unchecked.join(", "));
    }
    if failed.is_empty() {
        println!("lint: {} checks passed", names(Outcome::Passed).len());
        return Ok(());
    }
    println!("lint: failed: {}", failed.join(", "));
    Err(Reported.into())
}

/// Runs it, unless a signal has asked for the end.
fn run_check((name, check): Check) -> (&'static str, Outcome) {
    if signals::check().is_err() {
        return (name, Outcome::Unchecked);
    }
    eprintln!("checking: {name}");
    match check() {
        Ok(()) => (name, Outcome::Passed),
        Err(error) if error.is::<Unchecked>() => {
            eprintln!("  {name}: not checked: {error}");
            (name, Outcome::Unchecked)
        }
        Err(error) => {
            // What a signal has stopped is at no fault.
            if signals::check().is_ok() {
                eprintln!("error: {name}: {error:#}");
            }
            (name, Outcome::Failed)
        }
    }
}

pub(crate) fn format() -> Result<()> {
    process::run(build::cargo().args(["fmt", "--all", "--", "--check"]))
}

/// Where Clippy already is the compiler (`.ci/run`), building lints, and no dependency is checked besides.
pub(crate) fn clippy() -> Result<()> {
    let mut command = build::cargo();
    if std::env::var("RUSTC_WORKSPACE_WRAPPER").is_ok_and(|wrapper| wrapper == "clippy-driver") {
        command.args(["build", "--workspace", "--all-targets", "--quiet"]);
    } else {
        command.args(["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]);
    }
    process::run(&mut command)
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
