//! Runs a test runner, passing its output on and keeping its own summary lines and the names of failed tests.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anstream::adapter::strip_str;
use anyhow::{Context, Result, bail};
use regex::{Regex, RegexSet};

use devstack::process;

/// The closing lines of cargo test, Vitest, Playwright, Schemathesis and prove, and the lines that name what failed. Of
/// Playwright also why: `    Error: expect(received).toBeTruthy()`, `        at /…/home.spec.ts:54:26`.
const KEPT: [&str; 6] = [
    r"^test (result: |.* \.\.\. FAILED$)",
    r"^ *(Test Files|Tests) |^ *❯ .* failed\)|^ *× ",
    "^ *[0-9]+ (passed|failed|flaky|skipped|did not run|interrupted)",
    r"^    (.*\.spec\.ts:.* › |Error: |    at .*\.spec\.ts:)",
    " generated, ",
    "^(scenarios|failed): ",
];
/// Of these, the lines that say that no test ran.
const EMPTY: &str = " 0 passed; 0 failed;|^ *Tests +no tests";

#[derive(Debug, Clone)]
pub(super) struct Summary {
    pub(super) name: &'static str,
    /// The runner's closing lines and the names of failed tests, as it wrote them.
    pub(super) lines: Vec<String>,
    pub(super) passed: bool,
    pub(super) took: Duration,
}

impl Summary {
    /// The caller adds the name and the time.
    pub(super) fn new(lines: Vec<String>, passed: bool) -> Self {
        Self { name: "", lines, passed, took: Duration::ZERO }
    }

    /// For a part whose tools a machine may lack. Where CI runs, that is a failure.
    pub(super) fn not_run(why: &str) -> Result<Self> {
        if std::env::var_os("CI").is_some() {
            bail!("{why}");
        }
        eprintln!("not run: {why}");
        Ok(Self::new(vec![format!("NOT RUN: {why}")], true))
    }
}

pub(super) fn run(command: &mut Command) -> Result<Summary> {
    run_into(command, std::io::stdout())
}

fn run_into(command: &mut Command, mut out: impl Write + Send + 'static) -> Result<Summary> {
    let (is_kept, is_empty) = (RegexSet::new(KEPT)?, Regex::new(EMPTY)?);
    let mut child = process::spawn(command.stdout(Stdio::piped()))?;
    let pipe = child.stdout.take().context("the runner has no output")?;
    let reader = thread::spawn(move || {
        let mut lines = Vec::new();
        for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line).into_owned();
            let _ = writeln!(out, "{line}");
            // Some runners write colours to any output, and name a failed test once more at the end.
            let line = strip_str(line.trim_end_matches('\r')).to_string();
            if is_kept.is_match(&line) && (line.starts_with("test result: ") || !lines.contains(&line)) {
                lines.push(line);
            }
        }
        lines
    });
    let status = process::wait(&mut child)?;
    let mut lines = reader.join().unwrap_or_default();
    let ran_something = lines.iter().any(|line| !is_empty.is_match(line));
    if ran_something {
        lines.retain(|line| !is_empty.is_match(line));
    }
    if lines.is_empty() {
        lines.push(format!("no summary ({status})"));
    }
    Ok(Summary::new(lines, status.success() && ran_something))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str) -> Summary {
        // What these samples print must not be taken for our own summary.
        run_into(Command::new("sh").args(["-c", script]), std::io::sink()).unwrap()
    }

    #[test]
    fn keeps_each_runners_own_lines_verbatim() {
        let cargo = run(
            "echo noise; echo 'test a::b ... FAILED'; echo 'test result: ok. 3 passed; 0 failed; 0 ignored'; echo 'test result: ok. 0 passed; 0 failed; 0 ignored'",
        );
        assert_eq!(cargo.lines, ["test a::b ... FAILED", "test result: ok. 3 passed; 0 failed; 0 ignored"]);
        assert!(cargo.passed);
        let vitest = run("echo '   × one 6ms'; echo ' Test Files  2 passed (2)'; echo '      Tests  9 passed (9)'");
        assert_eq!(vitest.lines, ["   × one 6ms", " Test Files  2 passed (2)", "      Tests  9 passed (9)"]);
        let playwright = run(
            "echo '  ✓ 1 passed the gate'; echo '[2/58] a.spec.ts:1:1 › one'; echo '    a.spec.ts:1:1 › one ──'; echo '  1 failed'; echo '    a.spec.ts:1:1 › one ──'; printf '\\033[1A\\033[2K\\033[32m  57 passed\\033[39m (1.2m)\\r\\n'; exit 1",
        );
        assert_eq!(playwright.lines, ["    a.spec.ts:1:1 › one ──", "  1 failed", "  57 passed (1.2m)"]);
        assert!(!playwright.passed);
        let prove = run("echo 'failed: kill: lost: 1'; echo 'scenarios: 9 passed, 1 failed'; exit 1");
        assert_eq!(prove.lines, ["failed: kill: lost: 1", "scenarios: 9 passed, 1 failed"]);
    }

    #[test]
    fn a_run_of_no_test_is_a_failure() {
        for script in ["echo 'test result: ok. 0 passed; 0 failed; 0 ignored'", "echo '      Tests  no tests'", "true"]
        {
            assert!(!run(script).passed, "{script}");
        }
    }
}
