//! `cargo xtask bench`: measures the product, as ratios where the speed of the machine would dominate.

mod at_scale;
mod commits;
mod drain;
mod environment;
mod intake;
mod latency;
mod post;
mod site;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use devstack::{Reported, command_line, process, repo, run_folder, signals};
use environment::Environment;
use testkit::measurements::Measurements;

#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask bench", about, version)]
struct Args {
    /// Only these parts
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Rounds of each throughput measurement; the median counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of a round
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// `at-scale`: so many inquiries stored; a million takes 2 GB of disk
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(10_000..=99_999_999))]
    inquiries: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// POST throughput against what Postgres commits alone; the api's memory
    Post,
    /// Full outbox to a mail server without delay; the worker's memory
    Drain,
    /// Mail in by LMTP and IMAP; the worker's memory
    Intake,
    /// From the response of a POST to the mail at the mail server
    Latency,
    /// The purge of a tenth of many inquiries, under load
    AtScale,
    /// Lighthouse and the slowest input event
    Site,
}

impl Part {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

fn main() -> ExitCode {
    let args = Args::parse();
    command_line::run(|| run(&args))
}

fn run(args: &Args) -> Result<()> {
    let folder = run_folder::create("bench")?;
    let mut environment = Environment::prepare(&folder)?;
    let mut tables = Vec::new();
    for part in Part::value_variants() {
        if !args.parts.is_empty() && !args.parts.contains(part) {
            continue;
        }
        let mut table = Measurements::default();
        // An error in one part keeps the figures of the others.
        if let Err(error) = measure(*part, args, &mut environment, &mut table) {
            signals::check()?;
            eprintln!("error: {part:?}: {error:#}");
            table.check(&format!("{part:?}, all of it"), "an error", false, "an end without error");
            environment.stop_programs();
        }
        tables.push((*part, table));
    }
    let machine = machine(&environment.binaries.label);
    environment.clear()?;
    finish(&machine, &tables, &folder)
}

fn measure(part: Part, args: &Args, environment: &mut Environment, table: &mut Measurements) -> Result<()> {
    match part {
        Part::Post => post::measure(environment, args.rounds, args.seconds, table),
        Part::Drain => drain::measure(environment, table),
        Part::Intake => intake::measure(environment, table),
        Part::Latency => latency::measure(environment, table),
        Part::AtScale => at_scale::measure(environment, args.inquiries, table),
        Part::Site => site::measure(environment, table),
    }
}

fn machine(database: &str) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let commit = process::output_of("git", &["rev-parse", "--short", "HEAD"]).unwrap_or_default();
    let date = process::output_of("date", &["-u", "+%F"]).unwrap_or_default();
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let processor = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let processor = processor.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    let database = database.split(", from ").next().unwrap_or_default();
    format!("{commit}, {date}; {cores} cores ({processor}), {database}.")
}

/// A file for each part.
fn finish(machine: &str, tables: &[(Part, Measurements)], folder: &Path) -> Result<()> {
    fs::remove_dir_all(folder)?;
    for (part, table) in tables {
        let text = format!("{machine}\n\n{table}");
        println!("\n{}: {text}", part.name());
        fs::write(repo::root().join(format!("bench/latest/{}.txt", part.name())), text)?;
    }
    if tables.iter().all(|(_, table)| table.missed().is_empty()) { Ok(()) } else { Err(Reported.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::documented::misunderstood;

    #[test]
    fn every_command_of_the_documents_is_understood() {
        assert_eq!(
            misunderstood("cargo xtask bench", 2, |words| Args::try_parse_from(&words[2..])),
            Vec::<String>::new()
        );
    }
}
