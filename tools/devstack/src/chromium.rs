//! Finds or installs Chromium for the browser tests.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::{process, repo};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// With the lists of packages renewed if they name none.
const APT: &str =
    "install() { apt-get install -y --no-install-recommends chromium; }; install || apt-get update && install";

/// `CHROMIUM_PATH`, one on the PATH, one by the system's packages (as root on a Debian-like
/// system), or Playwright's own download.
pub fn find_or_install() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM_PATH").map(PathBuf::from) {
        ensure!(path.exists(), "CHROMIUM_PATH={}: there is no such file", path.display());
        return Ok(path);
    }
    if let Some(path) = on_path().or_else(playwright_build) {
        return Ok(path);
    }
    eprintln!("installing Chromium");
    if rustix::process::geteuid().is_root()
        && process::run(Command::new("sh").args(["-c", APT]).env("DEBIAN_FRONTEND", "noninteractive")).is_ok()
        && let Some(path) = on_path()
    {
        return Ok(path);
    }
    let download = process::run(
        Command::new("npx").args(["playwright", "install", "chromium"]).current_dir(repo::root().join("web")),
    );
    download.ok().and_then(|()| playwright_build()).context(
        "the browser tests need Chromium: install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH",
    )
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    NAMES
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
}

/// Playwright's build, if it has been downloaded.
fn playwright_build() -> Option<PathBuf> {
    let script = "process.stdout.write(require('@playwright/test').chromium.executablePath())";
    let output = Command::new("node").args(["-e", script]).current_dir(repo::root().join("web")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    path.is_file().then(|| path.to_owned())
}
