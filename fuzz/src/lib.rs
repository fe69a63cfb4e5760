//! Fuzzing on a stable compiler: samples of what is expected, spoilt at random, for as long as one likes.

use std::time::{Duration, Instant};

use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{Config, FileFailurePersistence, TestCaseResult, TestRunner},
};

/// Cases between two looks at the clock.
const ROUND: u32 = 256;

/// Runs `test` on values of `strategy`: one round, or rounds for `FUZZ_SECONDS`. What failed is made as small as it
/// can be, told, and kept in `regressions/NAME.txt`, where it is tried first from then on.
pub fn fuzz<S: Strategy>(name: &'static str, strategy: S, test: impl Fn(S::Value) -> TestCaseResult) {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(0);
    let end = Instant::now() + Duration::from_secs(seconds);
    let path: &'static str = Box::leak(format!("regressions/{name}.txt").into_boxed_str());
    let mut rounds = 0_u32;
    while rounds == 0 || Instant::now() < end {
        let persistence = FileFailurePersistence::Direct(path);
        let config = Config { cases: ROUND, failure_persistence: Some(Box::new(persistence)), ..Config::default() };
        if let Err(failure) = TestRunner::new(config).run(&strategy, &test) {
            panic!("{name}, after {rounds} rounds of {ROUND}: {failure}");
        }
        rounds += 1;
    }
    println!("fuzzed {name}: {} cases", u64::from(rounds) * u64::from(ROUND));
}

/// One thing that goes wrong with a sample, at a place that is taken modulo its length.
#[derive(Debug, Clone)]
enum Spoil {
    Change(usize, u8),
    Insert(usize, Vec<u8>),
    Remove(usize, usize),
    Repeat(usize, usize, usize),
    Cut(usize),
}

/// One of `samples`, spoilt in up to eight places; `tokens` are pieces that mean something to the reader.
pub fn spoilt(samples: Vec<Vec<u8>>, tokens: &[&'static str]) -> impl Strategy<Value = Vec<u8>> + use<> {
    let tokens: Vec<Vec<u8>> = tokens.iter().map(|token| token.as_bytes().to_vec()).collect();
    let piece = prop_oneof![
        4 => proptest::sample::select(tokens),
        1 => vec(any::<u8>(), 1..8),
        1 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
    ];
    let place = 0_usize..4096;
    let spoil = prop_oneof![
        2 => (place.clone(), any::<u8>()).prop_map(|(at, byte)| Spoil::Change(at, byte)),
        4 => (place.clone(), piece).prop_map(|(at, piece)| Spoil::Insert(at, piece)),
        2 => (place.clone(), 1_usize..32).prop_map(|(at, length)| Spoil::Remove(at, length)),
        1 => (place.clone(), 1_usize..16, 2_usize..64).prop_map(|(at, length, times)| Spoil::Repeat(at, length, times)),
        1 => place.prop_map(Spoil::Cut),
    ];
    (proptest::sample::select(samples), vec(spoil, 0..8))
        .prop_map(|(sample, spoils)| spoils.into_iter().fold(sample, |bytes, spoil| spoil.apply(bytes)))
}

impl Spoil {
    fn apply(self, mut bytes: Vec<u8>) -> Vec<u8> {
        let place = |at: usize| at % (bytes.len() + 1);
        match self {
            Self::Change(at, byte) => {
                let at = place(at);
                if let Some(old) = bytes.get_mut(at) {
                    *old = byte;
                }
            }
            Self::Insert(at, piece) => {
                let at = place(at);
                bytes.splice(at..at, piece);
            }
            Self::Remove(at, length) => {
                let at = place(at);
                let end = (at + length).min(bytes.len());
                bytes.drain(at..end);
            }
            Self::Repeat(at, length, times) => {
                let at = place(at);
                let end = (at + length).min(bytes.len());
                let piece = bytes[at..end].repeat(times);
                bytes.splice(at..at, piece);
            }
            Self::Cut(at) => bytes.truncate(place(at)),
        }
        bytes
    }
}
