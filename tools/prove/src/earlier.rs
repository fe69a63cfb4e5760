//! An earlier version of the product, built beside this one.

use std::fmt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use devstack::build::{self, Profile, Programs};
use devstack::{process, repo};

const STEPS: &str = "migration/src/steps";

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
    /// The one before the newest schema step came.
    pub(super) fn before_newest_step() -> Result<Self> {
        let mut steps = std::fs::read_dir(repo::root().join(STEPS))?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .collect::<Result<Vec<_>>>()?;
        // Each step has two files, `NAME.sql` and `NAME.down.sql`.
        steps.retain(|name| name.starts_with('m') && name.matches('.').count() == 1 && name != "mod.rs");
        let newest = steps.iter().max().context("there is no schema step")?;
        let path = format!("{STEPS}/{newest}");
        let added = ["log", "--first-parent", "-m", "--diff-filter=A", "-1", "--format=%H", "--", &path];
        let added = git(&added).unwrap_or_default();
        if added.is_empty() {
            bail!("git has no commit that adds {path}; name a version with --from REVISION");
        }
        format!("{added}^").parse()
    }

    /// Builds migration, api and worker of this commit below `target`.
    pub(super) fn build(self, profile: Profile) -> Result<Arc<Programs>> {
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
        Ok(Arc::new(build::programs(&mut command)?))
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
