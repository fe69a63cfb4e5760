//! Release builds of the product's programs.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::{process, repo};

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
    executable: Option<PathBuf>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

/// Builds migration, api and worker as they are in production, so that people see their real speed.
pub fn release() -> Result<Programs> {
    release_with(&[])
}

/// The same, able to do without some of its defences (`api/src/failpoint.rs`).
pub fn release_with_failpoints() -> Result<Programs> {
    release_with(&["--features", "api/failpoints"])
}

fn release_with(features: &[&str]) -> Result<Programs> {
    eprintln!("building migration, api and worker (the first time takes minutes)");
    let mut command = cargo();
    command.args(["build", "--release", "-p", "migration", "-p", "api", "-p", "worker"]).args(features);
    programs(&mut command)
}

/// Runs a cargo command that builds, and asks it what it has built.
pub fn programs(command: &mut Command) -> Result<Programs> {
    command.arg("--message-format=json-render-diagnostics").stdout(Stdio::piped());
    let mut child = process::spawn(command)?;
    let mut pipe = child.stdout.take().context("cargo has no output")?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).map(|_| text)
    });
    let status = process::wait(&mut child)?;
    if !status.success() {
        bail!("`{}` failed ({status})", process::describe(command));
    }
    let text = reader.join().map_err(|_| anyhow::anyhow!("reading cargo's output failed"))??;
    Ok(Programs(executables(&text)))
}

/// The cargo that runs us, in this workspace.
pub fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(repo::root());
    command
}

fn executables(messages: &str) -> BTreeMap<String, PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok())
        .filter_map(|message| Some((message.target?.name, message.executable?)))
        .collect()
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
        let programs = Programs(executables(messages));
        assert_eq!(programs.path("api").unwrap(), Path::new("/t/release/api"));
        assert!(programs.path("entity").is_err());
    }
}
