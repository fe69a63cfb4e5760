//! Phrases of advertisements, and of the office's own trade.

use std::sync::LazyLock;

use crate::{list, words::compared};

/// Points and a phrase, as [`compared`] writes it.
const PHRASES: &str = include_str!("phrases.txt");
/// What is beyond says nothing more.
const MOST: i16 = 6;
const MOST_OF_TRADE: i16 = 3;

static LIST: LazyLock<Vec<(i16, String)>> = LazyLock::new(|| {
    list::lines(PHRASES).filter_map(list::read).map(|(points, phrase)| (points, format!(" {phrase} "))).collect()
});

/// What the phrases of a text weigh; each counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Phrases {
    /// Of advertisements.
    pub(crate) points: i16,
    /// Of the office's own trade: such a text may link to an attacker's page, and quote an advertisement.
    pub(crate) trade: i16,
}

impl Phrases {
    pub(crate) fn of(company: &str, message: &str) -> Self {
        let text = format!(" {}  {} ", compared(company), compared(message));
        let found = LIST.iter().filter(|(_, phrase)| text.contains(phrase.as_str())).map(|(points, _)| *points);
        let (mut points, mut trade) = (0, 0);
        for weight in found {
            if weight > 0 { points += weight } else { trade -= weight }
        }
        Self { points: points.min(MOST), trade: trade.min(MOST_OF_TRADE) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_a_comment_or_a_phrase_as_texts_are_compared() {
        let mut phrases = HashSet::new();
        for line in list::lines(PHRASES) {
            let (points, phrase) = list::read::<i16>(line).unwrap_or_else(|| panic!("{line:?} has no points"));
            assert!((-3..=4).contains(&points) && points != 0, "{line}");
            assert_eq!(phrase, compared(phrase), "{line}");
            assert!(phrases.insert(phrase), "{line} occurs twice");
        }
    }

    #[test]
    fn an_identifier_contains_no_phrase() {
        for text in [
            "663090cc-d38c-4bfd-a42d-9e00c06cbd44",
            "(1cbd22de),",
            "00:cbd:44:55",
            "our tenant 7cbd0000-0000-0000-0000-0000000000ff",
        ] {
            assert_eq!(Phrases::of(text, text), Phrases::default(), "{text}");
        }
        for text in ["CBD 2500", "cbd-1", "100 cbd oil"] {
            assert_ne!(Phrases::of("", text).points, 0, "{text}");
        }
    }

    #[test]
    fn phrases_are_whole_words_and_both_sums_are_limited() {
        assert_eq!(Phrases::of("", "Backlinks, casino and VIAGRA!").points, 6);
        assert_eq!(Phrases::of("", "the casinoroom of Essex").points, 0);
        assert_eq!(Phrases::of("", "phishing, ransomware, malware"), Phrases { points: 0, trade: 3 });
    }
}
