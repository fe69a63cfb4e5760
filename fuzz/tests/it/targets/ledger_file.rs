//! An exported ledger: whatever somebody did to the file, it verifies only if it says what was exported.

use std::{fmt::Write, io::BufRead};

use sha2::{Digest, Sha256};
use worker::retention::{Head, verify};

use super::fuzz;

const TOKENS: &[&str] = &["\n", " ", "\r\n", "\"seq\":2", "\"prev\":", "}", "{}", "0", "f", "\u{feff}"];

/// Three entries as the export writes them.
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
            assert_eq!(bytes, file);
        }
        // Without a head from elsewhere a cut tail cannot be seen, but nothing else passes.
        if let Ok(verified) = verify(bytes, None) {
            assert!(file.starts_with(bytes));
            assert_eq!(bytes.lines().count(), usize::try_from(verified.entries).unwrap());
        }
    });
}
