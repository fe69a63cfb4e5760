//! Schemathesis against a running api: what it answers is what `api/openapi.json` says, and never a 500.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::runner::{self, Summary};
use devstack::own_stack::OwnStack;
use devstack::ports::Ports;
use devstack::{http, process, repo, settings, web};

/// Requests for each call, about.
const EXAMPLES: &str = "1000";
/// Where `python3` may be missing, the step is skipped and says so; where CI runs, that is a failure.
const NO_PYTHON: &str =
    "python3 3.10 or newer with its module venv is missing (on Debian: apt-get install python3-venv)";
const PYTHON_WORKS: &str = "import sys, ensurepip, venv; assert sys.version_info >= (3, 10)";

pub(super) fn run(folder: &Path, seed: u32) -> Result<Summary> {
    if process::output_of("python3", &["-c", PYTHON_WORKS]).is_none() {
        return Summary::not_run(NO_PYTHON);
    }
    let schemathesis = install()?;
    web::build(web::DEFAULT_PUBLIC_URL)?;
    let mut own = OwnStack::prepare(folder, |_| Ok(()))?;
    settings::set(&mut own.settings, "RATE_LIMIT_PER_MINUTE", "1000000000");
    testkit::siteverify::start(own.ports.inbox)?;
    own.start_api()?;
    eprintln!("contract: schemathesis with seed {seed} against {}", own.site);
    let mut altcha = command(&schemathesis, folder, &own.site, seed);
    let altcha = runner::run(altcha.args(["--include-path", "/api/challenge"]))?;
    // The rest with Turnstile, whose tokens cost nothing.
    own.change_to_turnstile(own.ports.inbox)?;
    let mut summary = runner::run(&mut command(&schemathesis, folder, &own.site, seed))?;
    summary.passed &= altcha.passed;
    summary.lines.extend(altcha.lines.into_iter().map(|line| format!("{line}, with ALTCHA's challenge")));
    let stored = stored(own.ports)?;
    summary.lines.push(format!("inquiries stored meanwhile: {stored}; seed {seed}"));
    // A run in which every inquiry is refused has seen half of the contract.
    summary.passed &= stored > 0;
    own.stack.remove()?;
    Ok(summary)
}

fn command(schemathesis: &Path, folder: &Path, site: &str, seed: u32) -> Command {
    let mut command = Command::new(schemathesis);
    command
        .current_dir(folder)
        .env("PYTHONPATH", repo::root().join("tools/xtask/src/test/contract"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("SCHEMATHESIS_HOOKS", "hooks")
        .arg("run")
        .arg(repo::root().join("api/openapi.json"))
        .args(["--url", site, "--seed", &seed.to_string(), "--max-examples", EXAMPLES])
        .args(["--phases", "examples,coverage,fuzzing", "--checks", "all"])
        // A text of blanks is a text to the document, and refused by the field rules.
        .args(["--exclude-checks", "positive_data_acceptance"])
        .args(["--continue-on-failure", "--no-color", "--warnings", "off"]);
    command
}

/// Schemathesis in a virtual environment, created again when its list of packages changes. pip checks the hash of every
/// package.
fn install() -> Result<PathBuf> {
    let list = repo::root().join("tools/xtask/src/test/contract/requirements.txt");
    let text = fs::read(&list).with_context(|| format!("cannot read {}", repo::shown(&list)))?;
    let home = repo::target().join(format!("xtask/schemathesis-{}", web::short_hash(&text)));
    let program = home.join("bin/schemathesis");
    let finished = home.join("finished");
    if finished.exists() {
        return Ok(program);
    }
    eprintln!("installing schemathesis");
    let _ = fs::remove_dir_all(&home);
    process::run(Command::new("python3").args(["-m", "venv"]).arg(&home))?;
    process::run(
        Command::new(home.join("bin/python"))
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(["--only-binary", ":all:", "--require-hashes", "--requirement"])
            .arg(&list),
    )?;
    fs::write(&finished, "")?;
    Ok(program)
}

fn stored(ports: Ports) -> Result<u64> {
    let url = format!("http://127.0.0.1:{}/metrics", ports.api_ops);
    let text = http::agent(std::time::Duration::from_secs(5)).get(&url).call()?.body_mut().read_to_string()?;
    let count = text.lines().find_map(|line| line.strip_prefix("api_inquiries_total{outcome=\"stored\"} "));
    count.unwrap_or("0").parse().context("the count of stored inquiries is no number")
}
