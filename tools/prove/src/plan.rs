//! How much of each scenario a run does.

use rand::SeedableRng;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};

#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) is_full: bool,
    /// Whether a figure of speed can fail the run.
    pub(super) judges_speed: bool,
    pub(super) seed: u64,
}

impl Plan {
    /// The figure of a full run, or what two minutes for all scenarios allow.
    pub(super) fn size<T>(self, quick: T, full: T) -> T {
        if self.is_full { full } else { quick }
    }

    /// Each scenario's own seed, so that one scenario alone replays as it was among all.
    pub(super) fn seed_of(self, scenario: &str) -> u64 {
        let digest = Sha256::digest(format!("{} {scenario}", self.seed));
        digest.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
    }

    pub(super) fn dice(self, scenario: &str) -> StdRng {
        StdRng::seed_from_u64(self.seed_of(scenario))
    }
}
