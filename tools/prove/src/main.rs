//! `cargo xtask prove`: runs the whole product, injects faults, and compares what was acknowledged with what arrived.
//! `docs/proof.md` describes the scenarios.

mod day;
mod fault_injection;
mod harness;
mod idle_connections;
mod installed;
mod invariants;
mod leak_scan;
mod mail_servers;
mod patroni;
mod pgbouncer;
mod plan;
mod report;
mod scenarios;
mod versions;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;

use devstack::{Reported, command_line, process, repo, run_folder, signals};
use fault_injection::Fault;
use harness::Harness;
use plan::Plan;
use report::Report;
use scenarios::{Scenario, personal_data};

#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask prove", about, version)]
struct Args {
    /// Small counts, all scenarios together in under two minutes (the default); reports times without judging them
    #[arg(long)]
    quick: bool,
    /// Full counts, all scenarios together in hours; judges times, so nothing else should run
    #[arg(long, conflicts_with = "quick")]
    full: bool,
    /// Only these scenarios
    #[arg(value_enum)]
    scenarios: Vec<Scenario>,
    /// Injects each scenario's faults, one at a time, and expects the scenario to fail
    #[arg(long)]
    fault_injection: bool,
    /// Repeats the random choices of an earlier run
    #[arg(long)]
    seed: Option<u64>,
}

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|first| first == "day") {
        return command_line::run(day::run);
    }
    let args = Args::parse();
    command_line::run(|| run(&args))
}

fn run(args: &Args) -> Result<()> {
    let seed = args.seed.unwrap_or_else(|| rand::random_range(0..1_000_000));
    let plan = Plan { is_full: args.full, seed };
    let chosen = if args.scenarios.is_empty() { Scenario::all(plan) } else { args.scenarios.clone() };
    let folder = run_folder::create("prove")?;
    let mut harness = Harness::prepare(&folder.join("stack"))?;
    let began = Instant::now();
    let (mut reports, mut faulty) = (Vec::new(), Vec::new());
    for scenario in chosen {
        if args.fault_injection {
            faulty.extend(inject_faults(&mut harness, scenario, plan)?);
        } else {
            eprintln!("proving {} (seed {})", scenario.name(), plan.seed);
            reports.push(run_scenario(&mut harness, scenario, plan)?);
        }
    }
    harness.clear()?;
    if args.fault_injection {
        return conclude_fault_injection(&faulty, &folder);
    }
    conclude(&reports, args, plan, began, &folder)
}

type FaultRun = (Fault, Report);

fn run_scenario(harness: &mut Harness, scenario: Scenario, plan: Plan) -> Result<Report> {
    signals::check()?;
    let start = Instant::now();
    let mut report = scenario.run(harness, plan)?;
    if report.skipped.is_none() {
        let mut found = harness.scan_for_leaks()?;
        if scenario == Scenario::PersonalData {
            found.require_traces();
        }
        found.report(&mut report);
    }
    // A fault must show in the scenario itself.
    if scenario == Scenario::PersonalData && plan.is_full && harness.fault.is_none() {
        personal_data::over_all_others(harness, plan, &mut report)?;
    }
    report.took = start.elapsed();
    eprintln!("{report}");
    Ok(report)
}

fn inject_faults(harness: &mut Harness, scenario: Scenario, plan: Plan) -> Result<Vec<FaultRun>> {
    let mut reports = Vec::new();
    for fault in fault_injection::ALL.iter().filter(|fault| fault.scenario == scenario.name()) {
        eprintln!("{} without {}", scenario.name(), fault.without);
        harness.inject(Some(*fault))?;
        let mut report = run_scenario(harness, scenario, plan).or_else(|error| broken_off(harness, &error))?;
        report.name = format!("{} without {}", scenario.name(), fault.without);
        reports.push((*fault, report));
    }
    harness.inject(None)?;
    Ok(reports)
}

/// An error ended the scenario, so it shows nothing about the fault.
fn broken_off(harness: &mut Harness, error: &anyhow::Error) -> Result<Report> {
    signals::check()?;
    harness.stop_all();
    // So that its logs are not attributed to the next scenario.
    let _ = harness.scan_for_leaks();
    Ok(Report { skipped: Some(format!("{error:#}")), ..Report::default() })
}

/// Prints the figures that failed with each fault. A fault whose figure did not fail is an error.
fn conclude_fault_injection(reports: &[FaultRun], folder: &Path) -> Result<()> {
    println!("| Scenario and removed defence | Failed figures |\n| --- | --- |");
    let mut all_failed = true;
    for (fault, report) in reports {
        let mut failed = failed_figures(report);
        if !failed.iter().any(|figure| figure.starts_with(fault.fails)) {
            failed.push(format!("DID NOT FAIL: {}", fault.fails));
            all_failed = false;
        }
        let shown = report.skipped.as_ref().map_or_else(|| failed.join("; "), |why| format!("NOT RUN: {why}"));
        println!("| {} | {shown} |", report.name);
    }
    fs::remove_dir_all(folder)?;
    if all_failed { Ok(()) } else { Err(Reported.into()) }
}

/// Without the figure about the scan itself: a process that has died cannot be scanned.
fn failed_figures(report: &Report) -> Vec<String> {
    report.measurements.missed().into_iter().filter(|figure| !figure.starts_with(leak_scan::UNSEEN)).collect()
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
    println!("repeat with: cargo xtask prove {}--{kind} --seed {}", names.concat(), plan.seed);
    let passed = reports.iter().filter(|report| report.passed()).count();
    let skipped = reports.iter().filter(|report| report.skipped.is_some()).count();
    let failed = reports.len() - passed - skipped;
    for report in reports {
        match &report.skipped {
            Some(why) => println!("not run: {}: {why}", report.name),
            None if report.passed() => {}
            None => println!("failed: {}: {}", report.name, report.measurements.missed().join("; ")),
        }
    }
    println!("scenarios: {passed} passed, {failed} failed, {skipped} skipped");
    // A full run must not skip a scenario.
    if failed == 0 && (skipped == 0 || !plan.is_full) {
        fs::remove_dir_all(folder)?;
        return Ok(());
    }
    println!("logs: {}/*/logs", repo::shown(folder));
    Err(Reported.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::documented::misunderstood;

    #[test]
    fn every_command_of_the_documents_is_understood() {
        assert_eq!(
            misunderstood("cargo xtask prove", 6, |words| Args::try_parse_from(&words[2..])),
            Vec::<String>::new()
        );
    }
}
