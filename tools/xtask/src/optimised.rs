//! `cargo xtask prove` and `bench`: crates that are compiled only when they are used.

use std::ffi::OsString;

use anyhow::Result;
use devstack::{Reported, build, process};

#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Passed on; `--help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

/// Release builds: the load generator shares the machine with the product that it measures.
pub(crate) fn run(package: &str, args: &Args) -> Result<()> {
    let mut command = build::cargo();
    command.args(["run", "--quiet", "--release", "--package", package, "--"]).args(&args.arguments);
    if process::status(&mut command)?.success() { Ok(()) } else { Err(Reported.into()) }
}
