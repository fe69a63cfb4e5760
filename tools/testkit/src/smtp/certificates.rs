//! Certificates for one run.

use std::sync::Arc;

use anyhow::Result;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;

#[derive(Debug)]
pub(super) struct Certificates {
    /// PEM of the trusted authority.
    pub(super) authority: String,
    /// With a certificate for `localhost`.
    pub(super) config: Arc<ServerConfig>,
}

impl Certificates {
    pub(super) fn new() -> Result<Self> {
        let mut parameters = CertificateParams::new(Vec::new())?;
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(parameters, KeyPair::generate()?)?;
        let key = KeyPair::generate()?;
        let certificate = CertificateParams::new(vec!["localhost".to_owned()])?.signed_by(&key, &authority)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], PrivatePkcs8KeyDer::from(key.serialize_der()).into())?;
        Ok(Self { authority: authority.pem(), config: Arc::new(config) })
    }
}
