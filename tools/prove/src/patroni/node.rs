//! One Postgres server and its Patroni.

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;

use rustix::process::Signal;
use serde_json::Value;

use devstack::postgres::Cluster;
use devstack::process;
use testkit::client::{Client, get};

#[derive(Debug)]
pub(crate) struct Node {
    pub(super) number: usize,
    pub(super) folder: PathBuf,
    pub(super) server: Cluster,
    pub(super) rest: SocketAddr,
    /// The process id of Patroni.
    pub(super) patroni: Option<u32>,
}

impl Node {
    /// Its name in Patroni.
    pub(crate) fn name(&self) -> String {
        format!("node{}", self.number + 1)
    }

    /// Kills the postmaster; its sessions end when they notice.
    pub(crate) fn kill_postmaster(&self) {
        self.signal_postmaster(Signal::KILL);
    }

    /// Stops the whole node without ending a connection, as a hypervisor does. Its member of etcd goes on.
    pub(crate) fn freeze(&self) {
        self.signal_patroni(Signal::STOP);
        self.signal_postmaster(Signal::STOP);
        self.signal_sessions(Signal::STOP, "");
    }

    pub(crate) fn thaw(&self) {
        self.signal_sessions(Signal::CONT, "");
        self.signal_postmaster(Signal::CONT);
        self.signal_patroni(Signal::CONT);
    }

    /// From now on the standbys receive nothing.
    pub(crate) fn freeze_replication(&self) {
        self.signal_sessions(Signal::STOP, "walsender");
    }

    /// Kills the postmaster and the processes of its replication, which are frozen and would keep the shared memory.
    pub(crate) fn kill_with_replication(&self) {
        self.kill_with_sessions("walsender");
    }

    /// Ends everything at once.
    pub(super) fn end(&self) {
        self.signal_patroni(Signal::KILL);
        self.kill_with_sessions("");
    }

    fn kill_with_sessions(&self, name: &str) {
        let sessions = self.sessions(name);
        self.kill_postmaster();
        for pid in sessions {
            process::signal(pid, Signal::KILL);
        }
    }

    /// What its Patroni says of the cluster.
    pub(super) fn cluster(&self) -> Option<Value> {
        // A frozen node would let the request wait for its timeout.
        if self.patroni.is_some_and(is_stopped) {
            return None;
        }
        Client::new(self.rest).send(&get("/cluster")).ok().map(|reply| reply.json())
    }

    fn signal_patroni(&self, signal: Signal) {
        // Its child, until it is waited for: the id cannot belong to another process.
        if let Some(pid) = self.patroni.filter(|pid| process::identity(*pid).is_some()) {
            process::signal_group(pid, signal);
        }
    }

    fn signal_postmaster(&self, signal: Signal) {
        if let Some(pid) = self.server.running_server() {
            process::signal(pid, signal);
        }
    }

    fn signal_sessions(&self, signal: Signal, name: &str) {
        for pid in self.sessions(name) {
            process::signal(pid, signal);
        }
    }

    /// The postmaster's children whose title contains `name`.
    fn sessions(&self, name: &str) -> Vec<u32> {
        let Some(postmaster) = self.server.running_server() else { return Vec::new() };
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes
            .filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
            .filter(|pid| field(*pid, 1).is_some_and(|parent| parent == postmaster.to_string()))
            .filter(|pid| process::command_line(*pid).is_some_and(|line| line.contains(name)))
            .collect()
    }
}

fn is_stopped(pid: u32) -> bool {
    field(pid, 0).is_some_and(|state| state == "T")
}

/// A field of `/proc/<pid>/stat` behind the program's name: 0 is the state, 1 the parent.
fn field(pid: u32, number: usize) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(number).map(str::to_owned)
}
