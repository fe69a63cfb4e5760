//! Inquiries with canaries in every field.

use testkit::inquiry::Inquiry;
use uuid::Uuid;

/// Invented words that no page, template or log of the product contains.
pub(super) const CANARIES: [&str; 7] =
    ["Quokkafirst", "Wombatlast", "Numbatcompany", "Bilby", "440778899", "Dingomessage", "quollmail"];

/// The address of the visitor with this idempotency key.
pub(super) fn visitor(key: Uuid) -> String {
    let tag = key.simple().to_string();
    format!("quollmail.{}@example.com", &tag[..16])
}

/// From a visitor who sends no other inquiry.
pub(super) fn inquiry(key: Uuid, token: &str) -> Inquiry {
    inquiry_from(key, &visitor(key), token)
}

pub(super) fn inquiry_from(key: Uuid, email: &str, token: &str) -> Inquiry {
    let sentence = "We run forty servers in two offices and would like to know what a test of them would cost us. ";
    // The same text again and again would be a sign of spam.
    let message = format!("Dingomessage.\n\n{}{key}", sentence.repeat(3));
    let mut inquiry = Inquiry::sample(key);
    for (name, value) in &mut inquiry.fields {
        if value.is_string() && !["contactReason", "program"].contains(&name.as_str()) {
            *value = format!("Bilby{name}").into();
        }
    }
    inquiry
        .with("firstName", "Quokkafirst")
        .with("lastName", "Wombatlast")
        .with("company", format!("Numbatcompany {key}"))
        .with("email", email)
        .with("phone", "+41440778899")
        .with("contactReason", "cloud-security")
        .with("message", message)
        .with_token(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_visitor_has_an_address_and_every_canary_is_sent() {
        let one = inquiry(Uuid::from_u128(1), "t");
        assert_ne!(one.fields["email"], inquiry(Uuid::from_u128(u128::MAX), "t").fields["email"]);
        let text = String::from_utf8(one.request("127.0.0.1:8080".parse().unwrap(), "")).unwrap();
        assert!(CANARIES.iter().all(|canary| text.contains(canary)), "{text}");
        let typed = one.fields.iter().filter(|(name, value)| {
            value.is_string() && !["contactReason", "program", "turnstileToken"].contains(&name.as_str())
        });
        for (name, text) in typed {
            assert!(CANARIES.iter().any(|canary| text.to_string().contains(canary)), "{name}: {text}");
        }
    }
}
