//! The decision about a mail: a pure function, tested row by row.

use inbound::addresses::Party;
use uuid::Uuid;

use super::{
    Fate,
    content::{About, Content},
    facts::Facts,
};

/// Beyond these in ten minutes somebody writes who gives no sign of being a program.
const MAX_RECENT: i64 = 10;

/// Who wrote a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Author {
    Visitor,
    Other,
    System,
}

impl Author {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Visitor => "visitor",
            Self::Other => "other",
            Self::System => "system",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub(super) fate: Fate,
    /// The rule that decided; for quarantine, the reason.
    pub(super) rule: &'static str,
    pub(super) inquiry: Option<Uuid>,
    pub(super) outbox: Option<Uuid>,
    pub(super) author: Author,
}

impl Decision {
    pub(super) fn quarantine(rule: &'static str) -> Self {
        Self { fate: Fate::Quarantined, rule, inquiry: None, outbox: None, author: Author::Other }
    }

    pub(super) fn dropped(rule: &'static str) -> Self {
        Self { fate: Fate::Dropped, ..Self::quarantine(rule) }
    }
}

/// Never a guess: what is not proven waits for a person.
pub(super) fn decide(facts: &Facts, content: &Content) -> Decision {
    let mut tickets = facts.proven.iter();
    let (Some(ticket), None) = (tickets.next(), tickets.next()) else {
        return Decision::quarantine(if facts.proven.is_empty() { "unmatched" } else { "ambiguous" });
    };
    let outbox = facts.outbox.or(facts.answered);
    let on_ticket = |fate, rule, author| Decision { fate, rule, inquiry: Some(*ticket), outbox, author };
    if facts.is_duplicate {
        return on_ticket(Fate::Duplicate, "same_mail", Author::System);
    }
    match content.about {
        Some(About::Bounce { .. }) if outbox.is_some() => return on_ticket(Fate::Bounce, "report", Author::System),
        Some(About::Complaint) => return on_ticket(Fate::Machine, "complaint", Author::System),
        _ => {}
    }
    if let Some(rule) = content.machine_rule {
        return on_ticket(Fate::Machine, rule, Author::System);
    }
    if facts.is_attached {
        let is_visitor = content.from.as_deref().is_some_and(|from| facts.is_visitor(from)) && content.is_clear;
        return on_ticket(Fate::Reply, "attached", if is_visitor { Author::Visitor } else { Author::Other });
    }
    let Some(from) = content.from.as_deref().filter(|_| content.is_clear) else {
        return Decision::quarantine("unclear_headers");
    };
    if facts.recent >= MAX_RECENT {
        return Decision::quarantine("rate");
    }
    if facts.is_consultant(from) {
        return Decision::quarantine("consultant");
    }
    match &facts.party {
        // A consultant's address that somebody else uses has leaked.
        Some(Party::Consultant(_)) => Decision::quarantine("unauthenticated"),
        Some(Party::Visitor) if facts.is_visitor(from) => on_ticket(Fate::Reply, "address", Author::Visitor),
        Some(Party::Visitor) => on_ticket(Fate::Reply, "address", Author::Other),
        None if facts.is_visitor(from) => on_ticket(Fate::Reply, "message_id", Author::Visitor),
        None => on_ticket(Fate::Reply, "message_id", Author::Other),
    }
}
