//! To a consultant: the inquiries that are suspected to be spam, each with links that decide about it.

use chrono::{DateTime, Utc};
use mailer::{
    BuildError, MailSettings, Rendered, templates,
    text::{self, counted},
    time,
};
use uuid::Uuid;

use crate::ticket::Suspect;

/// Characters of a sender, and of the beginning of a message.
const MAX_CHARS: usize = 160;

struct SuspectsDigest {
    /// Such as `3 inquiries look like spam`.
    count: String,
    inquiries: Vec<Line>,
    has_more: bool,
    has_links: bool,
    as_of: String,
}

struct Line {
    reference: String,
    sender: String,
    beginning: String,
    signs: String,
    received: String,
    links: Option<Links>,
}

/// Each writes a mail to `address`. A scanner of links has nothing to fetch.
struct Links {
    address: String,
    release: String,
    spam: String,
}

templates!(SuspectsDigest: "mail/suspects/subject.txt", "mail/suspects/body.txt", "mail/suspects/body.html");

/// `address`: where this consultant decides about an inquiry; `None`: on the command line.
pub fn suspects_digest(
    suspects: &[Suspect],
    has_more: bool,
    address: impl Fn(Uuid) -> Option<String>,
    as_of: DateTime<Utc>,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let lines: Vec<_> = suspects.iter().map(|suspect| Line::new(suspect, address(suspect.inquiry), settings)).collect();
    let number = lines.len().try_into().unwrap_or(u64::MAX);
    let mail = SuspectsDigest {
        count: counted(number, "inquiry looks like spam", "inquiries look like spam"),
        has_more,
        has_links: lines.iter().all(|line| line.links.is_some()),
        inquiries: lines,
        as_of: time::in_zone(as_of, settings.answer.zone()),
    };
    Rendered::new(&mail, as_of)
}

impl Line {
    fn new(suspect: &Suspect, address: Option<String>, settings: &MailSettings) -> Self {
        let Suspect { reference, name, company, email, message, signs, received_at, .. } = suspect;
        // The first line alone is often a greeting.
        let beginning = message.split_whitespace().collect::<Vec<_>>().join(" ");
        let signs: Vec<_> = signs.iter().map(|sign| sign.label()).collect();
        Self {
            reference: reference.clone(),
            sender: text::subject_line(&format!("{name}, {company} <{email}>"), MAX_CHARS),
            beginning: text::subject_line(&beginning, MAX_CHARS),
            signs: signs.join(", "),
            received: time::in_zone(*received_at, settings.answer.zone()),
            links: address.map(|address| Links::new(address, reference)),
        }
    }
}

impl Links {
    fn new(address: String, reference: &str) -> Self {
        let draft = text::draft(&address, &format!("[{reference}]"));
        Self { release: format!("{draft}&body=%23release%0A"), spam: format!("{draft}&body=%23spam%0A"), address }
    }
}
