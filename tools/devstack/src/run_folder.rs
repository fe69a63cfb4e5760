//! The folder of one run of a command, in the target folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::postgres::Cluster;
use crate::repo;
use crate::run_record::RunRecord;

/// Creates `xtask/COMMAND-PID`. Removes the folders that killed runs of the command have left, and stops the processes of
/// theirs that still run.
pub fn create(command: &str) -> Result<PathBuf> {
    let all = repo::target().join("xtask");
    let is_run = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pid = name.strip_prefix(command).and_then(|rest| rest.strip_prefix('-'));
        pid.is_some_and(|pid| pid.parse::<u32>().is_ok())
    };
    folders_in(&all).filter(is_run).for_each(|folder| remove_if_dead(&folder));
    let folder = all.join(format!("{command}-{}", std::process::id()));
    repo::make_passable(&folder)?;
    Ok(folder)
}

/// Each part of a run has its own folder, with its own record and server.
fn remove_if_dead(folder: &Path) {
    let records: Vec<RunRecord> = folders_in(folder).filter_map(|part| RunRecord::read(&part)).collect();
    if records.iter().any(|record| record.live_launcher().is_some()) {
        return;
    }
    for record in &records {
        record.stop_leftovers();
    }
    for part in folders_in(folder) {
        let _ = Cluster::remove(&part);
    }
    let _ = fs::remove_dir_all(folder);
}

fn folders_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
}
