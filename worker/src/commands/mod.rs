//! The command line.

mod check;
mod compliance;
mod erase;
mod intake;
mod ledger;
mod message;
mod outbox;
mod person;
mod report;
mod request;
mod retention;
mod texts;
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
use sea_orm::DatabaseConnection;

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
    /// List mails, retry failed ones, and give up those that nobody can get.
    #[command(subcommand)]
    Outbox(outbox::Command),
    /// Take mail in; list the mails that came and decide about those in quarantine.
    #[command(subcommand)]
    Intake(intake::Command),
    /// List tickets; assign, close or reopen one, mark it as spam, or release it.
    #[command(subcommand)]
    Ticket(ticket::Command),
    /// Take a file out of a mail that came.
    #[command(subcommand)]
    Message(message::Command),
    /// Show retention, purge, place and release legal holds, replay after a restore.
    #[command(subcommand)]
    Retention(retention::Command),
    /// Answer data subject requests: export a person's data, or erase it.
    #[command(subcommand)]
    Person(person::Command),
    /// Verify, export and show the ledger of purges, erasures, exports and legal holds.
    #[command(subcommand)]
    Ledger(ledger::Command),
    /// Show, write or mail a month's evidence.
    Report(report::Arguments),
    /// List and show the texts that visitors agreed to.
    #[command(subcommand)]
    Texts(texts::Command),
    /// Print a script that completes these commands in a shell.
    Completions { shell: Shell },
}

/// Runs a command. Errors are texts for the operator.
pub async fn execute(arguments: Arguments) -> anyhow::Result<ExitCode> {
    if let Command::Texts(command) = &arguments.command {
        print!("{}", texts::execute(command)?);
        return Ok(ExitCode::SUCCESS);
    }
    if let Command::Completions { shell } = arguments.command {
        generate(shell, &mut Arguments::command(), "worker", &mut std::io::stdout());
        return Ok(ExitCode::SUCCESS);
    }
    let env = Env::load()?;
    let text = match arguments.command {
        Command::Run => {
            let settings = settings::WorkerSettings::from_env(&env)?;
            logging::start(&settings.log, &LOGGED_CRATES);
            run::run(settings).await?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Check(arguments) => return check::execute(&env, &arguments).await,
        Command::Intake(command) => return intake::execute(&env, command).await,
        Command::Outbox(command) => outbox::execute(&env, &connect(&env).await?, command).await?,
        Command::Ticket(command) => ticket::execute(&env, &connect(&env).await?, command).await?,
        Command::Message(command) => message::execute(&connect(&env).await?, command).await?,
        Command::Retention(command) => retention::execute(&env, command).await?,
        Command::Person(command) => person::execute(&env, command).await?,
        Command::Ledger(command) => ledger::execute(&env, command).await?,
        Command::Report(arguments) => report::execute(&env, arguments).await?,
        Command::Completions { .. } | Command::Texts(_) => bail!("handled above: it needs no settings"),
    };
    print!("{text}");
    Ok(ExitCode::SUCCESS)
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

    /// What a command that only reads begins its help with.
    const READING: [&str; 6] = ["Check", "Find", "List", "Print", "Show", "Verify"];
    /// They print or write one document, whose form somebody else defines, or show what a change would do and ask.
    const DOCUMENTS: [&str; 4] =
        ["worker completions", "worker texts show", "worker intake show", "worker person erase"];

    fn walk(command: &clap::Command, path: &str, seen: &mut Vec<(String, bool, bool)>) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let reads = READING.iter().any(|verb| about.split([' ', ',']).next() == Some(verb));
        let has_json = command.get_arguments().any(|argument| argument.get_long() == Some("json"));
        let is_leaf = command.get_subcommands().next().is_none();
        if is_leaf {
            seen.push((path.to_owned(), reads, has_json));
        }
        for inner in command.get_subcommands() {
            walk(inner, &format!("{path} {}", inner.get_name()), seen);
        }
    }

    #[test]
    fn every_command_that_only_reads_prints_json() {
        let mut seen = Vec::new();
        walk(&Arguments::command(), "worker", &mut seen);
        let without: Vec<_> = seen
            .iter()
            .filter(|(path, reads, has_json)| *reads && !has_json && !DOCUMENTS.contains(&path.as_str()))
            .map(|(path, ..)| path)
            .collect();
        assert!(without.is_empty(), "give them --json: {without:?}");
        let reading = seen.iter().filter(|(_, reads, _)| *reads).count();
        assert!(reading > 10, "{reading} of {seen:?}: does every help begin with a verb?");
        for path in DOCUMENTS {
            assert!(seen.iter().any(|(known, ..)| known == path), "{path} is no command");
        }
    }

    #[test]
    fn every_command_of_the_documents_is_understood() {
        use clap::error::ErrorKind::{
            DisplayHelpOnMissingArgumentOrSubcommand as NoSubcommand, MissingRequiredArgument,
        };
        let commands = testkit::documented::commands("worker");
        let misunderstood: Vec<String> = commands
            .iter()
            .filter_map(|command| {
                // A sentence may name a command, or a group of them, without its arguments.
                let words = command.words.iter().take_while(|word| *word != "…");
                let error = Arguments::try_parse_from(words).err()?;
                let is_mention = [NoSubcommand, MissingRequiredArgument].contains(&error.kind()) && !command.is_block;
                (!is_mention).then(|| format!("{}: {:?}\n{error}", command.document, command.words))
            })
            .collect();
        assert!(misunderstood.is_empty(), "{}", misunderstood.join("\n"));
        assert!(commands.len() > 100, "only {} were found", commands.len());
    }
}
