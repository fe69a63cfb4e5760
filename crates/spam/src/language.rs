//! Languages in Latin letters that the office does not write.

use whatlang::{Lang, detect};

use crate::{links::is_link, words::normalised};

const OFFICE: [Lang; 4] = [Lang::Deu, Lang::Fra, Lang::Ita, Lang::Eng];
/// With fewer words a guess is often wrong.
const FEWEST_WORDS: usize = 6;
/// Frequent words of Romansh, as [`normalised`] writes them: the detector does not know it. Swiss German it takes as German.
const ROMANSH: [&str; 22] = [
    "allegra", "betg", "buca", "chara", "char", "dapli", "fitg", "grazia", "ina", "jau", "noss", "nossa", "nus",
    "quai", "sche", "tge", "tuts", "uschia", "vegnir", "voss", "vossa", "vus",
];

/// Four, which alone is below the limit: prospects write in their own language, too.
pub(crate) fn points(message: &str) -> i16 {
    let words = normalised(message);
    if words.split(' ').count() < FEWEST_WORDS || words.split(' ').filter(|word| ROMANSH.contains(word)).count() >= 2 {
        return 0;
    }
    let text: Vec<_> = message.split_whitespace().filter(|word| !is_link(word)).collect();
    let foreign = detect(&text.join(" ")).filter(|found| found.is_reliable() && !OFFICE.contains(&found.lang()));
    // Another script is the sign `script`.
    if foreign.is_some_and(|found| found.script() == whatlang::Script::Latin) { 4 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_the_office_and_of_switzerland_pass() {
        for text in [
            "Wir suchen eine Firma, die unsere Server prüft, und möchten wissen, was das kostet.",
            "Nous cherchons une société qui vérifie nos serveurs et aimerions connaître le prix.",
            "Cerchiamo una ditta che controlli i nostri server e vorremmo sapere quanto costa.",
            "We look for a company that tests our servers, and would like to know the price.",
            "Allegra, nus tschertgain ina firma che controllescha noss servers e vulessan savair tge che quai custa.",
            "Jau hai survegnì in e-mail suspectus e na sai betg tge far. Pudais Vus gidar? Grazia fitg.",
            "Grüezi mitenand, mir sueched öpper wo üsi Server prüeft. Chönd Sie mir säge was das choschtet? Merci, Grüess us Bern",
            "Hoi zäme, bi üs isch öppis mit de Mails nid guet, chönd ihr eus hälfe? Mir händ scho alles probiert.",
            "Hola, ¿precio?",
        ] {
            assert_eq!(points(text), 0, "{text}");
        }
    }

    #[test]
    fn another_language_is_a_sign() {
        for text in [
            "Buenos días, somos una agencia de marketing digital con mucha experiencia y queremos ofrecerle nuestros servicios \
             para que su página aparezca entre los primeros resultados del buscador.",
            "Olá, gostaríamos de oferecer os nossos serviços de publicidade para a sua empresa em Portugal.",
            "Wij zijn een bedrijf dat websites maakt en willen graag weten of u interesse heeft in onze diensten.",
            "Dzień dobry, chcielibyśmy zaproponować Państwu współpracę w zakresie pozycjonowania strony internetowej.",
        ] {
            assert_eq!(points(text), 4, "{text}");
        }
    }
}
