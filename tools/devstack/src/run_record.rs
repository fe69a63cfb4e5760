//! `run.json`: the processes that a run has started, so that a later run can stop what a killed one has left, and no
//! other process.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::Signal;
use serde::{Deserialize, Serialize};

use crate::{process, signals};

/// A process, with its start time to distinguish it from a later one with the same id.
#[derive(Debug, Clone, Serialize, Deserialize, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub pid: u32,
    started: String,
}

impl Entry {
    fn of(name: &str, pid: u32) -> Option<Self> {
        let started = process::identity(pid)?;
        Some(Self { name: name.to_owned(), pid, started })
    }

    fn is_alive(&self) -> bool {
        process::identity(self.pid).as_ref() == Some(&self.started)
    }
}

/// The processes of one run, in the order of their start.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunRecord {
    pub site: String,
    pub launcher: Option<Entry>,
    children: Vec<Entry>,
    #[serde(skip)]
    path: PathBuf,
}

impl RunRecord {
    /// A record of this process in `folder/run.json`.
    pub fn begin(folder: &Path, site: &str) -> Result<Self> {
        let record = Self {
            site: site.to_owned(),
            launcher: Entry::of("xtask", std::process::id()),
            children: Vec::new(),
            path: folder.join("run.json"),
        };
        record.write()?;
        Ok(record)
    }

    /// The record of an earlier run in `folder`, if any.
    pub fn read(folder: &Path) -> Option<Self> {
        let path = folder.join("run.json");
        let mut record: Self = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
        record.path = path;
        Some(record)
    }

    /// The process of the command itself, while it lives.
    pub fn live_launcher(&self) -> Option<&Entry> {
        self.launcher.as_ref().filter(|entry| entry.is_alive())
    }

    pub fn add(&mut self, name: &str, pid: u32) -> Result<()> {
        self.children.retain(|entry| entry.name != name);
        self.children.extend(Entry::of(name, pid));
        self.write()
    }

    pub fn end(&self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Stops the processes that a killed run has left, in reverse order. Returns their names.
    pub fn stop_leftovers(&self) -> Vec<String> {
        let mut stopped = Vec::new();
        for entry in self.children.iter().rev().filter(|entry| entry.is_alive()) {
            // On SIGTERM, Postgres waits until every session has ended.
            let gentle = if entry.name == "postgres" { Signal::INT } else { Signal::TERM };
            stop(entry, gentle);
            stopped.push(entry.name.clone());
        }
        self.end();
        stopped
    }

    fn write(&self) -> Result<()> {
        let part = self.path.with_extension("part");
        fs::write(&part, serde_json::to_vec_pretty(self)?)
            .and_then(|()| fs::rename(&part, &self.path))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn stop(entry: &Entry, gentle: Signal) {
    process::signal(entry.pid, gentle);
    let limit = Instant::now() + Duration::from_secs(20);
    while entry.is_alive() && Instant::now() < limit && signals::count() == 0 {
        thread::sleep(Duration::from_millis(20));
    }
    if entry.is_alive() {
        process::signal_group(entry.pid, Signal::KILL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn sleeper() -> std::process::Child {
        process::spawn(Command::new("sleep").arg("300")).unwrap()
    }

    #[test]
    fn a_later_run_stops_what_an_earlier_one_has_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut child = sleeper();
        let mut record = RunRecord::begin(folder.path(), "http://127.0.0.1:1").unwrap();
        record.add("worker", child.id()).unwrap();

        let found = RunRecord::read(folder.path()).unwrap();
        assert_eq!(found.stop_leftovers(), ["worker"]);
        assert_eq!(process::identity(child.id()), None);
        assert!(RunRecord::read(folder.path()).is_none());
        child.wait().unwrap();
    }

    #[test]
    fn never_touches_a_process_that_only_has_the_same_id() {
        let folder = tempfile::tempdir().unwrap();
        let mut child = sleeper();
        let mut record = RunRecord::begin(folder.path(), "http://127.0.0.1:1").unwrap();
        record.add("worker", child.id()).unwrap();
        record.children[0].started = "4711@another-boot".into();

        assert!(record.stop_leftovers().is_empty());
        assert!(process::identity(child.id()).is_some());
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn knows_a_live_launcher_from_a_dead_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut record = RunRecord::begin(folder.path(), "http://127.0.0.1:1").unwrap();
        assert_eq!(record.live_launcher().unwrap().pid, std::process::id());
        let mut child = sleeper();
        record.launcher = Entry::of("xtask", child.id());
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(record.live_launcher().is_none());
    }
}
