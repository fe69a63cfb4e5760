//! Builds of the product's programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::{process, repo};

/// How often a build without a terminal says how far it is.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(15);

/// Where cargo has put each program.
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

/// `up`, the tests and the quick proof share the dev profile, so that nothing is compiled twice. Measurements and the
/// full proof need the speed of production.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    Dev,
    Release,
}

/// Builds migration, api and worker.
pub fn product(profile: Profile) -> Result<Programs> {
    eprintln!("building migration, api and worker (the first time takes minutes)");
    let mut command = cargo();
    command.args(["build", "-p", "migration", "-p", "api", "-p", "worker"]);
    match profile {
        // With the tools, whose features are then the same as in every other build (tools/unify).
        Profile::Dev => command.args(["-p", "xtask", "-p", "mails"]),
        Profile::Release => command.arg("--release"),
    };
    programs(&mut command)
}

/// A release build that can do without some of its defences (`api/src/failpoint.rs`).
pub fn product_with_failpoints() -> Result<Programs> {
    let mut command = cargo();
    command.args(["build", "--release", "-p", "migration", "-p", "api", "-p", "worker"]);
    programs(command.args(["--features", "api/failpoints"]))
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

/// On a terminal cargo draws its own progress bar; elsewhere we print a line now and then.
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

/// The cargo that runs us, in this workspace.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(repo::root());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_programs_from_cargos_messages_and_nothing_else() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","target":{"name":"api"},"executable":"/t/release/api","fresh":true}"#,
            "\n",
            r#"{"reason":"compiler-artifact","target":{"name":"entity"},"executable":null}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
            "\nnot json\n",
        );
        let programs = read_messages(messages.as_bytes());
        assert_eq!(programs.path("api").unwrap(), Path::new("/t/release/api"));
        assert!(programs.path("entity").is_err());
    }
}
