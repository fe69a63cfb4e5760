//! A long-running child: started with its output in a log file, watched, restarted, stopped.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::Signal;

use crate::{process, repo, signals};

/// The signal that stops a service, and the time until it is killed.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    pub signal: Signal,
    pub timeout: Duration,
}

impl Stop {
    /// SIGTERM, and time to finish requests and mails in progress.
    pub const GRACEFUL: Self = Self { signal: Signal::TERM, timeout: Duration::from_secs(35) };
    /// Postgres: fast shutdown.
    pub const POSTGRES: Self = Self { signal: Signal::INT, timeout: Duration::from_secs(30) };
}

#[derive(Debug)]
pub struct Service {
    pub name: &'static str,
    command: Command,
    child: Child,
    log: PathBuf,
    stop: Stop,
    ends: Vec<Instant>,
}

impl Service {
    /// So many ends within a minute are too many.
    pub const MOST_ENDS: usize = 3;

    /// Starts the command in a new process group. Its output goes to `logs/NAME.log`.
    pub fn start(name: &'static str, mut command: Command, logs: &Path, stop: Stop) -> Result<Self> {
        fs::create_dir_all(logs)?;
        let log = logs.join(format!("{name}.log"));
        let _ = fs::remove_file(&log);
        let child = spawn_logged(&mut command, &log)?;
        Ok(Self { name, command, child, log, stop, ends: Vec::new() })
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its exit status, if it has ended.
    pub fn ended(&mut self) -> Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }

    /// Restarts it after its end. The log is appended to.
    pub fn restart(&mut self) -> Result<()> {
        self.child = spawn_logged(&mut self.command, &self.log)?;
        Ok(())
    }

    /// Counts an end. Whether there were [`Self::MOST_ENDS`] within a minute.
    pub fn keeps_ending(&mut self) -> bool {
        self.ends.retain(|end| end.elapsed() < Duration::from_mins(1));
        self.ends.push(Instant::now());
        self.ends.len() >= Self::MOST_ENDS
    }

    /// How it ended, and the last lines of its log.
    pub fn obituary(&self, status: ExitStatus) -> String {
        let log = repo::shown(&self.log);
        // What ends for want of room may have none for its last words.
        let room = if is_full(&self.log) { "; its disk is full" } else { "" };
        let end = match tail(&self.log, 20) {
            lines if lines.is_empty() => format!("its log {log} is empty"),
            lines => format!("the end of {log}:\n    {}", lines.replace('\n', "\n    ")),
        };
        format!("{} ended ({status}){room}; {end}", self.name)
    }

    /// Sends the signal, waits, and kills the rest of its group. A second signal to this process ends the wait.
    pub fn stop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            process::signal(self.pid(), self.stop.signal);
            let limit = Instant::now() + self.stop.timeout;
            while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < limit && signals::count() < 2 {
                thread::sleep(Duration::from_millis(20));
            }
        }
        process::signal_group(self.pid(), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// Whether less than a megabyte is free.
fn is_full(path: &Path) -> bool {
    rustix::fs::statvfs(path).is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) < 1 << 20)
}

fn spawn_logged(command: &mut Command, log: &Path) -> Result<Child> {
    let file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .mode(0o600)
        .open(log)
        .with_context(|| format!("cannot write {}", log.display()))?;
    command.stdout(file.try_clone()?).stderr(file);
    process::spawn(command)
}

/// The last lines of a text file, read from its last 16 KiB.
pub fn tail(path: &Path, lines: usize) -> String {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = fs::File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(16 * 1024)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let text = String::from_utf8_lossy(&read().unwrap_or_default()).into_owned();
    let all: Vec<&str> = text.trim_end().lines().collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, logs: &Path, stop: Stop) -> Service {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Service::start("sample", command, logs, stop).unwrap()
    }

    #[test]
    fn stopping_leaves_nothing_of_its_group() {
        let folder = tempfile::tempdir().unwrap();
        let mut service = shell("sleep 300 & echo $!; wait", folder.path(), Stop::GRACEFUL);
        let child = || tail(&folder.path().join("sample.log"), 1).parse::<u32>().ok();
        while child().is_none() {
            thread::sleep(Duration::from_millis(5));
        }
        let (leader, grandchild) = (service.pid(), child().unwrap());
        assert!(process::identity(grandchild).is_some());
        service.stop();
        let limit = Instant::now() + Duration::from_secs(5);
        while process::identity(grandchild).is_some() && Instant::now() < limit {
            thread::sleep(Duration::from_millis(5));
        }
        assert_eq!((process::identity(leader), process::identity(grandchild)), (None, None));
    }

    #[test]
    fn kills_a_service_that_ignores_the_signal() {
        let folder = tempfile::tempdir().unwrap();
        let stop = Stop { signal: Signal::TERM, timeout: Duration::from_millis(200) };
        let mut service = shell("trap '' TERM; echo up; while :; do sleep 1; done", folder.path(), stop);
        while tail(&folder.path().join("sample.log"), 1) != "up" {
            thread::sleep(Duration::from_millis(5));
        }
        service.stop();
        assert_eq!(process::identity(service.pid()), None);
    }
}
