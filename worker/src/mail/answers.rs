//! To a consultant: what waits for an answer.

use std::collections::BTreeMap;

use askama::Template;
use chrono::{DateTime, Utc};
use mailer::{
    BuildError, ComplianceParts, MailSettings, Parts,
    brand::{Brand, brand},
    text::{self, counted},
    time,
};
use outbox::mail::named;

use crate::ticket::{MOST_WAITING, WaitingTicket};

#[derive(Template)]
#[template(path = "mail/digest/subject.txt")]
struct DigestSubject<'a> {
    mail: &'a Digest,
}

#[derive(Template)]
#[template(path = "mail/digest/body.txt")]
struct DigestText<'a> {
    mail: &'a Digest,
}

#[derive(Template)]
#[template(path = "mail/digest/body.html")]
struct DigestHtml<'a> {
    mail: &'a Digest,
}

/// What waits for an answer, by owner: the recipient's own, those of nobody, those of each colleague.
struct Digest {
    brand: &'static Brand,
    /// Such as `3 inquiries wait`.
    count: String,
    overdue: usize,
    groups: Vec<Group>,
    is_cut: bool,
    most: usize,
    as_of: String,
}

struct Group {
    title: String,
    /// As long as the title.
    line: String,
    tickets: Vec<Line>,
}

struct Line {
    reference: String,
    sender: String,
    reason: &'static str,
    waits: String,
    is_overdue: bool,
}

/// The mail to one consultant.
pub fn answers_digest(
    recipient: &str,
    tickets: &[WaitingTicket],
    as_of: DateTime<Utc>,
    settings: &MailSettings,
) -> Result<ComplianceParts, BuildError> {
    Ok(ComplianceParts::new(Digest::new(recipient, tickets, as_of, settings).render()?, as_of))
}

impl Digest {
    /// `as_of`: when the tickets were read.
    fn new(recipient: &str, tickets: &[WaitingTicket], as_of: DateTime<Utc>, settings: &MailSettings) -> Self {
        let mut groups: BTreeMap<(u8, String), Vec<Line>> = BTreeMap::new();
        for ticket in tickets {
            let group = match ticket.owner.as_deref() {
                Some(owner) if owner.eq_ignore_ascii_case(recipient) => (0, "You".to_owned()),
                None => (1, "Nobody yet".to_owned()),
                Some(owner) => (2, text::line(owner)),
            };
            groups.entry(group).or_default().push(Line::new(ticket, as_of, settings));
        }
        let groups = groups.into_iter().map(|((_, title), tickets)| {
            let line = "-".repeat(title.chars().count());
            Group { title, line, tickets }
        });
        let groups: Vec<_> = groups.collect();
        let overdue = groups.iter().flat_map(|group| &group.tickets).filter(|ticket| ticket.is_overdue).count();
        Self {
            brand: brand(),
            count: counted(tickets.len().try_into().unwrap_or(u64::MAX), "inquiry waits", "inquiries wait"),
            overdue,
            groups,
            is_cut: tickets.len() >= MOST_WAITING,
            most: MOST_WAITING,
            as_of: time::in_zone(as_of, settings.answer.zone()),
        }
    }

    fn render(self) -> Result<Parts, BuildError> {
        let subject = DigestSubject { mail: &self }.render()?.trim().to_owned();
        Ok(Parts { subject, text: DigestText { mail: &self }.render()?, html: DigestHtml { mail: &self }.render()? })
    }
}

impl Line {
    fn new(ticket: &WaitingTicket, as_of: DateTime<Utc>, settings: &MailSettings) -> Self {
        let zone = settings.answer.zone();
        let waits = if ticket.is_answered {
            format!("The visitor wrote again {}", time::in_zone(ticket.waits_since, zone))
        } else {
            format!("Answer due {}", time::in_zone(ticket.due_at, zone))
        };
        Self {
            reference: ticket.reference.clone(),
            sender: named(&ticket.first_name, &ticket.last_name, &ticket.company),
            reason: ticket.contact_reason.label(),
            waits,
            is_overdue: !ticket.is_answered && ticket.due_at < as_of,
        }
    }
}
