//! The SQL files that make the schema.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

#[derive(Clone, Copy, Debug)]
pub(crate) struct File {
    pub(crate) folder: &'static str,
    pub(crate) name: &'static str,
    pub(crate) sql: &'static str,
}

/// The oldest release whose programs run on this schema. A step that breaks a statement of theirs raises it.
const SERVES: &str = "0.1.0";

#[derive(Debug)]
pub(crate) struct Files {
    pub(crate) version: &'static str,
    pub(crate) serves: &'static str,
    /// The tables of the first release; frozen since.
    pub(crate) baseline: &'static [File],
    /// What later releases change in tables.
    pub(crate) steps: &'static [File],
    /// One function each, applied again when its text changes.
    pub(crate) functions: &'static [File],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Path and hash of every file, in the order in which they are applied.
pub(crate) static KNOWN: LazyLock<Vec<(String, String)>> = LazyLock::new(|| FILES.paths_and_hashes());

impl Files {
    pub(crate) fn paths_and_hashes(&self) -> Vec<(String, String)> {
        let files = [self.baseline, self.steps, self.functions].into_iter().flatten();
        files.map(|file| (file.path(), file.hash())).collect()
    }

    /// Whether a step or a function's file drops this function.
    pub(crate) fn drop(&self, function: &str) -> bool {
        let dropped = format!("DROP FUNCTION IF EXISTS {function}(");
        [self.steps, self.functions].into_iter().flatten().any(|file| file.sql.contains(&dropped))
    }
}

impl File {
    pub(crate) fn path(&self) -> String {
        format!("{}/{}", self.folder, self.name)
    }

    /// In hexadecimal.
    pub(crate) fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.sql))
    }

    /// The functions that a line `-- needs: NAME, NAME` names: what the file's CHECKs, triggers, policies and statements use.
    pub(crate) fn needed(&self) -> impl Iterator<Item = &'static str> {
        self.sql
            .lines()
            .filter_map(|line| line.strip_prefix("-- needs:"))
            .flat_map(|names| names.split(',').map(str::trim))
    }
}
