//! `cargo xtask sbom`: what each program and the site are made of, as `CycloneDX` files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::tools;
use devstack::{process, repo, toolchain, web};

const CARGO_CYCLONEDX: &str = "0.5.9";
/// The platform of the images.
const TARGET: &str = "x86_64-unknown-linux-gnu";
const PROGRAMS: [&str; 4] = ["api", "worker", "compliance", "migration"];

/// Writes them below the target folder.
pub(crate) fn run() -> Result<()> {
    toolchain::check_node()?;
    let out = repo::target().join("sbom");
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
    let documents = programs()?.into_iter().chain([("site", site()?)]);
    for (name, document) in documents {
        let parts = document["components"].as_array().map_or(0, Vec::len);
        if document["bomFormat"] != "CycloneDX" || parts == 0 {
            bail!("the list of {name} is empty");
        }
        let file = out.join(format!("{name}.cdx.json"));
        fs::write(&file, serde_json::to_string_pretty(&document)?)?;
        println!("{}: {parts} components", repo::shown(&file));
    }
    Ok(())
}

/// By the tool of `CycloneDX` itself. It writes a file beside each manifest, which does not stay there.
fn programs() -> Result<Vec<(&'static str, Value)>> {
    let tool = tools::find("cargo-cyclonedx", CARGO_CYCLONEDX)
        .map_or_else(|| tools::build("cargo-cyclonedx", CARGO_CYCLONEDX), Ok)?;
    let mut command = Command::new(tool);
    command
        .current_dir(repo::root())
        .args(["cyclonedx", "--quiet", "--format", "json", "--describe", "binaries"])
        .args(["--spec-version", "1.5", "--target", TARGET]);
    let made = process::run(&mut command);
    let documents = PROGRAMS.map(|name| Ok((name, take(&written(name))?)));
    // The lists of the developer tools, which nobody ships.
    process::run(
        Command::new("git").args(["clean", "-fqx", "--", ":(glob)tools/*/*_bin.cdx.json"]).current_dir(repo::root()),
    )?;
    made?;
    documents.into_iter().collect()
}

fn written(name: &str) -> PathBuf {
    let folder = if name == "compliance" { "crates/compliance" } else { name };
    repo::root().join(folder).join(format!("{name}_bin.cdx.json"))
}

/// Reads a file, removes it, and forgets where this checkout lies.
fn take(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", repo::shown(file)))?;
    fs::remove_file(file)?;
    Ok(serde_json::from_str(&text.replace(&*repo::root().to_string_lossy(), ""))?)
}

/// By npm, from the lock file alone.
fn site() -> Result<Value> {
    // npm names the whole after its folder.
    let folder = repo::target().join("xtask/firnwall-site");
    fs::create_dir_all(&folder)?;
    for name in ["package.json", "package-lock.json"] {
        let source = repo::root().join("web").join(name);
        let mut json: Value = serde_json::from_str(&fs::read_to_string(&source)?)?;
        shipped_only(&mut json);
        fs::write(folder.join(name), serde_json::to_string(&json)?)?;
    }
    let output = web::npm(&folder)
        .args(["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"])
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        bail!("`npm sbom` failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A manifest or a lock file without what only builds and tests use. npm's own `--omit dev` would also leave out what
/// these use besides the site, such as react; and it names nothing without a version.
fn shipped_only(json: &mut Value) {
    let forget = |package: &mut Value| {
        if let Some(fields) = package.as_object_mut() {
            fields.remove("devDependencies");
            fields.insert("version".into(), env!("CARGO_PKG_VERSION").into());
        }
    };
    forget(json);
    let Some(packages) = json.get_mut("packages").and_then(Value::as_object_mut) else { return };
    packages.retain(|_, package| package["dev"] != true && package["devOptional"] != true);
    packages.get_mut("").map(forget);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_only_tests_use_is_not_shipped() {
        let mut lock = json!({
            "lockfileVersion": 3,
            "packages": {
                "": {"dependencies": {"react": "1"}, "devDependencies": {"vite": "1"}},
                "node_modules/react": {"version": "1"},
                "node_modules/vite": {"version": "1", "dev": true},
                "node_modules/types": {"version": "1", "devOptional": true},
            },
        });
        shipped_only(&mut lock);
        let names: Vec<_> = lock["packages"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, ["", "node_modules/react"]);
        assert_eq!(lock["packages"][""]["devDependencies"], Value::Null);
        assert_eq!(lock["packages"][""]["version"], env!("CARGO_PKG_VERSION"));
    }
}
