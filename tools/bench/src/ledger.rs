//! Verifying an exported ledger with the worker's code.

use anyhow::{Context, Result, bail};

use devstack::build;
use testkit::measurements::{Measurements, Wanted};

pub(super) fn measure(table: &mut Measurements) -> Result<()> {
    eprintln!("measuring the check of a ledger");
    let mut command = build::cargo();
    let output = command
        .args(["run", "--quiet", "--release", "--package", "worker", "--example", "ledger_bench"])
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the ledger's bench failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let entries = figure(&text, "entries")?;
    let name = format!("ledger of {entries} entries checked");
    table.judge(&name, figure(&text, "median_ms")?, "ms", Wanted::AtMost(2000.0));
    Ok(())
}

/// The value of `name=value` in a line of them.
fn figure(line: &str, name: &str) -> Result<f64> {
    let value = line.split_whitespace().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    value.and_then(|value| value.parse().ok()).with_context(|| format!("the ledger's bench printed no {name}: {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_figures_by_name() {
        let line = "ledger_verify entries=100000 bytes=40000000 median_ms=180.5\n";
        assert!((figure(line, "median_ms").unwrap() - 180.5).abs() < f64::EPSILON);
        assert!(figure(line, "entries").is_ok());
        assert!(figure(line, "median").is_err());
    }
}
