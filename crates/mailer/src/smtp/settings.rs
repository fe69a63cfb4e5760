//! `SMTP_URL` and related settings.

use std::{sync::Arc, time::Duration};

use entity::{
    env::{Env, SettingError},
    settings::{SMTP_CA_FILE, SMTP_URL, stand_ins::SMTP_TIMEOUT_SECONDS},
};
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::{
    oauth::TokenSource,
    tls::{self, is_loopback},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Security {
    /// No encryption; only to a loopback address.
    Plain,
    /// STARTTLS is required.
    StartTls,
    /// TLS from the first byte (RFC 8314).
    Implicit,
}

#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    pub connect: Duration,
    /// Each command, and the writing of the message.
    pub command: Duration,
    /// From the end of data to its reply. A short timeout causes duplicates: RFC 5321, section 4.5.3.2.6, asks for ten
    /// minutes.
    pub last: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self { connect: Duration::from_secs(10), command: Duration::from_mins(1), last: Duration::from_mins(10) }
    }
}

#[derive(Clone, Debug)]
pub struct Login {
    pub user: String,
    pub proof: Proof,
}

/// What a login shows besides the user.
#[derive(Clone, Debug)]
pub enum Proof {
    Password(SecretString),
    /// XOAUTH2.
    Token(Arc<TokenSource>),
}

#[derive(Clone, derive_more::Debug)]
#[debug("{security:?} to {host}:{port}")]
pub struct SmtpSettings {
    pub host: String,
    pub port: u16,
    pub security: Security,
    pub login: Option<Login>,
    /// Certificate authorities to trust besides the public ones, in PEM form.
    pub extra_roots: Option<Vec<u8>>,
    pub timeouts: Timeouts,
}

impl SmtpSettings {
    /// Reads `SMTP_URL` and `SMTP_CA_FILE`.
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let secret = env.required_secret(&SMTP_URL)?;
        let tokens = TokenSource::from_env(env)?.map(Arc::new);
        let mut settings = Self::parse(secret.expose_secret(), tokens)?;
        settings.extra_roots = tls::extra_roots(env, &SMTP_CA_FILE)?;
        if env.is_set(&SMTP_TIMEOUT_SECONDS) {
            if settings.security != Security::Plain {
                return Err(SMTP_TIMEOUT_SECONDS.refuse("a relay that is slow would get mails twice"));
            }
            let limit = Duration::from_secs(env.parsed(&SMTP_TIMEOUT_SECONDS)?);
            settings.timeouts = Timeouts { command: limit, last: limit, ..settings.timeouts };
        }
        Ok(settings)
    }

    /// A user without a password logs in with a token. The errors never quote the URL, which holds a password.
    pub fn parse(text: &str, tokens: Option<Arc<TokenSource>>) -> Result<Self, SettingError> {
        let refused = |problem: &str| SMTP_URL.refuse(problem);
        let url = Url::parse(text).map_err(|_| refused("not a URL"))?;
        let host = url.host_str().ok_or_else(|| refused("it names no host"))?.trim_matches(['[', ']']).to_owned();
        let security = security(&url)?;
        if !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(refused("it has a path or a fragment"));
        }
        let login = login(&url, tokens).map_err(refused)?;
        let port = url.port().unwrap_or(match security {
            Security::Plain => 25,
            Security::StartTls => 587,
            Security::Implicit => 465,
        });
        Ok(Self { host, port, security, login, extra_roots: None, timeouts: Timeouts::default() })
    }
}

fn security(url: &Url) -> Result<Security, SettingError> {
    let refused = |problem: &str, remedy: &str| Err(SettingError::new(SMTP_URL.name, problem, remedy));
    let query: Vec<_> = url.query_pairs().collect();
    let wants_tls = match query.as_slice() {
        [] => false,
        [(name, value)] if name == "tls" && value == "required" => true,
        _ => return refused("it has parameters other than tls=required", SMTP_URL.remedy),
    };
    match url.scheme() {
        "smtps" => Ok(Security::Implicit),
        "smtp" if wants_tls => Ok(Security::StartTls),
        "smtp" if is_loopback(url) => Ok(Security::Plain),
        "smtp" => refused(
            "it would send mail and login in clear over the network",
            "Append ?tls=required (STARTTLS), or write smtps:// (TLS from the start); plain smtp:// is for this machine only",
        ),
        _ => refused("its scheme is neither smtp nor smtps", SMTP_URL.remedy),
    }
}

/// The user of a URL, with a password or, where tokens are configured, without.
pub fn login(url: &Url, tokens: Option<Arc<TokenSource>>) -> Result<Option<Login>, &'static str> {
    let proof = match (url.username(), url.password(), tokens) {
        ("", None, _) => return Ok(None),
        ("", Some(_), _) => return Err("it has a password without a user"),
        (_, Some(password), _) => Proof::Password(decode(password).into()),
        (_, None, Some(tokens)) => Proof::Token(tokens),
        (_, None, None) => return Err("it has a user without a password, and OAUTH_TOKEN_URL is not set"),
    };
    Ok(Some(Login { user: decode(url.username()), proof }))
}

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_plain_starttls_and_implicit_tls() {
        for (url, security, host, port) in [
            ("smtp://127.0.0.1:2525", Security::Plain, "127.0.0.1", 2525),
            ("smtp://localhost", Security::Plain, "localhost", 25),
            ("smtp://[::1]:2525", Security::Plain, "::1", 2525),
            ("smtp://localhost?tls=required", Security::StartTls, "localhost", 587),
            ("smtp://u:p@relay.example?tls=required", Security::StartTls, "relay.example", 587),
            ("smtps://u:p@relay.example/", Security::Implicit, "relay.example", 465),
        ] {
            let settings = SmtpSettings::parse(url, None).unwrap();
            assert_eq!((settings.security, settings.host.as_str(), settings.port), (security, host, port), "{url}");
        }
    }

    #[test]
    fn decodes_the_login() {
        let settings = SmtpSettings::parse("smtps://us%40er:p%3A%2F+&w=1@relay.example", None).unwrap();
        let Some(Login { user, proof: Proof::Password(password) }) = &settings.login else { panic!("no password") };
        assert_eq!((user.as_str(), password.expose_secret()), ("us@er", "p:/+&w=1"));
        assert!(!format!("{settings:?}").contains("er@"));
    }

    #[test]
    fn a_user_without_a_password_logs_in_with_a_token() {
        let env = Env::from_pairs([
            ("SMTP_URL", "smtp://desk%40own.example@smtp.office365.com?tls=required"),
            ("OAUTH_TOKEN_URL", "https://login.example/token"),
            ("OAUTH_CLIENT_ID", "app"),
            ("OAUTH_CLIENT_SECRET", "hush"),
        ]);
        let login = SmtpSettings::from_env(&env).unwrap().login.unwrap();
        assert!(login.user == "desk@own.example" && matches!(login.proof, Proof::Token(_)));
    }

    #[test]
    fn refuses_an_insecure_or_unclear_url_without_quoting_it() {
        for (url, problem) in [
            ("smtp://user:hush@relay.example", "in clear over the network"),
            ("smtp://user:hush@192.0.2.1", "in clear over the network"),
            ("smtp://user:hush@relay.example?tls=opportunistic", "parameters other than"),
            ("smtp://user:hush@relay.example?tls=required&x=1", "parameters other than"),
            ("http://user:hush@relay.example", "neither smtp nor smtps"),
            ("smtps://user@relay.example", "without a password"),
            ("smtps://user:hush@relay.example/path", "path"),
            ("hush", "not a URL"),
        ] {
            let error = SmtpSettings::parse(url, None).unwrap_err();
            assert!(error.problem.contains(problem), "{url}: {error}");
            assert!(!error.to_string().contains("hush"), "{error}");
        }
    }

    #[test]
    fn waits_ten_minutes_for_the_reply_to_the_end_of_data() {
        let settings = SmtpSettings::from_env(&Env::from_pairs([("SMTP_URL", "smtp://localhost")])).unwrap();
        assert_eq!(
            (settings.timeouts.last, Timeouts::default().last),
            (Duration::from_mins(10), Duration::from_mins(10))
        );
    }

    #[test]
    fn refuses_a_file_without_a_certificate() {
        for (path, problem) in [("/etc/passwd", "holds no certificate"), ("/nonexistent", "cannot read")] {
            let env = Env::from_pairs([("SMTP_URL", "smtp://localhost"), ("SMTP_CA_FILE", path)]);
            let error = SmtpSettings::from_env(&env).unwrap_err();
            assert!(error.name == "SMTP_CA_FILE" && error.problem.contains(problem), "{error}");
        }
        let env = Env::from_pairs([("SMTP_URL", "smtp://localhost"), ("SMTP_CA_FILE", "/dev/null")]);
        assert!(SmtpSettings::from_env(&env).unwrap().extra_roots.is_none());
    }

    #[test]
    fn shortens_the_time_limits_for_this_machine_only() {
        let read = |url| SmtpSettings::from_env(&Env::from_pairs([("SMTP_URL", url), ("SMTP_TIMEOUT_SECONDS", "2")]));
        assert_eq!(read("smtp://localhost").unwrap().timeouts.last, Duration::from_secs(2));
        assert_eq!(read("smtps://relay.example").unwrap_err().name, "SMTP_TIMEOUT_SECONDS");
    }
}
