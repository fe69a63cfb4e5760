//! What each mail to a consultant says of its inquiry.

use entity::{TicketReference, inquiry, inquiry_content, outbox};
use mailer::{MailSettings, text, time};

use crate::{due_ticket::DueTicket, participants};

/// Characters of the company's name in the subject, and of the visitor's own one.
const SUBJECT_COMPANY_MAX_CHARS: usize = 60;
const SUBJECT_MAX_CHARS: usize = 80;
const PREVIEW_MAX_CHARS: usize = 140;

/// What each mail of an inquiry is made of. The row names its kind and recipient.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    pub inquiry: &'a inquiry::Model,
    pub content: &'a inquiry_content::Model,
    pub row: &'a outbox::Model,
    pub settings: &'a MailSettings,
}

/// All texts are sanitized for display; the template engine adds the HTML escapes.
pub(super) struct Ticket {
    pub(super) reference: TicketReference,
    pub(super) reason: &'static str,
    pub(super) is_urgent: bool,
    /// Perhaps spam.
    pub(super) is_marked: bool,
    pub(super) subject: String,
    pub(super) sender: String,
    pub(super) email: String,
    pub(super) phone: String,
    /// The link that calls it; empty without one.
    pub(super) call: String,
    /// Where a reply goes; empty if there is no address for one.
    pub(super) reply: &'static str,
    pub(super) standing: Standing,
}

/// Who answers the inquiry, and who else has the mail; empty if it is not known.
#[derive(Default)]
pub(super) struct Standing {
    pub(super) is_known: bool,
    /// That it is over; else empty.
    pub(super) end: String,
    pub(super) is_own: bool,
    pub(super) owner: String,
    /// When the owner's absence ends; empty without one.
    pub(super) owner_back: String,
    pub(super) others: String,
    /// What was merged into it, and where answers go besides, or instead.
    pub(super) side: Vec<String>,
}

impl Standing {
    pub(super) fn of(ticket: &DueTicket, recipient: &str, settings: &MailSettings) -> Self {
        let back_at = ticket.owner_back_at.filter(|_| !ticket.is_owner(recipient));
        Self {
            owner_back: back_at.map(|at| time::day_in_zone(at, settings.answer.zone())).unwrap_or_default(),
            is_known: true,
            end: match (&ticket.merged_into, ticket.state.as_str()) {
                (Some(reference), _) => format!("merged into {reference}"),
                (None, "closed") => "closed".to_owned(),
                (None, "spam") => "marked as spam".to_owned(),
                _ => String::new(),
            },
            is_own: ticket.is_owner(recipient),
            owner: ticket.owner.as_deref().map(name_of).unwrap_or_default(),
            others: ticket.others.iter().map(|other| name_of(other)).collect::<Vec<_>>().join(", "),
            side: ticket
                .merged
                .iter()
                .map(|reference| MERGED.replace("{{ reference }}", reference))
                .chain(participants::lines(&ticket.participants))
                .collect(),
        }
    }
}

/// The first words of a text, as a list of mails shows them.
pub(super) fn first_words(lines: &[String]) -> String {
    text::own_subject(&lines.join(" "), PREVIEW_MAX_CHARS)
}

/// A consultant, by what stands in front of the `@`: an address of a colleague holds an answer that quotes it.
pub(super) fn name_of(address: &str) -> String {
    text::line(address.split('@').next().unwrap_or(address))
}

pub(super) const MERGED: &str = "{{ reference }} is merged into this inquiry.";

pub(crate) const TO_VISITOR: &str = "Reply to this mail: your answer goes to the visitor from our address.";
pub(crate) const TO_VISITOR_DIRECTLY: &str =
    "Reply to this mail: your answer goes to the visitor. Leave the reference\nin the subject.";
pub(crate) const TO_NOBODY: &str = "There is no mail address: call, then reply with #close. An answer by mail is held.";
/// In its place.
pub(crate) const NO_ADDRESS: &str = "no mail address";
pub(crate) const TO_COLLEAGUES: &str = "Reply to this mail: your note goes to your colleagues, not to the\nvisitor. To write to the visitor, reply to the mail of the inquiry.";

impl Ticket {
    pub(super) fn new(inquiry: &inquiry::Model, content: &inquiry_content::Model) -> Self {
        let inquiry_content::Model { first_name, last_name, company, .. } = content;
        Self {
            reference: inquiry.reference.clone(),
            reason: inquiry.contact_reason.label(),
            is_urgent: inquiry.contact_reason.is_urgent(),
            is_marked: false,
            subject: format!(
                "{} – {}",
                inquiry.contact_reason.label(),
                line_or(&text::subject_line(company, SUBJECT_COMPANY_MAX_CHARS), "–")
            ),
            sender: named(first_name, last_name, company),
            email: if content.email.is_phone() { NO_ADDRESS.to_owned() } else { text::line(content.email.as_str()) },
            reply: "",
            call: content.phone.as_deref().map(text::tel).unwrap_or_default(),
            phone: content.phone.as_deref().map_or_else(|| "not given".to_owned(), text::line),
            standing: Standing::default(),
        }
    }

    /// Of a ticket from a mail, its own subject.
    pub(super) fn with_subject(self, own: Option<&str>) -> Self {
        let own = own.map(|own| text::subject_line(text::without_reply_marks(own), SUBJECT_MAX_CHARS));
        Self { subject: own.filter(|own| !own.is_empty()).unwrap_or(self.subject), ..self }
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
