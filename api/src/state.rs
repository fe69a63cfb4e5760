//! State that the handlers share.

use std::{ops::Deref, sync::Arc, time::Duration};

use axum::extract::FromRef;
use entity::Clock;

use crate::{
    bot_check::BotCheck,
    config::Config,
    http::PublicOrigin,
    limits::{BoundedSemaphore, HourlyShare, RateLimit, TrustedProxies},
    site::Site,
    store::Store,
};

#[derive(Clone, Debug)]
pub(crate) struct AppState(pub Arc<StateInner>);

#[derive(derive_more::Debug)]
#[debug("api for {}", public_origin.origin)]
pub(crate) struct StateInner {
    pub config: Config,
    pub clock: Clock,
    pub site: Site,
    pub bot_check: Box<dyn BotCheck>,
    pub store: Store,
    pub submit_limit: RateLimit,
    pub challenge_limit: RateLimit,
    /// Auto-replies of one network; beyond it they wait behind those of others.
    pub auto_reply_share: HourlyShare,
    pub challenges: BoundedSemaphore,
    pub public_origin: PublicOrigin,
    /// Of `PUBLIC_URL`, without `www.`: mass mail names it.
    pub site_host: Option<Arc<str>>,
    pub body_timeout: Duration,
}

impl Deref for AppState {
    type Target = StateInner;

    fn deref(&self) -> &StateInner {
        &self.0
    }
}

impl FromRef<AppState> for TrustedProxies {
    fn from_ref(state: &AppState) -> Self {
        state.config.trusted_proxies.clone()
    }
}

impl FromRef<AppState> for PublicOrigin {
    fn from_ref(state: &AppState) -> Self {
        state.public_origin.clone()
    }
}
