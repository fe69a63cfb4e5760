//! The choice of words: a linear model over a text's words and pairs of words.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use crate::words::normalised;

/// A weight, a blank, and a word or two as [`normalised`] writes them; `#` begins a comment.
const WEIGHTS: &str = include_str!("wording.txt");
/// The score of words that weigh nothing.
const START: f64 = 15.4;
/// A long text has more words of either kind; a short one must not depend on one.
const FEWEST_WORDS: usize = 10;
/// The scores above which a text has one point more. Of the letters and requests that the model had not learned, one of
/// fourteen was above the first, and one of a hundred above the last.
const STEPS: [f64; 4] = [0.5, 5.0, 12.5, 14.0];

static MODEL: LazyLock<HashMap<&str, i32>> = LazyLock::new(|| {
    let lines = WEIGHTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(read).collect()
});

fn read(line: &str) -> Option<(&str, i32)> {
    let (weight, words) = line.split_once(' ')?;
    Some((words, weight.parse().ok()?))
}

/// At most four, which alone are below the limit.
pub(crate) fn points(message: &str) -> i16 {
    let score = score(&normalised(message));
    STEPS.iter().map(|step| i16::from(score.is_some_and(|score| score > *step))).sum()
}

/// `None`: fewer than two of five words are known, as in a foreign language.
fn score(text: &str) -> Option<f64> {
    let known = text.split(' ').filter(|word| MODEL.contains_key(word)).count();
    if known * 5 < text.split(' ').count() * 2 {
        return None;
    }
    let (parts, share) = parts(text);
    let weight: i32 = parts.iter().filter_map(|part| MODEL.get(part.as_str())).sum();
    Some(START + f64::from(weight) * share)
}

/// What is weighed of a normalised text, here and in `examples/train.rs`: each word and each pair of words once, and how
/// much each counts in a text of this length.
pub fn parts(text: &str) -> (BTreeSet<String>, f64) {
    let words: Vec<_> = text.split_whitespace().collect();
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    let length = u32::try_from(words.len().max(FEWEST_WORDS)).unwrap_or(u32::MAX);
    (words.iter().map(|word| (*word).to_owned()).chain(pairs).collect(), 1.0 / f64::from(length).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_comment_or_a_weight_of_words_as_texts_are_compared() {
        let lines: Vec<_> = WEIGHTS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        for line in &lines {
            let (words, weight) = read(line).unwrap_or_else(|| panic!("{line:?} has no weight"));
            assert!(weight != 0 && (1..=2).contains(&words.split(' ').count()), "{line}");
            assert_eq!(words, normalised(words), "{line}");
        }
        assert_eq!(MODEL.len(), lines.len(), "a line occurs twice");
    }

    #[test]
    fn the_choice_of_words_tells_an_offer_from_a_request() {
        let offer =
            "Hi, you will love these shoes. Visit the shop and get the best of them for you and all your friends!";
        assert_eq!(points(offer), 4);
        for request in [
            "We run forty servers in two offices. Could you tell us what a test of the software would cost?",
            "Wir haben ein Problem mit der Software und bitten um einen Termin für die Prüfung der Server.",
            "Bonjour, nous avons un problème avec la messagerie, pourriez-vous nous rappeler? Merci de votre réponse.",
        ] {
            assert_eq!(points(request), 0, "{request}");
        }
    }

    #[test]
    fn a_word_counts_once_and_a_foreign_language_not_at_all() {
        let twice = format!("{0} {0}", "click here to visit");
        assert_eq!(score(&twice), score(&format!("{twice} click here")));
        for text in [
            "",
            "https://one.example",
            "Buenos días, somos una empresa de Madrid y queremos saber cuánto cuesta una prueba de seguridad.",
            "Cerchiamo una ditta che controlli i nostri server e vorremmo sapere quanto costa.",
        ] {
            assert_eq!(points(text), 0, "{text}");
        }
    }
}
