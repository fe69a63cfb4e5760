//! The table of measured figures and their bounds.

use std::fmt;

use devstack::process;

#[derive(Debug)]
pub(super) struct Table {
    machine: String,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    figure: String,
    measured: String,
    wanted: String,
    /// `None`: for information.
    met: Option<bool>,
}

/// A bound.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    AtLeast(f64),
    Under(f64),
}

impl Table {
    pub(super) fn new(database: &str) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let commit = process::output_of("git", &["rev-parse", "--short", "HEAD"]).unwrap_or_default();
        let date = process::output_of("date", &["-u", "+%F"]).unwrap_or_default();
        let machine =
            format!("Commit {commit}, {date}; {cores} cores ({}), shared with the load; {database}.", processor());
        Self { machine, rows: Vec::new() }
    }

    /// A figure with a bound.
    pub(super) fn judge(&mut self, figure: &str, value: f64, unit: &str, wanted: Wanted) {
        let (text, met) = match wanted {
            Wanted::AtLeast(bound) => (format!("≥ {}", number(bound)), value >= bound),
            Wanted::Under(bound) => (format!("< {}", number(bound)), value < bound),
        };
        self.push(figure, format!("{} {unit}", number(value)), format!("{text} {unit}"), Some(met));
    }

    /// A figure without a bound.
    pub(super) fn note(&mut self, figure: &str, value: f64, unit: &str) {
        self.push(figure, format!("{} {unit}", number(value)), String::new(), None);
    }

    /// A check that passes or fails.
    pub(super) fn pass(&mut self, figure: &str, passed: bool, wanted: &str) {
        let measured = if passed { "passed" } else { "failed" };
        self.judged(figure, measured, passed, wanted);
    }

    /// A figure that has been judged elsewhere.
    pub(super) fn judged(&mut self, figure: &str, measured: &str, met: bool, wanted: &str) {
        self.push(figure, measured.to_owned(), wanted.to_owned(), Some(met));
    }

    /// A figure that could not be measured, and why.
    pub(super) fn miss(&mut self, figure: &str, reason: &str) {
        self.push(figure, format!("not measured: {reason}"), String::new(), None);
    }

    pub(super) fn all_met(&self) -> bool {
        self.rows.iter().all(|row| row.met != Some(false))
    }

    fn push(&mut self, figure: &str, measured: String, wanted: String, met: Option<bool>) {
        let trimmed = |text: String| text.trim_end().to_owned();
        self.rows.push(Row { figure: figure.to_owned(), measured: trimmed(measured), wanted: trimmed(wanted), met });
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.machine)?;
        let width = |cell: fn(&Row) -> &str, heading: &str| {
            let rows = self.rows.iter().map(|row| cell(row).chars().count());
            rows.chain([heading.len()]).max().unwrap_or_default()
        };
        let first = width(|row| &row.figure, "Figure");
        let second = width(|row| &row.measured, "Measured");
        let third = width(|row| &row.wanted, "Wanted");
        writeln!(f, "| {:<first$} | {:<second$} | {:<third$} | Met |", "Figure", "Measured", "Wanted")?;
        let rule = |width: usize| "-".repeat(width + 2);
        writeln!(f, "|{}|{}|{}|-----|", rule(first), rule(second), rule(third))?;
        for row in &self.rows {
            let met = match row.met {
                Some(true) => "yes",
                Some(false) => "NO",
                None => "",
            };
            writeln!(f, "| {:<first$} | {:<second$} | {:<third$} | {met:<3} |", row.figure, row.measured, row.wanted)?;
        }
        Ok(())
    }
}

/// Three significant digits, or all digits before the point.
fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size < 0.1 => format!("{value:.4}"),
        _ => format!("{value:.2}"),
    }
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_figures_and_whether_they_are_met() {
        let mut table = Table { machine: "A machine.".into(), rows: Vec::new() };
        table.judge("POST to pgbench", 0.834_9, "", Wanted::AtLeast(0.8));
        table.judge("api resident", 21.77, "MB", Wanted::Under(40.0));
        table.note("POST", 8123.4, "/s");
        table.note("drain", 0.034_82, "");
        assert!(table.all_met());
        let text = table.to_string();
        assert!(text.contains("| POST to pgbench | 0.83     | ≥ 0.80  | yes |"), "{text}");
        assert!(text.contains("\n|-----------------|----------|---------|-----|\n"), "{text}");
        assert!(text.contains("| api resident    | 21.8 MB  | < 40 MB | yes |"), "{text}");
        assert!(text.contains("| POST            | 8123 /s  |         |     |"), "{text}");
        assert!(text.contains("| drain           | 0.0348   |         |     |"), "{text}");
    }

    #[test]
    fn one_figure_that_is_not_met_fails_the_run() {
        let mut table = Table { machine: String::new(), rows: Vec::new() };
        table.judge("drain", 499.0, "mails/s", Wanted::AtLeast(500.0));
        assert!(!table.all_met());
        assert!(table.to_string().contains("| NO  |"));
    }
}
