//! Whether the builds of our commands share their artifacts: cargo compiles a crate again for each set of features, so
//! a dependency must have the same features in every build. `tools/unify/Cargo.toml` sees to that.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};

use devstack::build::{self, PRODUCT, WITH_TOOLS};

/// Of a crate, by its name and version: its sets of features, each with a build that has it.
type Features = BTreeMap<String, BTreeMap<String, &'static str>>;

pub(super) fn check() -> Result<()> {
    let up = [&PRODUCT[..], &WITH_TOOLS].concat();
    // Cargo resolves what procedural macros and build scripts depend on apart; the whole workspace includes them.
    let builds: [(_, _, &[&str]); 6] = [
        ("the whole workspace", "normal,build,dev", &["--workspace"]),
        ("`cargo xtask`", "normal,no-proc-macro", &["-p", "xtask"]),
        ("`up`", "normal,no-proc-macro", &up),
        ("`cargo test -p worker`", "normal,dev,no-proc-macro", &["-p", "worker"]),
        ("the officers' program for these tests", "normal,no-proc-macro", &["-p", "compliance", "-p", "unify"]),
        ("`cargo xtask test fuzz`", "normal,dev,no-proc-macro", &["-p", "fuzz", "--features", "libfuzzer"]),
    ];
    let mut features = Features::new();
    for (build, edges, packages) in builds {
        let mut tree = build::cargo();
        tree.args(["tree", "--locked", "--prefix", "none", "--format", "{p} {f}", "--edges", edges]).args(packages);
        let output = tree.output().context("cannot start cargo")?;
        if !output.status.success() {
            bail!("`cargo tree` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        read(&String::from_utf8_lossy(&output.stdout), build, &mut features);
    }
    let faults = faults(&features);
    if !faults.is_empty() {
        bail!("{}\nadd the features to tools/unify/Cargo.toml", faults.join("\n"));
    }
    Ok(())
}

/// Lines as "serde v1.0.229 alloc,derive (*)"; a crate of ours has its folder behind the version. libFuzzer has a feature
/// for the fuzz targets alone.
fn read(tree: &str, build: &'static str, features: &mut Features) {
    let others = tree.lines().filter(|line| !line.contains("(/") && !line.starts_with("bolero-libfuzzer "));
    for line in others {
        let mut words = line.trim_end_matches("(*)").splitn(3, ' ');
        if let (Some(name), Some(version), set) = (words.next(), words.next(), words.next().unwrap_or_default()) {
            features.entry(format!("{name} {version}")).or_default().entry(set.trim().to_owned()).or_insert(build);
        }
    }
}

fn faults(features: &Features) -> Vec<String> {
    let several = features.iter().filter(|(_, sets)| sets.len() > 1);
    let shown = several.map(|(name, sets)| {
        let sets: Vec<_> = sets.iter().map(|(set, build)| format!("[{set}] in {build}")).collect();
        format!("{name} has the features {}", sets.join(", "))
    });
    shown.collect()
}
