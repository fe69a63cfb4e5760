//! The lines for which an answer waits, each with its reason, as a message stores them and a receipt names them.

use inbound::conversation::{Doubt, Whose};

/// Lines that one receipt names, as long as they are short; the others follow the `#send` for these.
pub(crate) const MOST: usize = 8;
/// Characters of all lines with their reasons: `message.held_line` takes twice as many UTF-16 code units. Those of a reason. A longer
/// line is cut if it is the first.
const MAX_CHARS: usize = 400;
const REASON_CHARS: usize = 11;
/// Between two of them, and in front of a reason: no text has them, and neither is a control character.
const LINE: char = '\u{2028}';
const REASON: char = '\u{2029}';

/// Why a line must not go to the visitor, or not before its author decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Signed,
    Note,
    Colleague,
    Reference,
    Mail,
    Quote,
    Alone,
    Long,
    Page,
    Subject,
}

/// Each with its name in the database, and what a receipt says.
pub(crate) const WHYS: [(Why, &str, &str); 10] = [
    (Why::Signed, "signed", "It has a signed address, or an id of ours."),
    (Why::Note, "note", "It is a line of a note."),
    (Why::Colleague, "colleague", "It has a colleague's address."),
    (Why::Reference, "reference", "It has the reference of another inquiry."),
    (Why::Mail, "mail", "It is a line of a mail among consultants, or a few words of a note."),
    (Why::Quote, "quote", "It is part of a quote of our mail to you, which does not have it."),
    (Why::Alone, "alone", "It names a mailbox of ours and is not part of a quote that is left out."),
    (Why::Long, "long", "More of your mail was not read."),
    (Why::Page, "page", "Only the HTML of your mail has it, not its text."),
    (Why::Subject, "subject", "It has a verb."),
];

impl Why {
    /// Also for its author the visitor must not have it.
    pub fn is_secret(self) -> bool {
        matches!(self, Self::Signed | Self::Note)
    }

    fn row(self) -> (Self, &'static str, &'static str) {
        WHYS[self as usize]
    }

    pub(crate) fn sentence(self) -> &'static str {
        self.row().2
    }
}

/// A line for which an answer waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub why: Why,
    pub line: String,
}

impl Held {
    pub(crate) fn new(why: Why, line: &str) -> Self {
        Self { why, line: line.to_owned() }
    }

    pub(crate) fn internal((whose, line): (Whose, String)) -> Self {
        Self { why: if whose == Whose::Note { Why::Note } else { Why::Mail }, line }
    }

    pub(crate) fn doubtful((doubt, line): (Doubt, String)) -> Self {
        let why = match doubt {
            Doubt::InQuote => Why::Quote,
            Doubt::Alone => Why::Alone,
            Doubt::Long => Why::Long,
        };
        Self { why, line }
    }

    /// Whether it is one of the lines that a receipt has named.
    pub fn is_named(&self, stored: &str) -> bool {
        let line = one_line(&self.line);
        let is_cut = |named: &str| named.chars().count() >= MAX_CHARS - REASON_CHARS;
        named(stored).any(|(named, _)| line == named || is_cut(named) && line.starts_with(named))
    }
}

/// As `message.held_line` has them. `None` without any.
pub fn stored(held: &[Held]) -> Option<String> {
    let mut left = MAX_CHARS;
    let stored = |Held { why, line }: &Held| {
        let line: String = one_line(line).chars().take(MAX_CHARS - REASON_CHARS).collect();
        left = left.checked_sub(line.chars().count() + REASON_CHARS)?;
        Some([line.as_str(), why.row().1].join(&REASON.to_string()))
    };
    let stored: Vec<_> = held.iter().take(MOST).map_while(stored).collect();
    (!stored.is_empty()).then(|| stored.join(&LINE.to_string()))
}

/// Each line with its reason; an earlier version stored one without.
pub(crate) fn named(stored: &str) -> impl Iterator<Item = (&str, Option<Why>)> {
    stored.split(LINE).map(|held| match held.split_once(REASON) {
        Some((line, why)) => (line, WHYS.iter().find(|(_, name, _)| *name == why).map(|row| row.0)),
        None => (held, None),
    })
}

/// Those of a stored answer.
pub(crate) fn held_of(stored: &str) -> Vec<Held> {
    named(stored).map(|(line, why)| Held::new(why.filter(|why| !why.is_secret()).unwrap_or(Why::Mail), line)).collect()
}

fn one_line(line: &str) -> String {
    line.chars().filter(|c| !c.is_control() && !matches!(*c, LINE | REASON)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_its_row() {
        assert!(WHYS.iter().all(|(why, name, _)| why.row().1 == *name && name.len() < REASON_CHARS - 1));
    }

    /// As many as the column takes, however its characters are stored.
    #[test]
    fn lines_are_stored_with_their_reasons_and_known_again() {
        for (length, most) in [(500, 1), (150, 2), (50, 6), (20, MOST)] {
            let line = |at: usize| format!("{}\u{2028}\t{at}", "\u{1f600}".repeat(length));
            let all: Vec<Held> = (10..30).map(|at| Held::new(Why::Reference, &line(at))).collect();
            for count in 1..20 {
                let stored = stored(&all[..count]).unwrap();
                assert!(stored.encode_utf16().count() <= 800 && !stored.contains(char::is_control), "{count}");
                assert_eq!(named(&stored).count(), count.min(most));
                let is_named: Vec<_> = all.iter().filter(|held| held.is_named(&stored)).collect();
                // Who cannot see the end of a line cannot tell it from another that begins so.
                let expected = if length == 500 { all.len() } else { count.min(most) };
                assert_eq!(is_named, all.iter().take(expected).collect::<Vec<_>>());
                assert!(held_of(&stored).iter().all(|held| held.why == Why::Reference));
            }
        }
        assert_eq!(stored(&[]), None);
        assert!(!Held::new(Why::Mail, "Stored").is_named("Stored line"));
        assert!(!Held::new(Why::Mail, "Stored line").is_named("Stored"));
        assert_eq!(held_of("As it was"), [Held::new(Why::Mail, "As it was")]);
    }
}
