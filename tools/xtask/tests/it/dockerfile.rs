//! The Dockerfile: pinned bases, the workspace's compiler and version, and no final image that runs as root.

use std::collections::BTreeMap;

use regex::Regex;

use super::deployment::is_pinned;
use super::{found, read};

fn faults(dockerfile: &str) -> Vec<String> {
    let mut faults = Vec::new();
    // Whether a stage runs as root: its last USER decides, or that of the stage that it builds on.
    let (mut stages, mut current) = (BTreeMap::new(), "");
    let instructions = Regex::new("(?m)^(?:FROM ([^ \n]+)(?: AS ([a-z]+))?|USER ([^ \n]+))$").unwrap();
    for instruction in instructions.captures_iter(dockerfile) {
        let word = |at| instruction.get(at).map_or("", |word| word.as_str());
        match (word(1), word(3)) {
            ("", user) => drop(stages.insert(current, user == "root" || user == "0")),
            (base, _) => {
                if !stages.contains_key(base) && !is_pinned(base) {
                    faults.push(format!("{base} has no digest"));
                }
                current = word(2);
                stages.insert(current, stages.get(base).copied().unwrap_or(true));
            }
        }
    }
    for name in ["api", "worker", "compliance", "migrate"] {
        match stages.get(name) {
            None => faults.push(format!("there is no stage {name}")),
            Some(true) => faults.push(format!("{name} runs as root")),
            Some(false) => {}
        }
    }
    faults
}

#[test]
fn no_final_image_runs_as_root_and_no_base_is_unpinned() {
    let sound = read("Dockerfile");
    // `warn_if_exposed` reads it.
    assert!(sound.contains("\nENV container=docker\n"));
    assert_eq!(faults(&sound), Vec::<String>::new());
    assert_eq!(faults(&sound.replace("USER 65532:65532", "")).len(), 4);
}

#[test]
fn the_images_have_the_workspaces_compiler_and_version() {
    let (manifest, dockerfile, compose) = (read("Cargo.toml"), read("Dockerfile"), read("compose.yaml"));
    let compiler = found("(?m)^rust-version = \"(.*)\"", &manifest).next().unwrap();
    assert!(dockerfile.contains(&format!("FROM rust:{compiler}-")), "Cargo.toml wants Rust {compiler}");
    let version = found("(?m)^version = \"(.*)\"", &manifest).next().unwrap();
    assert!(dockerfile.contains(&format!("image.version=\"{version}\"")), "Cargo.toml has version {version}");
    let mut tags = found("COMPOSE_PROJECT_NAME\\}-[a-z]+:(.*)\"", &compose);
    assert!(tags.all(|tag| tag == version), "compose.yaml: Cargo.toml has version {version}");
    assert_eq!(compose.matches("{COMPOSE_PROJECT_NAME}-").count(), compose.matches("target: ").count());
    assert!(read("CHANGELOG.md").contains(&format!("\n## {version}")), "CHANGELOG.md lacks {version}");
}
