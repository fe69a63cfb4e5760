//! A table per scenario: figure, target, measured value.

use std::fmt;
use std::time::Duration;

use super::plan::Plan;

#[derive(Debug)]
struct Figure {
    what: String,
    target: String,
    reached: String,
    /// `None`: for information.
    met: Option<bool>,
}

/// The bound of a measured time or rate.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    AtMost(f64),
    AtLeast(f64),
}

#[derive(Debug)]
pub(super) struct Report {
    name: String,
    took: Duration,
    figures: Vec<Figure>,
    /// Why the scenario did not run.
    skipped: Option<String>,
}

impl Report {
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), took: Duration::ZERO, figures: Vec::new(), skipped: None }
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
        self.push(what, "0", count.to_string(), Some(count == 0));
    }

    pub(super) fn at_most(&mut self, what: &str, value: f64, bound: f64, unit: &str) {
        self.push(what, &format!("≤ {}", shown(bound, unit)), shown(value, unit), Some(value <= bound));
    }

    pub(super) fn at_least(&mut self, what: &str, value: f64, bound: f64, unit: &str) {
        self.push(what, &format!("≥ {}", shown(bound, unit)), shown(value, unit), Some(value >= bound));
    }

    /// A time or rate. Other work on the machine affects it, so only a full run judges it.
    pub(super) fn speed(&mut self, plan: Plan, what: &str, value: f64, wanted: Wanted, unit: &str) {
        match wanted {
            _ if !plan.is_full => self.note(what, shown(value, unit)),
            Wanted::AtMost(bound) => self.at_most(what, value, bound, unit),
            Wanted::AtLeast(bound) => self.at_least(what, value, bound, unit),
        }
    }

    pub(super) fn all(&mut self, what: &str, count: usize, of: usize) {
        self.push(what, &of.to_string(), count.to_string(), Some(count == of));
    }

    pub(super) fn yes(&mut self, what: &str, is_so: bool) {
        self.push(what, "yes", if is_so { "yes" } else { "no" }.to_owned(), Some(is_so));
    }

    /// A figure without a target.
    pub(super) fn note(&mut self, what: &str, value: impl fmt::Display) {
        self.push(what, "", value.to_string(), None);
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

    /// Figures that missed their target, with the measured value.
    pub(super) fn failed(&self) -> Vec<String> {
        let missed = self.figures.iter().filter(|figure| figure.met == Some(false));
        missed.map(|figure| format!("{}: {}", figure.what, figure.reached)).collect()
    }

    pub(super) fn passed(&self) -> bool {
        !self.is_skipped() && self.figures.iter().all(|figure| figure.met != Some(false))
    }

    fn push(&mut self, what: &str, target: &str, reached: String, met: Option<bool>) {
        self.figures.push(Figure { what: what.to_owned(), target: target.to_owned(), reached, met });
    }
}

/// A duration in milliseconds.
pub(super) fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// A count as a float, which is exact up to 2^32.
pub(super) fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Bytes as megabytes.
pub(super) fn megabytes(bytes: u64) -> f64 {
    Duration::from_micros(bytes).as_secs_f64()
}

fn shown(value: f64, unit: &str) -> String {
    let number =
        if value.abs() >= 100.0 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") };
    if unit.is_empty() { number } else { format!("{number} {unit}") }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.skipped {
            return writeln!(f, "\n## {}: NOT RUN\n\n{why}", self.name);
        }
        let verdict = if self.passed() { "PASS" } else { "FAIL" };
        writeln!(f, "\n## {}: {verdict} ({:.0} s)\n", self.name, self.took.as_secs_f64())?;
        let width = |column: fn(&Figure) -> &str, heading: &str| {
            let longest = self.figures.iter().map(|figure| column(figure).chars().count()).max();
            longest.unwrap_or_default().max(heading.len())
        };
        let widths = [
            width(|figure| &figure.what, "Figure"),
            width(|figure| &figure.target, "Target"),
            width(|figure| &figure.reached, "Reached"),
        ];
        let mut line = |cells: [&str; 4]| {
            let [what, target, reached, met] = cells;
            writeln!(f, "| {what:<0$} | {target:<1$} | {reached:<2$} | {met:<4} |", widths[0], widths[1], widths[2])
        };
        line(["Figure", "Target", "Reached", ""])?;
        line(["---", "---", "---", "---"])?;
        for figure in &self.figures {
            let met = figure.met.map_or("", |met| if met { "pass" } else { "FAIL" });
            line([&figure.what, &figure.target, &figure.reached, met])?;
        }
        Ok(())
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
        assert!(report.to_string().contains("| recovery | ≤ 5 s     | 4.90 s  | pass |"), "{report}");
        report.none("twice", 1);
        assert!(!report.passed());
        assert_eq!(report.failed(), ["twice: 1"]);
        assert!(report.to_string().starts_with("\n## sample: FAIL"));
    }
}
