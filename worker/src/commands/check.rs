//! `worker check`: one line per finding, and an exit code for a monitor.

use std::process::ExitCode;

use clap::Args;
use entity::env::Env;

use crate::{
    level::Level,
    monitoring::{Finding, check},
    settings::WorkerSettings,
};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Also send a mail to the address in `COMPLIANCE_TO`.
    #[arg(long)]
    send: bool,
    /// Print a JSON array instead of lines.
    #[arg(long)]
    json: bool,
}

/// Prints the findings. Exits with 0 if everything is in order, 1 on a warning, 2 on a critical finding.
pub(super) async fn execute(env: &Env, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let findings = match WorkerSettings::from_env(env) {
        Ok(settings) => check(&settings, arguments.send).await,
        Err(error) => vec![Finding::critical("settings", error.to_string())],
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&findings)?);
    } else {
        for finding in &findings {
            println!("{finding}");
        }
    }
    let worst = findings.iter().map(|finding| finding.level).max().unwrap_or(Level::Ok);
    Ok(ExitCode::from(worst as u8))
}
