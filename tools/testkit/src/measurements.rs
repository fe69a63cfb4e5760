//! Measured figures and their bounds, as a table.

use std::fmt::{self, Display};

/// The bound of a figure.
#[derive(Debug, Clone, Copy)]
pub enum Wanted {
    AtLeast(f64),
    AtMost(f64),
}

#[derive(Debug, Default)]
pub struct Measurements(Vec<Measurement>);

#[derive(Debug)]
struct Measurement {
    what: String,
    measured: String,
    wanted: String,
    /// `None`: for information.
    met: Option<bool>,
}

impl Measurements {
    /// A figure with a bound.
    pub fn judge(&mut self, what: &str, value: f64, unit: &str, wanted: Wanted) {
        let (text, met) = match wanted {
            Wanted::AtLeast(bound) => (format!("≥ {}", shown(bound, unit)), value >= bound),
            Wanted::AtMost(bound) => (format!("≤ {}", shown(bound, unit)), value <= bound),
        };
        self.check(what, shown(value, unit), met, text);
    }

    /// A figure that the caller has judged.
    pub fn check(&mut self, what: &str, measured: impl Display, met: bool, wanted: impl Display) {
        self.push(what, &measured, &wanted, Some(met));
    }

    /// A figure without a bound.
    pub fn note(&mut self, what: &str, value: f64, unit: &str) {
        self.tell(what, shown(value, unit));
    }

    /// For information, in words.
    pub fn tell(&mut self, what: &str, measured: impl Display) {
        self.push(what, &measured, &"", None);
    }

    /// The figures that are not met, with what was measured.
    pub fn missed(&self) -> Vec<String> {
        let missed = self.0.iter().filter(|figure| figure.met == Some(false));
        missed.map(|figure| format!("{}: {}", figure.what, figure.measured)).collect()
    }

    fn push(&mut self, what: &str, measured: &dyn Display, wanted: &dyn Display, met: Option<bool>) {
        let (measured, wanted) = (measured.to_string(), wanted.to_string());
        self.0.push(Measurement { what: what.to_owned(), measured, wanted, met });
    }
}

/// Three significant digits, or all digits before the point, and the unit.
fn shown(value: f64, unit: &str) -> String {
    let number = match value.abs() {
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size < 0.1 => format!("{value:.4}"),
        _ => format!("{value:.2}"),
    };
    format!("{number} {unit}").trim_end().to_owned()
}

/// Indented, so that Markdown keeps the columns.
impl Display for Measurements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |of: fn(&Measurement) -> &str| self.0.iter().map(|row| of(row).chars().count()).max().unwrap_or(0);
        let (first, second) = (width(|row| &row.what), width(|row| &row.measured));
        for Measurement { what, measured, wanted, met } in &self.0 {
            let missed = if *met == Some(false) { "  MISSED" } else { "" };
            let row = format!("    {what:<first$}  {measured:<second$}  {wanted}{missed}");
            writeln!(f, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_which_figure_is_missed() {
        let mut measurements = Measurements::default();
        measurements.judge("POST to pgbench", 0.834_9, "", Wanted::AtLeast(0.8));
        measurements.judge("api resident", 21.77, "MB", Wanted::AtMost(40.0));
        assert!(measurements.missed().is_empty());
        measurements.judge("drain", 499.0, "mails/s", Wanted::AtLeast(500.0));
        assert_eq!(measurements.missed(), ["drain: 499 mails/s"]);
        let table = measurements.to_string();
        assert!(table.ends_with("\n    drain            499 mails/s  ≥ 500 mails/s  MISSED\n"), "{table}");
    }
}
