//! The ports of a run, and the process that holds a port.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};

use crate::process;

/// Seven ports in a row from a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ports {
    pub site: u16,
    pub api_ops: u16,
    pub worker_ops: u16,
    pub inbox: u16,
    pub smtp: u16,
    pub postgres: u16,
    pub lmtp: u16,
}

impl Ports {
    /// In a row.
    pub const COUNT: u16 = 7;

    pub fn from_base(base: u16) -> Result<Self> {
        if base == 0 || base > u16::MAX - Self::COUNT + 1 {
            bail!("--port {base}: seven ports in a row are needed, from 1 to 65535");
        }
        let [site, api_ops, worker_ops, inbox, smtp, postgres, lmtp] = [0, 1, 2, 3, 4, 5, 6].map(|step| base + step);
        Ok(Self { site, api_ops, worker_ops, inbox, smtp, postgres, lmtp })
    }

    /// Each port and its purpose.
    fn table(self) -> impl Iterator<Item = (u16, &'static str)> {
        let ops = ["the api's ops listener", "the worker's ops listener"];
        (self.site..=self.lmtp).zip(["the site", ops[0], ops[1], "the mail inbox", "SMTP", "Postgres", "LMTP"])
    }

    /// Fails if a port is taken. The error names the process, if the system shows it.
    pub fn check_free(self, needs_postgres: bool) -> Result<()> {
        let taken: Vec<String> = self
            .table()
            .filter(|(port, _)| (needs_postgres || *port != self.postgres) && !is_free(*port))
            .map(|(port, purpose)| {
                let holder = holder(port).map_or_else(String::new, |who| format!(" by {who}"));
                format!("port {port} ({purpose}) is taken{holder}")
            })
            .collect();
        if taken.is_empty() {
            return Ok(());
        }
        bail!(
            "{}\nstop what holds it, or move all seven ports: cargo xtask up --port {}",
            taken.join("\n       "),
            Self::find_free()?.site,
        );
    }

    /// Seven free ports in a row, below the ephemeral range. This process gives none of them twice: a part of the tests
    /// may listen on them later than another part asks.
    pub fn find_free() -> Result<Self> {
        static GIVEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
        let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..200 {
            let ports = Self::from_base(rand::random_range(20_000..32_000))?;
            if ports.table().all(|(port, _)| !given.contains(&port) && is_free(port)) {
                given.extend(ports.table().map(|(port, _)| port));
                return Ok(ports);
            }
        }
        bail!("found no seven free ports in a row between 20000 and 32000");
    }
}

/// A port of 127.0.0.1 on which nothing listens. Tried more than once: until its `exec`, a child that another thread starts
/// holds a copy of each open socket, so a port that was just tried looks taken for a moment.
pub fn is_free(port: u16) -> bool {
    (0..6).any(|failed| {
        std::thread::sleep(std::time::Duration::from_millis(20) * failed.min(1));
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
    })
}

/// The process that listens on a port, as "pid 7 (the command)".
fn holder(port: u16) -> Option<String> {
    let pid = listeners::get_process_by_port(port, listeners::Protocol::TCP).ok()?.pid;
    let command = process::command_line(pid).unwrap_or_else(|| "unknown command".into());
    Some(format!("pid {pid} ({command})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_taken_port_its_purpose_and_its_holder() {
        let ports = Ports::find_free().unwrap();
        let _listener = TcpListener::bind((Ipv4Addr::LOCALHOST, ports.postgres)).unwrap();
        let error = ports.check_free(true).unwrap_err().to_string();
        assert!(error.contains(&format!("port {} (Postgres) is taken", ports.postgres)), "{error}");
        assert!(error.contains(&format!("by pid {}", std::process::id())), "{error}");
        // A given database needs no port of ours.
        assert!(ports.check_free(false).is_ok());
    }

    #[test]
    fn gives_no_port_twice() {
        let mut given = BTreeSet::new();
        for _ in 0..100 {
            for (port, _) in Ports::find_free().unwrap().table() {
                assert!(given.insert(port), "{port}");
            }
        }
    }
}
