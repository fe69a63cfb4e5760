//! TLS of the mail protocols: the public certificate authorities, and a private one that a setting names.

use std::{fs, sync::Arc};

use entity::env::{Env, SettingError};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio_rustls::TlsConnector;

/// The certificates in the file that the setting `name` names, in PEM form.
pub(crate) fn extra_roots(env: &Env, name: &str) -> Result<Option<Vec<u8>>, SettingError> {
    let Some(path) = env.optional(name) else { return Ok(None) };
    let remedy = "Name a readable file of certificates in PEM form, or leave it out";
    let pem =
        fs::read(path).map_err(|error| SettingError::new(name, format!("cannot read {path}: {error}"), remedy))?;
    if certificates(&pem).is_none() {
        return Err(SettingError::new(name, format!("{path} holds no certificate"), remedy));
    }
    Ok(Some(pem))
}

fn certificates(pem: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let certificates = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>().ok()?;
    (!certificates.is_empty()).then_some(certificates)
}

/// `None`: the extra certificates cannot be used.
pub(crate) fn connector(extra_roots: Option<&[u8]>) -> Option<TlsConnector> {
    let mut store = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for root in extra_roots.map_or(Some(Vec::new()), certificates)? {
        store.add(root).ok()?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(store)
        .with_no_client_auth();
    Some(TlsConnector::from(Arc::new(config)))
}
