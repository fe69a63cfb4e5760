//! `cargo xtask bench`: what the product is measured by, in one table, as ratios where a machine's
//! own speed would blur the figure.

mod drain;
mod ground;
mod grown;
mod latency;
mod ledger;
mod load;
mod pages;
mod pgbench;
mod post;
mod sink;
mod site;
mod table;
pub(crate) mod token;

use std::fs;
use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;

use crate::{Reported, build, process, repo, signals};
use ground::Ground;
use table::Table;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only these parts
    #[arg(value_enum)]
    parts: Vec<Part>,
    /// Rounds of each throughput measurement; the median counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Seconds of a round
    #[arg(long, default_value_t = 5)]
    seconds: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// POST throughput against pgbench with the same SQL; the api's memory
    Post,
    /// Outbox to an SMTP sink without delay; the worker's memory
    Drain,
    /// From the answer of a POST to the mail at the sink
    Latency,
    /// Pages a second against nginx with the same files
    Pages,
    /// POST, drain and purge with 10 k, 100 k and 1 M inquiries held
    Grown,
    /// The check of a ledger of 100,000 entries
    Ledger,
    /// Lighthouse and the slowest input event
    Site,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if cfg!(debug_assertions) {
        return run_optimised();
    }
    let folder = repo::target().join(format!("xtask/bench-{}", std::process::id()));
    repo::make_passable(&folder)?;
    let mut ground = Ground::prepare(&folder)?;
    let mut table = Table::new(ground.database_label());
    for part in Part::value_variants() {
        if !args.parts.is_empty() && !args.parts.contains(part) {
            continue;
        }
        // A part that breaks down costs its own figures, not those of the others.
        if let Err(error) = measure(*part, args, &mut ground, &mut table) {
            signals::check()?;
            eprintln!("error: {part:?}: {error:#}");
            table.pass(&format!("{part:?}, all of it"), false, "an end without error");
            ground.stop_programs();
        }
    }
    ground.clear()?;
    finish(&table, &folder)
}

fn measure(part: Part, args: &Args, ground: &mut Ground, table: &mut Table) -> Result<()> {
    match part {
        Part::Post => post::measure(ground, args.rounds, args.seconds, table),
        Part::Drain => drain::measure(ground, table),
        Part::Latency => latency::measure(ground, table),
        Part::Pages => pages::measure(ground, args.rounds, args.seconds, table),
        Part::Grown => grown::measure(ground, table),
        Part::Ledger => ledger::measure(table),
        Part::Site => site::measure(ground, table),
    }
}

/// The load generator shares the machine with what it measures, so it must be quick itself.
pub(crate) fn run_optimised() -> Result<()> {
    let mut command = build::cargo();
    command.args(["run", "--quiet", "--release", "--package", "xtask", "--"]).args(std::env::args_os().skip(1));
    let status = process::status(&mut command)?;
    if status.success() { Ok(()) } else { Err(Reported.into()) }
}

fn finish(table: &Table, folder: &Path) -> Result<()> {
    fs::remove_dir_all(folder)?;
    let text = table.to_string();
    fs::create_dir_all(repo::root().join("bench"))?;
    fs::write(repo::root().join("bench/latest.md"), &text)?;
    println!("{text}");
    if table.all_met() { Ok(()) } else { Err(Reported.into()) }
}

/// The middle value (of an even number, the lower of the two).
fn median(values: &[f64]) -> f64 {
    percentile(values, 50)
}

/// The smallest value that at least `percent` of all values do not exceed; 0 of none.
pub(crate) fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let cases = [
            (percentile(&hundred, 50), 50.0),
            (percentile(&hundred, 99), 99.0),
            (percentile(&[7.0], 99), 7.0),
            (percentile(&[], 99), 0.0),
            (median(&[9.0, 1.0, 5.0]), 5.0),
        ];
        for (found, expected) in cases {
            assert!((found - expected).abs() < f64::EPSILON, "{found} is not {expected}");
        }
    }
}
