//! Words of our mails to consultants, which no visitor may read.

use std::sync::LazyLock;

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../../../templates/mail/", $name, "/body.txt"))
    };
}

/// Every mail to a consultant. Its HTML has the same sentences.
const TEMPLATES: [&str; 10] = [
    template!("absence"),
    template!("answer_copy"),
    template!("answer_lost"),
    template!("digest"),
    template!("notification"),
    template!("question"),
    template!("receipt"),
    template!("reminder"),
    template!("undeliverable"),
    template!("visitor_reply"),
];
/// Parts of sentences, for a quote that a client or a person has cut.
const PARTS: [&str; 3] = ["willbedeleted", "youranswergoestothevisitor", "workermessageattachment"];
/// A shorter run of a template may be anybody's words.
const SHORTEST: usize = 18;
/// Of a longer one, its beginning and its end count.
const LONGEST: usize = 24;

/// Runs of words between the places that a template fills in.
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let runs = TEMPLATES.iter().flat_map(|template| {
        // A `}}` or `%}` ends what is filled in; the rest of the line is the template's own.
        let lines = template.lines().flat_map(|line| line.split("{{").flat_map(|part| part.split("{%")));
        lines.map(|part| part.rsplit('}').next().unwrap_or_default())
    });
    let runs = runs.map(|run| dense(&run.to_lowercase()).trim_matches(|c: char| !c.is_alphanumeric()).to_owned());
    let mut words: Vec<_> = runs.filter(|run| run.chars().count() >= SHORTEST).flat_map(|run| ends(&run)).collect();
    words.extend(PARTS.map(str::to_owned));
    words.sort();
    words.dedup();
    words
});

fn ends(run: &str) -> [String; 2] {
    let first = run.chars().take(LONGEST).collect();
    let from = run.chars().count().saturating_sub(LONGEST);
    [first, run.chars().skip(from).collect()]
}

/// Clients wrap and quote lines, also within a word.
pub(super) fn dense(text: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '>' | '|' | '*' | '\u{ad}' | '\u{200b}' | '\u{feff}');
    text.chars().filter(is_kept).collect()
}

/// Whether text without spaces, in lower case, has words of ours.
pub(super) fn quotes_ours(dense: &str) -> bool {
    WORDS.iter().any(|words| dense.contains(words.as_str()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn our_words_are_found_however_a_client_wraps_them() {
        for text in ["your answer goes\n> to the visitor", "will be\n>> deleted", "*no auto-reply* was\u{a0}sent"] {
            assert!(quotes_ours(&dense(text)), "{text}");
        }
        assert!(!quotes_ours(&dense("good morning\n\nmonday at ten suits me.")));
    }

    /// A consultant's own words, as one writes them.
    #[test]
    fn a_persons_words_are_not_ours() {
        let letter = "thank you for your inquiry. we can start in january. attached is our offer; please check the address. \
                      nobody else has answered in time, i am sorry. the phone number in your mail does not work. \
                      kind regards, your answer is welcome. reply to this mail or call me.";
        assert!(!quotes_ours(&dense(letter)));
    }

    /// A mail that goes to the visitor has nothing to hide; each other one is listed.
    #[test]
    fn every_mail_to_a_consultant_is_listed_and_gives_words() {
        let to_others = ["answer", "auto_reply", "check", "deadline_reminder", "report"];
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../templates/mail");
        for entry in fs::read_dir(folder).unwrap().filter_map(Result::ok).filter(|entry| entry.path().is_dir()) {
            let name = entry.file_name().into_string().unwrap();
            if to_others.contains(&name.as_str()) {
                continue;
            }
            let text = fs::read_to_string(entry.path().join("body.txt")).unwrap();
            assert!(TEMPLATES.contains(&text.as_str()), "{name}");
            assert!(quotes_ours(&dense(&text.to_lowercase())), "{name}");
        }
    }
}
