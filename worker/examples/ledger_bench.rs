//! How fast an exported ledger is verified: `cargo run --release -p worker --example ledger_bench [ENTRIES]`.
//!
//! Writes ENTRIES (100,000 if not given) to a temporary file as the database would, verifies it as
//! `worker ledger verify` does, five times, and prints one line: `ledger_verify entries=… bytes=… median_ms=…`.

use std::{
    env,
    fs::File,
    io::{BufReader, BufWriter, Write},
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use sha2::{Digest, Sha256};
use worker::ledger::{Head, verify};

const ROUNDS: usize = 5;

fn main() -> Result<()> {
    let entries: u64 = env::args().nth(1).map_or(Ok(100_000), |text| text.parse()).context("ENTRIES is a number")?;
    let file = tempfile::NamedTempFile::new()?;
    let head = write_ledger(file.as_file(), entries)?;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let verified = verify(BufReader::with_capacity(1 << 16, File::open(file.path())?), Some(&head))?;
        times.push(started.elapsed());
        ensure!(verified.entries == entries, "{} entries were read", verified.entries);
    }
    times.sort();
    let (bytes, median) = (file.as_file().metadata()?.len(), times[ROUNDS / 2].as_secs_f64() * 1000.0);
    println!("ledger_verify entries={entries} bytes={bytes} median_ms={median:.1}");
    Ok(())
}

/// Hourly purges, each with its counts.
fn write_ledger(file: &File, entries: u64) -> Result<Head> {
    let mut file = BufWriter::new(file);
    let mut hash = "0".repeat(64);
    for seq in 1..=entries {
        let at = format!("2026-11-21T{:02}:{:02}:07.123456Z", seq / 60 % 24, seq % 60);
        let detail = json!({
            "inquiry": seq % 7, "inquiry_content": seq % 7, "outbox": seq % 21, "jobs": seq % 21, "late": 0,
            "run": uuid::Uuid::from_u128(seq.into()), "tables": ["inquiry_content_2024q4", "inquiry", "outbox"],
        });
        let entry = json!({ "seq": seq, "at": at, "kind": "purge", "policy": 1, "role": "inquiry_app",
                            "detail": detail, "prev": hash })
        .to_string();
        hash = hex::encode(Sha256::digest(&entry));
        writeln!(file, "{hash} {entry}")?;
    }
    file.flush()?;
    Ok(Head { seq: entries, hash })
}
