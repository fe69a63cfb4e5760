//! A mail that only says thank you, in four languages: its author waits for nothing.

/// Of what its author newly wrote.
const MAX_CHARS: usize = 40;

/// One of these is enough; any other word must be of [`BESIDE`].
const THANKS: [&str; 9] = ["thanks", "thank", "thx", "danke", "dankeschön", "dank", "merci", "grazie", "remercie"];

/// Words that ask for nothing beside a thank you: no noun but a greeting's, nothing that could be news.
const BESIDE: &str = " \
    hi hello dear you all very much so many a lot again kind best regards cheers ok okay perfect great \
    hallo guten guter tag vielen herzlichen schönen besten lieben sehr ganz nochmals noch ihnen dir euch tausend mal gruss gruß grüsse \
    grüße freundliche liebe beste viele super perfekt alles klar lg vg mfg \
    bonjour bonne journée soirée beaucoup bien mille à vous encore infiniment je cordialement salutations parfait \
    buongiorno ciao buona giornata serata molte tante a lei voi ancora cordiali saluti perfetto ";

/// What somebody is thanked for.
const FOR_HELP: [&str; 6] = [
    "for your help",
    "für ihre hilfe",
    "für deine hilfe",
    "pour votre aide",
    "per il vostro aiuto",
    "per il suo aiuto",
];

/// Signatures below `-- ` do not count, nor lines of ours that say what is not shown.
pub fn is_thanks(text: &str) -> bool {
    let is_ours = |line: &&str| line.starts_with('[') && line.ends_with(']') && line.contains(" not shown: ");
    let lines: Vec<&str> =
        text.lines().map(str::trim).take_while(|line| *line != "--").filter(|line| !is_ours(line)).collect();
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
        is_thanks || BESIDE.split_whitespace().any(|other| other == word)
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
            "Danke.\n\n-- \nJo Muster\nMuster AG, Zürich, what else is there to say?",
            "Ok, thanks\n[14 lines not shown: they repeat our mail of 24 November]",
        ] {
            assert!(is_thanks(text), "{text}");
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
        ] {
            assert!(!is_thanks(text), "{text}");
        }
    }
}
