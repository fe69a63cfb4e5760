//! `cargo xtask mails`: every mail with every sample, as files to look at.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use devstack::{build, process, repo};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to write them
    #[arg(value_name = "FOLDER", default_value_os_t = repo::data().join("mails"))]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    for file in render(&args.out)? {
        println!("{}", repo::shown(&file));
    }
    Ok(())
}

/// Writes every mail with every sample to `folder` and returns the files in it.
pub(crate) fn render(folder: &Path) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let folder = std::path::absolute(folder)?;
    let programs = build::programs(build::cargo().args(["build", "-p", "worker", "--example", "mails"]))?;
    let mut command = Command::new(programs.path("mails")?);
    process::run(command.arg(&folder).stdout(Stdio::null()))?;
    let mut files = Vec::new();
    repo::files_below(&folder, &mut files)?;
    files.sort();
    if files.is_empty() {
        bail!("no mail was written to {}", folder.display());
    }
    Ok(files)
}
