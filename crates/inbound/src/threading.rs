//! To which ticket a mail belongs. The strongest hint decides: a signed recipient or a signed Message-ID, then an id of a
//! mail on the ticket, then a reference in the subject. A weaker one may say otherwise, because anybody can write it. Two
//! hints of one strength that name two tickets decide nothing.

use entity::TicketReference;

/// A ticket that a mail speaks of without a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint<T> {
    pub ticket: T,
    /// Of an id: the sender is on this ticket. Of a subject: the sender has the visitor's address.
    pub is_of_sender: bool,
}

/// Everything that is known of a mail's hints; `T` names a ticket that exists. What was signed for a ticket that is gone
/// looks like no hint at all, so that an erasure does not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<T> {
    /// Tickets of its signed recipients: reply addresses and return paths.
    pub addressed: Vec<T>,
    /// Tickets of the mails of ours that it answers, by signed Message-ID.
    pub answered: Vec<T>,
    /// Tickets with a mail that it answers, by any other id.
    pub related: Vec<Hint<T>>,
    /// Tickets that its subject names.
    pub named: Vec<Hint<T>>,
    /// Its subject names a ticket, which may not exist.
    pub has_reference: bool,
    pub is_authenticated: bool,
    /// It came to the public address, and such mails open tickets.
    pub may_open: bool,
}

/// Why a mail belongs to its ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    Address,
    SignedId,
    RelatedId,
    Subject,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Doubt {
    /// It proves no ticket.
    Unmatched,
    /// It speaks of two tickets.
    Ambiguous,
    /// It speaks of a ticket that its sender is not on.
    Stranger,
    /// Its subject names the visitor's ticket, and the sender is not proven to be the visitor.
    Unauthenticated,
}

impl Doubt {
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// Where a mail goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route<T> {
    Ticket(T, Clue),
    Opens,
    Waits(Doubt),
}

pub fn route<T: Clone + PartialEq>(known: &Known<T>) -> Route<T> {
    let signed = known.addressed.iter().chain(&known.answered);
    let of_sender = known.related.iter().filter(|hint| hint.is_of_sender).map(|hint| &hint.ticket);
    let clue = if known.addressed.is_empty() { Clue::SignedId } else { Clue::Address };
    match (sole(signed), sole(of_sender)) {
        (Sole::One(ticket), _) => Route::Ticket(ticket, clue),
        (Sole::Several, _) | (Sole::Nothing, Sole::Several) => Route::Waits(Doubt::Ambiguous),
        (Sole::Nothing, Sole::One(ticket)) => Route::Ticket(ticket, Clue::RelatedId),
        (Sole::Nothing, Sole::Nothing) => by_subject(known),
    }
}

fn by_subject<T: Clone + PartialEq>(known: &Known<T>) -> Route<T> {
    let waits = Route::Waits;
    match sole(known.named.iter().map(|hint| &hint.ticket)) {
        Sole::Several => waits(Doubt::Ambiguous),
        Sole::One(_) if known.named.iter().any(|hint| !hint.is_of_sender) => waits(Doubt::Stranger),
        // It answers a mail of another ticket, which its sender is not on.
        Sole::One(ticket) if known.related.iter().any(|hint| hint.ticket != ticket) => waits(Doubt::Ambiguous),
        Sole::One(ticket) if known.is_authenticated => Route::Ticket(ticket, Clue::Subject),
        Sole::One(_) => waits(Doubt::Unauthenticated),
        Sole::Nothing if !known.related.is_empty() => waits(Doubt::Stranger),
        // A reference to no ticket: it has expired, or somebody tries one.
        Sole::Nothing if known.has_reference || !known.may_open => waits(Doubt::Unmatched),
        Sole::Nothing => Route::Opens,
    }
}

/// What all of some tickets are.
enum Sole<T> {
    Nothing,
    One(T),
    Several,
}

fn sole<'a, T: Clone + PartialEq + 'a>(mut tickets: impl Iterator<Item = &'a T>) -> Sole<T> {
    let Some(first) = tickets.next() else { return Sole::Nothing };
    if tickets.all(|other| other == first) { Sole::One(first.clone()) } else { Sole::Several }
}

/// Characters of `FW-XXXX-XXXX`.
const LENGTH: usize = 12;
/// Of one subject.
const MAX_REFERENCES: usize = 5;

/// The references in a text, each once.
pub fn references_in(text: &str) -> Vec<TicketReference> {
    let mut found: Vec<TicketReference> = Vec::new();
    for (start, _) in text.char_indices() {
        let Some(word) = text[start..].get(..LENGTH) else { continue };
        let is_word = !text[..start].ends_with(char::is_alphanumeric)
            && !text[start + LENGTH..].starts_with(char::is_alphanumeric);
        if !is_word || !word.is_ascii() || !word.to_ascii_uppercase().starts_with("FW-") {
            continue;
        }
        if let Ok(reference) = word.parse()
            && !found.contains(&reference)
            && found.len() < MAX_REFERENCES
        {
            found.push(reference);
        }
    }
    found
}

#[cfg(test)]
#[path = "threading_tests.rs"]
mod tests;
