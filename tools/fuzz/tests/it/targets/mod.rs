//! Parsers of foreign bytes, and what must hold for all bytes.

mod altcha_token;
mod body;
mod forwarded_for;
mod inbound_mail;
mod ledger_file;
#[cfg(feature = "libfuzzer")]
mod libfuzzer;
mod notify_routes;
mod reference;
mod request;
mod siteverify;
mod smtp_reply;

use std::panic::AssertUnwindSafe;

use bolero::{check, produce};

/// Runs `test` on bytes, first on earlier failures in `__fuzz__/NAME/crashes`. An ordinary build then tries random inputs
/// and changed `samples` for a second. A libFuzzer build starts from `samples` and is guided by coverage. `tokens` are
/// pieces with a meaning for the parser.
fn fuzz(name: &str, samples: &[&[u8]], tokens: &[&str], test: impl Fn(&[u8])) {
    let test = AssertUnwindSafe(test);
    #[cfg(feature = "libfuzzer")]
    libfuzzer::run(samples, tokens, &*test);
    check!(name = name).with_iterations(256).for_each(|bytes: &[u8]| (*test)(bytes));
    let change = (0..4096_usize, 0..8_usize, 0..tokens.len());
    let changes = produce::<Vec<_>>().with().values(change).len(0..8_usize);
    check!(name = format!("{name}, from samples"))
        .with_generator((0..samples.len(), changes))
        .for_each(|(sample, changes)| (*test)(&changed(samples[*sample], changes, tokens)));
}

/// Each change replaces some bytes by a token, at a position modulo the length.
fn changed(sample: &[u8], changes: &[(usize, usize, usize)], tokens: &[&str]) -> Vec<u8> {
    changes.iter().fold(sample.to_vec(), |mut bytes, (place, length, token)| {
        let start = place % (bytes.len() + 1);
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, tokens[*token].bytes());
        bytes
    })
}
