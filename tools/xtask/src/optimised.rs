//! `cargo xtask prove`, `day` and `bench`: crates that are compiled only when they are used.

use std::ffi::OsString;

use anyhow::Result;
use devstack::{Reported, build, process};

#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Passed on; `--help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

/// With the profile `release`, the load generator shares the machine with the product that it measures.
pub(crate) fn run(profile: &str, package: &str, arguments: &[OsString]) -> Result<()> {
    let mut command = build::cargo();
    command.args(["run", "--quiet", "--profile", profile, "--package", package, "--"]).args(arguments);
    if process::status(&mut command)?.success() { Ok(()) } else { Err(Reported.into()) }
}
