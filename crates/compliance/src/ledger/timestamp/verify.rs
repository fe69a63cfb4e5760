//! Verifies a timestamp offline: what it is about, its signature, and the chain to a given authority.

use std::time::Duration;

use chrono::{DateTime, Utc};
use cms::{
    cert::CertificateChoices,
    content_info::ContentInfo,
    signed_data::{SignedData, SignerIdentifier, SignerInfo},
};
use der::{
    Decode, Encode,
    asn1::{ObjectIdentifier, OctetString},
    oid::db::{rfc5911, rfc5912},
};
use rustls::pki_types::{CertificateDer, SignatureVerificationAlgorithm, UnixTime, pem::PemObject};
use sha2::{Digest, Sha256, Sha384, Sha512};
use webpki::{EndEntityCert, KeyUsage, anchor_from_trusted_cert, ring};
use x509_tsp::{TimeStampResp, TstInfo};

const TST_INFO: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");
/// `id-kp-timeStamping`: the one purpose of an authority's key.
const TIME_STAMPING: &[u8] = &[43, 6, 1, 5, 5, 7, 3, 8];

static ALGORITHMS: &[&dyn SignatureVerificationAlgorithm] = &[
    ring::RSA_PKCS1_2048_8192_SHA256,
    ring::RSA_PKCS1_2048_8192_SHA384,
    ring::RSA_PKCS1_2048_8192_SHA512,
    ring::ECDSA_P256_SHA256,
    ring::ECDSA_P256_SHA384,
    ring::ECDSA_P384_SHA256,
    ring::ECDSA_P384_SHA384,
];

#[derive(Debug, thiserror::Error)]
pub enum BadTimestamp {
    #[error("the timestamp cannot be read: it is no answer of an RFC 3161 authority")]
    Form,
    #[error("the timestamp is about something else than the given head")]
    OtherHead,
    #[error("the timestamp's signature does not fit its content or its certificate")]
    Signature,
    #[error("the certificates do not lead from the timestamp to the given authority (--tsa-ca)")]
    Chain,
    #[error("--tsa-ca: the file has no certificate in PEM form")]
    Authority,
}

impl From<der::Error> for BadTimestamp {
    fn from(_: der::Error) -> Self {
        Self::Form
    }
}

struct Token {
    data: SignedData,
    info: TstInfo,
    /// The bytes of `info` that are signed.
    content: Vec<u8>,
}

fn read(response: &[u8]) -> Result<Token, BadTimestamp> {
    let response = TimeStampResp::from_der(response)?;
    let ContentInfo { content_type, content } = response.time_stamp_token.ok_or(BadTimestamp::Form)?;
    if content_type != rfc5911::ID_SIGNED_DATA {
        return Err(BadTimestamp::Form);
    }
    let data: SignedData = content.decode_as()?;
    let encapsulated = &data.encap_content_info;
    if encapsulated.econtent_type != TST_INFO {
        return Err(BadTimestamp::Form);
    }
    let content: OctetString = encapsulated.econtent.as_ref().ok_or(BadTimestamp::Form)?.decode_as()?;
    let content = content.into_bytes();
    Ok(Token { info: TstInfo::from_der(&content)?, data, content })
}

fn is_about(info: &TstInfo, head: &str) -> bool {
    let imprint = &info.message_imprint;
    imprint.hash_algorithm.oid == rfc5912::ID_SHA_256
        && imprint.hashed_message.as_bytes() == Sha256::digest(head).as_slice()
}

/// Whether the answer is a timestamp of `head`; its signature is not checked.
pub(super) fn imprint_matches(response: &[u8], head: &str) -> bool {
    read(response).is_ok_and(|token| is_about(&token.info, head))
}

/// `authority`: the certificates to trust, in PEM form.
pub fn verify_timestamp(response: &[u8], head: &str, authority: &[u8]) -> Result<DateTime<Utc>, BadTimestamp> {
    let Token { data, info, content } = read(response)?;
    if !is_about(&info, head) {
        return Err(BadTimestamp::OtherHead);
    }
    let signers = data.signer_infos.0.as_slice();
    let [signer] = signers else { return Err(BadTimestamp::Form) };
    let certificates = data.certificates.as_ref().map(|set| set.0.as_slice()).unwrap_or_default();
    let (own, others) = certificates_of(certificates, signer)?;
    let own = CertificateDer::from(own);
    let certificate = EndEntityCert::try_from(&own).map_err(|_| BadTimestamp::Signature)?;
    check_signature(&certificate, signer, &content)?;
    let since_epoch = info.gen_time.to_unix_duration();
    check_chain(&certificate, &others, since_epoch, authority)?;
    let at = i64::try_from(since_epoch.as_secs()).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    at.ok_or(BadTimestamp::Form)
}

/// The signer's certificate, and the others.
fn certificates_of(
    certificates: &[CertificateChoices],
    signer: &SignerInfo,
) -> Result<(Vec<u8>, Vec<CertificateDer<'static>>), BadTimestamp> {
    let SignerIdentifier::IssuerAndSerialNumber(wanted) = &signer.sid else { return Err(BadTimestamp::Form) };
    let (mut own, mut others) = (None, Vec::new());
    for choice in certificates {
        let CertificateChoices::Certificate(certificate) = choice else { continue };
        let named = &certificate.tbs_certificate;
        if named.issuer == wanted.issuer && named.serial_number == wanted.serial_number {
            own = Some(certificate.to_der()?);
        } else {
            others.push(CertificateDer::from(certificate.to_der()?));
        }
    }
    Ok((own.ok_or(BadTimestamp::Signature)?, others))
}

/// The signature covers the attributes, and these the digest of the content.
fn check_signature(certificate: &EndEntityCert<'_>, signer: &SignerInfo, content: &[u8]) -> Result<(), BadTimestamp> {
    let attributes = signer.signed_attrs.as_ref().ok_or(BadTimestamp::Form)?;
    let digest = match signer.digest_alg.oid {
        rfc5912::ID_SHA_256 => Sha256::digest(content).to_vec(),
        rfc5912::ID_SHA_384 => Sha384::digest(content).to_vec(),
        rfc5912::ID_SHA_512 => Sha512::digest(content).to_vec(),
        _ => return Err(BadTimestamp::Signature),
    };
    let stated = attributes.iter().find(|attribute| attribute.oid == rfc5911::ID_MESSAGE_DIGEST);
    let stated = stated.and_then(|attribute| attribute.values.get(0)).ok_or(BadTimestamp::Form)?;
    if stated.decode_as::<OctetString>()?.as_bytes() != digest {
        return Err(BadTimestamp::Signature);
    }
    let covered = attributes.to_der()?;
    let fits = |algorithm: &&dyn SignatureVerificationAlgorithm| {
        certificate.verify_signature(*algorithm, &covered, signer.signature.as_bytes()).is_ok()
    };
    if ALGORITHMS.iter().any(fits) { Ok(()) } else { Err(BadTimestamp::Signature) }
}

/// At the time that the token states: a certificate that has ended since was valid then.
fn check_chain(
    certificate: &EndEntityCert<'_>,
    others: &[CertificateDer<'_>],
    at: Duration,
    authority: &[u8],
) -> Result<(), BadTimestamp> {
    let trusted = CertificateDer::pem_slice_iter(authority).collect::<Result<Vec<_>, _>>();
    let trusted = trusted.map_err(|_| BadTimestamp::Authority)?;
    let anchors = trusted.iter().map(anchor_from_trusted_cert).collect::<Result<Vec<_>, _>>();
    let anchors = anchors.map_err(|_| BadTimestamp::Authority)?;
    if anchors.is_empty() {
        return Err(BadTimestamp::Authority);
    }
    let usage = KeyUsage::required(TIME_STAMPING);
    let time = UnixTime::since_unix_epoch(at);
    let path = certificate.verify_for_usage(ALGORITHMS, &anchors, others, time, usage, None, None);
    path.map(drop).map_err(|_| BadTimestamp::Chain)
}
