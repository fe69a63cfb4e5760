//! A mail that only says thank you, in four languages: its author waits for nothing.

use crate::conversation::says_cut;

/// Of what its author newly wrote.
const MAX_CHARS: usize = 40;

/// One of these is enough; any other word must be of [`BESIDE`].
const THANKS: [&str; 9] = ["thanks", "thank", "thx", "danke", "dankeschön", "dank", "merci", "grazie", "remercie"];

/// Words that ask for nothing beside a thank you: no noun but a greeting's, nothing that could be news.
const BESIDE: &str = " \
    hi hello dear you all very much so many a lot again kind best regards cheers \
    hallo guten guter tag vielen herzlichen schönen besten lieben sehr ganz nochmals noch ihnen dir euch tausend mal gruss gruß grüsse \
    grüße freundliche liebe beste viele lg vg mfg \
    bonjour bonne journée soirée beaucoup bien mille à vous encore infiniment je cordialement salutations \
    buongiorno ciao buona giornata serata molte tante a lei voi ancora cordiali saluti ";

/// To an open question they say yes.
const YES: &str = " ok okay perfect great super perfekt alles klar parfait perfetto ";

/// What somebody is thanked for.
const FOR_HELP: [&str; 6] = [
    "for your help",
    "für ihre hilfe",
    "für deine hilfe",
    "pour votre aide",
    "per il vostro aiuto",
    "per il suo aiuto",
];

/// Lines of a signature.
const MAX_SIGNATURE: usize = 8;

/// Lines of ours that say what is not shown do not count, nor, with `has_signature`, what stands below `--`. `may_agree`: nothing
/// is asked of the author.
pub fn is_thanks(text: &str, has_signature: bool, may_agree: bool) -> bool {
    let all: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty() && !says_cut(line)).collect();
    let end = all.iter().position(|line| *line == "--").filter(|_| has_signature).unwrap_or(all.len());
    let (lines, signature) = all.split_at(end);
    if signature.len() > MAX_SIGNATURE + 1 {
        return false;
    }
    let said = lines.join(" ").trim().to_lowercase();
    if said.chars().count() > MAX_CHARS || said.contains(['?', '؟', '？']) {
        return false;
    }
    let words = said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>();
    let words = FOR_HELP.iter().fold(words.join(" "), |words, phrase| words.replace(phrase, ""));
    let mut words = words.split_whitespace().peekable();
    let mut has_thanks = false;
    words.all(|word| {
        let is_thanks = THANKS.contains(&word);
        has_thanks |= is_thanks;
        let is_among = |words: &str| words.split_whitespace().any(|other| other == word);
        is_thanks || is_among(BESIDE) || may_agree && is_among(YES)
    }) && has_thanks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_thank_you_in_four_languages() {
        for text in [
            "Thanks!",
            "Thank you very much.",
            "Many thanks for your help!",
            "Danke 👍",
            "Vielen Dank!\n\nFreundliche Grüsse",
            "Merci beaucoup, bonne journée",
            "Grazie mille!",
            "Danke.\n\n--\nJo Muster\nMuster AG, Zürich, what else is there to say?",
            "Many thanks\n[14 lines not shown: they repeat our mail of 24 November]",
        ] {
            assert!(is_thanks(text, true, false), "{text}");
        }
    }

    /// Each of them waits for somebody.
    #[test]
    fn whatever_says_more_is_none() {
        for text in [
            "",
            "Ok.",
            "Danke, der Angriff ist zurück",
            "Thanks, but the attack is back",
            "Danke. Hilfe!",
            "Merci, rappelez-moi",
            "Grazie, alle 14",
            "Thank you?",
            "Thanks, no",
            "Danke, nicht",
            "Thank you very much, all of you, again and again, so much",
            "Danke\n--\n1\n2\n3\n4\n5\n6\n7\n8\nDer Angriff ist zurück",
        ] {
            assert!(!is_thanks(text, true, true), "{text}");
        }
        assert!(!is_thanks("Danke\n--\nDer Angriff ist zurück", false, true), "no signature");
    }

    #[test]
    fn a_yes_is_thanks_only_where_nothing_is_asked() {
        for text in ["OK, danke", "Perfect, thank you!", "Alles klar, danke", "Parfait, merci", "Perfetto, grazie"] {
            assert!(is_thanks(text, false, true) && !is_thanks(text, false, false), "{text}");
        }
    }
}
