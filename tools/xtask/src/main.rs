//! The commands for people: `cargo xtask up`, `test`, `lint`, `sbom`, `send`, `mails`, `bench`, `prove`.

mod lint;
mod mails;
mod optimised;
mod sbom;
mod send;
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
    /// Run every test there is: Rust, web, browser
    Test(test::Args),
    /// Check formats, lints, dependency arrows, generated and deployment files
    Lint(lint::Args),
    /// List what the programs and the site are made of, in the form of `CycloneDX`
    Sbom(sbom::Args),
    /// Send sample inquiries to a running product, as the form does
    Send(send::Args),
    /// Render every mail with every sample to files
    Mails(mails::Args),
    /// Measure throughput, mail drain, latency and memory; write bench/latest.md
    Bench(optimised::Args),
    /// Break the product on purpose and compare what it promised with what it kept
    Prove(optimised::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    command_line::run(|| run(cli.command))
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Up(args) => up::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Sbom(args) => sbom::run(&args),
        Command::Send(args) => send::run(&args),
        Command::Mails(args) => mails::run(&args),
        Command::Bench(args) => optimised::run("bench", &args),
        Command::Prove(args) => optimised::run("prove", &args),
    }
}
