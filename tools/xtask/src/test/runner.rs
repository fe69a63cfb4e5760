//! Runs a test runner, passing its output on and keeping its own summary lines and the names of failed tests.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anstream::adapter::strip_str;
use anyhow::{Context, Result, bail};

use devstack::process;

/// What may follow the count in a closing line of Playwright ("did": "did not run").
const PLAYWRIGHT_OUTCOMES: [&str; 6] = ["passed", "failed", "flaky", "skipped", "did", "interrupted"];

#[derive(Debug, Clone, Copy)]
pub(super) enum Runner {
    CargoTest,
    Vitest,
    Playwright,
    Schemathesis,
    Prove,
}

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
                if self.is_summary(&line) {
                    lines.push(line);
                } else if self.names_failed_test(&line) && !failed.contains(&line) {
                    failed.push(line);
                }
            }
            (lines, failed)
        });
        let status = process::wait(&mut child)?;
        let (mut lines, failed) = reader.join().unwrap_or_default();
        let ran_something = lines.iter().any(|line| !self.is_empty_summary(line));
        if ran_something {
            lines.retain(|line| !self.is_empty_summary(line));
        }
        if lines.is_empty() {
            lines.push(format!("no summary ({status})"));
        }
        lines.splice(0..0, failed);
        Ok(Summary::new(lines, status.success() && ran_something))
    }

    fn is_summary(self, line: &str) -> bool {
        let text = line.trim_start();
        match self {
            Self::CargoTest => text.starts_with("test result: "),
            Self::Vitest => text.starts_with("Test Files ") || text.starts_with("Tests "),
            // "scenarios: 9 passed, 1 failed", and before it "failed: kill: acknowledged inquiries lost: 2"
            Self::Prove => text.starts_with("scenarios: ") || text.starts_with("failed: "),
            // "471 generated, 471 passed"
            Self::Schemathesis => text.contains(" generated, "),
            Self::Playwright => {
                let words: Vec<&str> = text.split_whitespace().take(2).collect();
                matches!(words[..], [count, outcome] if count.parse::<u32>().is_ok() && PLAYWRIGHT_OUTCOMES.contains(&outcome))
            }
        }
    }

    fn names_failed_test(self, line: &str) -> bool {
        match self {
            // "test outbox::claims ... FAILED"
            Self::CargoTest => line.starts_with("test ") && line.ends_with(" ... FAILED"),
            // " ❯  site  tests/links.test.ts (9 tests | 1 failed) 7ms" and "   × every link leads somewhere 6ms"
            Self::Vitest => {
                let text = line.trim_start();
                text.starts_with("× ") || (text.starts_with("❯ ") && text.contains(" failed)"))
            }
            // "    tests/e2e/home.spec.ts:5:1 › home is short on a phone ───", once more at the end of the run
            Self::Playwright => line.starts_with("    ") && line.contains(".spec.ts:") && line.contains(" › "),
            // These name them among their closing lines.
            Self::Schemathesis | Self::Prove => false,
        }
    }

    /// A summary that says that no test ran.
    fn is_empty_summary(self, line: &str) -> bool {
        match self {
            Self::CargoTest => line.contains(" 0 passed; 0 failed;"),
            Self::Vitest => line.contains("no tests"),
            Self::Playwright | Self::Prove | Self::Schemathesis => false,
        }
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
            Runner::CargoTest,
            "echo noise; echo 'test a::b ... FAILED'; echo 'test result: ok. 3 passed; 0 failed; 0 ignored'; echo 'test result: ok. 0 passed; 0 failed; 0 ignored'",
        );
        assert_eq!(cargo.lines, ["test a::b ... FAILED", "test result: ok. 3 passed; 0 failed; 0 ignored"]);
        assert!(cargo.passed);
        let vitest = run(
            Runner::Vitest,
            "echo '   × one 6ms'; echo ' Test Files  2 passed (2)'; echo '      Tests  9 passed (9)'",
        );
        assert_eq!(vitest.lines, ["   × one 6ms", " Test Files  2 passed (2)", "      Tests  9 passed (9)"]);
        let playwright = run(
            Runner::Playwright,
            "echo '  ✓ 1 passed the gate'; echo '[2/58] a.spec.ts:1:1 › one'; echo '  1 failed'; echo '    a.spec.ts:1:1 › one ──'; printf '\\033[1A\\033[2K\\033[32m  57 passed\\033[39m (1.2m)\\r\\n'; exit 1",
        );
        assert_eq!(playwright.lines, ["    a.spec.ts:1:1 › one ──", "  1 failed", "  57 passed (1.2m)"]);
        assert!(!playwright.passed);
        let prove = run(Runner::Prove, "echo 'failed: kill: lost: 1'; echo 'scenarios: 9 passed, 1 failed'; exit 1");
        assert_eq!(prove.lines, ["failed: kill: lost: 1", "scenarios: 9 passed, 1 failed"]);
    }

    #[test]
    fn a_run_of_no_test_is_a_failure() {
        let none = run(Runner::CargoTest, "echo 'test result: ok. 0 passed; 0 failed; 0 ignored'");
        assert!(!none.passed);
        assert!(!run(Runner::Vitest, "true").passed);
    }
}
