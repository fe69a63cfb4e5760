//! Running, identifying and stopping processes.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::signals;

/// Runs a command to its end, with our output. A signal to this process ends it, too.
pub fn run(command: &mut Command) -> Result<()> {
    let name = describe(command);
    let status = status(command)?;
    if !status.success() {
        bail!("`{name}` failed ({status})");
    }
    Ok(())
}

/// Like [`run`], but a failing exit status is a result, not an error.
pub fn status(command: &mut Command) -> Result<ExitStatus> {
    let mut child = spawn(command)?;
    wait(&mut child)
}

/// Starts a command in a new process group and without input.
pub fn spawn(command: &mut Command) -> Result<Child> {
    command.stdin(Stdio::null()).process_group(0);
    let name = describe(command);
    command.spawn().with_context(|| format!("cannot start `{name}`"))
}

/// Waits for a child. A signal to this process is forwarded to its group.
pub fn wait(child: &mut Child) -> Result<ExitStatus> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if let Err(interrupted) = signals::check() {
            signal_group(child.id(), Signal::TERM);
            let limit = Instant::now() + Duration::from_secs(10);
            while child.try_wait()?.is_none() && Instant::now() < limit && signals::count() < 2 {
                thread::sleep(Duration::from_millis(20));
            }
            signal_group(child.id(), Signal::KILL);
            child.wait()?;
            return Err(interrupted);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Runs a command quietly and returns what it printed; `None` if it is missing or fails.
pub fn output_of(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The ids of a user and of its group.
pub fn ids_of(user: &str) -> Option<(u32, u32)> {
    let id = |flag| output_of("id", &[flag, user])?.parse().ok();
    Some((id("-u")?, id("-g")?))
}

/// The command as a person would type it.
pub fn describe(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|a| a.to_string_lossy().into_owned()));
    words.join(" ")
}

/// Sends a signal to a process, if it still exists.
pub fn signal(pid: u32, signal: Signal) {
    if let Some(pid) = as_pid(pid) {
        let _ = kill_process(pid, signal);
    }
}

/// Sends a signal to a process group, if it still exists.
pub fn signal_group(pid: u32, signal: Signal) {
    if let Some(pid) = as_pid(pid) {
        let _ = kill_process_group(pid, signal);
    }
}

fn as_pid(pid: u32) -> Option<Pid> {
    Pid::from_raw(i32::try_from(pid).ok()?)
}

/// Start time and boot id, which distinguish a process from a later one with the same id. `None` if it does not exist or
/// is a zombie.
pub fn identity(pid: u32) -> Option<String> {
    if let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        return Some(format!("{}@{}", start_ticks(&stat)?, boot.trim()));
    }
    if fs::exists("/proc/self/stat").unwrap_or(false) {
        return None;
    }
    let line = output_of("ps", &["-o", "stat=,lstart=", "-p", &pid.to_string()])?;
    let (state, started) = line.trim().split_once(' ')?;
    (!state.starts_with('Z')).then(|| started.trim().to_owned())
}

/// Field 22 of `/proc/<pid>/stat`. The second field, the program's name in brackets, may contain blanks and brackets, so
/// fields are counted after the last bracket.
fn start_ticks(stat: &str) -> Option<&str> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    (state != "Z").then(|| fields.nth(18))?
}

/// The command line of a process, if the system shows it.
pub fn command_line(pid: u32) -> Option<String> {
    let line = match fs::read(format!("/proc/{pid}/cmdline")) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).replace('\0', " "),
        Err(_) => output_of("ps", &["-o", "args=", "-p", &pid.to_string()])?,
    };
    let line = line.trim();
    (!line.is_empty()).then(|| line.chars().take(100).collect())
}

/// Resident memory of a process in bytes, if the system shows it.
pub fn resident_bytes(pid: u32) -> Option<u64> {
    let kibibytes = match fs::read_to_string(format!("/proc/{pid}/status")) {
        Ok(status) => {
            status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?.trim().trim_end_matches(" kB").parse::<u64>()
        }
        Err(_) => output_of("ps", &["-o", "rss=", "-p", &pid.to_string()])?.parse::<u64>(),
    };
    kibibytes.ok().map(|value| value * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_start_time_behind_a_hostile_program_name_and_none_of_a_zombie() {
        let stat = "7 (a) S 9 (x) R 1 7 7 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 4711 9 9";
        assert_eq!(start_ticks(stat), Some("4711"));
        assert_eq!(start_ticks(&stat.replace(" R ", " Z ")), None);
    }

    #[test]
    fn tells_a_running_process_from_one_that_has_ended() {
        let mut child = spawn(Command::new("sleep").arg("30")).unwrap();
        let pid = child.id();
        let before = identity(pid).unwrap();
        assert_eq!(identity(pid), Some(before));
        signal(pid, Signal::KILL);
        child.wait().unwrap();
        assert_eq!(identity(pid), None);
    }
}
