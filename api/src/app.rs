//! Wires configuration, state, routers and background tasks together.

use std::{
    num::NonZeroU32,
    sync::{Arc, Weak},
    time::Duration,
};

use axum::{Router, http::HeaderValue};
use entity::{Clock, env::SettingError};
use metrics_exporter_prometheus::PrometheusHandle;
use sea_orm::DatabaseConnection;
use tokio::time::sleep;
use url::Url;

use crate::{
    bot_check::{self, BotCheck},
    config::{BotCheckConfig, Config, is_loopback},
    http::{PublicOrigin, SecurityHeaders},
    limits::{HourlyShare, RateLimit},
    metrics, ops,
    readiness::Readiness,
    routes,
    site::Site,
    state::{AppState, StateInner},
    store::{Store, StoreTasks},
};

/// Challenges a network may fetch for each inquiry it may send: a form fetches anew after every failure.
const CHALLENGES_PER_INQUIRY: NonZeroU32 = NonZeroU32::new(3).expect("3 is not 0");
const UPKEEP_INTERVAL: Duration = Duration::from_secs(10);
/// A fifth of the worker's hourly limit. Auto-replies beyond it wait behind those of other networks.
const AUTO_REPLIES_PER_NETWORK: NonZeroU32 = NonZeroU32::new(20).expect("20 is not 0");

/// The routers of the process, ready to be served or called in a test.
#[derive(Debug)]
pub struct App {
    /// The site, the inquiry endpoint, the challenge.
    pub public: Router,
    /// Health and metrics.
    pub ops: Router,
    /// Ends when `public` and `ops` are gone.
    pub tasks: StoreTasks,
}

/// Replaces configured parts, for tests.
#[derive(Debug, Default)]
pub struct Overrides {
    pub bot_check: Option<Box<dyn BotCheck>>,
    pub body_timeout: Option<Duration>,
    /// For throwaway servers that run without fsync: what they acknowledge can be lost.
    pub accepts_unsafe_server: bool,
}

impl App {
    /// Must be called within a tokio runtime. The database need not be there yet.
    pub fn new(
        config: &Config,
        db: DatabaseConnection,
        clock: Clock,
        overrides: Overrides,
    ) -> Result<Self, SettingError> {
        let metrics = metrics::install();
        let uses_turnstile = matches!(config.bot_check, BotCheckConfig::Turnstile { .. });
        let site = Site::load(&config.web_root, uses_turnstile)?;
        warn_of_another_address(&site, &config.public_url);
        let bot_check = match overrides.bot_check {
            Some(bot_check) => bot_check,
            None => bot_check::provider(config, clock.clone())?,
        };
        let readiness = Readiness::watch(&db, config.database.stays_open, overrides.accepts_unsafe_server);
        let (store, tasks) = Store::open(db, readiness.clone());
        let per_minute = config.rate_limit_per_minute;
        let headers =
            SecurityHeaders { strict_transport: strict_transport(config), default_policy: site.default_policy.clone() };
        let state = AppState(Arc::new(StateInner {
            clock,
            site,
            bot_check,
            store,
            submit_limit: RateLimit::new("send_email", per_minute),
            challenge_limit: RateLimit::new("challenge", per_minute.saturating_mul(CHALLENGES_PER_INQUIRY)),
            auto_reply_share: HourlyShare::new(AUTO_REPLIES_PER_NETWORK),
            challenges: routes::challenge_semaphore(),
            config: config.clone(),
            site_host: config.public_url.domain().map(|host| host.trim_start_matches("www.").into()),
            public_origin: PublicOrigin {
                origin: config.origin().into(),
                is_loopback: is_loopback(&config.public_url),
            },
            body_timeout: overrides.body_timeout.unwrap_or(routes::BODY_TIMEOUT),
        }));
        tokio::spawn(upkeep(Arc::downgrade(&state.0), metrics.clone()));
        Ok(Self { public: routes::router(state, headers), ops: ops::router(readiness, metrics), tasks })
    }
}

/// `Strict-Transport-Security` (RFC 6797), unless the site is served over plain http on this machine.
fn strict_transport(config: &Config) -> Option<HeaderValue> {
    let value = if config.hsts_include_subdomains { "max-age=63072000; includeSubDomains" } else { "max-age=63072000" };
    (config.public_url.scheme() == "https").then(|| HeaderValue::from_static(value))
}

/// The pages work at any address, but their canonical links and the sitemap lead to the one they were built for.
fn warn_of_another_address(site: &Site, public_url: &Url) {
    let built_for = &site.built_for;
    if built_for != public_url {
        tracing::warn!(%built_for, %public_url, "the site was built for another PUBLIC_URL; build it again");
    }
}

/// Forgets idle networks and compacts histograms, which grow until they are compacted. Ends when the state is dropped.
async fn upkeep(state: Weak<StateInner>, metrics: PrometheusHandle) {
    while let Some(state) = state.upgrade() {
        state.submit_limit.forget_idle();
        state.challenge_limit.forget_idle();
        state.auto_reply_share.forget_idle();
        drop(state);
        metrics.run_upkeep();
        sleep(UPKEEP_INTERVAL).await;
    }
}
