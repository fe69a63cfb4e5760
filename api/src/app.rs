//! The process put together: state, routers and the tasks behind them.

use std::{fmt, net::IpAddr, num::NonZeroU32, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    http::{HeaderMap, HeaderValue, header},
};
use entity::{
    Clock, Digest, TicketReference, env::SettingError, inquiry::BotCheckStatus, notify_routes::NotifyRoutes,
    store_inquiries::NewInquiry,
};
use ipnet::IpNet;
use metrics_exporter_prometheus::PrometheusHandle;
use sea_orm::DatabaseConnection;
use tokio::time::sleep;
use uuid::Uuid;

use crate::{
    bot_check::{self, BotCheck},
    error::ApiError,
    inquiry::Fields,
    limits::BoundedSemaphore,
    limits::RateLimit,
    limits::{ClientNetwork, Peer},
    metrics, ops,
    readiness::Readiness,
    routes,
    settings::{BotCheckSettings, Settings},
    site::Site,
    store::{Store, StoreTasks},
};

/// Challenges a network may fetch for each inquiry it may send: a form fetches anew after every failure.
const CHALLENGES_PER_INQUIRY: NonZeroU32 = NonZeroU32::new(3).expect("3 is not 0");
const HOUSEKEEPING_INTERVAL: Duration = Duration::from_secs(10);
/// Well within the limit on the whole request, so that the answer can say what was slow.
const BODY_TIMEOUT: Duration = Duration::from_secs(6);

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

/// What may differ from the settings, for tests.
#[derive(Debug, Default)]
pub struct Overrides {
    pub bot_check: Option<Box<dyn BotCheck>>,
    pub body_timeout: Option<Duration>,
    /// For throwaway servers that run without fsync: what they acknowledge can be lost.
    pub accepts_unsafe_server: bool,
}

impl App {
    /// Must be called within a tokio runtime. The database need not be there yet.
    pub fn new(settings: &Settings, db: DatabaseConnection, clock: Clock) -> Result<Self, SettingError> {
        Self::with(settings, db, clock, Overrides::default())
    }

    /// As [`App::new`], with other parts in places.
    pub fn with(
        settings: &Settings,
        db: DatabaseConnection,
        clock: Clock,
        overrides: Overrides,
    ) -> Result<Self, SettingError> {
        let metrics = metrics::install();
        let site = Site::load(&settings.web_root)?;
        let bot_check = match overrides.bot_check {
            Some(bot_check) => bot_check,
            None => bot_check::provider(settings, clock)?,
        };
        let readiness = Readiness::new(&db, overrides.accepts_unsafe_server);
        readiness.watch();
        let (store, tasks) = Store::open(db, readiness.clone());
        let per_minute = settings.rate_limit_per_minute;
        let state = AppState(Arc::new(Inner {
            site,
            bot_check,
            store,
            submit_limit: RateLimit::new("send_email", per_minute),
            challenge_limit: RateLimit::new("challenge", per_minute.saturating_mul(CHALLENGES_PER_INQUIRY)),
            challenges: routes::challenge_semaphore(),
            trusted_proxies: settings.trusted_proxies.clone(),
            notify: settings.notify.clone(),
            origin: settings.origin(),
            is_https: settings.public_url.scheme() == "https",
            uses_turnstile: matches!(settings.bot_check, BotCheckSettings::Turnstile { .. }),
            body_timeout: overrides.body_timeout.unwrap_or(BODY_TIMEOUT),
        }));
        state.keep_house(metrics.clone());
        Ok(Self { public: routes::router(state), ops: ops::router(readiness, metrics), tasks })
    }
}

/// What every request shares.
#[derive(Clone, Debug)]
pub(crate) struct AppState(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) site: Site,
    pub(crate) bot_check: Box<dyn BotCheck>,
    pub(crate) store: Store,
    pub(crate) submit_limit: RateLimit,
    pub(crate) challenge_limit: RateLimit,
    pub(crate) challenges: BoundedSemaphore,
    trusted_proxies: Vec<IpNet>,
    notify: NotifyRoutes,
    origin: String,
    pub(crate) is_https: bool,
    pub(crate) uses_turnstile: bool,
    pub(crate) body_timeout: Duration,
}

impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "api for {}", self.origin)
    }
}

impl std::ops::Deref for AppState {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl AppState {
    pub(crate) fn client(&self, peer: Option<Extension<Peer>>, headers: &HeaderMap) -> ClientNetwork {
        // Without the http, as in a test in process, all requests come from one place.
        let peer = peer.map_or(IpAddr::from([0, 0, 0, 0]), |Extension(Peer(address))| address.ip());
        ClientNetwork::of_request(peer, headers, &self.trusted_proxies)
    }

    /// A browser says where a request comes from. `Sec-Fetch-Site` cannot be set by a page and knows the
    /// address that the visitor really uses; older browsers send `Origin` alone. Other programs send neither.
    pub(crate) fn require_same_origin(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let is_same = match (headers.get("sec-fetch-site"), headers.get(header::ORIGIN)) {
            (Some(site), _) => site == "same-origin",
            (None, Some(origin)) => self.is_own(origin, headers),
            (None, None) => true,
        };
        if is_same { Ok(()) } else { Err(ApiError::CrossOrigin) }
    }

    fn is_own(&self, origin: &HeaderValue, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let origin = origin.to_str().unwrap_or_default();
        let scheme = if self.is_https { "https" } else { "http" };
        origin == self.origin || host.is_some_and(|host| origin == format!("{scheme}://{host}"))
    }

    pub(crate) fn new_inquiry(
        &self,
        fields: Fields,
        idempotency_key: Uuid,
        token_digest: Digest,
        bot_check: BotCheckStatus,
        client_network: Option<String>,
    ) -> NewInquiry {
        let notify = self.notify.recipients(fields.contact_reason, fields.program);
        NewInquiry {
            // Random: the ledger may name it after the inquiry is gone, so it must not tell a time.
            id: Uuid::new_v4(),
            reference: TicketReference::random(),
            idempotency_key,
            token_digest,
            first_name: fields.first_name,
            last_name: fields.last_name,
            company: fields.company,
            email: fields.email,
            country: fields.country,
            phone: fields.phone,
            contact_reason: fields.contact_reason,
            program: fields.program,
            desired_consultants: fields.desired_consultants,
            message: fields.message,
            // The field rules accept nothing but true.
            consent: true,
            gdpr_consent: true,
            evidence: self.site.evidence,
            bot_check,
            client_network,
            notify,
        }
    }

    /// Forgets idle networks, and folds up what histograms have gathered, which grows until somebody does,
    /// scraped or not. Ends when the state is gone.
    fn keep_house(&self, metrics: PrometheusHandle) {
        let weak = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            while let Some(state) = weak.upgrade() {
                state.submit_limit.sweep();
                state.challenge_limit.sweep();
                drop(state);
                metrics.run_upkeep();
                sleep(HOUSEKEEPING_INTERVAL).await;
            }
        });
    }
}
