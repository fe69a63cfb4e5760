//! Opening a connection that is ready for MAIL.

use std::{net::SocketAddr, panic::AssertUnwindSafe, sync::Arc, time::Duration};

use anyhow::Context;
use futures::FutureExt;
use lettre::transport::smtp::{
    Error as SmtpError,
    authentication::Mechanism,
    client::{AsyncSmtpConnection, AsyncTokioStream, Certificate, TlsParameters, TlsParametersBuilder},
    extension::ClientId,
};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::TlsConnector;

use super::{
    outcome::{Code, Fault, Phase, SendOutcome},
    settings::{Security, SmtpSettings},
    wire::Wire,
};

/// Opens connections to the relay.
pub struct Client {
    pub(super) settings: SmtpSettings,
    hello: ClientId,
    implicit: Option<(TlsConnector, ServerName<'static>)>,
    starttls: Option<TlsParameters>,
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
        let hello = ClientId::Domain(domain.to_owned());
        let implicit = match settings.security {
            Security::Implicit => Some((connector(&settings)?, ServerName::try_from(settings.host.clone())?)),
            Security::Plain | Security::StartTls => None,
        };
        let starttls = match settings.security {
            Security::StartTls => Some(tls_parameters(&settings)?),
            Security::Plain | Security::Implicit => None,
        };
        Ok(Self { settings, hello, implicit, starttls })
    }

    /// Connects, secures the channel and logs in.
    pub(super) async fn open(&self) -> Result<AsyncSmtpConnection, Broken> {
        let limits = self.settings.timeouts;
        let (tcp, peer) = within(limits.connect, Phase::Connect, self.connect()).await?;
        let stream = within(limits.command, Phase::Tls, self.secure(tcp, peer)).await?;
        let greeting = async {
            AsyncSmtpConnection::connect_with_transport(stream, &self.hello).await.map_err(|error| fault(&error))
        };
        let mut connection = within(limits.command, Phase::Greeting, greeting).await?;
        if let Some(parameters) = &self.starttls {
            if !connection.can_starttls() {
                return Err((Phase::Tls, Fault::Insecure));
            }
            let upgrade = connection.starttls(parameters.clone(), &self.hello);
            within(limits.command, Phase::Tls, async { upgrade.await.map_err(|error| insecure(&error)) }).await?;
        }
        within(limits.command, Phase::Auth, self.log_in(&mut connection)).await?;
        Ok(connection)
    }

    /// Opens a connection and logs in, without sending a mail.
    pub async fn greet(&self) -> Result<(), Code> {
        match self.open().await {
            Ok(mut connection) => {
                // The result is known; a failed QUIT does not change it.
                let _ = timeout(self.settings.timeouts.connect, connection.quit()).await;
                Ok(())
            }
            Err((phase, fault)) => Err(SendOutcome::of(phase, fault).code()),
        }
    }

    async fn connect(&self) -> Result<(TcpStream, SocketAddr), Fault> {
        let target = (self.settings.host.as_str(), self.settings.port);
        let tcp = TcpStream::connect(target).await.map_err(|_| Fault::Lost)?;
        // The message and the end of data are two writes: with Nagle's algorithm they cost 40 ms a mail.
        tcp.set_nodelay(true).map_err(|_| Fault::Lost)?;
        let peer = tcp.peer_addr().map_err(|_| Fault::Lost)?;
        Ok((tcp, peer))
    }

    async fn secure(&self, tcp: TcpStream, peer: SocketAddr) -> Result<Box<dyn AsyncTokioStream>, Fault> {
        Ok(match &self.implicit {
            Some((connector, name)) => {
                let tls = connector.connect(name.clone(), tcp).await.map_err(|_| Fault::Insecure)?;
                Box::new(Wire::new(tls, peer, false))
            }
            None => Box::new(Wire::new(tcp, peer, self.starttls.is_some())),
        })
    }

    async fn log_in(&self, connection: &mut AsyncSmtpConnection) -> Result<(), Fault> {
        let Some(credentials) = &self.settings.credentials else { return Ok(()) };
        let mechanisms = [Mechanism::Plain, Mechanism::Login];
        if connection.server_info().get_auth_mechanism(&mechanisms).is_none() {
            return Err(Fault::NoMechanism);
        }
        connection.auth(&mechanisms, credentials).await.map(drop).map_err(|error| fault(&error))
    }
}

/// Runs one step within its time limit. A panic in it counts as a lost connection: lettre panics on some malformed
/// replies, for example on a blank line in the reply to EHLO, and the mail must not fail for that.
pub(super) async fn within<T>(
    limit: Duration,
    phase: Phase,
    step: impl Future<Output = Result<T, Fault>>,
) -> Result<T, Broken> {
    match timeout(limit, AssertUnwindSafe(step).catch_unwind()).await {
        Ok(Ok(result)) => result.map_err(|fault| (phase, fault)),
        Ok(Err(_)) => Err((phase, Fault::Lost)),
        Err(_) => Err((phase, Fault::Timeout)),
    }
}

/// The fault behind lettre's error, without its text, which quotes the server.
pub(super) fn fault(error: &SmtpError) -> Fault {
    match error.status() {
        Some(code) => Fault::Reply(code.into()),
        None if error.is_client() => Fault::Client,
        None => Fault::Lost,
    }
}

/// A fault between STARTTLS and the second EHLO means that the channel is not secure, unless the server just refused.
fn insecure(error: &SmtpError) -> Fault {
    match fault(error) {
        Fault::Reply(code) => Fault::Reply(code),
        _ => Fault::Insecure,
    }
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

fn tls_parameters(settings: &SmtpSettings) -> anyhow::Result<TlsParameters> {
    let mut builder = TlsParametersBuilder::new(settings.host.clone());
    for root in roots(settings)? {
        builder = builder.add_root_certificate(Certificate::from_der(root.to_vec())?);
    }
    Ok(builder.build()?)
}
