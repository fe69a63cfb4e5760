//! The configurations of etcd, Patroni and `HAProxy`. Patroni's is written as JSON, which is YAML.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use devstack::postgres::Cluster;

/// The listeners of the three nodes.
#[derive(Debug)]
pub(super) struct Addresses {
    pub(super) etcd: [SocketAddr; 3],
    peers: [SocketAddr; 3],
    pub(super) rest: [SocketAddr; 3],
    pub(super) postgres: [SocketAddr; 3],
    pub(super) proxy: u16,
}

impl Addresses {
    /// In two rows of six ports.
    pub(super) fn new(first: u16, second: u16, proxy: u16) -> Self {
        let three = |base: u16| [base, base + 1, base + 2].map(|port| (Ipv4Addr::LOCALHOST, port).into());
        let (etcd, peers) = (three(first), three(first + 3));
        Self { etcd, peers, rest: three(second), postgres: three(second + 3), proxy }
    }

    pub(super) fn etcd_arguments(&self, node: usize) -> Vec<String> {
        let (client, peer) = (self.etcd[node], self.peers[node]);
        let members: Vec<String> =
            (0..3).map(|node| format!("etcd-{}=http://{}", node + 1, self.peers[node])).collect();
        let options = [
            ("name", format!("etcd-{}", node + 1)),
            ("listen-client-urls", format!("http://{client}")),
            ("advertise-client-urls", format!("http://{client}")),
            ("listen-peer-urls", format!("http://{peer}")),
            ("initial-advertise-peer-urls", format!("http://{peer}")),
            ("initial-cluster", members.join(",")),
        ];
        let options = options.into_iter().flat_map(|(name, value)| [format!("--{name}"), value]);
        options.chain(["--enable-v2".to_owned()]).collect()
    }
}

/// Synchronous mode in its strict form: without a standby, no commit is confirmed.
pub(super) fn patroni(node: usize, addresses: &Addresses, server: &Cluster, password: &str) -> Result<Value> {
    let (rest, postgres) = (addresses.rest[node].to_string(), addresses.postgres[node].to_string());
    let etcd = addresses.etcd.map(|address| address.to_string());
    let programs = server.binaries.program("postgres");
    let user = |name: &str| json!({ "username": name, "password": password });
    Ok(json!({
        "scope": "prove",
        "name": format!("node{}", node + 1),
        "restapi": { "listen": rest, "connect_address": rest },
        // The v2 API: Debian 12's Patroni 3.0.2 writes the leader's key without a comparison through v3, so that a leader
        // that was frozen takes the lead from its successor, and inquiries are lost (patroni#2689, #2783).
        "etcd": { "hosts": etcd },
        "bootstrap": {
            "dcs": {
                "ttl": 20,
                "loop_wait": 2,
                "retry_timeout": 5,
                // A leader that crashed is replaced at once instead of restarted.
                "primary_start_timeout": 0,
                "synchronous_mode": true,
                "synchronous_mode_strict": true,
                "postgresql": { "use_pg_rewind": true, "use_slots": true, "parameters": { "max_connections": 200 } },
            },
            "initdb": [{ "encoding": "UTF8" }, "no-locale", "data-checksums"],
        },
        "postgresql": {
            "listen": postgres,
            "connect_address": postgres,
            "data_dir": server.data(),
            "bin_dir": programs.parent().context("Postgres' programs have no folder")?,
            "pgpass": server.home().join("pgpass"),
            "authentication": {
                "superuser": user("postgres"), "replication": user("replicator"), "rewind": user("rewinder"),
            },
            "pg_hba": ["host replication replicator 127.0.0.1/32 scram-sha-256", "host all all 127.0.0.1/32 scram-sha-256"],
            // As elsewhere in our servers: no socket file, and no value in a log or an error.
            "parameters": {
                "unix_socket_directories": "",
                "log_error_verbosity": "terse",
                "log_parameter_max_length_on_error": 0,
                "log_min_error_statement": "panic",
            },
        },
    }))
}

/// Sends every connection to the leader, and ends those to a node that is no longer the leader.
pub(super) fn haproxy(addresses: &Addresses) -> String {
    let start = format!(
        "global\n  maxconn 1000\ndefaults\n  mode tcp\n  timeout connect 2s\n  timeout client 30m\n  timeout server 30m\n  \
         timeout check 2s\nlisten postgres\n  bind 127.0.0.1:{}\n  option httpchk GET /primary\n  \
         http-check expect status 200\n  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions\n",
        addresses.proxy
    );
    let server = |node: usize| {
        let (postgres, rest) = (addresses.postgres[node], addresses.rest[node]);
        format!("  server node{} {postgres} check port {}\n", node + 1, rest.port())
    };
    [start].into_iter().chain((0..3).map(server)).collect()
}
