//! The engine of `cargo xtask test fuzz`.

use std::{fmt::Write, fs, io, panic::AssertUnwindSafe};

use bolero::TestTarget;
use bolero_libfuzzer::LibFuzzerEngine;

/// Starts from `samples`, guided by coverage. Ends the process.
pub(super) fn run(samples: &[&[u8]], tokens: &[&str], test: impl Fn(&[u8])) {
    write_beginnings(samples, tokens).unwrap();
    let test = AssertUnwindSafe(test);
    TestTarget::new(LibFuzzerEngine::default()).for_each(|bytes: &[u8]| (*test)(bytes));
}

/// Relative to the folder in which the run was started, where libFuzzer looks for it.
fn write_beginnings(samples: &[&[u8]], tokens: &[&str]) -> io::Result<()> {
    fs::create_dir_all("corpus")?;
    for (number, sample) in samples.iter().enumerate() {
        fs::write(format!("corpus/sample-{number}"), sample)?;
    }
    let mut dictionary = String::new();
    for token in tokens {
        let escaped = token.bytes().fold(String::new(), |text, byte| format!("{text}\\x{byte:02x}"));
        writeln!(dictionary, "\"{escaped}\"").unwrap();
    }
    fs::write("dictionary", dictionary)
}
