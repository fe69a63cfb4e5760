//! Builds of the product's programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::{process, repo};

/// Interval of progress lines without a terminal.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(15);

/// The path of each program that cargo has built.
#[derive(Debug)]
pub struct Programs(BTreeMap<String, PathBuf>);

impl Programs {
    pub fn path(&self, name: &str) -> Result<&Path> {
        self.0.get(name).map(PathBuf::as_path).with_context(|| format!("cargo built no program called {name}"))
    }
}

#[derive(Deserialize)]
struct Message {
    package_id: Option<String>,
    executable: Option<PathBuf>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// `up` and the tests share the dev profile, so that nothing is compiled twice. `bench` and `prove` use release builds,
/// because they measure times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    Dev,
    Release,
}

/// The product's packages.
pub const PRODUCT: [&str; 8] = ["-p", "migration", "-p", "api", "-p", "worker", "-p", "compliance"];
/// Packages that a dev build names too: shared crates then have the same features as in every other build (tools/unify).
pub const WITH_TOOLS: [&str; 2] = ["-p", "xtask"];

/// Builds migration, api, worker and compliance.
pub fn product(profile: Profile) -> Result<Programs> {
    eprintln!("building migration, api, worker and compliance (the first time takes minutes)");
    let mut command = cargo();
    command.arg("build").args(PRODUCT);
    match profile {
        Profile::Dev => command.args(WITH_TOOLS),
        Profile::Release => command.arg("--release"),
    };
    programs(&mut command)
}

/// Runs a cargo command that builds, and returns the programs that it has built.
pub fn programs(command: &mut Command) -> Result<Programs> {
    command.arg("--message-format=json-render-diagnostics").stdout(Stdio::piped());
    let mut child = process::spawn(command)?;
    let pipe = child.stdout.take().context("cargo has no output")?;
    let reader = thread::spawn(move || read_messages(BufReader::new(pipe)));
    let status = process::wait(&mut child)?;
    if !status.success() {
        bail!("`{}` failed ({status})", process::describe(command));
    }
    reader.join().map_err(|_| anyhow::anyhow!("reading cargo's output failed"))
}

/// Prints progress lines where cargo draws no progress bar.
fn read_messages(lines: impl BufRead) -> Programs {
    let (mut executables, mut packages) = (BTreeMap::new(), BTreeSet::new());
    let mut printed = Instant::now();
    for line in lines.lines().map_while(Result::ok) {
        let Ok(message) = serde_json::from_str::<Message>(&line) else { continue };
        let Some(target) = message.target else { continue };
        packages.extend(message.package_id);
        if printed.elapsed() > PROGRESS_INTERVAL && !std::io::stderr().is_terminal() {
            eprintln!("  {} packages are built, the last one is {}", packages.len(), target.name);
            printed = Instant::now();
        }
        if let Some(path) = message.executable {
            executables.insert(target.name, path);
        }
    }
    Programs(executables)
}

/// The cargo that runs this program, in this workspace. Programs show the commit; not those that a plain `cargo build` makes.
///
/// Without the variables that `cargo run` sets for this program: ring's build script depends on them, so that ring and
/// all crates above it would be compiled again at each change between `cargo test` and `cargo xtask`.
pub fn cargo() -> Command {
    static COMMIT: LazyLock<Option<String>> = LazyLock::new(|| {
        let root = repo::root();
        process::output_of("git", &["-C", &root.to_string_lossy(), "describe", "--always", "--dirty", "--exclude", "*"])
    });
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(repo::root());
    command.envs(COMMIT.as_ref().map(|commit| ("FIRNWALL_COMMIT", commit)));
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_of_package(&name.to_string_lossy())) {
        command.env_remove(name);
    }
    command
}

/// For other sources than those of the checkout: without the compiler and the flags of `.ci/run`, for which their warnings
/// are errors.
pub fn cargo_for_others() -> Command {
    let mut command = cargo();
    for variable in ["RUSTC_WORKSPACE_WRAPPER", "RUSTFLAGS", "FIRNWALL_COMMIT"] {
        command.env_remove(variable);
    }
    command
}

fn is_of_package(variable: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|prefix| variable.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nested_cargo_does_not_see_the_package_of_this_program() {
        // cargo sets it for tests, too.
        assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
        let command = cargo();
        let removed: Vec<_> = command.get_envs().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect();
        assert!(removed.contains(&"CARGO_PKG_NAME".as_ref()) && removed.contains(&"CARGO_MANIFEST_DIR".as_ref()));
        assert!(!removed.contains(&"CARGO".as_ref()));
    }
}
