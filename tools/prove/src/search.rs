//! What the product writes about itself, searched for visitors' words.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::mem;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;

use super::inquiry::CANARIES;
use super::report::Report;
use devstack::signals;
use testkit::client::{Client, get};
use testkit::observer::Observer;

/// Where visitors come from, or say that they do: addresses are personal, too.
const SOURCES: [&str; 8] =
    ["127.1.0.", "127.2.0.", "127.3.0.", "127.5.0.", "127.6.", "127.77.66.", "198.51.100.", "203.0.113."];
/// The figure that says nothing of the product.
pub(super) const UNSEEN: &str = "places that this search could not see";
/// Where the words belong.
const HOME: &str = "SELECT t::text FROM inquiry_content AS t";
/// Everything the database holds besides, each with its name.
const ELSEWHERE: [(&str, &str); 6] = [
    ("apalis.jobs", "SELECT t::text FROM (SELECT *, convert_from(job, 'UTF8') AS payload FROM apalis.jobs) AS t"),
    ("apalis.workers", "SELECT t::text FROM apalis.workers AS t"),
    ("ledger", "SELECT t::text FROM ledger AS t"),
    ("inquiry", "SELECT t::text FROM inquiry AS t"),
    ("outbox", "SELECT last_code FROM outbox"),
    (
        "pg_stats",
        "SELECT concat(most_common_vals::text, histogram_bounds::text) FROM pg_stats WHERE schemaname = 'public'",
    ),
];

/// A search that goes on from scenario to scenario.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// How far each log has been read.
    read: HashMap<PathBuf, u64>,
    found: Found,
}

/// What has been found since the last scenario: each word with its place.
#[derive(Debug, Default)]
pub(super) struct Found {
    logs: Vec<String>,
    metrics: Vec<String>,
    tables: Vec<String>,
    log_bytes: u64,
    /// Lines of log at the most talkative level.
    traces: usize,
    /// What the search could not see.
    unseen: Vec<String>,
}

impl Search {
    /// The log goes on under another name.
    pub(super) fn log_renamed(&mut self, from: &Path, to: PathBuf) {
        let read = self.read.remove(from).unwrap_or_default();
        self.read.insert(to, read);
    }

    /// Reads a process's metrics, which end with it. One that has only just been started again has a moment to listen.
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

    /// Reads what has been logged since the last time. Logs that are new and clean are removed if they `may_go`.
    pub(super) fn logs(&mut self, folder: &Path, may_go: impl Fn(&str) -> bool) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let read = self.read.entry(path.clone()).or_default();
            let is_new = *read == 0;
            let words = words_since(&path, read, &mut self.found)?;
            if is_new && words.is_empty() && may_go(&name) {
                fs::remove_file(&path)?;
                self.read.remove(&path);
            }
            note(&mut self.found.logs, words, &name);
        }
        Ok(())
    }

    pub(super) fn tables(&mut self, observer: &mut Observer) -> Result<()> {
        observer.run("ANALYZE")?;
        for (name, sql) in ELSEWHERE {
            note(&mut self.found.tables, words_in(&matching(observer, sql)?), name);
        }
        if words_in(&matching(observer, HOME)?).is_empty() {
            self.found.unseen.push("the words where they belong".to_owned());
        }
        Ok(())
    }

    /// Begins anew, with what has been found.
    pub(super) fn take(&mut self) -> Found {
        mem::take(&mut self.found)
    }
}

impl Found {
    /// Silence at a level at which nothing was written is none.
    pub(super) fn demand_traces(&mut self) {
        if self.traces == 0 {
            self.unseen.push("a line of log at TRACE".to_owned());
        }
    }

    pub(super) fn report(&self, report: &mut Report) {
        self.print();
        report.none(&format!("personal words in logs ({:.1} MB)", self.log_megabytes()), self.logs.len());
        report.none("personal words in metrics", self.metrics.len());
        report.none("personal words in tables other than their own", self.tables.len());
        report.none(UNSEEN, self.unseen.len());
    }

    /// All of it as one figure.
    pub(super) fn report_as_one(&self, report: &mut Report, scenario: &str) {
        self.print();
        let all = self.logs.len() + self.metrics.len() + self.tables.len() + self.unseen.len();
        report.none(
            &format!("{scenario}: personal words, or places not seen; {:.1} MB of log", self.log_megabytes()),
            all,
        );
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
            eprintln!("  not seen: {unseen}");
        }
    }
}

fn note(found: &mut Vec<String>, words: Vec<&str>, place: &str) {
    found.extend(words.into_iter().map(|word| format!("{word} in {place}")));
}

/// The words in what a log holds beyond `read` bytes. Line by line: at the most talkative level it can be large.
fn words_since(path: &Path, read: &mut u64, found: &mut Found) -> Result<Vec<&'static str>> {
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
        // Half a line is searched again once it is whole.
        if !line.ends_with(b"\n") {
            break;
        }
        *read += length;
    }
    words.sort_unstable();
    words.dedup();
    Ok(words)
}

/// The words that stand in a text, however they are written.
fn words_in(text: &str) -> Vec<&'static str> {
    let text = text.to_ascii_lowercase();
    CANARIES.into_iter().chain(SOURCES).filter(|word| text.contains(&word.to_ascii_lowercase())).collect()
}

/// Some of the rows with such words, as one text.
fn matching(observer: &mut Observer, sql: &str) -> Result<String> {
    let patterns: Vec<String> = CANARIES.iter().chain(&SOURCES).map(|word| format!("%{word}%")).collect();
    let patterns = patterns.join(",").to_ascii_lowercase();
    let rows = observer.rows(&format!(
        "SELECT line FROM ({sql}) AS t (line) WHERE lower(line) LIKE ANY ('{{{patterns}}}') LIMIT 100"
    ))?;
    let lines: Vec<&str> = rows.iter().map(|row| row.text(0)).collect();
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_word_however_it_is_written_and_an_address() {
        assert_eq!(words_in("... quokkaFIRST ..."), ["Quokkafirst"]);
        assert_eq!(words_in("from 127.77.66.55:4711"), ["127.77.66."]);
        assert!(words_in("outbox 0190 sent").is_empty());
    }

    #[test]
    fn reads_a_log_on_from_where_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("api.log");
        let mut search = Search::default();
        let mut logs = |may_go: bool| {
            search.logs(folder.path(), |_| may_go).unwrap();
            search.take().logs
        };
        fs::write(&path, "Wombatlast\nand quokka").unwrap();
        assert_eq!(logs(true), ["Wombatlast in api.log"]);
        fs::write(&path, "Wombatlast\nand quokkafirst\n").unwrap();
        assert_eq!(logs(true), ["Quokkafirst in api.log"]);
        assert!(logs(true).is_empty() && path.exists(), "what was found in it can still be looked at");
    }

    #[test]
    fn silence_at_a_level_that_was_never_written_is_not_seen() {
        let folder = tempfile::tempdir().unwrap();
        let mut search = Search::default();
        let mut unseen = |level: &str| {
            let line = format!("{{\"level\":\"{level}\",\"target\":\"sqlx\"}}\n");
            fs::write(folder.path().join(format!("{level}.log")), line).unwrap();
            search.logs(folder.path(), |_| false).unwrap();
            let mut found = search.take();
            found.demand_traces();
            found.unseen.len()
        };
        assert_eq!((unseen("INFO"), unseen("TRACE")), (1, 0));
    }

    #[test]
    fn removes_only_a_new_log_that_is_clean() {
        let folder = tempfile::tempdir().unwrap();
        let (kept, gone) = (folder.path().join("kept.log"), folder.path().join("gone.log"));
        let mut search = Search::default();
        fs::write(&kept, "of an earlier scenario\n").unwrap();
        search.logs(folder.path(), |_| false).unwrap();
        fs::write(&gone, "of this one\n").unwrap();
        search.logs(folder.path(), |_| true).unwrap();
        assert!(kept.exists() && !gone.exists());
    }
}
