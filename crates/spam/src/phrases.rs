//! Phrases of advertisements, and words of the office's own trade.

use std::sync::LazyLock;

use crate::words::normalised;

static LISTS: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| {
    let (advertisements, trade) = include_str!("phrases.txt").split_once("\n---\n").expect("the file has two lists");
    let lines =
        |list: &str| list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(padded).collect();
    [lines(advertisements), lines(trade)]
});
/// What is beyond says nothing more.
const MOST: i16 = 2;

/// How many phrases of advertisements a text has, and how many words of the trade, up to two each.
pub(crate) fn count(text: &str) -> [i16; 2] {
    let text = padded(&normalised(text));
    let found = |list: &Vec<String>| list.iter().filter(|phrase| text.contains(phrase.as_str())).take(2).count();
    [&LISTS[0], &LISTS[1]].map(|list| i16::try_from(found(list)).unwrap_or(MOST))
}

fn padded(words: &str) -> String {
    format!(" {words} ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_a_phrase_as_texts_are_compared() {
        let mut phrases = HashSet::new();
        for phrase in LISTS.iter().flatten() {
            assert_eq!(phrase.trim(), normalised(phrase));
            assert!(phrases.insert(phrase), "{phrase} occurs twice");
        }
    }

    #[test]
    fn phrases_are_whole_words_and_count_up_to_two() {
        assert_eq!(count("Backlinks, casino and VIAGRA!"), [2, 0]);
        assert_eq!(count("the casinoroom of Essex"), [0, 0]);
        assert_eq!(count("Casino: phishing, ransomware, malware"), [1, 2]);
    }
}
