//! The Dockerfile: pinned bases, the workspace's compiler, and no final image that runs as root.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::deployment::is_pinned;
use super::read;

pub(super) fn check() -> Result<()> {
    let faults = faults(&read("Dockerfile")?, &read("Cargo.toml")?);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}

fn faults(dockerfile: &str, manifest: &str) -> Vec<String> {
    stage_faults(dockerfile).into_iter().chain(toolchain_fault(dockerfile, manifest)).collect()
}

/// Pinned bases, and no final stage that runs as root.
fn stage_faults(dockerfile: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut stages: Vec<&str> = Vec::new();
    let finals = ["api", "worker", "migrate"];
    let mut current = "";
    let mut with_user = BTreeSet::new();
    for line in dockerfile.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["FROM", base, "AS", stage] => {
                if !stages.contains(&base) && !base.contains("@sha256:") && !is_pinned(base) && !is_distroless(base) {
                    faults.push(format!("Dockerfile: {base} has no version"));
                }
                if with_user.contains(base) {
                    with_user.insert(stage);
                }
                stages.push(stage);
                current = stage;
            }
            ["FROM", ..] => faults.push(format!("Dockerfile: a stage without a name: {line}")),
            ["USER", user, ..] if user != "root" && user != "0" => {
                with_user.insert(current);
            }
            _ => {}
        }
    }
    for stage in finals {
        if !stages.contains(&stage) {
            faults.push(format!("Dockerfile: there is no stage {stage}"));
        } else if !with_user.contains(stage) {
            faults.push(format!("Dockerfile: {stage} runs as root"));
        }
    }
    faults
}

/// The compiler of the images is the one that the workspace is made for.
fn toolchain_fault(dockerfile: &str, manifest: &str) -> Option<String> {
    let needed = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))?;
    let is_same = dockerfile.lines().any(|line| line.starts_with(&format!("FROM rust:{needed}-")));
    (!is_same).then(|| format!("Dockerfile: Cargo.toml wants Rust {needed}, the image is of another"))
}

/// These images carry the distribution's version in their name; their tag is a flavour.
fn is_distroless(image: &str) -> bool {
    image.starts_with("gcr.io/distroless/") && image.contains("-debian1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_built_by_the_workspaces_compiler() {
        let manifest = "[workspace.package]\nrust-version = \"1.95\"\n";
        assert_eq!(toolchain_fault("FROM rust:1.95-bookworm AS programs", manifest), None);
        assert!(toolchain_fault("FROM rust:1.94-bookworm AS programs", manifest).is_some());
    }

    #[test]
    fn no_final_image_runs_as_root() {
        let sound = "FROM rust:1.95 AS build\nFROM gcr.io/distroless/cc-debian12:nonroot AS base\nUSER nonroot\n\
             FROM base AS api\nFROM base AS worker\nFROM base AS migrate\n";
        assert!(stage_faults(sound).is_empty(), "{:?}", stage_faults(sound));
        assert_eq!(stage_faults(&sound.replace("USER nonroot\n", "")).len(), 3);
        assert_eq!(stage_faults(&sound.replace("rust:1.95", "rust:latest")).len(), 1);
        assert_eq!(stage_faults(&sound.replace("AS worker", "AS other")).len(), 1);
    }
}
