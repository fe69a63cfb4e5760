//! `.data/env`: the settings in use, in shell syntax, readable by the owner only.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};

/// One setting's name and value.
pub type Pair = (String, String);

/// Writes the pairs so that `set -a; . FILE` sets exactly these values.
pub fn write(path: &Path, pairs: &[Pair]) -> Result<()> {
    let mut text = String::from(
        "# Written by `cargo xtask up`: the settings in use. To try a command: set -a; . .data/env; set +a\n",
    );
    for (name, value) in pairs {
        let value = shlex::try_quote(value).with_context(|| format!("{name} holds a NUL"))?;
        let _ = writeln!(text, "{name}={value}");
    }
    // Rename a new file: a reader never sees half a file, and an old file's mode does not remain.
    let part = path.with_extension("part");
    let _ = fs::remove_file(&part);
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&part)
        .with_context(|| format!("cannot write {}", part.display()))?;
    file.write_all(text.as_bytes())?;
    fs::rename(&part, path).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads what [`write`] wrote. A missing file is empty; what is no assignment is skipped.
pub fn read(path: &Path) -> Vec<Pair> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let words = shlex::Shlex::new(&text);
    words.filter_map(|word| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    #[test]
    fn a_shell_reads_the_same_values_from_a_file_that_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("env");
        fs::write(&path, "# note\n\nOLD=1\nnonsense\nC='").unwrap();
        assert_eq!(read(&path), [("OLD".into(), "1".into())]);
        let values = ["plain", "", "two words", "it's", "$HOME `id` \"x\" \\ !", "a\nb=c", "'", "#no"];
        let pairs: Vec<Pair> = (0..).zip(values).map(|(n, value)| (format!("NAME_{n}"), value.to_owned())).collect();
        write(&path, &pairs).unwrap();
        assert_eq!(read(&path), pairs);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        for (name, value) in pairs {
            let script = format!(". {}; printf %s \"${name}\"", path.display());
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), value, "{name}");
        }
    }
}
