//! Who may import whom, held against `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use devstack::{build, process};

/// What each crate of ours may import of ours. Dev-dependencies are free: the pipeline test
/// runs both processes.
const MAY_IMPORT: [(&str, &[&str]); 14] = [
    ("entity", &[]),
    ("migration", &[]),
    ("inbound", &["entity"]),
    ("api", &["entity", "migration"]),
    ("worker", &["entity", "inbound", "migration"]),
    ("devstack", &["unify"]),
    ("testdb", &["migration", "unify"]),
    ("testkit", &["devstack", "unify"]),
    ("xtask", &["devstack", "testkit", "unify"]),
    ("mails", &["entity", "unify", "worker"]),
    ("prove", &["devstack", "testkit", "unify"]),
    ("bench", &["devstack", "testkit", "unify"]),
    ("fuzz", &[]),
    ("unify", &[]),
];

/// Crates that must not be linked, not even through others, and why.
const KEPT_OUT: [(&str, &str, &str); 10] = [
    ("entity", "axum", "the contract knows no transport"),
    ("entity", "apalis", "the contract knows no job runner"),
    ("entity", "apalis-postgres", "the contract knows no job runner"),
    ("entity", "lettre", "the contract knows no mail"),
    ("entity", "askama", "the contract knows no templates"),
    ("api", "lettre", "the internet-facing process sends no mail"),
    ("api", "askama", "the internet-facing process renders no mail"),
    ("api", "openssl-sys", "ring is the one TLS provider"),
    ("api", "aws-lc-sys", "ring is the one TLS provider"),
    ("worker", "aws-lc-sys", "ring is the one TLS provider"),
];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
    workspace_members: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `None` is an ordinary dependency.
    kind: Option<String>,
}

pub(super) fn check() -> Result<()> {
    let host = process::output_of("rustc", &["-vV"])
        .and_then(|text| text.lines().find_map(|line| line.strip_prefix("host: ").map(str::to_owned)))
        .context("`rustc -vV` names no host")?;
    let output = build::cargo()
        // Without the other platforms, whose crates may never have been downloaded.
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &host])
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let broken = broken_arrows(&serde_json::from_slice(&output.stdout)?);
    if !broken.is_empty() {
        bail!("{}", broken.join("\n"));
    }
    Ok(())
}

fn broken_arrows(metadata: &Metadata) -> Vec<String> {
    let names: BTreeMap<&str, &str> = metadata.packages.iter().map(|p| (p.id.as_str(), p.name.as_str())).collect();
    let graph: BTreeMap<&str, Vec<&str>> =
        metadata.resolve.nodes.iter().map(|node| (node.id.as_str(), linked(node))).collect();
    let mut broken = Vec::new();
    for member in &metadata.workspace_members {
        let Some(name) = names.get(member.as_str()) else { continue };
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(known, _)| known == name) else {
            broken.push(format!("{name} is a new crate: say in the lint what it may import"));
            continue;
        };
        for dependency in graph.get(member.as_str()).into_iter().flatten() {
            let dependency_name = names.get(dependency).copied().unwrap_or_default();
            if metadata.workspace_members.contains(*dependency) && !allowed.contains(&dependency_name) {
                broken.push(format!("{name} may not import {dependency_name}"));
            }
        }
        let reached: BTreeSet<&str> =
            reachable(member, &graph).into_iter().filter_map(|id| names.get(id).copied()).collect();
        for (_, kept_out, reason) in KEPT_OUT.iter().filter(|(who, ..)| who == name) {
            if reached.contains(kept_out) {
                broken.push(format!("{name} links {kept_out}: {reason}"));
            }
        }
    }
    broken
}

/// What ends up in the program: ordinary dependencies, not those of tests and build scripts.
fn linked(node: &Node) -> Vec<&str> {
    node.deps
        .iter()
        .filter(|dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none()))
        .map(|dependency| dependency.pkg.as_str())
        .collect()
}

/// Every node that an edge leads to, from `from` on.
pub(super) fn reachable<'a>(from: &'a str, graph: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        for next in graph.get(id).into_iter().flatten() {
            if seen.insert(*next) {
                open.push(next);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A graph of ("from", "to", kind).
    fn metadata(members: &[&str], edges: &[(&str, &str, Option<&str>)]) -> Metadata {
        let mut ids: BTreeSet<&str> = members.iter().copied().collect();
        ids.extend(edges.iter().map(|(_, to, _)| *to));
        let packages: Vec<_> = ids.iter().map(|id| json!({"id": id, "name": id})).collect();
        let nodes: Vec<_> = ids
            .iter()
            .map(|id| {
                let deps: Vec<_> = edges
                    .iter()
                    .filter(|(from, ..)| from == id)
                    .map(|(_, to, kind)| json!({"pkg": to, "dep_kinds": [{"kind": kind}]}))
                    .collect();
                json!({"id": id, "deps": deps})
            })
            .collect();
        serde_json::from_value(json!({
            "packages": packages, "resolve": {"nodes": nodes}, "workspace_members": members,
        }))
        .unwrap()
    }

    #[test]
    fn the_designs_arrows_pass() {
        let edges = [("api", "entity", None), ("worker", "migration", None), ("worker", "api", Some("dev"))];
        assert!(broken_arrows(&metadata(&["api", "worker", "entity", "migration"], &edges)).is_empty());
    }

    #[test]
    fn api_and_worker_may_not_import_each_other() {
        let broken = broken_arrows(&metadata(&["api", "worker"], &[("api", "worker", None)]));
        assert_eq!(broken, ["api may not import worker"]);
    }

    #[test]
    fn finds_a_kept_out_crate_behind_another() {
        let edges = [("api", "helper", None), ("helper", "lettre", None)];
        let broken = broken_arrows(&metadata(&["api"], &edges));
        assert_eq!(broken, ["api links lettre: the internet-facing process sends no mail"]);
    }

    #[test]
    fn a_test_may_use_what_the_program_may_not() {
        assert!(broken_arrows(&metadata(&["api"], &[("api", "lettre", Some("dev"))])).is_empty());
    }

    #[test]
    fn a_crate_without_a_rule_is_named() {
        assert_eq!(broken_arrows(&metadata(&["new"], &[])).len(), 1);
    }
}
