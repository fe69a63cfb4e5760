//! Asks an authority (`TSA_URL`).

use std::time::Duration;

use der::{Any, Encode, Tag, asn1::OctetString, oid::db::rfc5912::ID_SHA_256};
use entity::{
    env::{Env, SettingError},
    settings::TSA_URL,
};
use reqwest::header::CONTENT_TYPE;
use sha2::{Digest, Sha256};
use url::Url;
use x509_tsp::{MessageImprint, TimeStampReq, TspVersion};

use super::verify::imprint_matches;

const TIMEOUT: Duration = Duration::from_secs(20);
const MAX_BYTES: usize = 64 * 1024;

/// An authority that timestamps heads. Its answers are signed, so its URL may be plain http.
#[derive(Clone, Debug)]
pub struct Authority {
    url: Url,
    http: reqwest::Client,
}

/// Why there is no timestamp.
#[derive(Debug, thiserror::Error)]
pub enum NotStamped {
    #[error("TSA_URL: the authority does not answer")]
    NoAnswer,
    #[error("TSA_URL: its answer is no timestamp of this head")]
    Refused,
}

impl Authority {
    /// `None` if `TSA_URL` is not set.
    pub fn from_env(env: &Env) -> Result<Option<Self>, SettingError> {
        let Some(text) = env.optional(&TSA_URL) else { return Ok(None) };
        let refuse = |problem: &str| TSA_URL.refuse(problem);
        let url: Url = text.parse().map_err(|_| refuse("it is not a URL"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(refuse("it is neither https nor http"));
        }
        let http = reqwest::Client::builder().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none()).build();
        Ok(Some(Self { url, http: http.map_err(|_| refuse("no client can be made for it"))? }))
    }

    /// The authority's answer about `head`, as `openssl ts` reads and writes it (`.tsr`).
    pub async fn stamp(&self, head: &str) -> Result<Vec<u8>, NotStamped> {
        let request = query(head).map_err(|_| NotStamped::Refused)?;
        let sent = self.http.post(self.url.clone()).header(CONTENT_TYPE, "application/timestamp-query").body(request);
        let answer =
            sent.send().await.and_then(reqwest::Response::error_for_status).map_err(|_| NotStamped::NoAnswer)?;
        let token = answer.bytes().await.map_err(|_| NotStamped::NoAnswer)?;
        if token.len() > MAX_BYTES || !imprint_matches(&token, head) {
            return Err(NotStamped::Refused);
        }
        Ok(token.to_vec())
    }
}

/// With the request for the authority's certificate: the token then verifies offline.
fn query(head: &str) -> der::Result<Vec<u8>> {
    let hash_algorithm =
        cms::cert::x509::spki::AlgorithmIdentifier { oid: ID_SHA_256, parameters: Some(Any::new(Tag::Null, [])?) };
    TimeStampReq {
        version: TspVersion::V1,
        message_imprint: MessageImprint {
            hash_algorithm,
            hashed_message: OctetString::new(Sha256::digest(head).to_vec())?,
        },
        req_policy: None,
        nonce: None,
        cert_req: true,
        extensions: None,
    }
    .to_der()
}
