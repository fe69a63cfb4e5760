//! `cargo xtask mails`: every mail with every sample, as files to look at.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use devstack::{build, process, repo};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to write them
    #[arg(value_name = "FOLDER", default_value_os_t = repo::data().join("mails"))]
    out: PathBuf,
}

pub(crate) fn run(Args { out: folder }: &Args) -> Result<()> {
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
    for file in files {
        println!("{}", repo::shown(&file));
    }
    Ok(())
}
