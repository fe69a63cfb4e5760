//! Certificates for one run.

use std::sync::Arc;

use anyhow::Result;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;

use super::failure_mode::FailureMode;

#[derive(Debug)]
pub(super) struct Certificates {
    /// PEM of the trusted authority.
    pub(super) authority: String,
    good: Arc<ServerConfig>,
    wrong_host: Arc<ServerConfig>,
    untrusted: Arc<ServerConfig>,
}

impl Certificates {
    pub(super) fn new() -> Result<Self> {
        let trusted = authority()?;
        Ok(Self {
            good: config(&trusted, "localhost")?,
            wrong_host: config(&trusted, "relay.example")?,
            untrusted: config(&authority()?, "localhost")?,
            authority: trusted.pem(),
        })
    }

    pub(super) fn config(&self, mode: FailureMode) -> Arc<ServerConfig> {
        Arc::clone(match mode {
            FailureMode::UntrustedCertificate => &self.untrusted,
            FailureMode::WrongHost => &self.wrong_host,
            _ => &self.good,
        })
    }
}

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority() -> Result<Authority> {
    let mut parameters = CertificateParams::new(Vec::new())?;
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    Ok(CertifiedIssuer::self_signed(parameters, KeyPair::generate()?)?)
}

fn config(authority: &Authority, host: &str) -> Result<Arc<ServerConfig>> {
    let key = KeyPair::generate()?;
    let certificate = CertificateParams::new(vec![host.to_owned()])?.signed_by(&key, authority)?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivatePkcs8KeyDer::from(key.serialize_der()).into())?;
    Ok(Arc::new(config))
}
