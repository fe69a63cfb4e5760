//! The sample inquiry: every test, proof and bench sends or stores a variant of it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::LazyLock;

use serde_json::{Map, Value};
use uuid::Uuid;

/// The words of the sample, invented ones: they must appear in no log line, job or metric.
pub const CANARIES: [&str; 7] =
    ["Zquorvex", "Blimfandle", "Grobnitz", "krelvonta", "+41 99 777 66 55", "Zquorland", "Wimplethorpe"];

/// What a visitor enters, as the form names it: the valid inquiry of the rules' cases. Without a bot-check token.
///
/// # Panics
/// If the cases cannot be read.
pub fn fields() -> Map<String, Value> {
    // Read once: property tests and load generators ask for it thousands of times.
    static FIELDS: LazyLock<Map<String, Value>> = LazyLock::new(|| {
        let rules = include_str!("../../../api/tests/fixtures/field-rules.json");
        let rules: Map<String, Value> = serde_json::from_str(rules).expect("the rules' cases are an object");
        rules["valid"].as_object().expect("the valid inquiry is an object").clone()
    });
    FIELDS.clone()
}

/// The same, as the columns are named.
pub fn columns() -> Map<String, Value> {
    fields().into_iter().map(|(name, value)| (snake_case(&name), value)).collect()
}

/// The fields that hold text, each with the greatest length that the description of the api promises.
///
/// # Panics
/// If the description cannot be read.
pub fn text_lengths() -> BTreeMap<String, usize> {
    let api: Value = serde_json::from_str(include_str!("../../../api/openapi.json")).expect("the description is JSON");
    let fields = api["components"]["schemas"]["Inquiry"]["properties"].as_object().into_iter().flatten();
    let lengths =
        fields.filter_map(|(name, field)| Some((name.clone(), usize::try_from(field["maxLength"].as_u64()?).ok()?)));
    lengths.filter(|(name, _)| name != "turnstileToken").collect()
}

pub fn snake_case(name: &str) -> String {
    name.chars().map(|c| if c.is_uppercase() { format!("_{}", c.to_lowercase()) } else { c.to_string() }).collect()
}

/// The ticket reference in a text, such as FW-7K3Q-9D2M.
pub fn reference_in(text: &str) -> Option<String> {
    text.get(text.find("FW-")?..)?.get(..12).map(str::to_owned)
}

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
        let fields = fields();
        let message = format!(
            "{}\n\nWe would like to know how you build detection for a plant with two sites. Each of them has a control room \
             and about two hundred machines. Today a team of three reads the logs once a week.\n\nOur project is called {}.",
            fields["message"].as_str().unwrap_or_default(),
            words_of(key)
        );
        let email = format!("krelvonta.{}@example.com", &key.simple().to_string()[..16]);
        Self { key, fields }.with("message", message).with("email", email)
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
    fn every_text_of_the_sample_has_a_canary() {
        let fields = fields();
        for name in text_lengths().keys() {
            let text = fields[name].as_str().unwrap();
            assert!(CANARIES.iter().any(|canary| text.contains(canary)), "{name}: {text}");
        }
    }

    #[test]
    fn no_two_samples_share_an_address_or_their_words() {
        let [one, other] = [1, u128::MAX].map(|key| Inquiry::sample(Uuid::from_u128(key)));
        assert_ne!(one.fields["email"], other.fields["email"]);
        assert_ne!(one.fields["message"], other.fields["message"]);
    }
}
