//! Of the digest: what waits for an answer.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use mailer::{
    MailSettings,
    text::{self, counted},
    time,
};
use outbox::mail::named;

use super::decisions::{Decisions, Links};
use crate::ticket::{MOST_WAITING, WaitingTicket};

/// Characters of what the visitor wrote.
const MAX_BEGINNING: usize = 160;

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
    pub(super) phone: Option<Phone>,
    pub(super) reason: &'static str,
    /// Of what the visitor wrote last.
    pub(super) beginning: String,
    pub(super) waits: String,
    pub(super) is_overdue: bool,
    pub(super) links: Option<Links>,
}

pub(super) struct Phone {
    pub(super) number: String,
    pub(super) call: String,
}

impl Answers {
    /// `as_of`: when the tickets were read.
    pub(super) fn new(
        decisions: &Decisions<'_>,
        tickets: &[WaitingTicket],
        as_of: DateTime<Utc>,
        settings: &MailSettings,
    ) -> Self {
        let mut groups: BTreeMap<(u8, String), Vec<Line>> = BTreeMap::new();
        for ticket in tickets {
            let group = match ticket.owner.as_deref() {
                Some(owner) if owner.eq_ignore_ascii_case(decisions.consultant) => (0, "You".to_owned()),
                None => (1, "Nobody yet".to_owned()),
                Some(owner) => (2, text::line(owner)),
            };
            groups.entry(group).or_default().push(Line::new(ticket, decisions, as_of, settings));
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
    fn new(ticket: &WaitingTicket, decisions: &Decisions<'_>, as_of: DateTime<Utc>, settings: &MailSettings) -> Self {
        let zone = settings.answer.zone();
        let due = format!("Answer due {}", time::in_zone(ticket.due_at, zone));
        let waits = match (ticket.was_put_off, ticket.is_answered) {
            (true, true) => format!("Put off until {}", time::day_in_zone(ticket.waits_since, zone)),
            (true, false) => format!("{due}. Put off until {}", time::day_in_zone(ticket.waits_since, zone)),
            (false, true) => format!("The visitor wrote again {}", time::in_zone(ticket.waits_since, zone)),
            (false, false) => due,
        };
        let words = ticket.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let phone = ticket.phone.as_deref().map(text::line).filter(|number| !number.is_empty());
        Self {
            reference: ticket.reference.to_string(),
            sender: named(&ticket.first_name, &ticket.last_name, &ticket.company),
            phone: phone.map(|number| Phone { call: text::tel(&number), number }),
            reason: ticket.contact_reason.label(),
            beginning: text::subject_line(&words, MAX_BEGINNING),
            waits,
            is_overdue: !ticket.is_answered && ticket.due_at < as_of,
            links: decisions.of_ticket(&ticket.reference),
        }
    }
}
