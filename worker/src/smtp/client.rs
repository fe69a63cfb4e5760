//! Opening a connection that is ready for MAIL.

use std::{sync::Arc, time::Duration};

use anyhow::Context;
use base64::{Engine, engine::general_purpose::STANDARD};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use secrecy::ExposeSecret;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::{
    connect::connect,
    outcome::{Code, Fault, SendOutcome},
    phase::Phase,
    session::{Channel, Session},
    settings::{Login, Security, SmtpSettings},
};

/// Opens connections to the relay.
pub struct Client {
    pub(super) settings: SmtpSettings,
    /// Our name in EHLO.
    domain: String,
    /// Unless mail is sent in clear.
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.settings, f)
    }
}

pub(super) type Broken = (Phase, Fault);

impl Client {
    /// `domain` is our name in EHLO.
    pub fn new(settings: SmtpSettings, domain: &str) -> anyhow::Result<Self> {
        let tls = match settings.security {
            Security::Plain => None,
            Security::StartTls | Security::Implicit => {
                Some((connector(&settings)?, ServerName::try_from(settings.host.clone())?))
            }
        };
        Ok(Self { settings, domain: domain.to_owned(), tls })
    }

    /// Connects, secures the channel and logs in.
    pub(super) async fn open(&self) -> Result<Session, Broken> {
        let limits = self.settings.timeouts;
        let tcp = within(limits.connect, Phase::Connect, connect(&self.settings.host, self.settings.port)).await?;
        let channel: Box<dyn Channel> = match self.settings.security {
            Security::Implicit => within(limits.command, Phase::Tls, self.secure(Box::new(tcp))).await?,
            Security::Plain | Security::StartTls => Box::new(tcp),
        };
        let mut session = Session::new(channel);
        within(limits.command, Phase::Greeting, session.greet(&self.domain)).await?;
        if self.settings.security == Security::StartTls {
            session = Session::new(within(limits.command, Phase::Tls, self.start_tls(session)).await?);
            within(limits.command, Phase::Greeting, session.hello(&self.domain)).await?;
        }
        within(limits.command, Phase::Auth, self.log_in(&mut session)).await?;
        Ok(session)
    }

    /// Opens a connection and logs in, without sending a mail.
    pub async fn greet(&self) -> Result<(), Code> {
        match self.open().await {
            Ok(session) => {
                quit(session, self.settings.timeouts.connect).await;
                Ok(())
            }
            Err((phase, fault)) => Err(SendOutcome::of(phase, fault).code()),
        }
    }

    async fn start_tls(&self, mut session: Session) -> Result<Box<dyn Channel>, Fault> {
        if !session.offers_starttls() {
            return Err(Fault::Insecure);
        }
        session.command("STARTTLS\r\n").await?;
        self.secure(session.into_channel()?).await
    }

    async fn secure(&self, channel: Box<dyn Channel>) -> Result<Box<dyn Channel>, Fault> {
        let (connector, name) = self.tls.as_ref().ok_or(Fault::Insecure)?;
        let tls = connector.connect(name.clone(), channel).await.map_err(|_| Fault::Insecure)?;
        Ok(Box::new(tls))
    }

    async fn log_in(&self, session: &mut Session) -> Result<(), Fault> {
        let Some(Login { user, password }) = &self.settings.login else { return Ok(()) };
        let password = password.expose_secret();
        if session.offers_login("PLAIN") {
            let secret = STANDARD.encode(format!("\0{user}\0{password}"));
            session.command_for(&format!("AUTH PLAIN {secret}\r\n"), 235).await?;
        } else if session.offers_login("LOGIN") {
            session.command_for("AUTH LOGIN\r\n", 334).await?;
            session.command_for(&format!("{}\r\n", STANDARD.encode(user)), 334).await?;
            session.command_for(&format!("{}\r\n", STANDARD.encode(password)), 235).await?;
        } else {
            return Err(Fault::NoMechanism);
        }
        Ok(())
    }
}

/// Says goodbye. The result is known; a failed QUIT does not change it.
pub(super) async fn quit(mut session: Session, limit: Duration) {
    let _ = timeout(limit, session.command("QUIT\r\n")).await;
}

/// Runs one step within its time limit.
pub(super) async fn within<T>(
    limit: Duration,
    phase: Phase,
    step: impl Future<Output = Result<T, Fault>>,
) -> Result<T, Broken> {
    let result = timeout(limit, step).await.unwrap_or(Err(Fault::Timeout));
    result.map_err(|fault| (phase, fault))
}

fn roots(settings: &SmtpSettings) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let Some(pem) = &settings.extra_roots else { return Ok(Vec::new()) };
    let roots = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>().ok();
    roots
        .filter(|roots| !roots.is_empty())
        .context("SMTP_CA_FILE: it holds no certificate. Name a file of certificates in PEM form")
}

fn connector(settings: &SmtpSettings) -> anyhow::Result<TlsConnector> {
    let mut store = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for root in roots(settings)? {
        store.add(root).context("SMTP_CA_FILE: a certificate cannot be used")?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(store)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
