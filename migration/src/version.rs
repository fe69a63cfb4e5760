//! What `--version` prints behind the name of a program.

use sha2::{Digest, Sha256};

use crate::files::KNOWN;

/// The version of the program that it expands in, with the commit in `FIRNWALL_COMMIT` at the build. A macro, so that another
/// commit compiles the programs' `main.rs` again, and no library.
#[macro_export]
macro_rules! version {
    () => {
        $crate::describe_version(env!("CARGO_PKG_VERSION"), option_env!("FIRNWALL_COMMIT"))
    };
}

/// As in "0.1.0 (commit a7f02d8-dirty, schema 3f09c1d2)".
pub fn describe_version(version: &str, commit: Option<&str>) -> String {
    let commit = commit.filter(|commit| !commit.is_empty()).unwrap_or("unknown");
    format!("{version} (commit {commit}, schema {})", schema())
}

/// The same for the same tables and functions.
fn schema() -> String {
    let mut digest = Sha256::new();
    for (path, hash) in KNOWN.iter() {
        digest.update(format!("{path} {hash}\n"));
    }
    hex::encode(&digest.finalize()[..4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_commit_and_the_schema() {
        let schema = schema();
        assert_eq!(describe_version("0.1.0", Some("a7f02d8")), format!("0.1.0 (commit a7f02d8, schema {schema})"));
        assert_eq!(schema.len(), 8);
        for unknown in [None, Some("")] {
            assert!(describe_version("0.1.0", unknown).contains("commit unknown"));
        }
    }
}
