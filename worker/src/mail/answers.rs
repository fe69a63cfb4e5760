//! To a consultant: what waits for an answer.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use mailer::{
    BuildError, MailSettings, Rendered, templates,
    text::{self, counted},
    time,
};
use outbox::mail::named;

use crate::ticket::{MOST_WAITING, WaitingTicket};

templates!(Digest: "mail/digest/subject.txt", "mail/digest/body.txt", "mail/digest/body.html");

/// What waits for an answer, by owner: the recipient's own, those of nobody, those of each colleague.
struct Digest {
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
) -> Result<Rendered, BuildError> {
    Rendered::new(&Digest::new(recipient, tickets, as_of, settings), as_of)
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
            count: counted(tickets.len().try_into().unwrap_or(u64::MAX), "inquiry waits", "inquiries wait"),
            overdue,
            groups,
            is_cut: tickets.len() >= MOST_WAITING,
            most: MOST_WAITING,
            as_of: time::in_zone(as_of, settings.answer.zone()),
        }
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
