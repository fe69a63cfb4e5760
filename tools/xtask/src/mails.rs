//! `cargo xtask mails`: every mail with every sample, as files to look at.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use devstack::{build, process, repo};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to write them
    #[arg(value_name = "FOLDER", default_value_os_t = repo::data().join("mails"))]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    std::fs::create_dir_all(&args.out).with_context(|| format!("cannot create {}", args.out.display()))?;
    let out = std::path::absolute(&args.out)?;
    let mut command = build::cargo();
    command
        .args(["run", "--quiet", "-p", "worker", "--example", "render_mails", "--"])
        .arg(&out)
        // The list below is the answer; what the example prints on its way is not.
        .stdout(std::process::Stdio::null());
    process::run(&mut command)?;
    let mut files = Vec::new();
    repo::files_below(&out, &mut files)?;
    if files.is_empty() {
        bail!("no mail was written to {}", out.display());
    }
    files.sort();
    for file in files {
        println!("{}", repo::shown(&file));
    }
    Ok(())
}
