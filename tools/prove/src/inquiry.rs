//! Inquiries as the form sends them, each with words that occur nowhere else.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use devstack::signals;
use testkit::token::TokenMaker;

/// Made-up words that no page, template or log of the product holds.
pub(super) const CANARIES: [&str; 7] =
    ["Quokkafirst", "Wombatlast", "Numbatcompany", "Bilbycountry", "440778899", "Dingomessage", "quollmail"];

/// The address of whoever sends the inquiry of this key.
pub(super) fn visitor(key: Uuid) -> String {
    let tag = key.simple().to_string();
    format!("quollmail.{}@example.com", &tag[..16])
}

#[derive(Debug, Clone)]
pub(super) struct Inquiry {
    pub(super) key: Uuid,
    pub(super) fields: Map<String, Value>,
}

impl Inquiry {
    /// From a visitor of its own.
    pub(super) fn new(key: Uuid, token: &str) -> Self {
        Self::from_visitor(key, &visitor(key), token)
    }

    pub(super) fn from_visitor(key: Uuid, email: &str, token: &str) -> Self {
        let fields = json!({
            "firstName": "Quokkafirst",
            "lastName": "Wombatlast",
            "company": format!("Numbatcompany {key}"),
            "email": email,
            "country": "Bilbycountry",
            "phone": "+41440778899",
            "contactReason": "cloud-security",
            "message": format!("Dingomessage.\n\nOf an ordinary length: {}", "so that a mail weighs what it will. ".repeat(6)),
            "consent": true,
            "gdprConsent": true,
            "turnstileToken": token,
        });
        let Value::Object(fields) = fields else { unreachable!("an object was written above") };
        Self { key, fields }
    }

    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    /// The whole request; `extra` are header lines, each with its line break.
    pub(super) fn request(&self, site: SocketAddr, extra: &str) -> Vec<u8> {
        let body = Value::Object(self.fields.clone()).to_string();
        format!(
            "POST /api/send-email HTTP/1.1\r\nHost: {site}\r\nOrigin: http://{site}\r\nContent-Type: application/json\r\n\
             Idempotency-Key: {}\r\n{extra}Content-Length: {}\r\n\r\n{body}",
            self.key,
            body.len()
        )
        .into_bytes()
    }
}

/// Tokens of a running api, whose challenges live five minutes.
#[derive(Debug)]
pub(super) struct Tokens {
    site: String,
    hmac_key: String,
    maker: Mutex<Option<(Instant, Arc<TokenMaker>)>>,
}

const FRESH: Duration = Duration::from_mins(1);

impl Tokens {
    pub(super) fn new(site: SocketAddr, hmac_key: &str) -> Self {
        Self { site: format!("http://{site}"), hmac_key: hmac_key.to_owned(), maker: Mutex::default() }
    }

    pub(super) fn make(&self) -> Result<String> {
        self.maker()?.make()
    }

    /// Rightly signed, and over since 1970.
    pub(super) fn make_expired(&self) -> Result<String> {
        self.maker()?.make_expiring(Some(1))
    }

    /// Rightly signed, without an expiry.
    pub(super) fn make_endless(&self) -> Result<String> {
        self.maker()?.make_expiring(None)
    }

    /// Asks the api for a new model once a minute; while it is away, again and again.
    fn maker(&self) -> Result<Arc<TokenMaker>> {
        let mut kept = self.maker.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, maker)) = &*kept
            && at.elapsed() < FRESH
        {
            return Ok(Arc::clone(maker));
        }
        let mut fresh = None;
        signals::wait_until(Duration::from_secs(20), || {
            fresh = TokenMaker::new(&self.site, &self.hmac_key).ok();
            Ok(fresh.is_some())
        })?;
        let maker = Arc::new(fresh.context("the api gives no challenge")?);
        *kept = Some((Instant::now(), Arc::clone(&maker)));
        Ok(maker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_whole_and_its_visitor_its_own() {
        let site = "127.0.0.1:8080".parse().unwrap();
        let one = Inquiry::new(Uuid::from_u128(1), "t").with("program", "siem-threat-hunting");
        let text = String::from_utf8(one.request(site, "X-Forwarded-For: 1.2.3.4\r\n")).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("X-Forwarded-For: 1.2.3.4\r\n"));
        assert!(head.ends_with(&format!("Content-Length: {}", body.len())));
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["program"], "siem-threat-hunting");
        assert_ne!(one.fields["email"], Inquiry::new(Uuid::from_u128(u128::MAX), "t").fields["email"]);
        assert!(CANARIES.iter().all(|canary| text.contains(canary)), "{text}");
    }
}
