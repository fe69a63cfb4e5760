//! A table per scenario: figure, target, measured value.

use std::fmt;
use std::time::Duration;

use super::plan::Plan;
use testkit::measurements::Measurements;
pub(super) use testkit::measurements::Wanted;
pub(super) use testkit::statistics::{float, megabytes, ms};

#[derive(Debug)]
pub(super) struct Report {
    name: String,
    took: Duration,
    measurements: Measurements,
    /// Why the scenario did not run.
    skipped: Option<String>,
}

impl Report {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), took: Duration::ZERO, measurements: Measurements::default(), skipped: None }
    }

    pub(super) fn finish(&mut self, took: Duration) {
        self.took = took;
    }

    /// The scenario cannot run here: neither passed nor failed.
    pub(super) fn skip(&mut self, why: &str) {
        self.skipped = Some(why.to_owned());
    }

    pub(super) fn skipped(&self) -> Option<&str> {
        self.skipped.as_deref()
    }

    pub(super) fn is_skipped(&self) -> bool {
        self.skipped.is_some()
    }

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

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn rename(&mut self, name: String) {
        self.name = name;
    }

    /// Measurements that missed their target, with the measured value.
    pub(super) fn failed(&self) -> Vec<String> {
        self.measurements.missed()
    }

    pub(super) fn passed(&self) -> bool {
        !self.is_skipped() && self.failed().is_empty()
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
            let plan = Plan { is_full, seed: 1, from: None };
            for wanted in [Wanted::AtMost(100.0), Wanted::AtLeast(300.0)] {
                let mut report = Report::new("sample");
                report.speed(plan, "p99", 200.0, wanted, "ms");
                assert_eq!(report.passed(), !is_full);
                assert!(report.to_string().contains("200 ms"), "{report}");
            }
        }
    }

    #[test]
    fn one_missed_figure_fails_the_scenario() {
        let mut report = Report::new("sample");
        report.none("lost", 0);
        report.at_most("recovery", 4.9, 5.0, "s");
        report.at_least("rate", 10.0, 9.5, "/s");
        report.note("kills", 7);
        assert!(report.passed());
        assert!(report.to_string().contains("| recovery | 4.90 s   | ≤ 5 s     | yes |"), "{report}");
        report.none("twice", 1);
        assert!(!report.passed());
        assert_eq!(report.failed(), ["twice: 1"]);
        assert!(report.to_string().starts_with("\n## sample: FAIL"));
    }
}
