//! Requests per client network and minute. Per process: with N processes each gets an Nth.

use std::{
    num::NonZeroU32,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use governor::{DefaultKeyedRateLimiter, Quota, clock::Clock as _};

use crate::{error::ApiError, limits::ClientNetwork, metrics};

/// Networks remembered before those that have recovered are forgotten.
const MAX_REMEMBERED: usize = 50_000;
/// A sweep looks at every network, so a flood of them must not cause one sweep after the other.
const SWEEP_PAUSE: Duration = Duration::from_secs(1);

pub(crate) struct RateLimit {
    name: &'static str,
    limiter: DefaultKeyedRateLimiter<ClientNetwork>,
    swept_at: Mutex<Instant>,
}

impl std::fmt::Debug for RateLimit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rate limit {}", self.name)
    }
}

impl RateLimit {
    pub(crate) fn new(name: &'static str, per_minute: NonZeroU32) -> Self {
        let limiter = DefaultKeyedRateLimiter::keyed(Quota::per_minute(per_minute));
        Self { name, limiter, swept_at: Mutex::new(Instant::now()) }
    }

    pub(crate) fn check(&self, client: ClientNetwork) -> Result<(), ApiError> {
        self.limiter.check_key(&client).map_err(|refusal| {
            metrics::rate_limited(self.name);
            let wait = refusal.wait_time_from(self.limiter.clock().now());
            ApiError::RateLimited { retry_after_seconds: wait.as_secs() + 1 }
        })?;
        if self.limiter.len() > MAX_REMEMBERED && self.is_time_to_sweep() {
            self.sweep();
        }
        Ok(())
    }

    fn is_time_to_sweep(&self) -> bool {
        let mut swept_at = self.swept_at.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = swept_at.elapsed() >= SWEEP_PAUSE;
        if is_time {
            *swept_at = Instant::now();
        }
        is_time
    }

    /// Forgets networks whose allowance is whole again.
    pub(crate) fn sweep(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}
