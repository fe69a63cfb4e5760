//! What each mail to a consultant says of its inquiry.

use entity::{TicketReference, inquiry, inquiry_content};
use mailer::text;

/// Characters of the company's name in the subject.
const SUBJECT_COMPANY_MAX_CHARS: usize = 60;

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct Ticket {
    pub(super) reference: TicketReference,
    pub(super) reason: &'static str,
    pub(super) is_urgent: bool,
    /// Perhaps spam.
    pub(super) is_marked: bool,
    pub(super) subject_company: String,
    pub(super) sender: String,
    pub(super) email: String,
    pub(super) phone: String,
    /// Where a reply goes; empty if there is no address for one.
    pub(super) reply: &'static str,
}

pub(crate) const TO_VISITOR: &str = "Reply to this mail: your answer goes to the visitor from our address.";
pub(crate) const TO_VISITOR_DIRECTLY: &str =
    "Reply to this mail: your answer goes to the visitor. Leave the reference\nin the subject.";
pub(crate) const TO_COLLEAGUES: &str = "Reply to this mail: your note goes to your colleagues, not to the\nvisitor. To write to the visitor, reply to the mail of the inquiry.";

impl Ticket {
    pub(super) fn new(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> Self {
        let inquiry_content::Model { first_name, last_name, company, .. } = content;
        Self {
            reference: inquiry.reference.clone(),
            reason: inquiry.contact_reason.label(),
            is_urgent: inquiry.contact_reason.is_urgent(),
            is_marked: false,
            subject_company: line_or(&text::subject_line(company, SUBJECT_COMPANY_MAX_CHARS), "–"),
            sender: named(first_name, last_name, company),
            email: text::line(content.email.as_str()),
            reply: "",
            phone: content.phone.as_deref().map_or_else(|| "not given".to_owned(), text::line),
        }
    }
}

/// Such as `Jo Doe, Example AG`.
pub fn named(first_name: &str, last_name: &str, company: &str) -> String {
    format!("{}, {}", text::line(&format!("{first_name} {last_name}")), text::line(company))
}

pub(super) fn line_or(value: &str, missing: &str) -> String {
    let line = text::line(value);
    if line.is_empty() { missing.to_owned() } else { line }
}
