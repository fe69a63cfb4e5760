//! An exported ledger: whatever somebody did to the file, it verifies only if it says what was exported.

use std::{fmt::Write, io::BufRead, sync::OnceLock};

use fuzz::{fuzz, spoilt};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use worker::retention::{Head, verify};

const TOKENS: &[&str] = &["\n", " ", "\r\n", "\"seq\":2", "\"prev\":", "}", "{}", "0", "f", "\u{feff}"];

/// Three entries as the export writes them.
fn ledger() -> &'static (Vec<u8>, Head) {
    static LEDGER: OnceLock<(Vec<u8>, Head)> = OnceLock::new();
    LEDGER.get_or_init(|| {
        let (mut file, mut hash) = (String::new(), "0".repeat(64));
        for seq in 1..=3 {
            let entry = format!(r#"{{"seq":{seq},"prev":"{hash}","at":"2026-11-21T10:00:0{seq}Z","kind":"purge"}}"#);
            hash = hex::encode(Sha256::digest(&entry));
            writeln!(file, "{hash} {entry}").unwrap();
        }
        (file.into_bytes(), Head { seq: 3, hash })
    })
}

#[test]
fn ledger_file() {
    let (file, head) = ledger();
    fuzz("ledger_file", spoilt(vec![file.clone()], TOKENS), |bytes| {
        if verify(bytes.as_slice(), Some(head)).is_ok() {
            prop_assert_eq!(&bytes, file);
        }
        // Without a head from elsewhere a cut tail cannot be seen, but nothing else passes.
        if let Ok(verified) = verify(bytes.as_slice(), None) {
            prop_assert!(file.starts_with(&bytes));
            prop_assert_eq!(bytes.lines().count(), usize::try_from(verified.entries).unwrap());
        }
        Ok(())
    });
}

#[test]
fn the_sample_is_a_ledger() {
    let (file, head) = ledger();
    assert_eq!(verify(file.as_slice(), Some(head)).unwrap().entries, 3);
}
