//! `cargo xtask worker` and `cargo xtask compliance`: a command of the program with the settings of the running product.

use std::process::Command;

use anyhow::{Result, ensure};

use devstack::build::{self, Profile};
use devstack::{env_file, repo};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The command, such as `check` or `person export someone@example.com`
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<String>,
}

/// Ends with the program's exit code.
pub(crate) fn run(name: &str, args: &Args) -> Result<()> {
    let settings = env_file::read(&repo::data().join("env"));
    ensure!(!settings.is_empty(), "there are no settings in .data/env: start `cargo xtask up`");
    let programs = build::product(Profile::Dev)?;
    let status = Command::new(programs.path(name)?).envs(settings).args(&args.command).status()?;
    std::process::exit(status.code().unwrap_or(1))
}
