//! The command line.

mod check;
mod compliance;
mod ledger;
mod outbox;
mod person;
mod report;
mod request;
mod retention;

use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use entity::{env::Env, process::logging};

use crate::{LOGGED_CRATES, run, settings};

/// Delivers the mails of Firnwall's inquiries and runs retention; also the operator's commands.
#[derive(Debug, Parser)]
#[command(name = "worker", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Deliver mails and run schedules until SIGTERM.
    Run,
    /// Check whether everything works, for a monitor: exit code 0 (ok), 1 (warning) or 2 (critical).
    Check(check::Arguments),
    /// List mails and retry failed ones.
    #[command(subcommand)]
    Outbox(outbox::Command),
    /// Show retention, purge, place and release legal holds, continue after a restore.
    #[command(subcommand)]
    Retention(retention::Command),
    /// Answer a data subject request: export a person's data, or erase it.
    #[command(subcommand)]
    Person(person::Command),
    /// Verify, export and show the ledger of purges, erasures, exports and legal holds.
    #[command(subcommand)]
    Ledger(ledger::Command),
    /// Show, write or mail a month's evidence.
    Report(report::Arguments),
}

/// Runs a command. Errors are texts for the operator.
pub async fn execute(arguments: Arguments) -> anyhow::Result<ExitCode> {
    let env = Env::load()?;
    let text = match arguments.command {
        Command::Run => {
            let settings = settings::WorkerSettings::from_env(&env)?;
            logging::start(&settings.log, &LOGGED_CRATES);
            run::run(settings).await?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Check(arguments) => return Ok(check::execute(&env, &arguments).await),
        Command::Outbox(command) => {
            let db = settings::database(&env)?.connect_lazily().await;
            let db = db.ok().context("DATABASE_URL: it cannot be used")?;
            outbox::execute(&db, command).await?
        }
        Command::Retention(command) => retention::execute(&env, command).await?,
        Command::Person(command) => person::execute(&env, command).await?,
        Command::Ledger(command) => ledger::execute(&env, command).await?,
        Command::Report(arguments) => report::execute(&env, arguments).await?,
    };
    print!("{text}");
    Ok(ExitCode::SUCCESS)
}
