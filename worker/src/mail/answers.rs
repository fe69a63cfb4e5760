//! Of the digest: what waits for an answer.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use mailer::{
    MailSettings,
    text::{self, counted},
    time,
};
use outbox::mail::named;

use crate::ticket::{MOST_WAITING, WaitingTicket};

/// What waits for an answer, by owner: the recipient's own, those of nobody, those of each colleague.
pub(super) struct Answers {
    /// Such as `3 inquiries wait for an answer, 1 overdue`.
    pub(super) summary: String,
    pub(super) kicker: String,
    pub(super) count: String,
    pub(super) groups: Vec<Group>,
    pub(super) is_cut: bool,
    pub(super) most: usize,
}

pub(super) struct Group {
    pub(super) title: String,
    pub(super) tickets: Vec<Line>,
}

pub(super) struct Line {
    pub(super) reference: String,
    pub(super) sender: String,
    pub(super) reason: &'static str,
    pub(super) waits: String,
    pub(super) is_overdue: bool,
}

impl Answers {
    /// `as_of`: when the tickets were read.
    pub(super) fn new(
        recipient: &str,
        tickets: &[WaitingTicket],
        as_of: DateTime<Utc>,
        settings: &MailSettings,
    ) -> Self {
        let mut groups: BTreeMap<(u8, String), Vec<Line>> = BTreeMap::new();
        for ticket in tickets {
            let group = match ticket.owner.as_deref() {
                Some(owner) if owner.eq_ignore_ascii_case(recipient) => (0, "You".to_owned()),
                None => (1, "Nobody yet".to_owned()),
                Some(owner) => (2, text::line(owner)),
            };
            groups.entry(group).or_default().push(Line::new(ticket, as_of, settings));
        }
        let groups: Vec<_> = groups.into_iter().map(|((_, title), tickets)| Group { title, tickets }).collect();
        let overdue = groups.iter().flat_map(|group| &group.tickets).filter(|ticket| ticket.is_overdue).count();
        let count = counted(tickets.len().try_into().unwrap_or(u64::MAX), "inquiry waits", "inquiries wait");
        let count = format!("{count} for an answer");
        let (summary, kicker) = if overdue > 0 {
            (format!("{count}, {overdue} overdue"), format!("{overdue} overdue"))
        } else {
            (count.clone(), "Open inquiries".to_owned())
        };
        Self { summary, kicker, count, groups, is_cut: tickets.len() >= MOST_WAITING, most: MOST_WAITING }
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
