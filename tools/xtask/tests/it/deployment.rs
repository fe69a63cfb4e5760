//! compose.yaml, compose.tls.yaml, the Caddyfile and .env.example.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{found, read};

#[derive(Deserialize)]
pub(crate) struct Compose {
    services: BTreeMap<String, Service>,
    #[serde(default)]
    pub(crate) secrets: BTreeMap<String, Secret>,
}

#[derive(Deserialize)]
pub(crate) struct Secret {
    pub(crate) file: String,
}

/// A field without a default is one that every service needs.
#[derive(Deserialize)]
struct Service {
    read_only: bool,
    cap_drop: Vec<String>,
    security_opt: Vec<String>,
    #[serde(rename = "mem_limit")]
    _memory: IgnoredAny,
    #[serde(rename = "pids_limit")]
    _processes: IgnoredAny,
    image: Option<String>,
    build: Option<IgnoredAny>,
    healthcheck: Option<IgnoredAny>,
    #[serde(default)]
    cap_add: Vec<String>,
    #[serde(default)]
    command: Vec<String>,
    #[serde(default)]
    environment: BTreeMap<String, String>,
    #[serde(default)]
    ports: Vec<String>,
    #[serde(default)]
    secrets: Vec<String>,
}

pub(crate) fn parse(compose: &str) -> serde_norway::Result<Compose> {
    let mut document: serde_norway::Value = serde_norway::from_str(compose)?;
    document.apply_merge()?;
    serde_norway::from_value(document)
}

/// What keeps values out of the database's log, and removed bytes out of its files.
const POSTGRES_SETTINGS: [&str; 4] = [
    "log_error_verbosity=terse",
    "log_parameter_max_length_on_error=0",
    "log_min_error_statement=panic",
    "wal_recycle=off",
];

fn faults(compose: &str) -> Vec<String> {
    let services = match parse(compose) {
        Ok(compose) => compose.services,
        Err(error) => return vec![error.to_string()],
    };
    let faults = services.iter().flat_map(|(name, service)| {
        let faults = service.faults(name).into_iter().map(str::to_owned).chain(service.setting_faults());
        faults.map(move |fault| format!("{name}: {fault}"))
    });
    faults.collect()
}

impl Service {
    fn faults(&self, name: &str) -> Vec<&str> {
        let is_postgres = self.image.as_deref().is_some_and(|image| image.starts_with("postgres:"));
        // Of the two that the internet reaches, the api is reached through the proxy. In a network without IPv6, Docker
        // replaces the address of each IPv6 visitor by its own, unless the port is published on IPv4 alone.
        let (hosts, capabilities) = match name {
            "caddy" => (&["0.0.0.0:", "[::]:"][..], &["NET_BIND_SERVICE"][..]),
            _ => (&["127.0.0.1:"][..], &[][..]),
        };
        let is_set = |setting: &&str| self.command.windows(2).any(|pair| pair == ["-c", setting]);
        let rules = [
            (self.read_only, "its root is not read-only"),
            (self.cap_drop == ["ALL"], "it does not drop all capabilities"),
            (self.cap_add.iter().all(|added| capabilities.contains(&added.as_str())), "it has a capability"),
            (self.security_opt.contains(&"no-new-privileges:true".to_owned()), "it may gain privileges"),
            // The images of ours bring one; `migrate` ends.
            (self.healthcheck.is_some() || self.build.is_some(), "it has no health check"),
            (
                self.ports.iter().all(|port| hosts.iter().any(|host| port.starts_with(host))),
                "it publishes a port too widely",
            ),
            (!is_postgres || self.ports.is_empty(), "it publishes the database"),
            (!is_postgres || POSTGRES_SETTINGS.iter().all(is_set), "it runs without one of POSTGRES_SETTINGS"),
            (self.build.is_some() || self.image.as_deref().is_some_and(is_pinned), "its image has no digest"),
        ];
        rules.into_iter().filter(|(is_kept, _)| !is_kept).map(|(_, fault)| fault).collect()
    }

    fn setting_faults(&self) -> Vec<String> {
        let known = settings();
        let mut faults = Vec::new();
        for (variable, value) in &self.environment {
            let is_secret =
                ["PASSWORD", "SECRET", "HMAC_KEY", "WEBHOOK", "SMTP_URL"].iter().any(|word| variable.contains(word));
            if is_secret && !variable.ends_with("_FILE") {
                faults.push(format!("{variable} must come from a file"));
            }
            if value.contains("://") && value.contains('@') {
                faults.push(format!("{variable} holds a password"));
            }
            if self.build.is_some() && !known.contains(variable) && !known.contains(variable.trim_end_matches("_FILE"))
            {
                faults.push(format!("{variable} is not in .env.example"));
            }
        }
        faults
    }
}

/// A tag other than `latest`, or a distroless image, whose name has the distribution's version. `ops/pin` adds a digest.
pub(crate) fn is_pinned(image: &str) -> bool {
    Regex::new("^[^:@]+:[^:@]+@sha256:[0-9a-f]{64}$").unwrap().is_match(image)
}

/// The names that .env.example explains, set or commented out.
fn settings() -> BTreeSet<String> {
    found("(?m)^[# ]*([A-Z][A-Z0-9_]*)=", &read(".env.example")).map(str::to_owned).collect()
}

#[test]
fn every_service_keeps_the_promises_of_its_deployment() {
    for file in ["compose.yaml", "compose.tls.yaml"] {
        assert_eq!(faults(&read(file)), Vec::<String>::new(), "{file}");
    }
}

#[test]
fn names_a_promise_that_is_broken() {
    for (from, to, expected) in [
        ("mem_limit: 2g", "cap_add: [NET_BIND_SERVICE]", "it has a capability"),
        ("@sha256:", "@sha256-", "no digest"),
        ("127.0.0.1:${", "0.0.0.0:${", "too widely"),
        // Behind its option alone it is a setting.
        ("- -c\n      - wal_recycle=off", "- wal_recycle=off", "POSTGRES_SETTINGS"),
    ] {
        let faults = faults(&read("compose.yaml").replacen(from, to, 1)).join("\n");
        assert!(faults.contains(expected), "{from} -> {to}: {faults}");
    }
}

/// Of the processes that run all the time none has it: not the one that parses strangers' mail, either.
#[test]
fn only_the_officers_program_and_the_migration_get_the_officers_login() {
    let services = parse(&read("compose.yaml")).unwrap().services;
    let has_login = |service: &Service| service.secrets.contains(&"compliance_database_url".to_owned());
    let with_login = services.iter().filter(|(_, service)| has_login(service)).map(|(name, _)| name);
    assert_eq!(with_login.collect::<Vec<_>>(), ["compliance", "migrate"]);
}

/// From the host's proxy, requests come from the bridge, which has a network of these: Docker's own pools, and what it is told.
#[test]
fn the_api_trusts_each_network_that_docker_takes_for_a_bridge() {
    let services = parse(&read("compose.yaml")).unwrap().services;
    let trusted = &services["api"].environment["TRUSTED_PROXIES"];
    for network in ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8"] {
        assert!(trusted.contains(network), "{trusted} lacks {network}");
    }
}

/// Caddy logs the address and the query string of a request that failed, or whose visitor left before the response ended.
#[test]
fn the_proxy_logs_no_request() {
    let caddyfile = read("ops/Caddyfile");
    assert!(caddyfile.lines().any(|line| line.trim() == "exclude http.log.error http.handlers"));
}
