//! Other versions of the product, built beside this one: the working tree with a patch.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use devstack::build::{self, Profile, Programs};
use devstack::{process, repo};

/// The product is built with the same profile as this program.
pub(super) const PROFILE: Profile = if cfg!(debug_assertions) { Profile::Dev } else { Profile::Release };
/// A fault in the api, or the next version: its schema has a step, a function that it needs, and a changed function.
const PATCHES: &str = "tools/prove/patches";

pub(super) fn patched_api(patch: &str) -> Result<PathBuf> {
    Ok(build("fault-injection", &patched(patch)?, &["-p", "api"])?.path("api")?.to_owned())
}

pub(super) fn next() -> Result<Programs> {
    build("upgrade", &patched("next")?, &build::PRODUCT)
}

/// Git's tree of the checkout as it is, with a patch.
fn patched(patch: &str) -> Result<String> {
    let index = repo::target().join("xtask/patched.index");
    process::run(git(&index).args(["add", "--all"]))?;
    process::run(git(&index).args(["apply", "--cached"]).arg(format!("{PATCHES}/{patch}.patch")))?;
    let tree = git(&index).arg("write-tree").output().context("cannot start git")?;
    Ok(String::from_utf8(tree.stdout)?.trim().to_owned())
}

/// Builds a tree of git's below `target`. A file that is the same as in the last build keeps its time, so that cargo compiles
/// only what differs.
fn build(name: &str, tree: &str, packages: &[&str]) -> Result<Programs> {
    let folder = repo::target().join(name);
    let sources = folder.join("tree");
    fs::create_dir_all(&sources)?;
    let mut checkout = git(&folder.join("index"));
    process::run(checkout.env("GIT_WORK_TREE", &sources).args(["read-tree", "--reset", "-u", tree]))?;
    eprintln!("building another version of the product (the first time takes minutes)");
    let mut command = build::cargo_for_others();
    command.arg("build").args(packages).arg("--target-dir").arg(folder.join("target")).current_dir(&sources);
    command.args((PROFILE == Profile::Release).then_some("--release"));
    build::programs(&mut command)
}

/// Git with an index of its own.
fn git(index: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(repo::root()).env("GIT_INDEX_FILE", index);
    git
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_patch_applies_to_the_product() {
        let mut patches = Vec::new();
        repo::files_below(&repo::root().join(PATCHES), &mut patches).unwrap();
        assert_eq!(patches.len(), 4);
        let mut check = Command::new("git");
        process::run(check.current_dir(repo::root()).args(["apply", "--check"]).args(patches)).unwrap();
    }
}
