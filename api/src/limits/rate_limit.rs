//! Requests per client network and minute. Per process: with N processes each gets an Nth.

use std::{
    num::NonZeroU32,
    time::{Duration, Instant},
};

use governor::{DefaultKeyedRateLimiter, Quota, clock::Clock as _};
use metrics::counter;
use parking_lot::Mutex;

use super::ClientNetwork;

/// With more networks than this, idle ones are forgotten at once.
const MAX_REMEMBERED: usize = 50_000;
/// Forgetting visits every network, so a flood of new ones must not cause it at each request.
const FORGET_PAUSE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("too many requests from this network")]
pub(crate) struct RateLimited {
    pub retry_after_seconds: u64,
}

#[derive(derive_more::Debug)]
#[debug("rate limit {name}")]
pub(crate) struct RateLimit {
    name: &'static str,
    limiter: DefaultKeyedRateLimiter<ClientNetwork>,
    forgot_at: Mutex<Instant>,
}

impl RateLimit {
    pub(crate) fn new(name: &'static str, per_minute: NonZeroU32) -> Self {
        let limiter = DefaultKeyedRateLimiter::keyed(Quota::per_minute(per_minute));
        Self { name, limiter, forgot_at: Mutex::new(Instant::now()) }
    }

    pub(crate) fn check(&self, client: ClientNetwork) -> Result<(), RateLimited> {
        self.limiter.check_key(&client).map_err(|not_until| {
            counter!("api_rate_limited_total", "limit" => self.name).increment(1);
            let wait = not_until.wait_time_from(self.limiter.clock().now());
            RateLimited { retry_after_seconds: wait.as_secs() + 1 }
        })?;
        self.forget_if_crowded();
        Ok(())
    }

    fn forget_if_crowded(&self) {
        if self.limiter.len() > MAX_REMEMBERED && self.is_time_to_forget() {
            self.forget_idle();
        }
    }

    fn is_time_to_forget(&self) -> bool {
        let mut forgot_at = self.forgot_at.lock();
        let is_time = forgot_at.elapsed() >= FORGET_PAUSE;
        if is_time {
            *forgot_at = Instant::now();
        }
        is_time
    }

    /// Forgets networks whose allowance is full again.
    pub(crate) fn forget_idle(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}
