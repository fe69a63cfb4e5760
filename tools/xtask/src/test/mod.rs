//! `cargo xtask test`: every test there is. A failing part does not keep the next from running. Parts that mostly wait
//! run beside parts that need the processor; the proof runs alone.

mod browser;
mod contract;
mod fuzz;
mod runner;
mod rust;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::ValueEnum;

use devstack::{Reported, build, repo, run_folder, signals, toolchain, web};
use runner::Summary;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these parts
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// What rules, fuzz, contract and proof draw their choices from: another number, other choices
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    seed: u32,
    /// Seconds for each fuzz target; from 60, dependencies are built with coverage as well
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
    let folder = run_folder::create("test")?;
    let run_in_order = |parts: &[Part]| -> Result<Vec<Summary>> {
        let chosen = parts.iter().copied().filter(|part| chosen(*part));
        chosen.map(|part| signals::check().map(|()| run_part(part, args, &folder))).collect()
    };
    let beside: Vec<_> = thread::scope(|scope| {
        let running = BESIDE.map(|parts| scope.spawn(move || run_in_order(parts)));
        running.into_iter().map(|parts| parts.join().expect("a part's panic is a bug")).collect()
    });
    signals::check()?;
    let mut summaries = beside.into_iter().collect::<Result<Vec<_>>>()?.concat();
    // Alone: its visitors must not wait for a processor that a browser has.
    summaries.extend(run_in_order(&[Part::Prove])?);
    let failed = summaries.iter().any(|summary| !summary.passed);
    if failed {
        println!("\nlogs of the services: {}/*/logs", repo::shown(&folder));
    } else {
        fs::remove_dir_all(&folder)?;
    }
    print(&summaries);
    if failed { Err(Reported.into()) } else { Ok(()) }
}

/// Run beside each other, each list in its order. The tests of database and worker mostly wait; so does what sends requests
/// to a running api. The last list ends with what uses the artifacts that cargo builds for `Rust`.
const BESIDE: [&[Part]; 3] = [&[Part::Rust], &[Part::Contract], &[Part::Web, Part::Fuzz, Part::Rules, Part::Browser]];

fn run_part(part: Part, args: &Args, folder: &Path) -> Summary {
    let began = Instant::now();
    let (name, outcome) = match part {
        Part::Rust => ("cargo test", rust::run(&folder.join("rust"), &args.cargo)),
        Part::Web => ("vitest", web_tests()),
        Part::Rules => ("rules", rust::rules(args.seed)),
        Part::Fuzz => ("fuzz", fuzz::run(args.fuzz_seconds, args.seed)),
        Part::Contract => ("schemathesis", contract::run(&folder.join("contract"), args.seed)),
        Part::Browser => ("playwright", browser::run(&folder.join("browser"))),
        Part::Prove => ("prove", prove(args.seed)),
    };
    summary(name, outcome, began.elapsed())
}

fn web_tests() -> Result<Summary> {
    toolchain::check_node()?;
    web::install_site()?;
    web::build(web::DEFAULT_PUBLIC_URL)?;
    let mut vitest = web::npm(&repo::root().join("web"));
    vitest.args(["run", "--silent", "test"]).env("SITE_DIR", "dist").env("PUBLIC_URL", web::DEFAULT_PUBLIC_URL);
    runner::run(&mut vitest)
}

/// The proof in its quick form.
fn prove(seed: u32) -> Result<Summary> {
    let mut command = build::cargo();
    command.args(["run", "--quiet", "--package", "prove", "--", "--quick", "--seed", &seed.to_string()]);
    runner::run(&mut command)
}

/// A part that could not even run is a failed part; the reason is its summary.
fn summary(name: &'static str, outcome: Result<Summary>, took: Duration) -> Summary {
    match outcome {
        Ok(summary) => Summary { name, took, ..summary },
        Err(error) => {
            eprintln!("error: {name}: {error:#}");
            let lines = vec![format!("error: {error:#}")];
            Summary { name, lines, passed: false, took }
        }
    }
}

fn print(summaries: &[Summary]) {
    let failed: Vec<&str> = summaries.iter().filter(|s| !s.passed).map(|s| s.name).collect();
    if !failed.is_empty() {
        println!("\nfailed: {}", failed.join(", "));
    }
    for summary in summaries {
        println!("\n{} ({} s):\n{}", summary.name, summary.took.as_secs(), summary.lines.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_runs_once() {
        let mut run = [BESIDE.concat(), vec![Part::Prove]].concat();
        for part in Part::value_variants() {
            let before = run.len();
            run.retain(|other| other != part);
            assert_eq!(before - run.len(), 1, "{part:?}");
        }
    }
}
