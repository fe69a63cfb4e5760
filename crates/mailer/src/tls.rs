//! TLS of the mail protocols: the public certificate authorities, and a private one that a setting names.

use std::{fs, io, net::IpAddr, sync::Arc};

use entity::{
    env::{Env, SettingError},
    settings::Setting,
};
use rustls::{
    CertificateError, ClientConfig, Error, RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio_rustls::TlsConnector;
use url::Url;

/// Why there is no secure channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TlsFault {
    #[error("the server does not speak TLS on this port")]
    NotOffered,
    #[error("the server's certificate is for another name")]
    Name,
    #[error("the server's certificate is from an unknown authority")]
    Authority,
    #[error("the server's certificate has expired or is not valid yet")]
    Date,
    #[error("the TLS handshake failed")]
    Handshake,
}

impl TlsFault {
    pub fn of(error: &io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
            Some(Error::InvalidCertificate(fault)) => match fault {
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => Self::Name,
                CertificateError::Expired
                | CertificateError::ExpiredContext { .. }
                | CertificateError::NotValidYet
                | CertificateError::NotValidYetContext { .. } => Self::Date,
                _ => Self::Authority,
            },
            Some(Error::InvalidMessage(_)) => Self::NotOffered,
            _ => Self::Handshake,
        }
    }

    /// `ports` names those for TLS, `file` the setting of a private authority.
    pub fn remedy(self, ports: &str, file: &str) -> String {
        match self {
            Self::NotOffered => ports.to_owned(),
            Self::Name => "Write the name that the certificate has".to_owned(),
            Self::Authority => format!("If the authority is your own, {file} names the file of its certificate"),
            Self::Date => "Check this machine's clock, and the server's certificate".to_owned(),
            Self::Handshake => format!("The server must offer TLS 1.2 or 1.3. {ports}"),
        }
    }
}

/// Whether it is an address of this machine, to which nothing has to be encrypted.
pub fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// The certificates in the file that the setting names, in PEM form. An empty file counts as not given: Compose mounts it.
pub fn extra_roots(env: &Env, setting: &Setting) -> Result<Option<Vec<u8>>, SettingError> {
    let Some(path) = env.optional(setting) else { return Ok(None) };
    let pem = fs::read(path).map_err(|error| setting.refuse(format!("cannot read {path}: {error}")))?;
    if pem.is_empty() {
        return Ok(None);
    }
    if certificates(&pem).is_none() {
        return Err(setting.refuse(format!("{path} holds no certificate")));
    }
    Ok(Some(pem))
}

fn certificates(pem: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let certificates = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>().ok()?;
    (!certificates.is_empty()).then_some(certificates)
}

/// `None`: the extra certificates cannot be used.
pub fn connector(extra_roots: Option<&[u8]>) -> Option<TlsConnector> {
    client_config(extra_roots).map(|config| TlsConnector::from(Arc::new(config)))
}

/// The same, for a client that makes its connections itself.
pub fn client_config(extra_roots: Option<&[u8]>) -> Option<ClientConfig> {
    let mut store = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    for root in extra_roots.map_or(Some(Vec::new()), certificates)? {
        store.add(root).ok()?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
    Some(versions.with_root_certificates(store).with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use rustls::InvalidMessage;

    use super::*;

    #[test]
    fn says_what_is_wrong_with_a_server_and_names_the_setting() {
        let invalid = Error::InvalidCertificate;
        for (error, fault, remedy) in [
            (invalid(CertificateError::NotValidForName), TlsFault::Name, "the name that the certificate has"),
            (invalid(CertificateError::UnknownIssuer), TlsFault::Authority, "X_CA_FILE"),
            (invalid(CertificateError::Expired), TlsFault::Date, "clock"),
            (Error::InvalidMessage(InvalidMessage::InvalidContentType), TlsFault::NotOffered, "port 993"),
            (Error::HandshakeNotComplete, TlsFault::Handshake, "port 993"),
        ] {
            assert_eq!(TlsFault::of(&io::Error::other(error)), fault);
            assert!(fault.remedy("Use port 993", "X_CA_FILE").contains(remedy), "{fault}");
        }
        assert_eq!(TlsFault::of(&io::ErrorKind::UnexpectedEof.into()), TlsFault::Handshake);
    }
}
