//! Names that nobody has.

use crate::links::is_link;

/// Words of a person's name with titles.
const MOST_WORDS: usize = 7;

/// Four for prices, pictures, links and sentences; one for two names in a word, two for the same word as first and last name, as programs fill it, and for
/// what they enter as the company.
pub(crate) fn points(name: &str, company: &str) -> i16 {
    let words: Vec<_> = name.split_whitespace().collect();
    let is_advertisement = name.contains(['$', '€', '£', '%', '!', '?', '=', '@', '/', '\\'])
        || name.chars().any(is_picture)
        || words.len() > MOST_WORDS
        || words.iter().any(|word| is_link(word));
    let (first, last) = words.split_at(words.len() / 2);
    let is_doubled = words.len() > 1 && first.join(" ").eq_ignore_ascii_case(&last.join(" "));
    let is_joined = words.iter().any(|word| joins_names(word));
    let is_program = is_doubled || company.trim().eq_ignore_ascii_case("google");
    if is_advertisement || company.chars().any(is_picture) {
        4
    } else if is_program || name.chars().filter(char::is_ascii_digit).count() > 1 {
        2
    } else {
        i16::from(is_joined)
    }
}

/// `RobertProbe`, as programs make names; not `McMuster` or `DeMuster`.
fn joins_names(word: &str) -> bool {
    let capital =
        word.as_bytes().windows(2).position(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    capital.is_some_and(|at| at > 2) && !word.starts_with("Fitz")
}

fn is_picture(c: char) -> bool {
    matches!(u32::from(c), 0x2600..=0x27bf | 0x1f300..=0x1faff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_a_price_and_a_picture_are_no_name() {
        for name in [
            "🔥 Hot offer",
            "Get $500 now",
            "100% free",
            "You have won a prize of the lottery today",
            "www.buy.example x",
        ] {
            assert_eq!(points(name, "Probe AG"), 4, "{name}");
        }
        assert_eq!(points("Probe Muster", "🔥🔥"), 4);
        for name in ["RobertProbe RobertProbe", "Hallo k4511"] {
            assert_eq!(points(name, "Probe AG"), 2, "{name}");
        }
        assert_eq!(points("Probe Muster", "google"), 2);
        assert_eq!(points("RobertProbe", "Probe AG"), 1);
        for name in [
            "Probe Muster",
            "Prof. Dr. med. Anna-Maria de la Rossi",
            "Jean-Luc D’Arc",
            "Muster",
            "",
            "Li Li-Wang",
            "Louis 3",
            "Probe McMuster",
            "MacMuster LeBlanc",
            "FitzMuster",
            "Muster, Probe (CISO) & Team",
        ] {
            assert_eq!(points(name, "Google Switzerland GmbH"), 0, "{name}");
        }
    }
}
