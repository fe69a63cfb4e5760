//! No tracked file names a place on somebody's machine.

use std::fs;

use anyhow::{Context, Result, bail};

use devstack::{process, repo};

pub(super) fn check() -> Result<()> {
    let root = repo::root();
    let root = root.to_str().context("the checkout's path is not UTF-8")?;
    let files = process::output_of("git", &["-C", root, "ls-files"]).context("`git ls-files` failed")?;
    let mut found = Vec::new();
    for file in files.lines() {
        // Pictures, fonts and files that a commit is about to remove.
        let Ok(text) = fs::read_to_string(repo::root().join(file)) else {
            continue;
        };
        let lines = text.lines().enumerate();
        found.extend(
            lines
                .filter(|(_, line)| names_a_machine_path(line))
                .map(|(number, line)| format!("{file}:{}: {}", number + 1, line.trim())),
        );
    }
    if !found.is_empty() {
        bail!("paths of one machine:\n{}", found.join("\n"));
    }
    Ok(())
}

/// A path below somebody's home, not the same letters inside a web address.
fn names_a_machine_path(line: &str) -> bool {
    // In two parts, so that this file passes its own check.
    let homes = [["/ho", "me/"], ["/Us", "ers/"], ["/ro", "ot/"]].map(|parts| parts.concat());
    homes.iter().any(|home| {
        line.match_indices(home.as_str()).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + home.len()..].chars().next();
            before.is_none_or(|c| !c.is_alphanumeric() && !"-_.}~/".contains(c))
                && after.is_some_and(char::is_alphanumeric)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_homes_and_passes_over_addresses() {
        let path = |parts: [&str; 2]| names_a_machine_path(&parts.concat());
        assert!(path(["open(\"/ho", "me/ann/x\")"]));
        assert!(path(["see /Us", "ers/ann/x"]));
        assert!(path(["HOME=/ro", "ot/x"]));
        assert!(!path(["https://example.com/ho", "me/page"]));
        assert!(!path(["import '../ho", "me/page'"]));
    }
}
