//! To a consultant, at most once an hour: the marked inquiries that came after the ten of an hour.

use chrono::{DateTime, Utc};
use mailer::{BuildError, MailSettings, Rendered, templates, text::counted, time};

use super::{decisions::Decisions, suspects::Line};
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
    let addresses = settings.signed.as_deref().filter(|_| settings.takes_answers);
    let decisions = Decisions { consultant, addresses, may_open: false };
    let links = |of: &Suspect| decisions.of_ticket(&of.reference.parse().ok()?);
    let number = inquiries.len().try_into().unwrap_or(u64::MAX);
    let mail = MarkedMail {
        count: counted(number, "more inquiry is perhaps spam", "more inquiries are perhaps spam"),
        inquiries: inquiries.iter().map(|one| Line::new(one, links(one), settings)).collect(),
        has_more,
        has_links: addresses.is_some(),
        as_of: time::in_zone(as_of, settings.answer.zone()),
    };
    Rendered::new(&mail, as_of)
}
