//! `cargo xtask lint`: what tools of others check: formats, lints, imports between crates, generated files, dependencies, and
//! where the machine has them, Compose's files and the alerts. Every check runs, also after one has failed.

mod supply;

use std::process::Command;
use std::thread;

use anyhow::{Result, bail};

use devstack::{Reported, build, process, repo, signals, toolchain, web};

type Check = (&'static str, fn() -> Result<()>);

const CHECKS: [Check; 9] = [
    ("format", format),
    ("dependency arrows", supply::arrows),
    ("machine paths", machine_paths),
    ("files of Compose", compose),
    ("tests of the alerts", alerts),
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

pub(crate) fn run() -> Result<()> {
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

/// No tracked file names a place below somebody's home; the same letters inside a web address are none.
fn machine_paths() -> Result<()> {
    let pattern = "(^|[^[:alnum:]_.}~/-])/(home|Users|root)/[[:alnum:]]";
    let mut grep = Command::new("git");
    grep.args(["grep", "--line-number", "-I", "--extended-regexp", pattern]).current_dir(repo::root());
    match process::status(&mut grep)?.code() {
        Some(1) => Ok(()),
        Some(0) => bail!("paths of one machine are above"),
        _ => bail!("`git grep` failed"),
    }
}

fn compose() -> Result<()> {
    if process::output_of("docker", &["compose", "version"]).is_none() {
        return Err(Unchecked("docker compose is missing").into());
    }
    let combinations = [
        &[][..],
        &["compose.tls.yaml"],
        &["compose.lmtp.yaml"],
        &["compose.tls.yaml", "compose.lmtp.yaml", "ops/test/compose.yaml"],
    ];
    for extra in combinations {
        let files = ["compose.yaml"].iter().chain(extra);
        let mut config = Command::new("docker");
        // A checkout need not have a `.env`.
        config.args(["compose", "--env-file", ".env.example"]).args(files.flat_map(|file| ["--file", *file]));
        process::run(config.args(["config", "--quiet"]).current_dir(repo::root()))?;
    }
    Ok(())
}

fn alerts() -> Result<()> {
    if process::output_of("promtool", &["--version"]).is_none() {
        return Err(Unchecked("promtool is missing (on Debian: apt-get install prometheus)").into());
    }
    let mut promtool = Command::new("promtool");
    process::run(promtool.args(["test", "rules", "ops/prometheus-alerts-test.yml"]).current_dir(repo::root()))
}
