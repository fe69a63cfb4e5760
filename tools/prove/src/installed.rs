//! Programs of system packages.

use std::path::PathBuf;

use anyhow::{Context, Result};

/// On the PATH, or where the system keeps its services. `remedy` is the command that installs it.
pub(super) fn find(name: &str, remedy: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    let mut programs = folders.map(|folder| folder.join(name));
    programs.find(|program| program.is_file()).with_context(|| format!("{name} is missing: {remedy}"))
}
