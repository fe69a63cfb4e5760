//! Changes of the product's code, faults and a next version, built in a throwaway copy of the working tree.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use devstack::build::{self, Profile, Programs};
use devstack::repo;

#[derive(Debug, Clone, Copy)]
pub(super) struct Patch {
    pub(super) file: &'static str,
    /// Must be in the file once.
    pub(super) find: &'static str,
    pub(super) replace: &'static str,
}

impl Patch {
    fn apply(&self, text: &str) -> Result<String> {
        match text.matches(self.find).count() {
            1 => Ok(text.replacen(self.find, self.replace, 1)),
            count => bail!("{}: `{}` is there {count} times, not once: adapt the fault", self.file, self.find),
        }
    }
}

/// A file that the product does not have, and its text.
type Added = (&'static str, &'static str);

/// The schema of a next version: a step, a function that it needs, and a function that changes.
const NEXT_FILES: [Added; 2] = [
    ("migration/steps/9999_next.sql", include_str!("../next/9999_next.sql")),
    ("migration/functions/is_next.sql", include_str!("../next/is_next.sql")),
];
const NEXT_PATCH: Patch = Patch {
    file: "migration/functions/note_addresses.sql",
    find: "    RETURN NULL;",
    replace: "    PERFORM is_next('changed');\n    RETURN NULL;",
};

/// Builds the api with `patches`, and returns its program.
pub(super) fn build_api(patches: &[Patch], profile: Profile) -> Result<PathBuf> {
    Ok(build("fault-injection", patches, &[], &["-p", "api"], profile)?.path("api")?.to_owned())
}

/// Builds migration, api and worker of a version whose schema is ahead of this one's.
pub(super) fn build_next(profile: Profile) -> Result<Programs> {
    build("upgrade", &[NEXT_PATCH], &NEXT_FILES, &build::PRODUCT, profile)
}

fn build(name: &str, patches: &[Patch], added: &[Added], packages: &[&str], profile: Profile) -> Result<Programs> {
    let folder = repo::target().join(name);
    let tree = folder.join("tree");
    copy_tree(&tree, patches, added)?;
    eprintln!("building a patched product (the first time takes minutes)");
    let mut command = build::cargo_for_others();
    command.arg("build").args(packages).arg("--target-dir").arg(folder.join("target")).current_dir(&tree);
    if profile == Profile::Release {
        command.arg("--release");
    }
    build::programs(&mut command)
}

/// A file that is the same as in the last copy keeps its time, so that cargo compiles only what the patches change.
fn copy_tree(tree: &Path, patches: &[Patch], added: &[Added]) -> Result<()> {
    let mut sources = source_files()?;
    if let Some(patch) = patches.iter().find(|patch| !sources.contains(patch.file)) {
        bail!("{}: there is no such file: adapt the fault", patch.file);
    }
    for file in &sources {
        let mut content = fs::read(repo::root().join(file)).with_context(|| format!("cannot read {file}"))?;
        for patch in patches.iter().filter(|patch| patch.file == file) {
            content = patch.apply(&String::from_utf8(content)?)?.into_bytes();
        }
        write_if_new(&tree.join(file), &content)?;
    }
    for (file, text) in added {
        write_if_new(&tree.join(file), text.as_bytes())?;
        sources.insert((*file).to_owned());
    }
    remove_others(tree, &sources)
}

fn remove_others(tree: &Path, sources: &BTreeSet<String>) -> Result<()> {
    let mut copies = Vec::new();
    repo::files_below(tree, &mut copies)?;
    for copy in copies {
        let name = copy.strip_prefix(tree)?.to_string_lossy();
        if !sources.contains(&*name) {
            fs::remove_file(&copy)?;
        }
    }
    Ok(())
}

/// The files that git tracks or would track, without deleted ones.
fn source_files() -> Result<BTreeSet<String>> {
    let mut command = Command::new("git");
    command.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(repo::root());
    let output = command.output().context("cannot start git")?;
    if !output.status.success() {
        bail!("fault injection needs a git checkout: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let names = String::from_utf8(output.stdout)?;
    let names = names.split_terminator('\0').map(str::to_owned);
    Ok(names.filter(|name| repo::root().join(name).is_file()).collect())
}

fn write_if_new(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|present| present == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault_injection::{ALL, Fault, Method};

    #[test]
    fn every_patch_applies_to_the_product() {
        let of_fault = |fault: &Fault| match fault.method {
            Method::Patch(patches) => patches.to_vec(),
            _ => Vec::new(),
        };
        let patches: Vec<Patch> = ALL.iter().flat_map(of_fault).chain([NEXT_PATCH]).collect();
        assert!(patches.len() > 4);
        for patch in patches {
            let text = fs::read_to_string(repo::root().join(patch.file)).unwrap();
            patch.apply(&text).unwrap();
        }
    }

    #[test]
    fn a_text_that_is_not_there_once_is_an_error() {
        let patch = Patch { file: "a.rs", find: "one", replace: "two" };
        assert_eq!(patch.apply("one line").unwrap(), "two line");
        for text in ["no line", "one line and one more"] {
            assert!(patch.apply(text).unwrap_err().to_string().starts_with("a.rs: `one` is there"), "{text}");
        }
    }

    #[test]
    fn removes_the_copies_of_deleted_files() {
        let tree = tempfile::tempdir().unwrap();
        let [kept, deleted] = ["api/kept.rs", "api/deleted.rs"].map(|name| tree.path().join(name));
        for path in [&kept, &deleted] {
            write_if_new(path, b"").unwrap();
        }
        remove_others(tree.path(), &BTreeSet::from(["api/kept.rs".to_owned()])).unwrap();
        assert!(kept.exists() && !deleted.exists());
    }
}
