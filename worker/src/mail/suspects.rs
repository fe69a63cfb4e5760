//! Of the digest: the inquiries that are suspected to be spam, each with links that decide about it.

use entity::SpamSign;
use mailer::{
    MailSettings,
    text::{self, counted},
    time,
};

use sea_orm::ActiveEnum;

use super::decisions::{Decisions, Links};
use crate::ticket::{MOST_SUSPECTS, Suspect};

/// Characters of a sender, and of the beginning of a message.
const MAX_CHARS: usize = 160;

pub(super) struct Suspects {
    /// Such as `3 inquiries look like spam`.
    pub(super) summary: String,
    pub(super) inquiries: Vec<Line>,
    pub(super) is_cut: bool,
    pub(super) most: usize,
}

pub(super) struct Line {
    pub(super) reference: String,
    pub(super) sender: String,
    pub(super) beginning: String,
    pub(super) signs: String,
    pub(super) received: String,
    pub(super) links: Option<Links>,
}

impl Suspects {
    pub(super) fn new(suspects: &[Suspect], decisions: &Decisions<'_>, settings: &MailSettings) -> Self {
        let line = |suspect: &Suspect| Line::new(suspect, decisions.about_suspect(suspect), settings);
        let number = suspects.len().try_into().unwrap_or(u64::MAX);
        Self {
            summary: counted(number, "inquiry looks like spam", "inquiries look like spam"),
            inquiries: suspects.iter().map(line).collect(),
            is_cut: suspects.len() >= MOST_SUSPECTS,
            most: MOST_SUSPECTS,
        }
    }
}

impl Line {
    pub(super) fn new(suspect: &Suspect, links: Option<Links>, settings: &MailSettings) -> Self {
        let Suspect { reference, name, company, email, message, signs, received_at, .. } = suspect;
        let mailbox = if email.is_empty() { String::new() } else { format!(" <{email}>") };
        // The first line alone is often a greeting.
        let beginning = message.split_whitespace().collect::<Vec<_>>().join(" ");
        // A newer version's sign is left out.
        let signs = signs.iter().filter_map(|sign| SpamSign::try_from_value(sign).ok());
        let signs: Vec<_> = signs.map(SpamSign::label).collect();
        Self {
            reference: reference.clone(),
            sender: text::subject_line(&format!("{name}, {company}{mailbox}"), MAX_CHARS),
            beginning: text::subject_line(&beginning, MAX_CHARS),
            signs: signs.join(", "),
            received: time::in_zone(*received_at, settings.answer.zone()),
            links,
        }
    }
}
