//! To a consultant, at most once an hour: the marked inquiries that came after the ten of an hour.

use chrono::{DateTime, Utc};
use entity::TicketReference;
use mailer::{BuildError, MailSettings, Rendered, addresses::Party, templates, text::counted, time};

use super::suspects::Line;
use crate::ticket::Suspect;

struct MarkedMail {
    /// Such as `3 more inquiries are perhaps spam`.
    count: String,
    inquiries: Vec<Line>,
    has_more: bool,
    has_links: bool,
    as_of: String,
}

templates!(MarkedMail: "mail/marked/subject.txt", "mail/marked/body.txt", "mail/marked/body.html");

/// Each inquiry has this consultant's own address of its ticket, if mails come in.
pub fn marked_mail(
    inquiries: &[Suspect],
    has_more: bool,
    consultant: &str,
    as_of: DateTime<Utc>,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let signed = settings.signed.as_ref().filter(|_| settings.takes_answers);
    let address = |reference: &str| {
        let reference: TicketReference = reference.parse().ok()?;
        Some(signed?.reply(&reference, &Party::Consultant(consultant.to_owned())))
    };
    let number = inquiries.len().try_into().unwrap_or(u64::MAX);
    let mail = MarkedMail {
        count: counted(number, "more inquiry is perhaps spam", "more inquiries are perhaps spam"),
        inquiries: inquiries.iter().map(|one| Line::new(one, address(&one.reference), settings)).collect(),
        has_more,
        has_links: signed.is_some(),
        as_of: time::in_zone(as_of, settings.answer.zone()),
    };
    Rendered::new(&mail, as_of)
}
