//! Letters that a program has drawn: `HpYqxvLtWk` as a name, or a message of such words.

/// Consonants in a row, where those of [`TOGETHER`] and [`BEGINNINGS`] count as one: words of German and Polish have four.
const MANY: usize = 4;
/// Letters of a word that is judged at all. Shorter ones are abbreviations.
const LONG: usize = 8;
/// Few words are longer, even those of the law.
const ENDLESS: usize = 30;
/// Written together. Here and below, the longer ones come first.
const TOGETHER: [&str; 16] =
    ["tzsch", "tsch", "szcz", "sch", "ch", "ck", "cz", "dz", "gh", "ng", "ph", "rz", "st", "sz", "th", "ts"];
/// Begin a syllable. In a German compound they follow the end of another word: `Haft-pflicht`.
const BEGINNINGS: [&str; 13] = ["pfl", "spr", "pf", "sp", "br", "fl", "fr", "gr", "kn", "kr", "pl", "pr", "tr"];

/// Five for a name of random letters, or a message of hardly anything else.
pub(crate) fn points(fields: [&str; 2], message: &str) -> i16 {
    let is_random = |field: &str| words(field).any(is_drawn);
    if fields.into_iter().any(is_random) || is_random_text(message) { 5 } else { 0 }
}

/// Most of its long words; keys in a text that people write are fewer, and have digits.
fn is_random_text(message: &str) -> bool {
    if message.contains("-----BEGIN") {
        return false;
    }
    let (mut all, mut random) = (0, 0);
    for word in words(message) {
        all += 1;
        random += usize::from(run(word) >= MANY);
    }
    if words(message).any(|word| word.len() >= ENDLESS && run(word) > MANY) || are_short(message) {
        return true;
    }
    let is_alone = |word: &str| run(word) > MANY || is_drawn(word);
    match all {
        0 => false,
        1 => message.split_whitespace().count() == 1 && words(message).all(is_alone),
        _ => {
            random * 2 > all
                && words(message).any(|word| run(word) > MANY)
                && message.split_whitespace().count() < all * 2
        }
    }
}

/// Long ones of plain letters. A word with an umlaut is no program's.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.filter(|word| word.len() >= LONG && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// A word that changes its case, as products do, and cannot be spoken, or changes it every third letter.
fn is_drawn(word: &str) -> bool {
    let changes = changes(word);
    changes >= 2 && run(word) >= MANY
        || changes >= 1 && run(word) > MANY + 1
        || changes >= 3 && word.len() <= 3 * (changes + 1)
}

/// From a small letter to a capital one.
fn changes(word: &str) -> usize {
    let letters = word.as_bytes().windows(2);
    letters.filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()).count()
}

/// `iPSOn jMOy VNB`: a few short words, most of which change their case.
fn are_short(message: &str) -> bool {
    let words: Vec<_> = message.split_whitespace().collect();
    let mixed =
        words.iter().filter(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic()) && changes(word) > 0).count();
    (3..=6).contains(&words.len()) && mixed * 2 > words.len()
}

/// The longest run of consonants.
fn run(word: &str) -> usize {
    let together = BEGINNINGS.iter().chain(&TOGETHER);
    let word = together.fold(word.to_ascii_lowercase(), |word, together| word.replace(together, "s"));
    let mut word = word.into_bytes();
    word.dedup();
    let word = String::from_utf8_lossy(&word);
    word.split(['a', 'e', 'i', 'o', 'u', 'y']).map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_or_a_message_of_drawn_letters_is_random() {
        for letters in
            ["HpYqxvLtWk", "tYmayLVIXdfkRAhe", "UDYZMndlBRcbauPg", "KeQrLUhiTmD", "eMzcUnCyH", "GxkwnlbhTJIH"]
        {
            assert_eq!(points([letters, "Probe AG"], ""), 5, "{letters}");
            assert_eq!(points(["Probe Muster", letters], ""), 5, "{letters}");
            assert_eq!(points(["Probe Muster", ""], letters), 5, "{letters}");
        }
        assert_eq!(points(["", ""], "iPSOn jMOy VNB"), 5);
        assert_eq!(points(["", ""], "site.example oiotugorvygivbjfguefiugehiwjfeoswifehgidjwifhge"), 5);
        assert_eq!(points(["", ""], "Qwfjwkdjfh xvbnmwert fhwjkfhwjk zyx"), 5);
    }

    #[test]
    fn words_names_keys_and_products_are_not() {
        for name in ["Krzysztof Brzęczyszczykiewicz", "Schwarzschild McDonald-LeBlanc", "Hrvoje Vlkčić", "Wawrzkiewicz"]
        {
            assert_eq!(points([name, name], name), 0, "{name}");
        }
        for company in ["PostgreSQL", "GitHubActionsRunner", "IoTSecOpsTeam AG", "JavaScriptCore", "Wirtschaftsprüfung"]
        {
            assert_eq!(points(["", company], company), 0, "{company}");
        }
        for message in [
            "ISO27001",
            "Questions about macOS, iOS and VMware licences, please call",
            "Rechtsschutzversicherungsgesellschaft",
            "Wirtschaftsprüfungsgesellschaft, Durchschnittsschmerz, Herbstschlussverkauf",
            "IBAN CH9300762011623852957, Fingerprint 3AA5C34371567BD2, SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
            "-----BEGIN PGP PUBLIC KEY BLOCK-----\nmQINBFxvbnmwert xvbnmwertqwfjwk dhgfkjhwekjfhwkjdhf",
            "Our key is QWxhZGRpbjpvcGVuIHNlc2FtZQxvbnmw and it leaked; what should we do now?",
        ] {
            assert_eq!(points(["", ""], message), 0, "{message}");
        }
    }

    #[test]
    fn long_words_of_german_french_and_italian_are_not() {
        let german = "Betriebshaftpflichtversicherung Serveradministrationspraktiken Zugriffsberechtigungskonzept \
            Schwachstellenanalyse Datenschutzbeauftragter Netzwerksicherheitskonzept Haftpflichtversicherung \
            Kraftfahrzeughaftpflichtversicherung Verschwiegenheitspflichtverletzung Auskunftspflicht Marktplatz \
            Auskunftspflichtverletzungsverfahren Dienstpflicht Impfpflicht Sumpfpflanze Zukunftsprognose \
            Fremdsprachenkenntnisse Wissenschaftsplattform Selbstverpflichtungsvereinbarung Schutzbedarfsfeststellung \
            Netzwerkschnittstellenbeschreibung Schadsoftwareschutzprogramm Notfallwiederherstellungsplan \
            Geheimhaltungspflichtverletzung Rechtsprechungsdatenbank Informationssicherheitsmanagementsystem";
        let latin = "transcription authentification infrastructures prescription contrespionnage \
            autenticazione transfrontaliero precipitevolissimevolmente infrastruttura sottoscrizione";
        let names =
            "Holtzbrinck Hertzsprung Landsknecht Hirschsprung Goldschmidt Pfannenstiel Markstrasser Feuchtwanger";
        for words in [german, latin, names] {
            assert_eq!(points([words, words], words), 0, "{words}");
            for word in words.split_whitespace() {
                assert_eq!(points([word, word], word), 0, "{word}");
            }
        }
    }
}
