//! The words of a text, as phrases and digests compare them.

use entity::Digest;

use crate::hosts::is_link;

/// Below it, different people write the same: "Please call me back."
const FEWEST_WORDS: usize = 12;

/// In lower case, separated by one blank each, without links, punctuation, digits and accents; `&` and apostrophes join.
pub(crate) fn normalised(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let text = text.split_whitespace().filter(|word| !is_link(word)).collect::<Vec<_>>().join(" ");
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            '\'' | '’' | '&' => {}
            c if c.is_alphabetic() => words.extend(folded(c)),
            _ if words.ends_with(' ') => {}
            _ => words.push(' '),
        }
    }
    words.trim().to_owned()
}

/// Without the accents of western Europe.
fn folded(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
        'à' | 'á' | 'â' | 'ã' | 'å' => "a",
        'ä' | 'æ' => "ae",
        'ç' => "c",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ñ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' => "o",
        'ö' | 'œ' => "oe",
        'ù' | 'ú' | 'û' => "u",
        'ü' => "ue",
        'ß' => "ss",
        _ => "",
    };
    plain.chars().chain(plain.is_empty().then_some(c))
}

pub(crate) fn count(text: &str) -> usize {
    normalised(text).split(' ').count()
}

/// Of the words alone: another number, link or line break makes no other text. `None` for a short one.
pub fn digest_of(text: &str) -> Option<Digest> {
    let words = normalised(text);
    (words.split(' ').count() >= FEWEST_WORDS).then(|| Digest::of(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_one_spelling() {
        assert_eq!(normalised("  Don’t, l'Été: R&D\t24/7 – Grüße!"), "dont lete rd gruesse");
        assert_eq!(normalised("…"), "");
    }

    #[test]
    fn a_text_with_other_numbers_and_signs_is_the_same_text() {
        let text = "We are offering 100 backlinks for your website at a very low price, answer today.";
        assert_eq!(
            digest_of(text),
            digest_of(&text.to_uppercase().replace("100", "\n250").replace(',', " – https://buy.example"))
        );
        assert_ne!(digest_of(text), digest_of(&text.replace("low", "high")));
        assert_eq!(digest_of("Please call me back about the audit, thank you"), None);
    }
}
