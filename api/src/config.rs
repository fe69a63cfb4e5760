//! Everything the environment decides, read once and checked before anything binds.

use std::{
    net::{IpAddr, SocketAddr},
    num::NonZeroU32,
    path::PathBuf,
    time::Duration,
};

use entity::{
    answer_within::AnswerWithin,
    database::DatabaseSettings,
    env::{Env, SettingError},
    notify_routes::NotifyRoutes,
    process::logging::LogSettings,
    settings::{
        ALTCHA_HMAC_KEY, API_LISTEN, API_OPS_LISTEN, BOT_CHECK, HSTS_INCLUDE_SUBDOMAINS, PUBLIC_URL,
        RATE_LIMIT_PER_MINUTE, TRUSTED_PROXIES, TURNSTILE_SECRET, TURNSTILE_SITE_KEY, WEB_ROOT,
        stand_ins::TURNSTILE_VERIFY_URL,
    },
    spam_limit::SpamLimit,
};
use ipnet::{IpNet, Ipv4Net};
use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};

use crate::limits::TrustedProxies;

const MIN_HMAC_KEY_BYTES: usize = 32;
/// Connections to Postgres: two batch writers, two look-ups, one for unverified inquiries and one for notifications, so
/// that a flood of one kind does not use up another's. All stay open: a burst of visitors leaves no time for logins.
/// Readiness has a separate one.
const MAX_CONNECTIONS: u32 = 6;
/// How long a login may take, as on busy processors. A caller waits no longer than for a statement; its login then ends without a
/// connection. So while logins are slow, readiness opens the connections.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    pub ops_listen: SocketAddr,
    pub web_root: PathBuf,
    pub public_url: Url,
    /// Whether HSTS covers the subdomains of the site's name, too.
    pub hsts_include_subdomains: bool,
    pub trusted_proxies: TrustedProxies,
    pub bot_check: BotCheckConfig,
    pub notify: NotifyRoutes,
    pub answer: AnswerWithin,
    pub spam_limit: SpamLimit,
    /// `POST /api/send-email` per client network.
    pub rate_limit_per_minute: NonZeroU32,
    pub database: DatabaseSettings,
    pub log: LogSettings,
}

#[derive(Clone, derive_more::Debug)]
pub enum BotCheckConfig {
    #[debug("altcha")]
    Altcha { hmac_key: SecretString },
    #[debug("turnstile")]
    Turnstile { site_key: String, secret: SecretString, verify_url: Url },
}

impl Config {
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        Ok(Self {
            listen: env.parsed(&API_LISTEN)?,
            ops_listen: env.parsed(&API_OPS_LISTEN)?,
            web_root: env.required(&WEB_ROOT)?.into(),
            trusted_proxies: trusted_proxies(env)?,
            bot_check: bot_check(env)?,
            public_url: public_url(env)?,
            hsts_include_subdomains: env.switch(&HSTS_INCLUDE_SUBDOMAINS)?,
            notify: NotifyRoutes::from_env(env)?,
            answer: AnswerWithin::from_env(env)?,
            spam_limit: SpamLimit::from_env(env)?,
            rate_limit_per_minute: env.parsed(&RATE_LIMIT_PER_MINUTE)?,
            database: DatabaseSettings {
                stays_open: true,
                ..DatabaseSettings::from_env(env, MAX_CONNECTIONS, ACQUIRE_TIMEOUT)?
            },
            log: LogSettings::from_env(env)?,
        })
    }

    /// Scheme, host and port as a browser writes them in `Origin`.
    pub fn origin(&self) -> String {
        self.public_url.origin().ascii_serialization()
    }
}

fn public_url(env: &Env) -> Result<Url, SettingError> {
    let url = env.public_url()?;
    if url.scheme() == "http" && !is_loopback(&url) {
        let problem = "browsers solve the form's bot check over https only, so nobody could send an inquiry";
        let remedy = "Give an https address, and put a proxy with a certificate in front; http serves only 127.0.0.1 \
                      or localhost";
        return Err(SettingError::new(PUBLIC_URL.name, problem, remedy));
    }
    Ok(url)
}

fn trusted_proxies(env: &Env) -> Result<TrustedProxies, SettingError> {
    let list = env.optional(&TRUSTED_PROXIES).unwrap_or_default();
    list.split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
        .map(|entry| {
            let network = entry.parse().or_else(|_| entry.parse().map(|address: IpAddr| address.into()));
            let refuse = |problem: &str| TRUSTED_PROXIES.refuse(format!("{entry:?} {problem}"));
            let network = network.map(without_mapping).map_err(|_| refuse("is not a network"))?;
            if covers_clients(network) {
                return Err(refuse("covers clients, which could then forge their address"));
            }
            Ok(network)
        })
        .collect()
}

/// `::ffff:10.0.0.0/104` as 10.0.0.0/8: a dual-stack listener shows its IPv4 peers mapped, and they are compared as IPv4.
fn without_mapping(network: IpNet) -> IpNet {
    let IpNet::V6(mapped) = network else { return network };
    let address = mapped.addr().to_ipv4_mapped().zip(mapped.prefix_len().checked_sub(96));
    address.and_then(|(address, prefix)| Ipv4Net::new(address, prefix).ok()).map_or(network, IpNet::V4)
}

/// Wider than any private network: 10.0.0.0/8 and `fc00::/7` (RFC 1918, RFC 4193).
fn covers_clients(network: IpNet) -> bool {
    match network {
        IpNet::V4(network) => network.prefix_len() < 8,
        IpNet::V6(network) => network.prefix_len() < 7,
    }
}

fn bot_check(env: &Env) -> Result<BotCheckConfig, SettingError> {
    match env.required(&BOT_CHECK)? {
        "altcha" => {
            let hmac_key = env.required_secret(&ALTCHA_HMAC_KEY)?;
            if hmac_key.expose_secret().len() < MIN_HMAC_KEY_BYTES {
                return Err(ALTCHA_HMAC_KEY.refuse("shorter than 32 bytes"));
            }
            if is_guessable(hmac_key.expose_secret()) {
                return Err(ALTCHA_HMAC_KEY.refuse("too regular to be random"));
            }
            Ok(BotCheckConfig::Altcha { hmac_key })
        }
        "turnstile" => turnstile(env),
        other => Err(BOT_CHECK.refuse(format!("{other:?} is unknown"))),
    }
}

/// Repetitions of up to this many bytes are found.
const LONGEST_PATTERN: usize = 12;

/// Zeros, or a short pattern that is repeated. 64 random hexadecimal digits have fewer than 8 different ones once in
/// more than 10^15 keys.
fn is_guessable(key: &str) -> bool {
    let bytes = key.as_bytes();
    let different = bytes.iter().collect::<std::collections::HashSet<_>>().len();
    let is_repeated = (1..=LONGEST_PATTERN).any(|period| bytes.iter().zip(&bytes[period..]).all(|(a, b)| a == b));
    different < 8 || is_repeated
}

fn turnstile(env: &Env) -> Result<BotCheckConfig, SettingError> {
    let site_key = env.required(&TURNSTILE_SITE_KEY)?.to_owned();
    let secret = env.required_secret(&TURNSTILE_SECRET)?;
    for (setting, key) in [(TURNSTILE_SITE_KEY, site_key.as_str()), (TURNSTILE_SECRET, secret.expose_secret())] {
        if is_test_key(key) {
            let problem = "an official test key: its tokens name neither our host nor our action, so all are refused";
            return Err(setting.refuse(problem));
        }
    }
    let verify_url: Url = env.parsed(&TURNSTILE_VERIFY_URL)?;
    if env.is_set(&TURNSTILE_VERIFY_URL) && !is_loopback(&verify_url) {
        return Err(TURNSTILE_VERIFY_URL.refuse("the secret would go to another machine"));
    }
    Ok(BotCheckConfig::Turnstile { site_key, secret, verify_url })
}

/// Cloudflare's test keys are a digit, an `x`, zeros and up to two letters.
fn is_test_key(key: &str) -> bool {
    let mut bytes = key.bytes();
    matches!((bytes.next(), bytes.next()), (Some(b'1'..=b'3'), Some(b'x'))) && key[2..].starts_with("0000000000")
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
