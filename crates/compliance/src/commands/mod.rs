//! The command line: it parses, calls a room, and prints.

mod erase;
mod ledger;
mod person;
mod report;
mod request;
mod retention;
mod shared;
mod texts;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::{Shell, generate};
use entity::env::Env;
use mailer::db_error::{COMPLIANCE_URL, DatabaseError};

/// Runs retention and answers data subject requests, with an officer's login.
#[derive(Debug, Parser)]
#[command(name = "compliance", version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
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

/// Runs a command, and returns what it prints. Errors are texts for the officer.
pub async fn execute(arguments: Arguments) -> anyhow::Result<String> {
    let done = match arguments.command {
        Command::Retention(command) => retention::execute(&Env::load()?, command).await,
        Command::Person(command) => person::execute(&Env::load()?, command).await,
        Command::Ledger(command) => ledger::execute(&Env::load()?, command).await,
        Command::Report(arguments) => report::execute(&Env::load()?, arguments).await,
        Command::Texts(command) => texts::execute(&command),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            generate(shell, &mut Arguments::command(), "compliance", &mut script);
            String::from_utf8(script).map_err(Into::into)
        }
    };
    done.map_err(|error| DatabaseError::explain(error, COMPLIANCE_URL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_that_only_reads_prints_json() {
        // They print one document, whose form somebody else defines, or show what a change would do and ask.
        let documents = [
            "compliance person erase",
            "compliance person request letter",
            "compliance texts show",
            "compliance completions",
        ];
        assert_eq!(testkit::documented::reading_without_json(&Arguments::command()), documents);
    }

    #[test]
    fn every_command_of_the_documents_is_understood() {
        let misunderstood =
            testkit::documented::misunderstood("compliance", 50, |words| Arguments::try_parse_from(words));
        assert!(misunderstood.is_empty(), "{}", misunderstood.join("\n"));
    }
}
