//! The body of `POST /api/send-email`.

use api::inquiry::{Fields, check, parse, token};

use super::fuzz;
use crate::FIELDS;

const SAMPLE: &str = r#"{"firstName":"Canary","lastName":"Testfall","company":"Probe AG","email":"canary@firnwall.example","phone":"+41 44 000 00 00","country":"Switzerland","contactReason":"devsecops","program":"edr-implementation","desiredConsultants":3,"message":"We would like to talk.\nSoon.","consent":true,"gdprConsent":true,"turnstileToken":"t"}"#;
const TOKENS: &[&str] = &[
    "null",
    "true",
    "[",
    "{",
    "\"",
    "\\u0000",
    "\\r\\n",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\u2028",
    "\u{feff}",
    "\u{85}",
    "\u{202e}",
    "🛡",
    "1e999",
    "-0.0",
    "\"email\":",
    "\"message\":\"x\",",
    "@",
    "..",
    "'",
    "xn--",
];

#[test]
fn body() {
    fuzz("body", &[SAMPLE.as_bytes(), b"{}"], TOKENS, |bytes| {
        let Ok(json) = parse(bytes) else { return };
        assert!(token(&json).is_none_or(|token| !token.is_empty()));
        match check(&json) {
            Ok(fields) => keeps_the_rules(&fields),
            Err(errors) => {
                assert!(!errors.is_empty());
                assert!(errors.keys().all(|name| FIELDS.contains(name)));
            }
        }
    });
}

fn keeps_the_rules(fields: &Fields) {
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let lines = [
        (fields.first_name.clone(), 50),
        (fields.last_name.clone(), 50),
        (fields.company.clone(), 100),
        (fields.email.as_str().to_owned(), 255),
        (optional(&fields.phone), 40),
        (optional(&fields.country), 56),
    ];
    for (line, limit) in lines {
        assert!(line.encode_utf16().count() <= limit, "{line:?}");
        assert!(!line.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')), "{line:?}");
    }
    let message = &fields.message;
    assert!(!message.is_empty() && message.encode_utf16().count() <= 1000);
    assert!(message.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()), "{message:?}");
    // The mail library must accept every address that the form accepts.
    assert!(fields.email.as_str().parse::<lettre::Address>().is_ok(), "{}", fields.email.as_str());
    assert!(fields.desired_consultants.is_none_or(|count| (1..=8).contains(&count)));
}
