//! An exported ledger: with a head it verifies only if it equals the export up to that entry, without a head only if it
//! is a valid chain.

use std::fmt::Write;

use compliance::ledger::{Head, verify};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::fuzz;

const TOKENS: &[&str] = &["\n", " ", "\r\n", "\"seq\":2", "\"prev\":", "}", "{}", "0", "f", "\u{feff}"];

/// Three exported entries.
fn ledger() -> (Vec<u8>, Head) {
    let (mut file, mut hash) = (String::new(), "0".repeat(64));
    for seq in 1..=3 {
        let entry = format!(r#"{{"seq":{seq},"prev":"{hash}","at":"2026-11-21T10:00:0{seq}Z","kind":"purge"}}"#);
        hash = hex::encode(Sha256::digest(&entry));
        writeln!(file, "{hash} {entry}").unwrap();
    }
    (file.into_bytes(), Head { seq: 3, hash })
}

#[test]
fn ledger_file() {
    let (file, head) = ledger();
    assert_eq!(verify(file.as_slice(), Some(&head)).unwrap().entries, 3);
    fuzz("ledger_file", &[&file], TOKENS, |bytes| {
        if verify(bytes, Some(&head)).is_ok() {
            assert!(bytes.starts_with(&file));
        }
        // Without a head, a rewritten entry with the right hash is not detected. libFuzzer finds these, because it sees the
        // expected hash.
        if let Ok(verified) = verify(bytes, None) {
            assert_eq!(chain_length(bytes), Some(verified.entries));
        }
    });
}

/// The number of entries, if each has its hash and the hash before.
fn chain_length(file: &[u8]) -> Option<u64> {
    let first = "0".repeat(64);
    let (mut length, mut previous) = (0, first.as_str());
    for line in std::str::from_utf8(file).ok()?.strip_suffix('\n')?.split('\n') {
        let (hash, entry) = line.split_once(' ')?;
        let stored = serde_json::from_str::<Value>(entry).ok()?;
        length += 1;
        if stored["seq"] != length || stored["prev"] != previous || hash != hex::encode(Sha256::digest(entry)) {
            return None;
        }
        previous = hash;
    }
    Some(length)
}
