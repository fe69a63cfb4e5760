//! The command line.

mod check;
mod intake;
mod message;
mod outbox;
mod ticket;

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::{Shell, generate};
use entity::{
    database::{UnsafeServer, refuse_unsafe_server},
    env::Env,
    process::logging,
};
use mailer::db_error::{APP_URL, DatabaseError};
use sea_orm::DatabaseConnection;

use crate::{LOGGED_CRATES, run, settings};

/// Delivers the mails of Firnwall's inquiries and runs the schedules; also the operator's commands.
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
    /// List mails, retry failed ones, and give up those that nobody can get.
    #[command(subcommand)]
    Outbox(outbox::Command),
    /// Take mail in; list the mails that came and decide about those in quarantine.
    #[command(subcommand)]
    Intake(intake::Command),
    /// List tickets; assign, close or reopen one, mark it as spam, or release it.
    #[command(subcommand)]
    Ticket(ticket::Command),
    /// Print what a mail of ours says; take a file out of a mail that came.
    #[command(subcommand)]
    Message(message::Command),
    /// Print a script that completes these commands in a shell.
    Completions { shell: Shell },
}

/// Runs a command. Errors are texts for the operator.
pub async fn execute(arguments: Arguments) -> anyhow::Result<ExitCode> {
    if let Command::Completions { shell } = arguments.command {
        let mut script = Vec::new();
        generate(shell, &mut Arguments::command(), "worker", &mut script);
        print!("{}", String::from_utf8(script)?);
        return Ok(ExitCode::SUCCESS);
    }
    let env = Env::load()?;
    let printed = |text: String| {
        print!("{text}");
        ExitCode::SUCCESS
    };
    let done = match arguments.command {
        Command::Run => {
            let settings = settings::WorkerSettings::from_env(&env)?;
            logging::start(&settings.log, &LOGGED_CRATES);
            return run::run(settings).await.map(|()| ExitCode::SUCCESS);
        }
        Command::Check(arguments) => check::execute(&env, &arguments).await,
        Command::Intake(command) => intake::execute(&env, command).await,
        Command::Outbox(command) => outbox::execute(&env, &connect(&env).await?, command).await.map(printed),
        Command::Ticket(command) => ticket::execute(&env, &connect(&env).await?, command).await.map(printed),
        Command::Message(command) => message::execute(&env, connect(&env).await?, command).await.map(printed),
        Command::Completions { .. } => bail!("handled above: it needs no settings"),
    };
    done.map_err(|error| DatabaseError::explain(error, APP_URL))
}

/// Of a process whose command did not end. A mail server that runs `intake pipe` gives the mail back to its sender for almost
/// every code but 75, so there each failure has this one: a setting, an option, a panic.
pub fn failure_code(usual: u8) -> ExitCode {
    let is_pipe = std::env::args_os().skip(1).take(2).eq(["intake", "pipe"]);
    ExitCode::from(if is_pipe { intake::TEMPORARY } else { usual })
}

/// As `inquiry_app`.
async fn connect(env: &Env) -> anyhow::Result<DatabaseConnection> {
    let db = settings::database(env)?.connect_lazily().await.ok().context("DATABASE_URL: it cannot be used")?;
    match refuse_unsafe_server(&db).await {
        Err(error @ UnsafeServer::Privileged { .. }) => Err(error.into()),
        // The command itself reports any other problem.
        _ => Ok(db),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_only_reads_prints_json() {
        // They print one document, whose form somebody else defines, or show what a change would do and ask.
        let documents = ["worker intake show", "worker message show", "worker completions"];
        assert_eq!(testkit::documented::reading_without_json(&Arguments::command()), documents);
    }

    #[test]
    fn every_command_of_the_documents_is_understood() {
        let misunderstood = testkit::documented::misunderstood("worker", 50, |words| Arguments::try_parse_from(words));
        assert!(misunderstood.is_empty(), "{}", misunderstood.join("\n"));
    }
}
