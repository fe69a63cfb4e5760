//! Scans logs, metrics and tables of the product for personal data.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::mem;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::report::Report;
use devstack::signals;
use testkit::client::{Client, get};
use testkit::database_probe::DatabaseProbe;
use testkit::inquiry::CANARIES;

/// Client addresses of the visitors, and forged ones: addresses are personal data, too.
const SOURCES: [&str; 3] = ["127.5.0.", "127.6.", "127.77.66."];
/// This figure is about the scan, not about the product.
pub(super) const UNSEEN: &str = "places that the scan could not read";
/// The tables where personal data belongs. Each of the others is read, also one that a later version adds.
const HOMES: [&str; 10] = [
    "inquiry_content",
    "unverified_network",
    "held_content",
    "message",
    "held_message",
    "held_participant",
    "participant",
    "raw_mail",
    "legal_hold",
    "data_subject_request",
];
/// Other tables of the product, by name; a partition is read with its table.
const OTHERS: &str = "\
    SELECT oid::regclass::text FROM pg_class \
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'apalis'::regnamespace)";
/// What the planner remembers of values.
const STATISTICS: &str = "SELECT concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text) FROM pg_stats WHERE schemaname IN ('public', 'apalis')";

/// All columns of a table, bytes as text. `outbox` has the consultants' addresses and the text of the auto-reply,
/// `digest_mail` the former.
fn lines_of(table: &str) -> String {
    let known = "'recipient', 'sent_subject', 'sent_text'";
    match table {
        "outbox" | "digest_mail" => format!("SELECT (to_jsonb(t) - ARRAY[{known}])::text FROM {table} AS t"),
        "apalis.jobs" => "SELECT concat(t::text, convert_from(job, 'UTF8')) FROM apalis.jobs AS t".to_owned(),
        table => format!("SELECT t::text FROM {table} AS t"),
    }
}

/// A scan over all scenarios of a harness.
#[derive(Debug, Default)]
pub(super) struct LeakScan {
    /// Bytes read of each log.
    read: HashMap<PathBuf, u64>,
    found: Leaks,
}

/// Canaries found since the last scenario, each with its place.
#[derive(Debug, Default)]
pub(super) struct Leaks {
    logs: Vec<String>,
    metrics: Vec<String>,
    tables: Vec<String>,
    log_bytes: u64,
    /// Log lines at TRACE.
    traces: usize,
    /// Places that could not be read.
    unseen: Vec<String>,
}

impl LeakScan {
    /// The log file has been renamed.
    pub(super) fn log_renamed(&mut self, from: &Path, to: PathBuf) {
        let read = self.read.remove(from).unwrap_or_default();
        self.read.insert(to, read);
    }

    /// Reads a process's metrics before it ends. A restarted process gets five seconds to listen.
    pub(super) fn metrics(&mut self, name: &str, ops: SocketAddr) -> Result<()> {
        let mut text = String::new();
        let is_seen = signals::wait_until(Duration::from_secs(5), || {
            let reply = Client::new(ops).send(&get("/metrics")).ok().filter(|reply| reply.status == 200);
            text = reply.map(|reply| String::from_utf8_lossy(&reply.body).into_owned()).unwrap_or_default();
            Ok(!text.is_empty())
        })?;
        let place = format!("the metrics of {name}");
        if !is_seen {
            self.found.unseen.push(place.clone());
        }
        note(&mut self.found.metrics, words_in(&text), &place);
        Ok(())
    }

    /// Reads what has been logged since the last call.
    pub(super) fn logs(&mut self, folder: &Path) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let read = self.read.entry(path.clone()).or_default();
            let words = words_since(&path, read, &mut self.found)?;
            note(&mut self.found.logs, words, &name);
        }
        Ok(())
    }

    pub(super) fn tables(&mut self, probe: &mut DatabaseProbe) -> Result<()> {
        probe.run("ANALYZE")?;
        let tables: Vec<String> = probe.rows(OTHERS)?.iter().map(|row| row.text(0).to_owned()).collect();
        for table in tables.iter().filter(|table| !HOMES.contains(&table.as_str())) {
            note(&mut self.found.tables, words_in(&matching(probe, &lines_of(table))?), table);
        }
        note(&mut self.found.tables, words_in(&matching(probe, STATISTICS)?), "pg_stats");
        if words_in(&matching(probe, &lines_of("inquiry_content"))?).is_empty() {
            self.found.unseen.push("the canaries in inquiry_content".to_owned());
        }
        let missing = HOMES.iter().filter(|home| !tables.iter().any(|table| table == *home));
        self.found.unseen.extend(missing.map(|home| format!("the table {home}")));
        Ok(())
    }

    /// Returns the findings and starts anew.
    pub(super) fn take(&mut self) -> Leaks {
        mem::take(&mut self.found)
    }
}

impl Leaks {
    /// Without a line at TRACE, the scan at that level has read nothing.
    pub(super) fn require_traces(&mut self) {
        if self.traces == 0 {
            self.unseen.push("a line of log at TRACE".to_owned());
        }
    }

    pub(super) fn report(&self, report: &mut Report) {
        self.print();
        report.none(&format!("canaries in logs ({:.1} MB)", self.log_megabytes()), self.logs.len());
        report.none("canaries in metrics", self.metrics.len());
        report.none("canaries in other tables", self.tables.len());
        report.none(UNSEEN, self.unseen.len());
    }

    /// All findings as one figure.
    pub(super) fn report_as_one(&self, report: &mut Report, scenario: &str) {
        self.print();
        let all = self.logs.len() + self.metrics.len() + self.tables.len() + self.unseen.len();
        report.none(&format!("{scenario}: canaries, or places not read; {:.1} MB of log", self.log_megabytes()), all);
    }

    pub(super) fn traces(&self) -> usize {
        self.traces
    }

    pub(super) fn log_megabytes(&self) -> f64 {
        super::report::megabytes(self.log_bytes)
    }

    fn print(&self) {
        for found in [&self.logs, &self.metrics, &self.tables].into_iter().flatten() {
            eprintln!("  {found}");
        }
        for unseen in &self.unseen {
            eprintln!("  not read: {unseen}");
        }
    }
}

fn note(found: &mut Vec<String>, words: Vec<&str>, place: &str) {
    found.extend(words.into_iter().map(|word| format!("{word} in {place}")));
}

/// The canaries in a log after `read` bytes. Line by line, because a log at TRACE can be large.
fn words_since(path: &Path, read: &mut u64, found: &mut Leaks) -> Result<Vec<&'static str>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(*read))?;
    let mut log = BufReader::new(file);
    let (mut words, mut line) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let length = u64::try_from(log.read_until(b'\n', &mut line)?)?;
        found.log_bytes += length;
        let text = String::from_utf8_lossy(&line);
        found.traces += usize::from(text.contains("\"TRACE\""));
        words.extend(words_in(&text));
        // An incomplete line is scanned again when it is complete.
        if !line.ends_with(b"\n") {
            break;
        }
        *read += length;
    }
    words.sort_unstable();
    words.dedup();
    Ok(words)
}

/// The canaries in a text, in upper or lower case.
fn words_in(text: &str) -> Vec<&'static str> {
    let text = text.to_ascii_lowercase();
    CANARIES.into_iter().chain(SOURCES).filter(|word| text.contains(&word.to_ascii_lowercase())).collect()
}

/// Up to 100 rows with canaries, as one text.
fn matching(probe: &mut DatabaseProbe, sql: &str) -> Result<String> {
    let patterns: Vec<String> = CANARIES.iter().chain(&SOURCES).map(|word| format!("%{word}%")).collect();
    let patterns = patterns.join(",").to_ascii_lowercase();
    let rows = probe.rows(&format!(
        "SELECT line FROM ({sql}) AS t (line) WHERE lower(line) LIKE ANY ('{{{patterns}}}') LIMIT 100"
    ))?;
    let lines: Vec<&str> = rows.iter().map(|row| row.text(0)).collect();
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_canary_in_any_case_and_an_address() {
        assert_eq!(words_in("... zquorVEX ..."), ["Zquorvex"]);
        assert_eq!(words_in("from 127.77.66.55:4711"), ["127.77.66."]);
        assert!(words_in("outbox 0190 sent").is_empty());
    }

    #[test]
    fn continues_a_log_where_it_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("api.log");
        let mut scan = LeakScan::default();
        let mut logs = || {
            scan.logs(folder.path()).unwrap();
            scan.take().logs
        };
        fs::write(&path, "Blimfandle\nand zquor").unwrap();
        assert_eq!(logs(), ["Blimfandle in api.log"]);
        fs::write(&path, "Blimfandle\nand zquorvex\n").unwrap();
        assert_eq!(logs(), ["Zquorvex in api.log"]);
        assert!(logs().is_empty());
    }

    #[test]
    fn a_scan_without_a_line_at_trace_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let mut scan = LeakScan::default();
        let mut unseen = |level: &str| {
            let line = format!("{{\"level\":\"{level}\",\"target\":\"sqlx\"}}\n");
            fs::write(folder.path().join(format!("{level}.log")), line).unwrap();
            scan.logs(folder.path()).unwrap();
            let mut found = scan.take();
            found.require_traces();
            found.unseen.len()
        };
        assert_eq!((unseen("INFO"), unseen("TRACE")), (1, 0));
    }
}
