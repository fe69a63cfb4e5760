//! To a consultant: the inquiry, and how to answer it.

use askama::Template;
use entity::{
    TicketReference,
    contact::Program,
    inquiry,
    inquiry::{BotCheckStatus, Origin},
    inquiry_content,
};

use super::{
    BuildError,
    brand::{Brand, brand},
    message::Parts,
    text, time,
};

/// Characters of the company's name in the subject.
const SUBJECT_COMPANY_MAX_CHARS: usize = 60;
const NOT_GIVEN: &str = "–";

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct Notification {
    brand: &'static Brand,
    reference: TicketReference,
    reason: &'static str,
    subject_company: String,
    /// The visitor in one line.
    sender: String,
    fields: Vec<Field>,
    message: Vec<String>,
    is_verified: bool,
    is_by_mail: bool,
    received: String,
    deleted: String,
}

struct Field {
    label: &'static str,
    value: String,
    link: Option<String>,
}

impl Field {
    fn new(label: &'static str, value: &str) -> Self {
        Self { label, value: or_not_given(value), link: None }
    }
}

#[derive(Template)]
#[template(path = "mail/notification/subject.txt")]
struct Subject<'a> {
    mail: &'a Notification,
}

#[derive(Template)]
#[template(path = "mail/notification/body.txt")]
struct Text<'a> {
    mail: &'a Notification,
}

#[derive(Template)]
#[template(path = "mail/notification/body.html")]
struct Html<'a> {
    mail: &'a Notification,
}

impl Notification {
    pub(super) fn new(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> Self {
        let inquiry_content::Model { first_name, last_name, company, .. } = content;
        Self {
            brand: brand(),
            reference: inquiry.reference.clone(),
            reason: inquiry.contact_reason.label(),
            subject_company: or_not_given(&text::subject_line(company, SUBJECT_COMPANY_MAX_CHARS)),
            sender: format!("{}, {}", text::line(&format!("{first_name} {last_name}")), text::line(company)),
            fields: fields(inquiry, content),
            message: text::lines(&content.message),
            is_by_mail: inquiry.origin == Origin::Mail,
            is_verified: inquiry.bot_check == BotCheckStatus::Verified,
            received: time::in_utc_and_zurich(inquiry.received_at),
            deleted: time::in_utc(inquiry.expires_at),
        }
    }

    pub(super) fn render(&self) -> Result<Parts, BuildError> {
        Ok(Parts {
            subject: Subject { mail: self }.render()?.trim().to_owned(),
            text: Text { mail: self }.render()?,
            html: Html { mail: self }.render()?,
        })
    }
}

fn or_not_given(value: &str) -> String {
    let line = text::line(value);
    if line.is_empty() { NOT_GIVEN.to_owned() } else { line }
}

/// Every field of the form but the message, in the form's order.
fn fields(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> Vec<Field> {
    let email = content.email.as_str();
    let mailto = format!("{}?subject=Re:%20Your%20inquiry%20{}", text::mailto(email), inquiry.reference);
    let by_mail = if inquiry.origin == Origin::Mail { "No box: it came by mail" } else { "" };
    let consultants = inquiry.desired_consultants.map(|count| count.to_string());
    vec![
        Field::new("First name", &content.first_name),
        Field::new("Last name", &content.last_name),
        Field::new("Company", &content.company),
        Field { link: Some(mailto), ..Field::new("Email", email) },
        Field::new("Phone", content.phone.as_deref().unwrap_or_default()),
        Field::new("Country", content.country.as_deref().unwrap_or_default()),
        Field::new("Reason", inquiry.contact_reason.label()),
        Field::new("Program", inquiry.program.map_or("", Program::label)),
        Field::new("Consultants", consultants.as_deref().unwrap_or_default()),
        Field::new("Privacy policy", if inquiry.consent { "Agreed" } else { by_mail }),
        Field::new("GDPR/CCPA", if inquiry.gdpr_consent { "Consent given" } else { by_mail }),
    ]
}
