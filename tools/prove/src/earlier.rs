//! An earlier version of the product, built beside this one.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use devstack::build::{self, Profile, Programs};
use devstack::{process, repo};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Commit([u8; 20]);

impl fmt::Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for Commit {
    type Err = anyhow::Error;

    fn from_str(revision: &str) -> Result<Self> {
        let name = format!("{revision}^{{commit}}");
        let Some(hash) = git(&["rev-parse", "--quiet", "--verify", &name]) else {
            bail!("git knows no commit `{revision}`; a shallow clone has only the newest: git fetch --unshallow");
        };
        let mut bytes = [0; 20];
        hex::decode_to_slice(hash, &mut bytes).context("git names no SHA-1")?;
        Ok(Self(bytes))
    }
}

impl Commit {
    /// Builds migration, api and worker of this commit below `target`.
    pub(super) fn build(self, profile: Profile) -> Result<Programs> {
        let folder = repo::target().join("upgrade");
        let tree = folder.join(self.to_string());
        if !tree.join("Cargo.toml").exists() {
            extract(self, &tree)?;
        }
        eprintln!("building the version of {self} (the first time takes minutes)");
        let mut command = build::cargo_for_others();
        command.arg("build").args(build::PRODUCT).arg("--target-dir").arg(folder.join("target")).current_dir(&tree);
        if profile == Profile::Release {
            command.arg("--release");
        }
        build::programs(&mut command)
    }
}

fn git(args: &[&str]) -> Option<String> {
    let root = repo::root();
    let root = root.to_string_lossy();
    process::output_of("git", &[&["-C", &root], args].concat())
}

fn extract(commit: Commit, tree: &Path) -> Result<()> {
    std::fs::create_dir_all(tree)?;
    let archive = tree.with_extension("tar");
    let mut pack = Command::new("git");
    pack.current_dir(repo::root()).args(["archive", "--format=tar", "-o"]).arg(&archive).arg(commit.to_string());
    process::run(&mut pack)?;
    process::run(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(tree))?;
    std::fs::remove_file(&archive)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_that_git_does_not_know_is_an_error_with_a_remedy() {
        let error = "no-such-revision".parse::<Commit>().unwrap_err().to_string();
        assert!(error.contains("no-such-revision") && error.contains("--unshallow"), "{error}");
    }
}
