//! To a consultant: the inquiry, and how to answer it.

use askama::Template;
use chrono::{DateTime, Utc};
use entity::{
    TicketReference,
    answer_within::AnswerWithin,
    inquiry::{self, BotCheckStatus, Origin},
    inquiry_content,
};
use mailer::{
    BuildError, Parts,
    brand::{Brand, brand},
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
    is_urgent: bool,
    subject_company: String,
    name: String,
    company: String,
    email: Link,
    phone: Option<Link>,
    /// What the visitor has chosen and given besides, in one line.
    facts: String,
    text: Vec<String>,
    is_verified: bool,
    is_by_mail: bool,
    due: String,
    received: String,
    consents: &'static str,
    deleted: String,
    /// What the recipient can do by a mail to us; empty if answers go straight to the visitor.
    commands: Vec<Link>,
}

/// The verbs that need no words, with what a link shows.
const COMMANDS: [(&str, &str); 4] = [("claim", "I answer it"), ("close", "Done"), ("spam", "Spam"), ("help", "More")];

struct Link {
    shown: String,
    /// Empty if there is none.
    target: String,
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
    pub(super) fn new(inquiry: &inquiry::Model, content: &inquiry_content::Model, answer: &AnswerWithin) -> Self {
        let inquiry_content::Model { first_name, last_name, company, .. } = content;
        let email = content.email.as_str();
        let reply_subject = format!("?subject=Re:%20Your%20inquiry%20{}", inquiry.reference);
        Self {
            brand: brand(),
            reference: inquiry.reference.clone(),
            reason: inquiry.contact_reason.label(),
            is_urgent: inquiry.contact_reason.is_urgent(),
            subject_company: or_not_given(&text::subject_line(company, SUBJECT_COMPANY_MAX_CHARS)),
            name: or_not_given(&format!("{first_name} {last_name}")),
            company: or_not_given(company),
            email: Link { shown: or_not_given(email), target: format!("{}{reply_subject}", text::mailto(email)) },
            phone: content.phone.as_deref().map(text::line).filter(|typed| !typed.is_empty()).map(phone),
            facts: facts(inquiry, content),
            text: text::lines(&content.message),
            is_by_mail: inquiry.origin == Origin::Mail,
            is_verified: inquiry.bot_check == BotCheckStatus::Verified,
            due: time::in_zone(answer.due(inquiry.received_at, inquiry.contact_reason), answer.zone()),
            received: time::in_zone_and_utc(inquiry.received_at, answer.zone()),
            consents: match (inquiry.consent, inquiry.gdpr_consent) {
                (true, true) => "privacy policy agreed, GDPR/CCPA consent given",
                (true, false) => "privacy policy agreed",
                (false, true) => "GDPR/CCPA consent given",
                (false, false) if inquiry.origin == Origin::Mail => "no box ticked, it came by mail",
                (false, false) => "none",
            },
            deleted: time::in_utc(inquiry.expires_at),
            commands: Vec::new(),
        }
    }

    /// Links that write a mail to `address`, the recipient's own one. A scanner of links has nothing to fetch.
    pub(super) fn with_commands(mut self, address: &str) -> Self {
        let draft = text::draft(address, &format!("[{}]", self.reference));
        let link = |(verb, shown): (&str, &str)| Link {
            shown: shown.to_owned(),
            target: format!("{draft}&body=%23{verb}%0A"),
        };
        self.commands = COMMANDS.into_iter().map(link).collect();
        self
    }

    /// The promised time runs from then: of a released inquiry, from its release.
    pub(super) fn promised_from(
        mut self,
        since: DateTime<Utc>,
        inquiry: &inquiry::Model,
        answer: &AnswerWithin,
    ) -> Self {
        self.due = time::in_zone(answer.due(since, inquiry.contact_reason), answer.zone());
        self
    }

    pub(super) fn subject(&self) -> Result<String, BuildError> {
        Ok(Subject { mail: self }.render()?.trim().to_owned())
    }

    pub(super) fn render(&self) -> Result<Parts, BuildError> {
        Ok(Parts { subject: self.subject()?, text: Text { mail: self }.render()?, html: Html { mail: self }.render()? })
    }
}

fn or_not_given(value: &str) -> String {
    let line = text::line(value);
    if line.is_empty() { NOT_GIVEN.to_owned() } else { line }
}

fn phone(shown: String) -> Link {
    // RFC 3966: visual separators are left out.
    let number: String = shown.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    let target = if number.contains(|c: char| c.is_ascii_digit()) { format!("tel:{number}") } else { String::new() };
    Link { shown, target }
}

/// Such as `SIEM and threat hunting · 3 consultants · Switzerland`.
fn facts(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> String {
    let program = inquiry.program.map(|program| program.label().to_owned());
    let consultants = inquiry.desired_consultants.map(|count| match count {
        1 => "1 consultant".to_owned(),
        count => format!("{count} consultants"),
    });
    let country = content.country.as_deref().map(text::line).filter(|country| !country.is_empty());
    [program, consultants, country].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
