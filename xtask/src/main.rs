//! The commands for people: `cargo xtask up`, `test`, `lint`, `sbom`, `send`, `mails`, `bench`, `prove`.

mod bench;
mod build;
mod env_file;
mod http;
mod lint;
mod mails;
mod observer;
mod ports;
mod postgres;
mod process;
mod prove;
mod repo;
mod run_record;
mod sbom;
mod send;
mod service;
mod settings;
mod signals;
mod stack;
mod test;
mod toolchain;
mod tools;
mod up;
mod web;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::signals::Interrupted;

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
    Bench(bench::Args),
    /// Break the product on purpose and compare what it promised with what it kept
    Prove(prove::Args),
}

/// A failure that has been told already.
#[derive(Debug)]
struct Reported;

impl std::fmt::Display for Reported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("see above")
    }
}

impl std::error::Error for Reported {}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match signals::install().and_then(|()| run(cli.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => {
            eprintln!("stopped");
            ExitCode::from(130)
        }
        Err(error) if error.is::<Reported>() => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Up(args) => up::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Sbom(args) => sbom::run(&args),
        Command::Send(args) => send::run(&args),
        Command::Mails(args) => mails::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Prove(args) => prove::run(&args),
    }
}
