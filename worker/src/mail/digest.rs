//! The daily digest to a consultant: what waits for an answer, mails in quarantine, and inquiries that look like spam.

use chrono::{DateTime, Utc};
use entity::TicketReference;
use mailer::{
    BuildError, MailSettings, Rendered,
    addresses::{Party, SignedAddresses},
    templates, text, time,
};
use uuid::Uuid;

use super::{
    answers::Answers,
    quarantine::{Quarantine, WaitingMails},
    suspects::Suspects,
};
use crate::ticket::{Suspect, WaitingTicket};

/// How the recipient decides about what is new.
#[derive(Clone, Copy, Debug)]
pub struct Decisions<'a> {
    pub consultant: &'a str,
    /// `None`: on the command line.
    pub addresses: Option<&'a SignedAddresses>,
    /// Whether a mail can open a ticket.
    pub may_open: bool,
}

impl Decisions<'_> {
    pub(super) fn about_mail(&self, mail: Uuid) -> Option<String> {
        Some(self.addresses?.quarantine(mail, self.consultant))
    }

    /// The consultant's own address of the ticket.
    pub(super) fn of_ticket(&self, reference: &TicketReference) -> Option<String> {
        Some(self.addresses?.reply(reference, &Party::Consultant(self.consultant.to_owned())))
    }

    pub(super) fn about_suspect(&self, inquiry: Uuid) -> Option<String> {
        Some(self.addresses?.suspect(inquiry, self.consultant))
    }
}

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

/// The beginning of a link that writes a mail to `address`. A scanner of links has nothing to fetch.
pub(super) fn link(address: &str, subject: &str, body: &str) -> String {
    format!("{}&body={body}", text::draft(address, subject))
}
