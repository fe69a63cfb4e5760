//! Verifies an exported ledger offline: no database, no network.
//!
//! A line is `HASH ENTRY\n`: the SHA-256 of the entry's text in lower-case hex, and that text, a JSON object with
//! (among others) `seq` and `prev`, the hash of the entry before. The first `prev` is 64 zeros.

use std::{fmt, io::BufRead, str::FromStr};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

const HASH_LENGTH: usize = 64;

/// The number and hash of an entry. The monthly mail carries the newest head out of the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Head {
    pub seq: u64,
    pub hash: String,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.seq, self.hash)
    }
}

impl FromStr for Head {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str =
            "a head is a number, a colon and 64 hexadecimal digits, such as 42:0123…; the report contains it";
        let (seq, hash) = text.trim().split_once(':').ok_or(FORM)?;
        let hash = hash.to_ascii_lowercase();
        let is_hash = hash.len() == HASH_LENGTH && hash.bytes().all(|b| b.is_ascii_hexdigit());
        let seq = seq.parse().map_err(|_| FORM)?;
        if is_hash { Ok(Self { seq, hash }) } else { Err(FORM) }
    }
}

/// The extent of an intact file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    pub entries: u64,
    pub first_at: String,
    pub last_at: String,
    pub last: Head,
}

/// The first fault of a file.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    #[error("the file has no entry")]
    Empty,
    #[error("line {0}: not an entry. A line is a hash, a space and the entry's text")]
    Form(u64),
    #[error("line {0}: the entry was changed: its text does not match its hash")]
    Changed(u64),
    #[error("line {line}: found entry {found}, expected entry {expected}: an entry was removed, added or moved")]
    Order { line: u64, found: u64, expected: u64 },
    #[error("line {0}: the entry does not contain the hash of the entry before it: that entry was replaced")]
    Broken(u64),
    #[error("entry {0}: its columns in the database differ from the text that was hashed")]
    Columns(u64),
    #[error("the last line is not complete: the file was truncated")]
    Cut,
    #[error("the file does not contain entry {0}, which the given head names: its end was truncated")]
    TailCut(u64),
    #[error("entry {0} has another hash than the given head: the ledger was rewritten")]
    Rewritten(u64),
    #[error("the file cannot be read")]
    Unreadable(#[from] std::io::Error),
}

#[derive(Deserialize)]
struct Link {
    seq: u64,
    prev: String,
    at: String,
}

/// Reads the file once, in constant memory, and calls `each` with the number, text and hash of every entry.
pub(crate) fn verify_each(
    mut file: impl BufRead,
    head: Option<&Head>,
    mut each: impl FnMut(u64, &str, &str),
) -> Result<Verified, Flaw> {
    let mut verified: Option<Verified> = None;
    let mut previous = "0".repeat(HASH_LENGTH);
    let mut text = Vec::new();
    for line in 1_u64.. {
        text.clear();
        if file.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        let (hash, entry) = split(&text, line)?;
        let link = read_link((line, hash, entry), line, Some(&previous))?;
        if head.is_some_and(|head| head.seq == line && head.hash != hash) {
            return Err(Flaw::Rewritten(line));
        }
        each(line, entry, hash);
        hash.clone_into(&mut previous);
        let first_at = verified.map_or_else(|| link.at.clone(), |verified| verified.first_at);
        let last = Head { seq: line, hash: hash.to_owned() };
        verified = Some(Verified { entries: line, first_at, last_at: link.at, last });
    }
    let verified = verified.ok_or(Flaw::Empty)?;
    match head {
        Some(head) if head.seq == 0 || head.seq > verified.entries => Err(Flaw::TailCut(head.seq)),
        _ => Ok(verified),
    }
}

/// The place of an entry (number, hash, text) in the chain, if its text matches its hash and it follows the one before.
fn read_link((seq, hash, entry): (u64, &str, &str), expected: u64, previous: Option<&str>) -> Result<Link, Flaw> {
    if hex::encode(Sha256::digest(entry)) != hash {
        return Err(Flaw::Changed(seq));
    }
    let link: Link = serde_json::from_str(entry).map_err(|_| Flaw::Form(seq))?;
    if link.seq != seq || seq != expected {
        return Err(Flaw::Order { line: seq, found: link.seq, expected });
    }
    if previous.is_some_and(|previous| previous != link.prev) { Err(Flaw::Broken(seq)) } else { Ok(link) }
}

/// Whether consecutive entries (number, hash, text) are a part of one chain. A flaw names the number as the line.
pub(super) fn verify_part<'a>(entries: impl IntoIterator<Item = (u64, &'a str, &'a str)>) -> Result<(), Flaw> {
    let mut before: Option<(u64, &str)> = None;
    for (seq, hash, entry) in entries {
        let expected = before.map_or(seq, |(before, _)| before + 1);
        read_link((seq, hash, entry), expected, before.map(|(_, before)| before))?;
        before = Some((seq, hash));
    }
    Ok(())
}

/// Whether the file is one unbroken chain that contains the entry of the given head.
pub fn verify(file: impl BufRead, head: Option<&Head>) -> Result<Verified, Flaw> {
    verify_each(file, head, |_, _, _| ())
}

fn split(text: &[u8], line: u64) -> Result<(&str, &str), Flaw> {
    let text = text.strip_suffix(b"\n").ok_or(Flaw::Cut)?;
    let text = std::str::from_utf8(text).map_err(|_| Flaw::Form(line))?;
    match text.split_once(' ') {
        Some((hash, entry)) if hash.len() == HASH_LENGTH => Ok((hash, entry)),
        _ => Err(Flaw::Form(line)),
    }
}

/// One line of an exported ledger.
pub(super) fn line(hash: &[u8], entry: &str) -> String {
    format!("{} {entry}\n", hex::encode(hash))
}

#[cfg(test)]
#[path = "chain_tests.rs"]
mod tests;
