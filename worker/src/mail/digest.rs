//! The daily digest to a consultant: what waits for an answer, mails in quarantine, and inquiries that look like spam.

use chrono::{DateTime, Utc};
use mailer::{BuildError, MailSettings, Rendered, templates, time};

use super::{
    answers::Answers,
    decisions::Decisions,
    quarantine::{Quarantine, WaitingMails},
    suspects::Suspects,
};
use crate::ticket::{Suspect, WaitingTicket};

/// Sections without entries are left out.
struct Digest {
    /// Such as `3 inquiries wait for an answer, 1 overdue; 1 inquiry looks like spam`.
    summary: String,
    answers: Option<Answers>,
    quarantine: Option<Quarantine>,
    suspects: Option<Suspects>,
    has_links: bool,
    as_of: String,
}

templates!(Digest: "mail/digest/subject.txt", "mail/digest/body.txt", "mail/digest/body.html");

/// `as_of`: when the entries were read.
pub fn digest(
    tickets: &[WaitingTicket],
    mails: &WaitingMails,
    suspects: &[Suspect],
    decisions: &Decisions<'_>,
    as_of: DateTime<Utc>,
    settings: &MailSettings,
) -> Result<Rendered, BuildError> {
    let answers = (!tickets.is_empty()).then(|| Answers::new(decisions, tickets, as_of, settings));
    let quarantine = (!mails.listed.is_empty()).then(|| Quarantine::new(mails, decisions, settings));
    let suspects = (!suspects.is_empty()).then(|| Suspects::new(suspects, decisions, settings));
    let summaries = [
        answers.as_ref().map(|section| section.summary.as_str()),
        quarantine.as_ref().map(|section| section.summary.as_str()),
        suspects.as_ref().map(|section| section.summary.as_str()),
    ];
    let mail = Digest {
        summary: summaries.into_iter().flatten().collect::<Vec<_>>().join("; "),
        answers,
        quarantine,
        suspects,
        has_links: decisions.addresses.is_some(),
        as_of: time::in_zone(as_of, settings.answer.zone()),
    };
    Rendered::new(&mail, as_of)
}
