//! Whether the builds of our commands share their artifacts: cargo compiles a crate again for each set of features, so
//! a dependency must have the same features in every build. `tools/unify/Cargo.toml` sees to that.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};

use devstack::build::{self, PRODUCT, WITH_TOOLS};

/// Ordinary dependencies of the target.
const PROGRAMS: &str = "normal,no-proc-macro";
const TESTS: &str = "normal,dev,no-proc-macro";
/// Includes procedural macros and build scripts: cargo resolves the features of their dependencies separately.
const ALL: &str = "normal,build,dev";

/// The features of each crate, by name and version.
type Features = BTreeMap<String, BTreeSet<String>>;

pub(super) fn check() -> Result<()> {
    let workspace = features(&["--workspace"], TESTS)?;
    let xtask = features(&["-p", "xtask"], PROGRAMS)?;
    let product = features(&[&PRODUCT[..], &WITH_TOOLS].concat(), PROGRAMS)?;
    let worker = features(&["-p", "worker"], TESTS)?;
    let fuzz = features(&["-p", "fuzz", "--features", "libfuzzer"], TESTS)?;
    let fuzz = fuzz.into_iter().filter(|(name, _)| !name.starts_with("bolero-libfuzzer ")).collect();
    let builds = [
        ("`cargo xtask`", xtask),
        ("`up`", product),
        ("`cargo test -p worker`", worker),
        ("`cargo xtask test fuzz`", fuzz),
    ];
    let mut missing: Vec<String> =
        builds.iter().flat_map(|(build, features)| missing(build, features, &workspace)).collect();
    missing.extend(compiled_twice(&features(&["--workspace"], ALL)?));
    if !missing.is_empty() {
        bail!("{}\nadd the features to tools/unify/Cargo.toml", missing.join("\n"));
    }
    Ok(())
}

fn features(packages: &[&str], edges: &str) -> Result<Features> {
    let output = build::cargo()
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p} {f}", "--edges", edges])
        .args(packages)
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo tree` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

/// Lines as "serde v1.0.229 alloc,derive (*)"; a crate of ours has its folder behind the version.
fn read(tree: &str) -> Features {
    let mut features = Features::new();
    for line in tree.lines().map(|line| line.trim_end_matches("(*)").trim()).filter(|line| !line.contains("(/")) {
        let mut words = line.split(' ');
        if let (Some(name), Some(version)) = (words.next(), words.next()) {
            features.entry(format!("{name} {version}")).or_default().insert(words.collect());
        }
    }
    features
}

fn missing(build: &str, features: &Features, workspace: &Features) -> Vec<String> {
    let differs = |(name, own): &(&String, &BTreeSet<String>)| workspace.get(*name) != Some(*own);
    let shown = |set: Option<&BTreeSet<String>>| set.into_iter().flatten().cloned().collect::<Vec<_>>().join(" and ");
    features
        .iter()
        .filter(differs)
        .map(|(name, own)| {
            let all = shown(workspace.get(name));
            format!("{name}: {build} has the features [{}], the whole workspace [{all}]", shown(Some(own)))
        })
        .collect()
}

fn compiled_twice(features: &Features) -> impl Iterator<Item = String> {
    let twice = features.iter().filter(|(_, sets)| sets.len() > 1);
    twice.map(|(name, sets)| {
        let sets: Vec<_> = sets.iter().map(|set| format!("[{set}]")).collect();
        format!("{name}: the programs, and macros or build scripts, have the features {}", sets.join(" and "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_with_other_features_is_named() {
        let workspace =
            read("worker v0.1.0 (/w/worker) \nserde v1.0.229 alloc,derive,rc\nsha2 v0.10.9 std\nsha2 v0.11.1 \n");
        let own = read("xtask v0.1.0 (/w/xtask) \nserde v1.0.229 alloc,derive (*)\nsha2 v0.11.1  (*)\n");
        let expected = "serde v1.0.229: `up` has the features [alloc,derive], the whole workspace [alloc,derive,rc]";
        assert_eq!(missing("`up`", &own, &workspace), [expected]);
        assert!(missing("`up`", &workspace, &workspace).is_empty());
    }

    #[test]
    fn a_crate_with_other_features_for_macros_is_named() {
        let twice = read("serde v1.0.229 alloc\ntokio v1.54.1 net\nserde v1.0.229 alloc (*)\ntokio v1.54.1 net,rt\n");
        let expected = "tokio v1.54.1: the programs, and macros or build scripts, have the features [net] and [net,rt]";
        assert_eq!(compiled_twice(&twice).collect::<Vec<_>>(), [expected]);
    }
}
