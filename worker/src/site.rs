//! The site by its public name, as a visitor reaches it: DNS, the proxy with its certificate, the page, the form.

use std::time::Duration;

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use anyhow::Context;
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use cms::cert::x509::Certificate;
use der::Decode;
use entity::Clock;
use mailer::tls::{self, TlsFault};
use reqwest::{Client, Response, StatusCode, redirect::Policy};
use rustls::pki_types::ServerName;
use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::Deserialize;
use serde_json::json;
use tokio::{
    net::{TcpStream, lookup_host},
    task::spawn_blocking,
    time::timeout,
};
use tokio_rustls::TlsConnector;
use url::Url;
use uuid::Uuid;

/// For a look-up, a connection or a request.
const LIMIT: Duration = Duration::from_secs(10);
/// A certificate is renewed before this much of its life is left, or at the latest so long before its end.
const LIFE_LEFT: i32 = 9;
const MOST_LEFT: TimeDelta = TimeDelta::days(10);
/// What such an inquiry says. The digest of a journey covers it.
pub const TEXT: &str = "The worker walks its own way through the form.";

/// Where a way through the product ends, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Step {
    Name,
    Connection,
    Certificate,
    Page,
    Challenge,
    Form,
    Outbox,
    Relay,
    Mailbox,
}

/// What is wrong, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct Fault {
    pub step: Step,
    pub problem: String,
}

impl Fault {
    fn new(step: Step, problem: impl Into<String>) -> Self {
        Self { step, problem: problem.into() }
    }

    fn status(step: Step, what: &str, status: StatusCode) -> Self {
        let remedy = match status.as_u16() {
            502 | 504 => "The proxy does not reach the api: start it, or correct the proxy",
            503 => "The api is away from its database, or overloaded",
            _ => "Check PUBLIC_URL, the proxy in front of the api, and the api",
        };
        Self::new(step, format!("{what} got {}. {remedy}", status.as_u16()))
    }

    fn request(step: Step, error: &reqwest::Error) -> Self {
        let problem = if error.is_timeout() { "no answer in time" } else { "the answer is not the api's" };
        Self::new(step, format!("{problem}. Check PUBLIC_URL, the proxy in front of the api, and the api"))
    }
}

/// The bot check of the form.
#[derive(Debug, Deserialize)]
#[serde(tag = "provider", rename_all = "lowercase")]
pub enum BotCheck {
    Altcha { challenge: Box<Challenge> },
    Turnstile {},
}

impl BotCheck {
    /// What a browser does. `None`: only a browser can.
    pub async fn solve(self) -> Result<Option<String>, Fault> {
        let Self::Altcha { challenge } = self else { return Ok(None) };
        let solved = spawn_blocking(move || {
            let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).ok()??;
            serde_json::to_vec(&Payload { challenge: *challenge, solution }).ok()
        });
        let solved = solved.await.ok().flatten();
        solved.map(|solved| Some(STANDARD.encode(solved))).ok_or_else(|| {
            Fault::new(Step::Challenge, "the form's challenge cannot be solved. Have api and worker the same version?")
        })
    }
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
}

#[derive(Clone, derive_more::Debug)]
#[debug("{url}")]
pub struct Site {
    url: Url,
    http: Client,
    #[debug(skip)]
    tls: TlsConnector,
}

impl Site {
    /// `authorities`: certificates to trust besides the public ones, in PEM form.
    pub fn new(public_url: &str, authorities: Option<&[u8]>) -> anyhow::Result<Self> {
        let unusable = "SITE_CA_FILE: it holds no certificate, or one that cannot be used";
        let config = tls::client_config(authorities).context(unusable)?;
        let tls = tls::connector(authorities).context(unusable)?;
        let http = Client::builder().redirect(Policy::none()).timeout(LIMIT).tls_backend_preconfigured(config);
        Ok(Self { url: public_url.parse()?, http: http.build()?, tls })
    }

    /// From the name to the certificate. Returns when it ends; `None` without encryption.
    pub async fn reach(&self) -> Result<Option<DateTime<Utc>>, Fault> {
        let host = self.url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        let port = self.url.port_or_known_default().unwrap_or(443);
        let found = timeout(LIMIT, lookup_host((host, port))).await;
        let addresses: Vec<_> = found.ok().and_then(Result::ok).into_iter().flatten().collect();
        if addresses.is_empty() {
            let problem = format!("the name {host} has no address. Check its DNS, and the resolver of this machine");
            return Err(Fault::new(Step::Name, problem));
        }
        let tcp = match timeout(LIMIT, TcpStream::connect(addresses.as_slice())).await {
            Ok(Ok(tcp)) => tcp,
            result => {
                let problem = if result.is_ok() { "nothing listens at its address" } else { "its address is silent" };
                let remedy = "Does the proxy run, and can this machine reach its public address?";
                return Err(Fault::new(Step::Connection, format!("{problem}. {remedy}")));
            }
        };
        if self.url.scheme() != "https" {
            return Ok(None);
        }
        let insecure = |fault: TlsFault| {
            let remedy = fault.remedy("PUBLIC_URL is https: the proxy must speak TLS there", "SITE_CA_FILE");
            Fault::new(Step::Certificate, format!("{fault}. {remedy}"))
        };
        let name = ServerName::try_from(host.to_owned()).map_err(|_| insecure(TlsFault::Name))?;
        let tls = timeout(LIMIT, self.tls.connect(name, tcp)).await.map_err(|_| insecure(TlsFault::Handshake))?;
        let tls = tls.map_err(|error| insecure(TlsFault::of(&error)))?;
        let certificate = tls.get_ref().1.peer_certificates().and_then(<[_]>::first);
        let Some((from, until)) = certificate.and_then(|certificate| validity(certificate)) else { return Ok(None) };
        let left = until - Clock::system().now();
        if left < ((until - from) / LIFE_LEFT).min(MOST_LEFT) {
            let problem =
                format!("the certificate ends in {} h. Its renewal fails: read the proxy's log", left.num_hours());
            return Err(Fault::new(Step::Certificate, problem));
        }
        Ok(Some(until))
    }

    fn at(&self, path: &str) -> Url {
        let mut url = self.url.clone();
        url.set_path(path);
        url
    }

    /// The form's page.
    pub async fn page(&self) -> Result<(), Fault> {
        let answer = self.http.get(self.at("/contact")).send().await;
        match answer.map_err(|error| Fault::request(Step::Page, &error))?.status() {
            StatusCode::OK => Ok(()),
            status => Err(Fault::status(Step::Page, "the form's page", status)),
        }
    }

    pub async fn bot_check(&self) -> Result<BotCheck, Fault> {
        let fault = |error| Fault::request(Step::Challenge, &error);
        let answer = self.http.get(self.at("/api/challenge")).send().await.map_err(fault)?;
        if answer.status() != StatusCode::OK {
            return Err(Fault::status(Step::Challenge, "the request for the form's challenge", answer.status()));
        }
        answer.json().await.map_err(fault)
    }

    /// Stores nothing: the api looks an inquiry without a solved challenge up in its database, as a possible repetition, and
    /// then refuses it.
    pub async fn be_refused(&self, key: Uuid) -> Result<(), Fault> {
        let answer = self.post(key, None).await?;
        if answer.status() != StatusCode::FORBIDDEN {
            return Err(Fault::status(Step::Form, "an inquiry without a solved challenge", answer.status()));
        }
        let refusal: Refusal = answer.json().await.map_err(|error| Fault::request(Step::Form, &error))?;
        if refusal.code == "bot_check_refused" {
            return Ok(());
        }
        let problem = format!("the api refused an inquiry with the code {}. Check PUBLIC_URL", refusal.code);
        Err(Fault::new(Step::Form, problem))
    }

    /// With a solved challenge.
    pub async fn submit(&self, key: Uuid, token: &str) -> Result<(), Fault> {
        match self.post(key, Some(token)).await?.status() {
            StatusCode::CREATED => Ok(()),
            status => Err(Fault::status(Step::Form, "an inquiry", status)),
        }
    }

    async fn post(&self, key: Uuid, token: Option<&str>) -> Result<Response, Fault> {
        let mut inquiry = json!({
            "firstName": "worker", "lastName": "check", "company": "worker check", "email": "check@invalid.example",
            "contactReason": "other", "message": TEXT, "consent": true, "gdprConsent": true,
        });
        if let Some(token) = token {
            inquiry["turnstileToken"] = token.into();
        }
        let origin = self.url.origin().ascii_serialization();
        let post = self.http.post(self.at("/api/send-email")).json(&inquiry);
        let sent = post.header("origin", origin).header("idempotency-key", key.to_string()).send().await;
        sent.map_err(|error| Fault::request(Step::Form, &error))
    }
}

/// When a certificate begins and ends. `None`: it is of an unknown form.
fn validity(certificate: &[u8]) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let validity = Certificate::from_der(certificate).ok()?.tbs_certificate.validity;
    let [from, until] = [validity.not_before, validity.not_after].map(|time| {
        let seconds = i64::try_from(time.to_unix_duration().as_secs()).ok()?;
        DateTime::from_timestamp(seconds, 0)
    });
    from.zip(until)
}
