//! The body of `POST /api/send-email`.

use api::inquiry::{check, parse, token};
use entity::contact::InquiryFields;

use testkit::inquiry::snake_case;

use super::fuzz;
use crate::{LENGTHS, SAMPLE};

const TOKENS: &[&str] = &[
    "null", "true", "[", "{", "\"", "\\u0000", "\\r\\n", "\\ud83d\\ude00", "\\ud800", "\\u2028", "\u{feff}", "\u{85}",
    "\u{202e}", "🛡", "1e999", "-0.0", "\"email\":", "\"message\":\"x\",", "@", "..", "'", "xn--",
];

#[test]
fn body() {
    let mut sample = SAMPLE.clone();
    sample.insert("turnstileToken".to_owned(), "t".into());
    fuzz("body", &[serde_json::to_string(&sample).unwrap().as_bytes(), b"{}"], TOKENS, |bytes| {
        let Ok(json) = parse(bytes) else { return };
        assert!(token(&json).is_none_or(|token| !token.is_empty()));
        match check(&json) {
            Ok(fields) => keeps_the_rules(&fields),
            Err(errors) => {
                assert!(!errors.is_empty());
                assert!(errors.keys().all(|name| SAMPLE.contains_key(*name)));
            }
        }
    });
}

fn keeps_the_rules(fields: &InquiryFields) {
    let entered = serde_json::to_value(fields).unwrap();
    for (name, limit) in &*LENGTHS {
        let text = entered.get(snake_case(name)).unwrap().as_str().unwrap_or_default();
        assert!(text.encode_utf16().count() <= *limit, "{name}: {text:?}");
        let is_break = |c| name == "message" && matches!(c, '\n' | '\t');
        assert!(!text.chars().any(|c| c.is_control() && !is_break(c)), "{name}: {text:?}");
        assert!(name == "message" || !text.contains(['\u{2028}', '\u{2029}']), "{name}: {text:?}");
    }
    assert!(!fields.message.is_empty());
    // The mail library must accept every address that the form accepts.
    assert!(fields.email.as_str().parse::<lettre::Address>().is_ok(), "{}", fields.email.as_str());
    assert!(fields.optional.desired_consultants.is_none_or(|count| (1..=8).contains(&count)));
}
