//! `cargo xtask test`: every test there is. A failing part does not keep the next from running.

mod browser;
mod contract;
mod fuzz;
mod prove;
mod runner;
mod rust;

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::ValueEnum;

use devstack::postgres::Cluster;
use devstack::run_record::RunRecord;
use devstack::{Reported, own_stack, repo, signals, toolchain, web};
use runner::{Runner, Summary};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these parts
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// What rules, fuzz, contract and proof draw their choices from: another number, other choices
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    seed: u32,
    /// How long each fuzz target runs; a minute or more looks deeper
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    fuzz_seconds: u32,
    /// Passed to `cargo test`, for the part `rust` alone: `cargo xtask test rust -- -p worker leases`
    #[arg(last = true)]
    cargo: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// cargo test, with a throwaway Postgres
    Rust,
    /// The site's unit tests and its build
    Web,
    /// The form's field rules against the server's, on 100,000 payloads
    Rules,
    /// libFuzzer on everything that reads bytes from outside
    Fuzz,
    /// Schemathesis against the running api
    Contract,
    /// Playwright against the whole stack
    Browser,
    /// `cargo xtask prove --quick`
    Prove,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if !args.cargo.is_empty() && args.parts != [Part::Rust] {
        bail!(
            "arguments after `--` are for `cargo test`: name the part, as in `cargo xtask test rust -- -p worker leases`"
        );
    }
    let chosen = |part: Part| args.parts.is_empty() || args.parts.contains(&part);
    remove_old_runs();
    let folder = repo::target().join(format!("xtask/test-{}", std::process::id()));
    repo::make_passable(&folder)?;
    let mut summaries = Vec::new();
    for part in Part::value_variants().iter().copied().filter(|part| chosen(*part)) {
        summaries.push(match part {
            Part::Rust => summary("cargo test", rust::run(&folder.join("rust"), &args.cargo)),
            Part::Web => summary("vitest", web_tests()),
            Part::Rules => summary("rules", rust::rules(args.seed)),
            Part::Fuzz => summary("fuzz", fuzz::run(args.fuzz_seconds, args.seed)),
            Part::Contract => summary("schemathesis", contract::run(&folder.join("contract"), args.seed)),
            Part::Browser => summary("playwright", browser::run(&folder.join("browser"))),
            Part::Prove => summary("prove", prove::run(args.seed)),
        });
        signals::check()?;
    }
    let failed = summaries.iter().any(|summary| !summary.passed);
    if failed {
        println!("\nlogs of the services: {}/*/logs", repo::shown(&folder));
    } else {
        fs::remove_dir_all(&folder)?;
    }
    print(&summaries);
    if failed { Err(Reported.into()) } else { Ok(()) }
}

fn web_tests() -> Result<Summary> {
    toolchain::check_node()?;
    web::install_site()?;
    web::build(web::DEFAULT_PUBLIC_URL)?;
    let mut vitest = web::npm(&repo::root().join("web"));
    vitest.args(["run", "--silent", "test"]).env("SITE_DIR", "dist").env("PUBLIC_URL", web::DEFAULT_PUBLIC_URL);
    Runner::Vitest.run(&mut vitest)
}

/// A part that could not even run is a failed part; the reason is its summary.
fn summary(name: &'static str, outcome: Result<Summary>) -> Summary {
    match outcome {
        Ok(summary) => Summary { name, ..summary },
        Err(error) => {
            eprintln!("error: {name}: {error:#}");
            let lines = vec![format!("error: {error:#}")];
            Summary { name, lines, passed: false }
        }
    }
}

fn print(summaries: &[Summary]) {
    let failed: Vec<&str> = summaries.iter().filter(|s| !s.passed).map(|s| s.name).collect();
    if !failed.is_empty() {
        println!("\nfailed: {}", failed.join(", "));
    }
    for summary in summaries {
        println!("\n{}:\n{}", summary.name, summary.lines.join("\n"));
    }
}

/// Folders of finished runs; what a killed run has left running is stopped first.
fn remove_old_runs() {
    let Ok(entries) = fs::read_dir(repo::target().join("xtask")) else {
        return;
    };
    let is_run = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.strip_prefix("test-").is_some_and(|pid| pid.parse::<u32>().is_ok())
    };
    for folder in entries.flatten().map(|entry| entry.path()).filter(is_run) {
        let parts = ["rust", "contract", "browser"].map(|part| folder.join(part));
        let records: Vec<RunRecord> = parts.iter().filter_map(|part| RunRecord::read(part)).collect();
        if records.iter().any(|record| record.live_launcher().is_some()) {
            continue;
        }
        for record in &records {
            record.stop_leftovers();
        }
        for part in &parts {
            let _ = Cluster::remove(part, &own_stack::purpose(part));
        }
        let _ = fs::remove_dir_all(&folder);
    }
}
