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
        let _ = writeln!(text, "{name}={}", quote(value));
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

/// Reads what [`write`] wrote. A missing file is empty; other lines are skipped.
pub fn read(path: &Path) -> Vec<Pair> {
    let text = fs::read_to_string(path).unwrap_or_default();
    parse(&text)
}

fn parse(text: &str) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let line_end = rest.find('\n').unwrap_or(rest.len());
        let name = rest[..line_end].split('=').next().unwrap_or_default();
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if is_name
            && name.len() < line_end
            && let Some((value, after)) = unquote(&rest[name.len() + 1..])
        {
            pairs.push((name.to_owned(), value));
            rest = after;
        } else {
            rest = rest.get(line_end + 1..).unwrap_or_default();
        }
    }
    pairs
}

/// A shell word: plain where that is safe, else in single quotes.
pub fn quote(value: &str) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"_-./:@%+,".contains(&b);
    if !value.is_empty() && value.bytes().all(is_plain) {
        return value.to_owned();
    }
    format!("'{}'", value.replace('\'', r"'\''"))
}

/// The value at the start of `text`, and what follows its line.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    let mut quoted = false;
    while let Some((at, c)) = chars.next() {
        match c {
            '\'' => quoted = !quoted,
            '\n' if !quoted => return Some((value, &text[at + 1..])),
            '\\' if !quoted => value.push(chars.next()?.1),
            c => value.push(c),
        }
    }
    (!quoted).then_some((value, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    fn hostile() -> Vec<Pair> {
        ["plain", "", "two words", "it's", "$HOME `id` \"x\" \\ !", "a\nb=c", "'", "#no"]
            .iter()
            .enumerate()
            .map(|(n, value)| (format!("NAME_{n}"), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn reads_back_what_it_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("env");
        write(&path, &hostile()).unwrap();
        assert_eq!(read(&path), hostile());
    }

    #[test]
    fn a_shell_reads_the_same_values() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("env");
        write(&path, &hostile()).unwrap();
        for (name, value) in hostile() {
            let script = format!(". {}; printf %s \"${name}\"", path.display());
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), value, "{name}");
        }
    }

    #[test]
    fn is_readable_by_its_owner_only_even_over_an_older_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("env");
        fs::write(&path, "OLD=1\n").unwrap();
        write(&path, &hostile()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn skips_other_lines() {
        assert_eq!(parse("# note\n\nexport A=1\nB=2\nnonsense\n"), [("B".into(), "2".into())]);
    }
}
