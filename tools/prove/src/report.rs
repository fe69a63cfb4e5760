//! A table per scenario: figure, target, measured value.

use std::fmt;
use std::time::Duration;

use super::plan::Plan;
use testkit::measurements::Measurements;
pub(super) use testkit::measurements::Wanted;
pub(super) use testkit::statistics::{float, megabytes, ms};

#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) name: String,
    pub(super) took: Duration,
    pub(super) measurements: Measurements,
    /// Why the scenario cannot run here: it has neither passed nor failed.
    pub(super) skipped: Option<String>,
}

impl Report {
    /// A count that must be 0.
    pub(super) fn none(&mut self, what: &str, count: usize) {
        self.measurements.check(what, count, count == 0, 0);
    }

    pub(super) fn at_most(&mut self, what: &str, value: f64, bound: f64, unit: &str) {
        self.measurements.judge(what, value, unit, Wanted::AtMost(bound));
    }

    pub(super) fn at_least(&mut self, what: &str, value: f64, bound: f64, unit: &str) {
        self.measurements.judge(what, value, unit, Wanted::AtLeast(bound));
    }

    /// A time or rate. Other work on the machine affects it, so only a full run judges it.
    pub(super) fn speed(&mut self, plan: Plan, what: &str, value: f64, wanted: Wanted, unit: &str) {
        if plan.is_full {
            self.measurements.judge(what, value, unit, wanted);
        } else {
            self.measurements.note(what, value, unit);
        }
    }

    pub(super) fn all(&mut self, what: &str, count: usize, of: usize) {
        self.measurements.check(what, count, count == of, of);
    }

    pub(super) fn yes(&mut self, what: &str, is_so: bool) {
        self.measurements.check(what, if is_so { "yes" } else { "no" }, is_so, "yes");
    }

    /// A figure without a target.
    pub(super) fn note(&mut self, what: &str, value: impl fmt::Display) {
        self.measurements.tell(what, value);
    }

    /// A count that a quick run leaves smaller than a full run.
    pub(super) fn scaled(&mut self, what: &str, now: usize, full: usize) {
        let note = if now < full { format!("{now} (of {full}: scaled down)") } else { now.to_string() };
        self.note(what, note);
    }

    pub(super) fn passed(&self) -> bool {
        self.skipped.is_none() && self.measurements.missed().is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.skipped {
            return writeln!(f, "\n## {}: NOT RUN\n\n{why}", self.name);
        }
        let verdict = if self.passed() { "PASS" } else { "FAIL" };
        write!(f, "\n## {}: {verdict} ({:.0} s)\n\n{}", self.name, self.took.as_secs_f64(), self.measurements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_full_run_judges_times() {
        for is_full in [true, false] {
            let plan = Plan { is_full, seed: 1 };
            for wanted in [Wanted::AtMost(100.0), Wanted::AtLeast(300.0)] {
                let mut report = Report::default();
                report.speed(plan, "p99", 200.0, wanted, "ms");
                assert_eq!(report.passed(), !is_full);
                assert!(report.to_string().contains("200 ms"), "{report}");
            }
        }
    }
}
