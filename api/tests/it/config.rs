use std::fs;

use api::{App, LOGGED_CRATES, config::Config};
use entity::{
    Clock,
    env::Env,
    process::logging::{LogFormat, LogSettings, subscriber},
};
use tempfile::TempDir;

use crate::support::{self, log::Log};

const KEY: &str = "0123456789abcdef0123456789abcdef";

fn read(pairs: &[(&'static str, &'static str)]) -> Result<Config, String> {
    let mut all = vec![("DATABASE_URL", "postgres://u:p@h/d"), ("ALTCHA_HMAC_KEY", KEY), ("NOTIFY_TO", "a@b.example")];
    all.retain(|(name, _)| pairs.iter().all(|(other, _)| other != name));
    all.extend(pairs);
    // An empty value counts as not given.
    let mut array = [("UNUSED", ""); 12];
    for (slot, pair) in array.iter_mut().zip(all) {
        *slot = pair;
    }
    Config::from_env(&Env::from_pairs(array)).map_err(|error| error.to_string())
}

#[test]
fn defaults_are_for_one_machine() {
    let config = read(&[]).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.ops_listen.to_string(), "127.0.0.1:8081");
    assert_eq!(config.origin(), "http://127.0.0.1:8080");
    assert_eq!(config.rate_limit_per_minute.get(), 10);
    assert!(!config.trusted_proxies.contains("127.0.0.1".parse().unwrap()));
    assert_eq!(format!("{:?}", config.bot_check), "altcha");
}

#[test]
fn refuses_what_is_wrong_or_dangerous_by_name_and_remedy() {
    let turnstile =
        |key, secret| [("BOT_CHECK", "turnstile"), ("TURNSTILE_SITE_KEY", key), ("TURNSTILE_SECRET", secret)];
    let cases: Vec<(Vec<(&str, &str)>, &str)> = vec![
        (vec![("DATABASE_URL", "")], "DATABASE_URL: not set. Set it to postgres://"),
        (vec![("DATABASE_URL", "mysql://h/d")], "DATABASE_URL: not a Postgres URL"),
        (vec![("DATABASE_URL", "postgres://u:real-secret@h:99999/d")], "DATABASE_URL: not a Postgres URL"),
        (vec![("DATABASE_URL", "postgres://u:real-secret@h/d?sslmode=perhaps")], "DATABASE_URL: not a Postgres URL"),
        (vec![("NOTIFY_TO", "")], "NOTIFY_TO: not set"),
        (vec![("NOTIFY_ROUTES", "sales=a@b.example")], "NOTIFY_ROUTES: entry 1: the name before '=' is neither"),
        (vec![("ALTCHA_HMAC_KEY", "")], "ALTCHA_HMAC_KEY: not set. Set it to at least 32 random bytes"),
        (vec![("ALTCHA_HMAC_KEY", "short")], "ALTCHA_HMAC_KEY: shorter than 32 bytes"),
        (vec![("ALTCHA_HMAC_KEY", "00000000000000000000000000000000")], "ALTCHA_HMAC_KEY: too regular to be random"),
        (vec![("ALTCHA_HMAC_KEY", "change-me!change-me!change-me!change-me!")], "ALTCHA_HMAC_KEY: too regular"),
        (vec![("API_LISTEN", "8080")], "API_LISTEN: \"8080\" is not valid. Give an IP address and a port"),
        (vec![("API_OPS_LISTEN", "localhost")], "API_OPS_LISTEN"),
        (vec![("PUBLIC_URL", "firnwall.example")], "PUBLIC_URL"),
        (vec![("PUBLIC_URL", "https://firnwall.example/de")], "PUBLIC_URL: more than a scheme, a host and a port"),
        (vec![("PUBLIC_URL", "ftp://firnwall.example")], "PUBLIC_URL"),
        (
            vec![("PUBLIC_URL", "http://firnwall.example")],
            "PUBLIC_URL: browsers solve the form's bot check over https only",
        ),
        (vec![("PUBLIC_URL", "http://10.0.0.8:8080")], "PUBLIC_URL: browsers solve"),
        (vec![("HSTS_INCLUDE_SUBDOMAINS", "yes")], "HSTS_INCLUDE_SUBDOMAINS: it is neither on nor off"),
        (vec![("TRUSTED_PROXIES", "10.0.0.0/8,proxy")], "TRUSTED_PROXIES: \"proxy\" is not a network"),
        (vec![("TRUSTED_PROXIES", "0.0.0.0/0")], "TRUSTED_PROXIES: \"0.0.0.0/0\" covers clients"),
        (vec![("TRUSTED_PROXIES", "10.0.0.0/8,128.0.0.0/1")], "TRUSTED_PROXIES: \"128.0.0.0/1\" covers clients"),
        (vec![("TRUSTED_PROXIES", "::/0")], "TRUSTED_PROXIES: \"::/0\" covers clients"),
        (vec![("BOT_CHECK", "none")], "BOT_CHECK: \"none\" is unknown. Set it to altcha or turnstile"),
        (vec![("BOT_CHECK", "turnstile")], "TURNSTILE_SITE_KEY: not set"),
        (
            vec![("RATE_LIMIT_PER_MINUTE", "0")],
            "RATE_LIMIT_PER_MINUTE: \"0\" is not valid. Give a number of at least 1",
        ),
        (vec![("LOG_FORMAT", "xml")], "LOG_FORMAT: \"xml\" is unknown"),
        (turnstile("1x00000000000000000000AA", "real-secret").to_vec(), "TURNSTILE_SITE_KEY: an official test key"),
        (
            turnstile("real-key", "1x0000000000000000000000000000000AA").to_vec(),
            "TURNSTILE_SECRET: an official test key",
        ),
        (
            [&turnstile("key", "secret")[..], &[("TURNSTILE_VERIFY_URL", "https://verify.example")]].concat(),
            "TURNSTILE_VERIFY_URL: the secret would go to another machine",
        ),
    ];
    for (pairs, complaint) in cases {
        let error = read(&pairs).unwrap_err();
        assert!(error.starts_with(complaint), "{pairs:?}: {error}");
        assert!(!error.contains("real-secret"), "{error}");
    }
    let on_this_machine =
        [&turnstile("real-key", "real-secret")[..], &[("TURNSTILE_VERIFY_URL", "http://127.0.0.1:9/siteverify")]]
            .concat();
    read(&on_this_machine).unwrap();
    read(&[("TRUSTED_PROXIES", "10.0.0.0/8, 192.0.2.1, fd00::/8, fc00::/7")]).unwrap();
}

/// As the peers of a dual-stack listener are written.
#[test]
fn a_mapped_network_is_trusted_as_the_ipv4_network() {
    assert!(read(&[("TRUSTED_PROXIES", "::ffff:0:0/96")]).is_err(), "all of IPv4");
    let mapped = read(&[("TRUSTED_PROXIES", "::ffff:172.18.0.5, ::ffff:10.0.0.0/104")]).unwrap().trusted_proxies;
    assert!(["172.18.0.5", "10.1.2.3"].iter().all(|peer| mapped.contains(peer.parse().unwrap())));
}

#[tokio::test]
async fn a_site_that_was_not_built_is_refused_with_the_remedy() {
    let db = sea_orm::DatabaseConnection::default();
    let empty = TempDir::new().unwrap();
    let mut config = support::config();
    config.web_root = empty.path().into();
    let refusal = |config: &Config| {
        App::new(config, db.clone(), Clock::system(), api::Overrides::default()).unwrap_err().to_string()
    };
    let error = refusal(&config);
    assert!(error.starts_with("WEB_ROOT: cannot read") && error.contains("npm run build"), "{error}");
    let manifest = fs::read_to_string(support::web_root().join("site.json")).unwrap();
    fs::write(empty.path().join("site.json"), manifest.replace("/services\"", "//evil.example\"")).unwrap();
    assert!(refusal(&config).contains("to another site"));
    fs::write(empty.path().join("site.json"), manifest.replace("default-src 'none'", "\\n")).unwrap();
    assert!(refusal(&config).contains("header value"));
    fs::write(empty.path().join("site.json"), manifest).unwrap();
    assert!(refusal(&config).contains("has no 404.html"));
    fs::write(empty.path().join("404.html"), "x").unwrap();
    assert!(refusal(&config).contains("has no index.html"));
}

#[tokio::test]
async fn a_site_that_was_built_for_another_address_is_logged() {
    let db = support::config().database.connect_lazily().await.unwrap();
    let start = |public_url: &str| {
        let mut config = support::config();
        config.public_url = public_url.parse().unwrap();
        let log = Log::default();
        let (settings, writer) = (LogSettings { format: LogFormat::Text, filter: "info".into() }, log.clone());
        tracing::subscriber::with_default(subscriber(&settings, &LOGGED_CRATES, writer), || {
            App::new(&config, db.clone(), Clock::system(), api::Overrides::default()).unwrap();
        });
        log.text()
    };
    let text = start("https://new.example");
    assert!(
        text.contains("PUBLIC_URL") && text.contains("http://127.0.0.1:8080") && text.contains("https://new.example")
    );
    assert!(!start("http://127.0.0.1:8080").contains("PUBLIC_URL"));
}
