//! To a consultant: the inquiries with the words of a `#find`.

use chrono::{DateTime, Utc};
use mailer::{BuildError, MailSettings, Rendered, templates, text, time};
use outbox::mail::named;

use super::decisions::{Decisions, Links};
use crate::ticket::{Found, MOST_FOUND, Search};

struct FoundMail {
    words: String,
    inquiries: Vec<Line>,
    has_links: bool,
    /// There may be more.
    is_cut: bool,
    is_partial: bool,
    most: i32,
}

struct Line {
    reference: String,
    sender: String,
    state: String,
    links: Option<Links>,
}

templates!(FoundMail: "mail/found/subject.txt", "mail/found/body.txt", "mail/found/body.html");

pub fn found_mail(
    words: &str,
    search: &Search,
    decisions: &Decisions<'_>,
    at: DateTime<Utc>,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let inquiries: Vec<_> = search.found.iter().map(|found| Line::new(found, decisions, settings)).collect();
    let mail = FoundMail {
        words: text::line(words),
        has_links: decisions.addresses.is_some(),
        is_cut: i32::try_from(inquiries.len()).is_ok_and(|listed| listed >= MOST_FOUND),
        inquiries,
        is_partial: search.is_partial,
        most: MOST_FOUND,
    };
    Rendered::new(&mail, at)
}

impl Line {
    fn new(found: &Found, decisions: &Decisions<'_>, settings: &MailSettings) -> Self {
        let received = time::day_in_zone(found.received_at, settings.answer.zone());
        let owner = found.owner.as_deref().map(text::line);
        let state = match (found.state.as_str(), owner) {
            ("claimed", Some(owner)) => format!("{owner} answers it"),
            ("closed", Some(owner)) => format!("closed, {owner} has answered it"),
            ("closed", None) => "closed".to_owned(),
            ("spam", _) => "marked as spam".to_owned(),
            (merged, _) if merged.starts_with("merged into ") => merged.to_owned(),
            _ => "nobody has claimed it".to_owned(),
        };
        let reference = &found.reference;
        Self {
            reference: reference.to_string(),
            sender: named(&found.first_name, &found.last_name, &found.company),
            state: format!("Received {received}; {state}"),
            links: decisions.of_ticket(reference),
        }
    }
}
