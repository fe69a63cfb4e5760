//! Three Postgres servers under Patroni, which keeps its state in three members of etcd, behind `HAProxy`: the Debian
//! packages, on loopback, as the user that runs Postgres.

mod config;
mod node;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::Signal;
use serde_json::{Value, json};

use self::config::Addresses;
pub(super) use self::node::Node;
use crate::harness::Harness;
use crate::installed;
use devstack::ports::Ports;
use devstack::postgres::{Binaries, Cluster, Durability};
use devstack::service::Stop;
use devstack::{process, signals};
use testkit::client::Client;

const INSTALL: &str = "apt-get install --no-install-recommends patroni etcd-server haproxy python3-etcd";
const ETCD: [&str; 3] = ["etcd-1", "etcd-2", "etcd-3"];
const PATRONI: [&str; 3] = ["patroni-1", "patroni-2", "patroni-3"];
const HAPROXY: &str = "haproxy";
/// Patroni shuts its server down before it ends.
const STOP: Stop = Stop { signal: Signal::TERM, timeout: Duration::from_secs(35) };
const AT_ONCE: Stop = Stop { signal: Signal::TERM, timeout: Duration::from_secs(3) };
/// A rewind and the start of an old leader as a standby.
const RECOVERY: Duration = Duration::from_mins(2);

/// The programs of the packages, or a sentence with the command that installs them.
#[derive(Debug)]
pub(super) struct Packages {
    patroni: PathBuf,
    etcd: PathBuf,
    haproxy: PathBuf,
}

impl Packages {
    pub(super) fn find() -> Result<Self> {
        let found = |name| installed::find(name, INSTALL);
        Ok(Self { patroni: found("patroni")?, etcd: found("etcd")?, haproxy: found("haproxy")? })
    }
}

#[derive(Debug)]
pub(super) struct PatroniCluster {
    addresses: Addresses,
    nodes: Vec<Node>,
}

impl PatroniCluster {
    /// Starts everything and waits for a leader with a synchronous standby.
    pub(super) fn start(harness: &mut Harness, packages: &Packages) -> Result<Self> {
        let (first, second) = (Ports::find_free()?, Ports::find_free()?);
        let addresses = Addresses::new(first.site, second.site, harness.more.postgres);
        let nodes = (0..3).map(|number| node(harness, number, &addresses)).collect::<Result<Vec<_>>>()?;
        let mut cluster = Self { addresses, nodes };
        for (number, name) in ETCD.into_iter().enumerate() {
            let node = &cluster.nodes[number];
            let mut etcd = node.server.run(&packages.etcd);
            etcd.args(cluster.addresses.etcd_arguments(number)).arg("--data-dir").arg(node.server.home().join("etcd"));
            harness.launch(name, etcd, AT_ONCE)?;
        }
        for (number, name) in PATRONI.into_iter().enumerate() {
            let node = &cluster.nodes[number];
            let settings = config::patroni(number, &cluster.addresses, &node.server, harness.admin_password())?;
            let file = node.server.write_secret("patroni.yml", &settings.to_string())?;
            let mut patroni = node.server.run(&packages.patroni);
            patroni.arg(file);
            harness.launch(name, patroni, STOP)?;
            cluster.nodes[number].patroni = Some(harness.stack.service(name)?.pid());
        }
        let first = &cluster.nodes[0].server;
        let mut haproxy = first.run(&packages.haproxy);
        haproxy.arg("-db").arg("-f").arg(first.write_secret("haproxy.cfg", &config::haproxy(&cluster.addresses))?);
        harness.launch(HAPROXY, haproxy, AT_ONCE)?;
        cluster.await_health(true).with_context(|| logs(harness))?;
        Ok(cluster)
    }

    /// The port that leads to the leader.
    pub(super) fn port(&self) -> u16 {
        self.addresses.proxy
    }

    /// The node that Patroni's members agree to be the leader.
    pub(super) fn leader(&self) -> Result<&Node> {
        let name = self.members().iter().find(|member| member["role"] == "leader").map(|member| member["name"].clone());
        let node = name.and_then(|name| self.nodes.iter().find(|node| name == node.name()));
        node.context("Patroni names no leader")
    }

    /// Waits until there is one leader and both standbys follow it; in synchronous mode, one of them synchronously.
    pub(super) fn await_health(&self, is_synchronous: bool) -> Result<()> {
        let mut healthy_since = None;
        let is_healthy = signals::wait_until(RECOVERY, || {
            std::thread::sleep(Duration::from_millis(100));
            if !is_healthy(&self.members(), is_synchronous) {
                healthy_since = None;
                return Ok(false);
            }
            // Patroni writes the state of a member once in its loop of two seconds.
            let since = *healthy_since.get_or_insert_with(std::time::Instant::now);
            Ok(since.elapsed() > Duration::from_secs(3))
        })?;
        if !is_healthy {
            bail!("the database servers do not recover within {} s: {:?}", RECOVERY.as_secs(), self.members());
        }
        Ok(())
    }

    /// From now on the leader does not wait for a standby.
    pub(super) fn make_asynchronous(&self) -> Result<()> {
        let change = json!({ "synchronous_mode": false, "synchronous_mode_strict": false }).to_string();
        let rest = self.leader()?.rest;
        let request = format!(
            "PATCH /config HTTP/1.1\r\nHost: {rest}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{change}",
            change.len()
        );
        let status = Client::new(rest).send(request.as_bytes()).map_or(0, |reply| reply.status);
        if status != 200 {
            bail!("Patroni answered {status} to a change of its configuration");
        }
        self.await_health(false)
    }

    /// The member of etcd that leads the others.
    pub(super) fn etcd_leader(&self) -> Result<&'static str> {
        let found = ETCD.into_iter().enumerate().find(|(number, _)| {
            let status = post_json(self.addresses.etcd[*number], "/v3/maintenance/status");
            status["leader"].is_string() && status["leader"] == status["header"]["member_id"]
        });
        found.map(|(_, name)| name).context("etcd has no leader")
    }

    /// The answer of the first Patroni that answers.
    fn members(&self) -> Vec<Value> {
        let answers = self.nodes.iter().filter_map(Node::cluster);
        answers
            .filter_map(|answer| answer["members"].as_array().cloned())
            .find(|list| !list.is_empty())
            .unwrap_or_default()
    }

    pub(super) fn stop(mut self, harness: &mut Harness) -> Result<()> {
        self.nodes.iter().for_each(Node::thaw);
        self.nodes.iter_mut().for_each(|node| node.patroni = None);
        for name in [HAPROXY].into_iter().chain(PATRONI).chain(ETCD) {
            harness.stack.stop_service(name)?;
        }
        Ok(())
    }
}

impl Drop for PatroniCluster {
    /// A Postgres outlives its Patroni, so that it must be ended by itself when a scenario ends with an error.
    fn drop(&mut self) {
        for node in &self.nodes {
            node.end();
            let _ = Cluster::remove(&node.folder);
            let _ = fs::remove_dir_all(&node.folder);
        }
    }
}

fn logs(harness: &Harness) -> String {
    let end = |name: &&str| devstack::service::tail(&harness.stack.logs().join(format!("{name}.log")), 8);
    PATRONI.iter().chain(&ETCD).chain([&HAPROXY]).map(end).collect::<Vec<_>>().join("\n")
}

fn node(harness: &Harness, number: usize, addresses: &Addresses) -> Result<Node> {
    let base = harness.stack.folder();
    let name = base.file_name().unwrap_or_default().to_string_lossy();
    let run = base.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    // Its last two parts are unique: the place outside the checkout is named by them.
    let folder = base.with_file_name(format!("{name}-{run}-node-{}", number + 1));
    devstack::repo::make_passable(&folder)?;
    let server = Cluster::at(&folder, Binaries::find()?, addresses.postgres[number].port(), Durability::Real)?;
    Ok(Node { number, folder, server, rest: addresses.rest[number], patroni: None })
}

fn is_healthy(members: &[Value], is_synchronous: bool) -> bool {
    let having = |role: &str| members.iter().filter(|member| member["role"] == role).count();
    let run = members.iter().all(|member| {
        let follows = member["role"] == "leader" || member["lag"] == 0;
        follows && (member["state"] == "running" || member["state"] == "streaming")
    });
    let timeline = members.first().map(|member| &member["timeline"]);
    let agree = members.iter().all(|member| Some(&member["timeline"]) == timeline);
    let standbys = if is_synchronous { having("sync_standby") == 1 } else { having("sync_standby") == 0 };
    members.len() == 3 && having("leader") == 1 && standbys && run && agree
}

fn post_json(address: std::net::SocketAddr, path: &str) -> Value {
    let request =
        format!("POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}");
    Client::new(address).send(request.as_bytes()).map(|reply| reply.json()).unwrap_or_default()
}

/// Kills etcd's leader; its supervisor starts it again five seconds later.
pub(super) fn crash_etcd(harness: &mut Harness, name: &'static str) -> Result<()> {
    process::signal_group(harness.stack.service(name)?.pid(), Signal::KILL);
    harness.await_end(name, Duration::from_secs(5))?;
    signals::wait_until(Duration::from_secs(5), || Ok(false))?;
    harness.stack.restart(name)
}
