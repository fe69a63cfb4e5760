//! The size of a run.

use rand::SeedableRng;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};

use super::earlier::Commit;

#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) is_full: bool,
    pub(super) seed: u64,
    /// From which `upgrade` begins, to end with this version.
    pub(super) from: Option<Commit>,
}

impl Plan {
    /// One of two values, by the size of the run.
    pub(super) fn size<T>(self, quick: T, full: T) -> T {
        if self.is_full { full } else { quick }
    }

    /// A seed per scenario, so that a scenario makes the same choices alone and among others.
    pub(super) fn seed_of(self, scenario: &str) -> u64 {
        let digest = Sha256::digest(format!("{} {scenario}", self.seed));
        digest.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }

    pub(super) fn rng(self, scenario: &str) -> StdRng {
        StdRng::seed_from_u64(self.seed_of(scenario))
    }
}
