//! A complete inquiry, as the form sends it.

use std::net::SocketAddr;

use serde_json::{Map, Value, json};
use uuid::Uuid;

#[derive(Debug, Clone)]
pub struct Inquiry {
    /// The idempotency key.
    pub key: Uuid,
    pub fields: Map<String, Value>,
}

impl Inquiry {
    /// From a new visitor, because a visitor gets one auto-reply a day, and with other words than the last ones, because
    /// words that come again may be spam. Without a bot-check token.
    pub fn sample(key: Uuid) -> Self {
        let tag = &key.simple().to_string()[..16];
        let fields = json!({
            "firstName": "Sample",
            "lastName": "Visitor",
            "company": "Example Manufacturing AG",
            "email": format!("visitor-{tag}@example.com"),
            "country": "Switzerland",
            "phone": "+41 44 000 00 00",
            "contactReason": "threat-detection-response",
            "program": "siem-threat-hunting",
            "desiredConsultants": 2,
            "message": format!("This is a sample inquiry.\n\nWe would like to know how you build detection for a plant with two \
                        sites. Each of them has a control room and about two hundred machines. Today a team of three \
                        reads the logs once a week.\n\nOur project is called {}.", words_of(key)),
            "consent": true,
            "gdprConsent": true,
        });
        let Value::Object(fields) = fields else { unreachable!("an object was written above") };
        Self { key, fields }
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        self
    }

    pub fn with_token(self, token: &str) -> Self {
        self.with("turnstileToken", token)
    }

    /// The whole request. `extra` are header lines, each with its line break.
    pub fn request(&self, site: SocketAddr, extra: &str) -> Vec<u8> {
        let body = serde_json::to_string(&self.fields).unwrap_or_default();
        format!(
            "POST /api/send-email HTTP/1.1\r\nHost: {site}\r\nOrigin: http://{site}\r\nContent-Type: application/json\r\n\
             Idempotency-Key: {}\r\n{extra}Content-Length: {}\r\n\r\n{body}",
            self.key,
            body.len()
        )
        .into_bytes()
    }
}

/// Five words, other ones for nearly every key.
fn words_of(key: Uuid) -> String {
    const WORDS: [&str; 16] = [
        "amber", "birch", "cedar", "delta", "ember", "fjord", "glacier", "harbour", "island", "juniper", "lantern",
        "meadow", "nectar", "orchard", "pebble", "river",
    ];
    let word = |byte: &u8| WORDS[usize::from(byte % 16)];
    key.as_bytes().iter().rev().take(5).map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_complete() {
        let site = "127.0.0.1:8080".parse().unwrap();
        let inquiry = Inquiry::sample(Uuid::from_u128(1)).with_token("t").with("program", "edr-implementation");
        let text = String::from_utf8(inquiry.request(site, "X-Forwarded-For: 1.2.3.4\r\n")).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("X-Forwarded-For: 1.2.3.4\r\n"));
        assert!(head.ends_with(&format!("Content-Length: {}", body.len())));
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!((&body["program"], &body["turnstileToken"]), (&json!("edr-implementation"), &json!("t")));
    }

    #[test]
    fn the_sample_has_every_field_that_has_rules() {
        let rules: Value = serde_json::from_str(include_str!("../../../api/tests/fixtures/field-rules.json")).unwrap();
        let sample = Inquiry::sample(Uuid::from_u128(1)).fields;
        assert!(sample.keys().eq(rules["valid"].as_object().unwrap().keys()), "{sample:?}");
    }

    #[test]
    fn no_two_samples_share_an_address_or_their_words() {
        let [one, other] = [1, u128::MAX].map(|key| Inquiry::sample(Uuid::from_u128(key)));
        assert_ne!(one.fields["email"], other.fields["email"]);
        assert_ne!(one.fields["message"], other.fields["message"]);
    }
}
