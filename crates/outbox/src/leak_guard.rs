//! What no visitor may read: words of our mails to consultants, signed addresses and ids, a colleague's address. One guard checks
//! the text of an answer when it is released, and the links of its formatting when it is sent.

use std::{
    collections::HashSet,
    sync::{Arc, LazyLock},
};

use entity::email_address::key_of;
use inbound::{
    commands,
    formatting::{Formatted, formatted},
    mail::Mail,
};
use mailer::addresses::SignedAddresses;

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../../templates/mail/", $name, "/body.txt"))
    };
}

/// Every mail to a consultant. Its HTML has the same sentences.
const TEMPLATES: [&str; 12] = [
    template!("absence"),
    template!("answer_copy"),
    template!("answer_lost"),
    template!("digest"),
    template!("marked"),
    template!("notification"),
    template!("question"),
    template!("receipt"),
    template!("reminder"),
    template!("undeliverable"),
    template!("visitor_reply"),
    template!("without_text"),
];
/// Parts of sentences, for a quote that a client or a person has cut.
const PARTS: [&str; 2] = ["youranswergoestothevisitor", "workermessageattachment"];
/// As many characters in a row as stand in a template are no accident.
const RUN: usize = 18;

/// Every run of this length between the places that a template fills in.
static RUNS: LazyLock<HashSet<Vec<char>>> = LazyLock::new(|| {
    // A `}` ends what is filled in; the rest of the line is the template's own.
    let lines = TEMPLATES.iter().flat_map(|template| template.lines());
    let own = lines.flat_map(|line| line.split(['{'])).map(|part| part.rsplit('}').next().unwrap_or_default());
    let own = own.map(|text| dense(&text.to_lowercase()).chars().collect::<Vec<_>>());
    // A drawn rule is nobody's word.
    let has_words = |run: &&[char]| run.iter().any(|c| c.is_alphabetic());
    own.flat_map(|text| text.windows(RUN).filter(has_words).map(<[char]>::to_vec).collect::<Vec<_>>()).collect()
});

pub struct LeakGuard {
    signed: Option<Arc<SignedAddresses>>,
    /// In lower case.
    colleagues: Vec<String>,
}

entity::opaque_debug!(LeakGuard);

impl LeakGuard {
    /// `consultants`: to whom the inquiry was notified, and whom the settings name. The author may have written from another form
    /// of the registered address.
    pub fn new(
        signed: Option<Arc<SignedAddresses>>,
        author: &str,
        consultants: impl IntoIterator<Item = String>,
    ) -> Self {
        let author = key_of(author);
        let colleagues = consultants.into_iter().filter(|address| key_of(address) != author);
        Self { signed, colleagues: colleagues.map(|address| address.to_lowercase()).collect() }
    }

    pub fn holds_text(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let dense = dense(&text);
        quotes_ours(&dense) || self.names_ours(&text) || self.names_ours(&dense)
    }

    /// The formatting of a text that was released: its words are those of the text, but nobody sees the target of a link. `None`:
    /// the text goes alone.
    pub fn formatted(&self, mail: &Mail<'_>, text: &str) -> Option<String> {
        let Formatted { html, links } = formatted(mail, &commands::read(text).text)?;
        // An id stands between the marks of an address.
        let words = |link: &str| link.replace(['/', '?', '=', '&', ':', '#', '"', '|'], " ");
        let holds = links.iter().any(|link| self.names_ours(link) || self.names_ours(&words(link)));
        (!holds).then_some(html)
    }

    /// `text` in lower case.
    fn names_ours(&self, text: &str) -> bool {
        self.signed.as_ref().is_some_and(|signed| signed.occurs_in(text))
            || self.colleagues.iter().any(|colleague| text.contains(colleague))
    }
}

/// Clients wrap and quote lines, also within a word.
fn dense(text: &str) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !matches!(c, '>' | '|' | '*' | '\u{ad}' | '\u{200b}' | '\u{feff}');
    text.chars().filter(is_kept).collect()
}

/// Whether text without spaces, in lower case, has words of ours.
fn quotes_ours(dense: &str) -> bool {
    let text: Vec<char> = dense.chars().collect();
    PARTS.iter().any(|part| dense.contains(part)) || text.windows(RUN).any(|run| RUNS.contains(run))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn our_words_are_found_however_a_client_wraps_them() {
        for text in [
            "your answer goes\n> to the visitor",
            "later if there is\n>> contact in between",
            "*no auto-reply* was\u{a0}sent",
        ] {
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
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../templates/mail");
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
