//! The settings of a run: fixed ones for this machine, and secrets that are kept between runs.

use std::path::Path;

use anyhow::{Context, Result};
use url::Url;

use crate::env_file::Pair;
use crate::ports::Ports;
use crate::repo;

/// Settings that the caller's environment may override. Not the database and the mail relay: a run on this machine must
/// not reach others.
const OVERRIDABLE: &str = "\
    ALERT_WEBHOOK_URL ALTCHA_HMAC_KEY ANSWER_WITHIN BOT_CHECK COMPLIANCE_TO ESCALATE_TO HEARTBEAT_URL LOG_FORMAT MAIL_FROM \
    MAIL_CONCURRENCY MAIL_REPLY_TO MAIL_RETURN_PATH NOTIFY_ROUTES NOTIFY_TO NOTIFY_URGENT_TO OFFICE_HOURS \
    RATE_LIMIT_PER_MINUTE RUST_LOG SMTP_TIMEOUT_SECONDS SPAM_LIMIT TIME_ZONE TRUSTED_PROXIES TSA_URL \
    TURNSTILE_SECRET TURNSTILE_SITE_KEY TURNSTILE_VERIFY_URL";

/// Where visitors' replies and bounces go.
const REPLY_ADDRESS: &str = "@reply.firnwall.example";

/// Random values, kept in the settings of the last run.
#[derive(Debug)]
pub struct Secrets {
    pub admin_password: String,
    owner_password: String,
    app_password: String,
    compliance_password: String,
    altcha_key: String,
    /// `REPLY_HMAC_KEYS`.
    reply_keys: String,
    /// The name of the database: fixed on our server, random on a given server.
    pub database: String,
}

impl Secrets {
    pub fn from_earlier(earlier: &[Pair], is_given_server: bool) -> Self {
        let kept = |name: &str| value(earlier, name).map_or_else(random, str::to_owned);
        let url = |name: &str| Url::parse(value(earlier, name)?).ok();
        let password = |name: &str| {
            let in_url = url(name).and_then(|url| url.password().map(str::to_owned));
            in_url.unwrap_or_else(random)
        };
        let default_database = || {
            if is_given_server { format!("firnwall_{}", &random()[..8]) } else { "firnwall".to_owned() }
        };
        let database = url("DATABASE_URL").map(|url| url.path().trim_start_matches('/').to_owned());
        Self {
            admin_password: kept("XTASK_POSTGRES_PASSWORD"),
            owner_password: password("MIGRATION_DATABASE_URL"),
            app_password: password("DATABASE_URL"),
            compliance_password: password("COMPLIANCE_DATABASE_URL"),
            altcha_key: kept("ALTCHA_HMAC_KEY"),
            reply_keys: value(earlier, "REPLY_HMAC_KEYS").map_or_else(|| format!("1:{}", random()), str::to_owned),
            database: database.unwrap_or_else(default_database),
        }
    }

    /// The superuser's URL on our server.
    pub fn admin_url(&self, ports: Ports) -> String {
        format!("postgres://postgres:{}@127.0.0.1:{}/postgres", self.admin_password, ports.postgres)
    }
}

/// Every setting of a run, in the order of the documentation.
pub fn pairs(ports: Ports, secrets: &Secrets, admin_url: &str, public_url: &str) -> Result<Vec<Pair>> {
    let admin = Url::parse(admin_url).context("ADMIN_DATABASE_URL is not a URL")?;
    let role = |name: &str, password: &str| -> Result<String> {
        let mut url = admin.clone();
        let user_set = url.set_username(name).and_then(|()| url.set_password(Some(password)));
        user_set.map_err(|()| anyhow::anyhow!("ADMIN_DATABASE_URL names no server"))?;
        url.set_path(&secrets.database);
        Ok(url.into())
    };
    let local = |port: u16| format!("127.0.0.1:{port}");
    let site = |path: &Path| path.display().to_string();
    let mut pairs: Vec<Pair> = [
        ("ADMIN_DATABASE_URL", admin_url.to_owned()),
        ("MIGRATION_DATABASE_URL", role("inquiry_owner", &secrets.owner_password)?),
        ("DATABASE_URL", role("inquiry_app", &secrets.app_password)?),
        ("COMPLIANCE_DATABASE_URL", role("inquiry_compliance", &secrets.compliance_password)?),
        ("API_LISTEN", local(ports.site)),
        ("API_OPS_LISTEN", local(ports.api_ops)),
        ("WORKER_OPS_LISTEN", local(ports.worker_ops)),
        ("WEB_ROOT", site(&repo::root().join("web/dist"))),
        ("PUBLIC_URL", public_url.to_owned()),
        ("TRUSTED_PROXIES", String::new()),
        // All requests of a developer come from one address.
        ("RATE_LIMIT_PER_MINUTE", "6000".into()),
        ("BOT_CHECK", "altcha".into()),
        ("ALTCHA_HMAC_KEY", secrets.altcha_key.clone()),
        ("SMTP_URL", format!("smtp://{}", local(ports.smtp))),
        ("MAIL_FROM", "Firnwall <no-reply@firnwall.example>".into()),
        ("MAIL_REPLY_TO", "contact@firnwall.example".into()),
        ("NOTIFY_TO", "consultants@firnwall.example".into()),
        ("COMPLIANCE_TO", "compliance@firnwall.example".into()),
        ("ALERT_WEBHOOK_URL", String::new()),
        // Who counts mails expects no other.
        ("JOURNEY_EVERY", "off".into()),
        ("RUST_LOG", "info".into()),
        ("LOG_FORMAT", "text".into()),
        // For our server, kept while a given server is in use.
        ("XTASK_POSTGRES_PASSWORD", secrets.admin_password.clone()),
        // For people and tests; the product does not read it.
        ("INBOX_URL", format!("http://{}", local(ports.inbox))),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec();
    override_from(&mut pairs, |name| std::env::var(name).ok());
    Ok(pairs)
}

/// Turns mail in on, so that a conversation works on this machine; `INTAKE=off` in the caller's environment keeps it off.
pub fn turn_mail_in_on(pairs: &mut Vec<Pair>, ports: Ports, secrets: &Secrets) {
    set(pairs, "INTAKE", &std::env::var("INTAKE").unwrap_or_else(|_| "lmtp,pipe".to_owned()));
    set(pairs, "INTAKE_LMTP_LISTEN", &format!("127.0.0.1:{}", ports.lmtp));
    set(pairs, "INTAKE_TRUST", "authserv:inbox.firnwall.example");
    set(pairs, "REPLY_ADDRESS", REPLY_ADDRESS);
    set(pairs, "REPLY_HMAC_KEYS", &secrets.reply_keys);
}

/// Three people of the site, each with a mailbox: all get notifications, and the first one escalations.
pub fn consultants() -> Vec<String> {
    let people = include_str!("../../../web/src/content/firm.ts").lines();
    let ids = people.filter_map(|line| line.trim().strip_prefix("{ id: '")?.split('\'').next());
    ids.take(3).map(|id| format!("{id}@firnwall.example")).collect()
}

/// What a consultant's day needs: [`consultants`], and new inquiries by mail. The caller's environment comes first.
pub fn name_consultants(pairs: &mut Vec<Pair>) {
    let named = consultants();
    let is_on = value(pairs, "INTAKE").is_some_and(|ways| ways != "off");
    let new = if is_on { "on" } else { "off" };
    for (name, usual) in [("NOTIFY_TO", named.join(",")), ("ESCALATE_TO", named[0].clone()), ("INTAKE_NEW", new.into())]
    {
        set(pairs, name, &std::env::var(name).unwrap_or(usual));
    }
}

fn override_from(pairs: &mut Vec<Pair>, environment: impl Fn(&str) -> Option<String>) {
    for name in OVERRIDABLE.split(' ') {
        if let Some(value) = environment(name) {
            set(pairs, name, &value);
        }
    }
}

/// Replaces a setting, or adds it.
pub fn set(pairs: &mut Vec<Pair>, name: &str, value: &str) {
    match pairs.iter_mut().find(|(known, _)| known == name) {
        Some(pair) => value.clone_into(&mut pair.1),
        None => pairs.push((name.to_owned(), value.to_owned())),
    }
}

/// The value of a setting.
pub fn value<'a>(pairs: &'a [Pair], name: &str) -> Option<&'a str> {
    pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// 32 random bytes in hex.
pub fn random() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<Pair> {
        let ports = Ports::from_base(8080).unwrap();
        let secrets = Secrets::from_earlier(&[], false);
        let mut pairs = pairs(ports, &secrets, &secrets.admin_url(ports), "http://127.0.0.1:8080").unwrap();
        turn_mail_in_on(&mut pairs, ports, &secrets);
        pairs
    }

    #[test]
    fn secrets_stay_the_same_from_run_to_run_even_when_ports_move() {
        let first = sample();
        let secrets = Secrets::from_earlier(&first, false);
        let ports = Ports::from_base(9000).unwrap();
        let mut second = pairs(ports, &secrets, &secrets.admin_url(ports), "http://127.0.0.1:9000").unwrap();
        turn_mail_in_on(&mut second, ports, &secrets);
        for name in ["ALTCHA_HMAC_KEY", "REPLY_HMAC_KEYS"] {
            assert_eq!(value(&first, name), value(&second, name), "{name}");
        }
        assert_eq!(value(&second, "INTAKE_LMTP_LISTEN"), Some("127.0.0.1:9006"));
        let moved = value(&first, "DATABASE_URL").unwrap().replace(":8085/", ":9005/");
        assert_eq!(value(&second, "DATABASE_URL"), Some(moved.as_str()));
    }

    #[test]
    fn three_persons_of_the_site_are_the_consultants() {
        let mut pairs = sample();
        name_consultants(&mut pairs);
        let named = consultants();
        assert_eq!((named.len(), value(&pairs, "NOTIFY_TO")), (3, Some(named.join(",").as_str())));
        assert_eq!(value(&pairs, "ESCALATE_TO"), Some(named[0].as_str()));
        assert_eq!(value(&pairs, "INTAKE_NEW"), Some("on"));
    }

    #[test]
    fn a_given_server_keeps_its_address_and_options() {
        let secrets = Secrets::from_earlier(&[], true);
        let ports = Ports::from_base(8080).unwrap();
        let admin = "postgres://boss:pw@10.0.0.9:6000/main?sslmode=require";
        let pairs = pairs(ports, &secrets, admin, "http://127.0.0.1:8080").unwrap();
        let url = Url::parse(value(&pairs, "DATABASE_URL").unwrap()).unwrap();
        assert_eq!(url.username(), "inquiry_app");
        assert_eq!((url.host_str(), url.port()), (Some("10.0.0.9"), Some(6000)));
        assert_eq!(url.query(), Some("sslmode=require"));
        assert!(url.path().starts_with("/firnwall_"), "{url}");
    }

    #[test]
    fn the_environment_may_choose_the_bot_check_but_not_the_mail_relay() {
        let mut pairs = sample();
        override_from(&mut pairs, |name| match name {
            "BOT_CHECK" => Some("turnstile".into()),
            "SMTP_URL" => Some("smtps://relay.example".into()),
            _ => None,
        });
        assert_eq!(value(&pairs, "BOT_CHECK"), Some("turnstile"));
        assert_eq!(value(&pairs, "SMTP_URL"), Some("smtp://127.0.0.1:8084"));
    }
}
