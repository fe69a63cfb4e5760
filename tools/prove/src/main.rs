//! `cargo xtask prove`: starts the whole product, breaks it on purpose, and compares what it promised
//! with what it kept. What each scenario proves, and what makes it fail, stands in `docs/proof.md`.

mod arena;
mod crowd;
mod idlers;
mod inquiry;
mod lanes;
mod pgbouncer;
mod plan;
mod referee;
mod report;
mod sabotage;
mod scenarios;
mod search;
mod sets;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;

use arena::Arena;
use devstack::postgres::Cluster;
use devstack::run_record::RunRecord;
use devstack::{Reported, command_line, process, repo, signals};
use plan::Plan;
use report::Report;
use sabotage::Sabotage;
use scenarios::{Scenario, silence};

#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask prove", about, version)]
struct Args {
    #[command(flatten)]
    size: Size,
    /// Only these scenarios
    #[arg(value_enum)]
    scenarios: Vec<Scenario>,
    /// Removes each scenario's defences, one at a time, and expects the scenario to fail
    #[arg(long = "fault-injection", alias = "sabotage")]
    sabotage: bool,
    /// Tells figures of speed without judging them: for a machine that has other work
    #[arg(long, conflicts_with = "sabotage")]
    shared: bool,
    /// Replays an earlier run's choices
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Size {
    /// Small counts, all scenarios together in under two minutes (the default)
    #[arg(long)]
    quick: bool,
    /// The counts of the promise, all scenarios together in under thirty minutes
    #[arg(long)]
    full: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    command_line::run(|| run(&args))
}

fn run(args: &Args) -> Result<()> {
    let plan = Plan {
        is_full: args.size.full,
        judges_speed: !args.shared,
        seed: args.seed.unwrap_or_else(|| rand::random_range(0..1_000_000)),
    };
    let chosen = if args.scenarios.is_empty() { Scenario::all(plan) } else { args.scenarios.clone() };
    remove_old_runs();
    let folder = repo::target().join(format!("xtask/prove-{}", std::process::id()));
    repo::make_passable(&folder)?;
    let programs = arena::build(args.sabotage)?;
    let began = Instant::now();
    if args.sabotage {
        eprintln!("taking defences away (seed {})", plan.seed);
        let mut arena = Arena::prepare(&folder.join("sabotage"), programs)?;
        let mut reports = Vec::new();
        for scenario in chosen {
            reports.extend(sabotage_scenario(&mut arena, scenario, plan)?);
        }
        arena.clear()?;
        return conclude_sabotage(&reports, &folder);
    }
    let reports = lanes::run(&folder, &programs, &chosen, plan)?;
    conclude(&reports, args, plan, began, &folder)
}

type Sabotaged = (Sabotage, Report);

fn run_scenario(arena: &mut Arena, scenario: Scenario, plan: Plan) -> Result<Report> {
    signals::check()?;
    let start = Instant::now();
    let mut report = scenario.run(arena, plan)?;
    if !report.is_skipped() {
        let mut found = arena.search(true)?;
        if scenario == Scenario::Silence {
            found.demand_traces();
        }
        found.report(&mut report);
    }
    // A missing defence shows in its own nine ways.
    if scenario == Scenario::Silence && plan.is_full && arena.sabotage.is_none() {
        silence::over_all_others(arena, plan, &mut report)?;
    }
    report.finish(start.elapsed());
    eprintln!("{report}");
    Ok(report)
}

fn sabotage_scenario(arena: &mut Arena, scenario: Scenario, plan: Plan) -> Result<Vec<Sabotaged>> {
    let mut reports = Vec::new();
    for sabotage in sabotage::ALL.iter().filter(|sabotage| sabotage.scenario == scenario.name()) {
        eprintln!("{} without {}", scenario.name(), sabotage.without);
        arena.sabotage = Some(*sabotage);
        let mut report = run_scenario(arena, scenario, plan).or_else(|error| broken_off(arena, &error))?;
        report.call(format!("{} without {}", scenario.name(), sabotage.without));
        reports.push((*sabotage, report));
    }
    arena.sabotage = None;
    Ok(reports)
}

/// Whatever kept a scenario from its end shows nothing about the defence.
fn broken_off(arena: &mut Arena, error: &anyhow::Error) -> Result<Report> {
    signals::check()?;
    arena.stop_all();
    // What it has left is not the next one's.
    let _ = arena.search(true);
    let mut report = Report::new("");
    report.skip(&format!("{error:#}"));
    Ok(report)
}

/// The figures that each missing defence has spoilt; one that does not spoil its own is a hole in the proof.
fn conclude_sabotage(reports: &[Sabotaged], folder: &Path) -> Result<()> {
    println!("| Scenario and what it did without | Failed figures |\n| --- | --- |");
    let mut is_proven = true;
    for (sabotage, report) in reports {
        let mut failed = spoilt(report);
        if !failed.iter().any(|figure| figure.starts_with(sabotage.spoils)) {
            failed.push(format!("NOT AS IT SHOULD: {}", sabotage.spoils));
            is_proven = false;
        }
        let shown = report.skipped().map_or_else(|| failed.join("; "), |why| format!("NOT RUN: {why}"));
        println!("| {} | {shown} |", report.name());
    }
    fs::remove_dir_all(folder)?;
    if is_proven { Ok(()) } else { Err(Reported.into()) }
}

/// A process that was not there to be searched proves nothing.
fn spoilt(report: &Report) -> Vec<String> {
    report.failed().into_iter().filter(|figure| !figure.starts_with(search::UNSEEN)).collect()
}

fn conclude(reports: &[Report], args: &Args, plan: Plan, began: Instant, folder: &Path) -> Result<()> {
    let kind = plan.size("quick", "full");
    let commit = process::output_of("git", &["rev-parse", "--short", "HEAD"]).unwrap_or_default();
    let mut text = format!("# Proof: {kind} run, seed {}, commit {commit}\n", plan.seed);
    for report in reports {
        text.push_str(&report.to_string());
    }
    let path = repo::target().join("xtask/prove.md");
    fs::write(&path, &text)?;
    println!("{:.0} s; all tables: {}", began.elapsed().as_secs_f64(), repo::shown(&path));
    let names: Vec<String> = args.scenarios.iter().map(|scenario| scenario.name() + " ").collect();
    let shared = if plan.judges_speed { "" } else { " --shared" };
    println!("again with the same choices: cargo xtask prove {}--{kind}{shared} --seed {}", names.concat(), plan.seed);
    let passed = reports.iter().filter(|report| report.passed()).count();
    let skipped = reports.iter().filter(|report| report.is_skipped()).count();
    let failed = reports.len() - passed - skipped;
    for report in reports.iter().filter(|report| !report.failed().is_empty()) {
        println!("failed: {}: {}", report.name(), report.failed().join("; "));
    }
    for report in reports {
        if let Some(why) = report.skipped() {
            println!("not run: {}: {why}", report.name());
        }
    }
    println!("scenarios: {passed} passed, {failed} failed, {skipped} skipped");
    // Small counts are for machines that lack something; the promise is not proven by what did not run.
    if failed == 0 && (skipped == 0 || !plan.is_full) {
        fs::remove_dir_all(folder)?;
        return Ok(());
    }
    println!("logs: {}/*/logs", repo::shown(folder));
    Err(Reported.into())
}

/// Folders and processes of runs that were killed.
fn remove_old_runs() {
    for folder in folders_in(&repo::target().join("xtask")) {
        if name_of(&folder).strip_prefix("prove-").is_none_or(|pid| pid.parse::<u32>().is_err()) {
            continue;
        }
        let arenas = folders_in(&folder);
        let records: Vec<RunRecord> = arenas.iter().filter_map(|arena| RunRecord::read(arena)).collect();
        if records.iter().any(|record| record.live_launcher().is_some()) {
            continue;
        }
        for record in &records {
            record.stop_leftovers();
        }
        for arena in &arenas {
            let _ = Cluster::remove(arena, &arena::purpose(arena));
        }
        let _ = fs::remove_dir_all(&folder);
    }
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn name_of(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
