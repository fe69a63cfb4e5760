//! The developer commands: `cargo xtask up`, `check`, `test` and the others that `--help` lists.

mod check;
mod db;
mod lint;
mod mails;
mod optimised;
mod program;
mod sbom;
mod screenshots;
mod send;
mod send_mail;
mod test;
mod tools;
mod up;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use devstack::command_line;

#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", about, version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run everything on this machine: database, site, api, worker, mail inbox
    Up(up::Args),
    /// Formats, lints and unit tests, in about two minutes
    Check,
    /// Run a throwaway Postgres for `cargo test`
    Db,
    /// Run every test, or the named parts
    Test(test::Args),
    /// Check formats, lints, imports between crates, generated files and dependencies
    Lint,
    /// List the components of the programs and the site as `CycloneDX` files
    Sbom,
    /// Send sample inquiries to a running product, as the form does
    Send(send::Args),
    /// Deliver a mail from a file to a running product, as a mail server does
    SendMail(send_mail::Args),
    /// Run a command of the worker on a running `up`, such as `cargo xtask worker check`
    Worker(program::Args),
    /// Run a command of the officers' program on a running `up`, such as `cargo xtask compliance retention status`
    Compliance(program::Args),
    /// Render every mail with every sample to files
    Mails(mails::Args),
    /// Play two days of three consultants with time moved forward; fails if a mail does not come
    Day,
    /// Renew the picture of the README from a running `up` and the mails of the last `day`
    Screenshots,
    /// Measure throughput, mail drain, latency and memory; write bench/latest/
    Bench(optimised::Args),
    /// Inject faults into the running product and compare what it acknowledged with what arrived
    Prove(optimised::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    command_line::run(|| run(cli.command))
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Up(args) => up::run(&args),
        Command::Check => check::run(),
        Command::Db => db::run(),
        Command::Screenshots => screenshots::run(),
        Command::Test(args) => test::run(&args),
        Command::Lint => lint::run(),
        Command::Sbom => sbom::run(),
        Command::Send(args) => send::run(&args),
        Command::SendMail(args) => send_mail::run(&args),
        Command::Worker(args) => program::run("worker", &args),
        Command::Compliance(args) => program::run("compliance", &args),
        Command::Mails(args) => mails::run(&args),
        Command::Day => optimised::run("dev", "prove", &["day".into()]),
        Command::Bench(args) => optimised::run("release", "bench", &args.arguments),
        Command::Prove(args) => optimised::run("release", "prove", &args.arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::documented::misunderstood;

    #[test]
    fn every_command_of_the_documents_is_understood() {
        assert_eq!(misunderstood("cargo xtask", 31, |words| Cli::try_parse_from(&words[1..])), Vec::<String>::new());
    }
}
