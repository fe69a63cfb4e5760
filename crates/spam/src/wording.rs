//! The choice of words: a linear model over a text's words and pairs of words.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use crate::{list, words::compared};

/// A weight and a word or two, as [`compared`] writes them.
const WEIGHTS: &str = include_str!("wording.txt");
/// The score of words that weigh nothing.
const START: f64 = 17.2;
/// A shorter text would depend on a word or two.
const FEWEST_WORDS: u32 = 10;
/// The scores above which a text has one point more. Of the letters and requests that the model had not learned, one of
/// twelve was above the first, and one of a hundred above the last.
const STEPS: [f64; 4] = [-6.5, 2.5, 6.5, 12.5];

static MODEL: LazyLock<HashMap<&str, i32>> =
    LazyLock::new(|| list::lines(WEIGHTS).filter_map(list::read).map(|(weight, words)| (words, weight)).collect());

/// At most four, which alone are below the limit.
pub(crate) fn points(message: &str) -> i16 {
    let score = score(message);
    STEPS.iter().map(|step| i16::from(score.is_some_and(|score| score > *step))).sum()
}

/// `None`: too few words, or fewer than two of five are known, as in a foreign language.
fn score(message: &str) -> Option<f64> {
    let (parts, share) = parts(message)?;
    let words: Vec<_> = parts.iter().filter(|part| !part.contains(' ')).collect();
    let known = words.iter().filter(|word| MODEL.contains_key(word.as_str())).count();
    if known * 5 < words.len() * 2 {
        return None;
    }
    let weight: i32 = parts.iter().filter_map(|part| MODEL.get(part.as_str())).sum();
    Some(START + f64::from(weight) * share)
}

/// What is weighed, here and in `examples/train.rs`: each word of two letters or more and each pair of them once, and how much
/// each counts in a text of this length. `None`: too few words.
pub fn parts(message: &str) -> Option<(BTreeSet<String>, f64)> {
    let text = compared(message);
    let words: Vec<_> = text.split_whitespace().filter(|word| word.len() > 1).collect();
    let length = u32::try_from(words.len()).ok().filter(|length| *length >= FEWEST_WORDS)?;
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    let parts = words.iter().map(|word| (*word).to_owned()).chain(pairs).collect();
    Some((parts, 1.0 / f64::from(length).sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_comment_or_a_weight_of_words_as_texts_are_compared() {
        let lines: Vec<_> = list::lines(WEIGHTS).collect();
        for line in &lines {
            let (weight, words) = list::read::<i32>(line).unwrap_or_else(|| panic!("{line:?} has no weight"));
            assert!(weight != 0 && (1..=2).contains(&words.split(' ').count()), "{line}");
            assert!(words.split(' ').all(|word| word.len() > 1), "{line}");
            assert_eq!(words, compared(words), "{line}");
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
    fn a_foreign_language_weighs_nothing() {
        for text in [
            "Buenos días, somos una empresa de Madrid y queremos saber cuánto cuesta una prueba de seguridad.",
            "Cerchiamo una ditta che controlli i nostri server e vorremmo sapere quanto costa.",
        ] {
            assert_eq!(points(text), 0, "{text}");
        }
    }

    #[test]
    fn a_short_text_and_an_identifier_weigh_nothing() {
        for text in [
            "Hello, what is the price?",
            "Hi, can you check our website?",
            "Hello, can you help us with our website?",
            "Please send me more information about your services.",
            "Bitte um Rückruf.",
        ] {
            assert_eq!(points(text), 0, "{text}");
        }
        let request = "We found this in the log of a server. Could you tell us what it means and what we should do?";
        let digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let quoted = format!("{request} {digest} 9e00c06c-bd44-4a43-9f2c-3f2f1d1b9a10 00:1a:2b:3c:4d:5e");
        assert_eq!(score(&quoted), score(request));
    }
}
