//! Certificates for one run.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use anyhow::Result;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivatePkcs8KeyDer;

#[derive(Debug)]
pub struct Certificates {
    /// PEM of the trusted authority.
    pub authority: String,
    /// With a certificate for `localhost`.
    pub config: Arc<ServerConfig>,
}

impl Certificates {
    pub(super) fn new() -> Result<Self> {
        let day = Duration::from_hours(24);
        Self::valid(day, 90 * day)
    }

    /// Begun so long ago, and valid from then on for so long.
    #[expect(clippy::disallowed_methods, reason = "TLS compares with the system's clock")]
    pub fn valid(age: Duration, life: Duration) -> Result<Self> {
        let mut parameters = CertificateParams::new(Vec::new())?;
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = CertifiedIssuer::self_signed(parameters, KeyPair::generate()?)?;
        let key = KeyPair::generate()?;
        let mut parameters = CertificateParams::new(vec!["localhost".to_owned()])?;
        let begun = SystemTime::now() - age;
        (parameters.not_before, parameters.not_after) = (begun.into(), (begun + life).into());
        let certificate = parameters.signed_by(&key, &authority)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], PrivatePkcs8KeyDer::from(key.serialize_der()).into())?;
        Ok(Self { authority: authority.pem(), config: Arc::new(config) })
    }
}
