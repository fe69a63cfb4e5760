//! The size of a run.

use rand::SeedableRng;
use rand::rngs::StdRng;
use uuid::Uuid;

#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) is_full: bool,
    pub(super) seed: u64,
}

impl Plan {
    /// One of two values, by the size of the run.
    pub(super) fn size<T>(self, quick: T, full: T) -> T {
        if self.is_full { full } else { quick }
    }

    /// A seed per scenario, so that a scenario makes the same choices alone and among others.
    pub(super) fn seed_of(self, scenario: &str) -> u64 {
        Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{} {scenario}", self.seed).as_bytes()).as_u64_pair().0
    }

    pub(super) fn rng(self, scenario: &str) -> StdRng {
        StdRng::seed_from_u64(self.seed_of(scenario))
    }
}
