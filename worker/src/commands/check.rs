//! `worker check`: one line a finding, and an exit code for a monitor.

use std::process::ExitCode;

use clap::Args;
use entity::env::Env;

use crate::{
    check::{Level, check},
    settings::WorkerSettings,
};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Also send a mail to the address in `COMPLIANCE_TO`.
    #[arg(long)]
    send: bool,
}

/// Prints the findings. Exits with 0 if all is well, 1 on a warning, 2 if something must be done now.
pub(super) async fn execute(env: &Env, arguments: &Arguments) -> ExitCode {
    let settings = match WorkerSettings::from_env(env) {
        Ok(settings) => settings,
        Err(error) => {
            println!("CRITICAL settings: {error}");
            return ExitCode::from(Level::Critical as u8);
        }
    };
    let findings = check(&settings, arguments.send).await;
    for finding in &findings {
        println!("{finding}");
    }
    ExitCode::from(findings.iter().map(|finding| finding.level as u8).max().unwrap_or_default())
}
