//! Programs of system packages.

use std::path::PathBuf;

use anyhow::Result;

/// What a scenario needs and this machine does not have: the scenario is reported as not run.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Missing(pub(super) String);

/// Not an error of the product. `remedy` is the command that installs what is missing.
pub(super) fn require(is_there: bool, what: &str, remedy: &str) -> Result<(), Missing> {
    if is_there { Ok(()) } else { Err(Missing(format!("{what} is missing: {remedy}"))) }
}

/// On the PATH, or where the system keeps its services.
pub(super) fn find(name: &str, remedy: &str) -> Result<PathBuf, Missing> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(["/usr/sbin".into(), "/usr/bin".into()]);
    let program = folders.map(|folder| folder.join(name)).find(|program| program.is_file());
    require(program.is_some(), name, remedy)?;
    Ok(program.unwrap_or_default())
}
