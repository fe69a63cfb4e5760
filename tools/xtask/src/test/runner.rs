//! Runs a test runner, passing its output on and keeping its own summary lines and the names of failed tests.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anstream::adapter::strip_str;
use anyhow::{Context, Result, bail};
use regex::RegexSet;

use devstack::process;

/// What to keep of a runner's output: lines that match one of the patterns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runner {
    /// Its closing lines.
    summary: &'static [&'static str],
    /// Lines with the name of a failed test. Those of schemathesis and prove are among the closing lines.
    failed: &'static [&'static str],
    /// Closing lines that say that no test ran.
    empty: &'static [&'static str],
}

pub(super) const CARGO_TEST: Runner = Runner {
    summary: &["^test result: "],
    // "test outbox::claims ... FAILED"
    failed: &[r"^test .* \.\.\. FAILED$"],
    empty: &[" 0 passed; 0 failed;"],
};
pub(super) const VITEST: Runner = Runner {
    summary: &["^ *Test Files ", "^ *Tests "],
    // " ❯  site  tests/links.test.ts (9 tests | 1 failed) 7ms" and "   × every link leads somewhere 6ms"
    failed: &[r"^ *❯ .* failed\)", "^ *× "],
    empty: &["no tests"],
};
pub(super) const PLAYWRIGHT: Runner = Runner {
    // "  3 did not run"
    summary: &["^ *[0-9]+ (passed|failed|flaky|skipped|did not run|interrupted)"],
    // "    tests/e2e/home.spec.ts:5:1 › home is short on a phone ───", once more at the end of the run
    // And why: "    Error: expect(received).toBeTruthy()", "        at /…/home.spec.ts:54:26"
    failed: &[r"^    .*\.spec\.ts:.* › ", "^    Error: ", r"^        at .*\.spec\.ts:"],
    empty: &[],
};
// "471 generated, 471 passed"
pub(super) const SCHEMATHESIS: Runner = Runner { summary: &[" generated, "], failed: &[], empty: &[] };
// "scenarios: 9 passed, 1 failed", and before it "failed: kill: acknowledged inquiries lost: 2"
pub(super) const PROVE: Runner = Runner { summary: &["^scenarios: ", "^failed: "], failed: &[], empty: &[] };

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

impl Runner {
    pub(super) fn run(self, command: &mut Command) -> Result<Summary> {
        self.run_into(command, std::io::stdout())
    }

    fn run_into(self, command: &mut Command, mut out: impl Write + Send + 'static) -> Result<Summary> {
        let [summary, failed, empty] = [self.summary, self.failed, self.empty].map(RegexSet::new);
        let (is_summary, names_failed, is_empty) = (summary?, failed?, empty?);
        command.stdout(Stdio::piped());
        let mut child = process::spawn(command)?;
        let pipe = child.stdout.take().context("the runner has no output")?;
        let reader = thread::spawn(move || {
            let (mut lines, mut failed) = (Vec::new(), Vec::new());
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                let _ = writeln!(out, "{line}");
                // Some runners write colours to any output.
                let line = strip_str(line.trim_end_matches('\r')).to_string();
                if is_summary.is_match(&line) {
                    lines.push(line);
                } else if names_failed.is_match(&line) && !failed.contains(&line) {
                    failed.push(line);
                }
            }
            (lines, failed)
        });
        let status = process::wait(&mut child)?;
        let (mut lines, failed) = reader.join().unwrap_or_default();
        let ran_something = lines.iter().any(|line| !is_empty.is_match(line));
        if ran_something {
            lines.retain(|line| !is_empty.is_match(line));
        }
        if lines.is_empty() {
            lines.push(format!("no summary ({status})"));
        }
        lines.splice(0..0, failed);
        Ok(Summary::new(lines, status.success() && ran_something))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(runner: Runner, script: &str) -> Summary {
        let mut command = Command::new("sh");
        // What these samples print must not be taken for our own summary.
        runner.run_into(command.args(["-c", script]), std::io::sink()).unwrap()
    }

    #[test]
    fn keeps_each_runners_own_lines_verbatim() {
        let cargo = run(
            CARGO_TEST,
            "echo noise; echo 'test a::b ... FAILED'; echo 'test result: ok. 3 passed; 0 failed; 0 ignored'; echo 'test result: ok. 0 passed; 0 failed; 0 ignored'",
        );
        assert_eq!(cargo.lines, ["test a::b ... FAILED", "test result: ok. 3 passed; 0 failed; 0 ignored"]);
        assert!(cargo.passed);
        let vitest =
            run(VITEST, "echo '   × one 6ms'; echo ' Test Files  2 passed (2)'; echo '      Tests  9 passed (9)'");
        assert_eq!(vitest.lines, ["   × one 6ms", " Test Files  2 passed (2)", "      Tests  9 passed (9)"]);
        let playwright = run(
            PLAYWRIGHT,
            "echo '  ✓ 1 passed the gate'; echo '[2/58] a.spec.ts:1:1 › one'; echo '  1 failed'; echo '    a.spec.ts:1:1 › one ──'; printf '\\033[1A\\033[2K\\033[32m  57 passed\\033[39m (1.2m)\\r\\n'; exit 1",
        );
        assert_eq!(playwright.lines, ["    a.spec.ts:1:1 › one ──", "  1 failed", "  57 passed (1.2m)"]);
        assert!(!playwright.passed);
        let prove = run(PROVE, "echo 'failed: kill: lost: 1'; echo 'scenarios: 9 passed, 1 failed'; exit 1");
        assert_eq!(prove.lines, ["failed: kill: lost: 1", "scenarios: 9 passed, 1 failed"]);
    }

    #[test]
    fn a_run_of_no_test_is_a_failure() {
        let none = run(CARGO_TEST, "echo 'test result: ok. 0 passed; 0 failed; 0 ignored'");
        assert!(!none.passed);
        assert!(!run(VITEST, "true").passed);
    }
}
