//! What no visitor may read: signed addresses and ids, a colleague's address, another ticket's reference, and what our mails to
//! consultants say, which a conversation finds. One guard checks the text of an answer when it is released, and the links of its formatting when it is sent.

use std::sync::{Arc, LazyLock};

use entity::{TicketReference, email_address::key_of};
use inbound::{
    commands,
    formatting::{Formatted, formatted},
    html::text_of,
    mail::Mail,
    threading::references_in,
};
use mailer::addresses::SignedAddresses;

use crate::{
    held::{Held, Why},
    mail::{TO_COLLEAGUES, TO_NOBODY, TO_VISITOR, TO_VISITOR_DIRECTLY, sentences},
};

/// As text and as HTML.
macro_rules! template {
    ($name:literal) => {
        [
            include_str!(concat!("../../../templates/mail/", $name, ".txt")),
            include_str!(concat!("../../../templates/mail/", $name, ".html")),
        ]
    };
}

/// Every mail to a consultant: its text and its HTML.
const TEMPLATES: [[&str; 2]; 17] = [
    template!("absence/body"),
    template!("answer_copy/body"),
    template!("answer_lost/body"),
    template!("assignment/body"),
    template!("digest/body"),
    template!("found/body"),
    template!("marked/body"),
    template!("notification/body"),
    template!("question/body"),
    template!("receipt/body"),
    template!("reminder/body"),
    template!("undeliverable/body"),
    template!("visitor_reply/body"),
    template!("without_text/body"),
    template!("conversation"),
    template!("standing"),
    template!("your_mail/body"),
];

/// What every mail to a consultant says, with the holes that are filled in.
pub fn templates_to_consultants() -> impl Iterator<Item = &'static str> {
    static OTHERS: LazyLock<Vec<String>> =
        LazyLock::new(|| TEMPLATES.iter().map(|[_, html]| text_of(html)).chain([sentences()]).collect());
    let texts = TEMPLATES.iter().map(|[text, _]| *text).chain(OTHERS.iter().map(String::as_str));
    texts.chain([TO_COLLEAGUES, TO_NOBODY, TO_VISITOR, TO_VISITOR_DIRECTLY])
}

/// Lines over which a client spreads an address.
const WRAPPED: usize = 3;

pub struct LeakGuard {
    signed: Option<Arc<SignedAddresses>>,
    /// In lower case.
    colleagues: Vec<String>,
    references: Option<Vec<TicketReference>>,
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
        let colleagues = colleagues.map(|address| address.to_lowercase()).collect();
        Self { signed, colleagues, references: None }
    }

    /// Finds the references of all tickets, too, but of those that these texts name.
    pub fn on_ticket<'a>(self, texts: impl Iterator<Item = &'a str>) -> Self {
        Self { references: Some(texts.flat_map(references_in).collect()), ..self }
    }

    /// The lines of the text with an address, id or reference: a signed one is nobody's but ours.
    pub fn internal_lines(&self, text: &str) -> Vec<Held> {
        // As in a link.
        let decoded = |line: &str| line.to_lowercase().replace("%40", "@");
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| line.chars().any(is_kept)).collect();
        let wrapped = |at: usize| {
            let lines = lines[at..].iter().take(WRAPPED);
            decoded(&lines.flat_map(|line| line.chars().filter(|c| is_kept(*c))).collect::<String>())
        };
        // The lines in which it begins: without that line it is not whole.
        let all = |why: Why, has: &dyn Fn(&str) -> bool| {
            let begins = |at: &usize| has(&decoded(lines[*at])) || has(&wrapped(*at)) && !has(&wrapped(at + 1));
            (0..lines.len()).filter(begins).map(|at| Held::new(why, lines[at])).collect::<Vec<_>>()
        };
        let signed = all(Why::Signed, &|text| self.signed.as_ref().is_some_and(|signed| signed.occurs_in(text)));
        let colleague = all(Why::Colleague, &|text| text.contains('@') && self.names_colleague(text));
        [signed, colleague, self.foreign_lines(text)].concat()
    }

    /// The lines with the reference of another ticket.
    pub fn foreign_lines(&self, text: &str) -> Vec<Held> {
        text.lines().filter(|line| self.names_ticket(line)).map(|line| Held::new(Why::Reference, line.trim())).collect()
    }

    fn names_ticket(&self, line: &str) -> bool {
        let known = |reference| self.references.as_ref().is_none_or(|known| known.contains(reference));
        !references_in(line).iter().all(known)
    }

    /// The formatting of a text that was released: its words are those of the text, but nobody sees the target of a link. `None`:
    /// the text goes alone.
    pub fn formatted(&self, mail: &Mail<'_>, text: &str) -> Option<String> {
        let Formatted { html, links } = formatted(mail, &commands::read(text).text)?;
        let holds = links.iter().any(|link| self.names_ours(link));
        (!holds).then_some(html)
    }

    /// `text` in lower case.
    fn names_ours(&self, text: &str) -> bool {
        self.signed.as_ref().is_some_and(|signed| signed.occurs_in(text)) || self.names_colleague(text)
    }

    /// Addresses are compared whole.
    fn names_colleague(&self, text: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '%');
        let names = |colleague: &String| {
            text.match_indices(colleague.as_str()).any(|(at, _)| {
                let rest = text[at + colleague.len()..].trim_start_matches('.');
                !text[..at].ends_with(is_part) && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-')
            })
        };
        self.colleagues.iter().any(names)
    }
}

/// Clients wrap and quote lines, also within a word, and nobody sees joiners and marks of direction.
fn is_kept(c: char) -> bool {
    !commands::visible(c.encode_utf8(&mut [0; 4])).is_empty() && !matches!(c, '>' | '|' | '*')
}

#[cfg(test)]
mod tests {
    use std::fs;

    use mailer::addresses::Party;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_address_is_compared_whole() {
        let guard = LeakGuard::new(None, "susanna@firnwall.example", ["anna@firnwall.example".to_owned()]);
        for text in ["Write to Anna@firnwall.example.", "<anna@firnwall.example>", "anna@firnwall.example"] {
            assert_eq!(guard.internal_lines(text), [Held::new(Why::Colleague, text)]);
        }
        for text in ["susanna@firnwall.example", "j.anna@firnwall.example", "anna@firnwall.example.org", "anna"] {
            assert_eq!(guard.internal_lines(text), []);
        }
    }

    #[test]
    fn an_address_in_a_link_or_with_what_nobody_sees_is_found() {
        let guard = LeakGuard::new(None, "susanna@firnwall.example", ["anna@firnwall.example".to_owned()]);
        for unseen in ['\u{2060}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{200f}'] {
            assert!(!guard.internal_lines(&format!("an{unseen}na@firnwall.exa{unseen}mple")).is_empty(), "{unseen:?}");
        }
        assert!(!guard.internal_lines("https://x.example/?to=anna%40firnwall.example").is_empty());
    }

    const BASES: [&str; 3] = ["@reply.own.example", "desk+@own.example", "@own.example"];

    /// The answer of anna@own.example, to whom no other consultant has to be hidden.
    fn signed(base: &str) -> (SignedAddresses, LeakGuard) {
        let of = || {
            let keys = format!("1:{}", "0a1b".repeat(16)).parse().unwrap();
            SignedAddresses::new(keys, base.parse().unwrap(), "own.example")
        };
        (of(), LeakGuard::new(Some(Arc::new(of())), "anna@own.example", ["ben@own.example".to_owned()]))
    }

    #[test]
    fn a_signature_or_an_address_without_a_token_is_nobodys_secret() {
        for base in BASES {
            let (_, guard) = signed(base);
            for text in [
                "Yes.\n\nAnna\nService Desk\n+41 44 555 12 12\nanna@own.example",
                "Contact the desk +41 44 555 12 12",
                "Our Paket Service-Desk+ is CHF 200.\n+ Contract\n+ Prices",
                "Write to desk@own.example or contact@own.example.",
            ] {
                assert_eq!(guard.internal_lines(text), [], "{base}: {text}");
            }
        }
    }

    #[test]
    fn a_signed_address_is_found_however_a_client_writes_it() {
        for base in BASES {
            let (of, guard) = signed(base);
            let ours = [of.reply(&"FW-7K3Q-9D2M".parse().unwrap(), &Party::Visitor), of.message_id(Uuid::nil())];
            for ours in &ours {
                let (start, end) = ours.split_at(9);
                let (middle, end) = end.split_at(12);
                for (text, line) in [
                    (
                        format!("Yes.\nWrite to <{}>.", ours.to_uppercase()),
                        format!("Write to <{}>.", ours.to_uppercase()),
                    ),
                    (format!("Yes.\n\nWrite to {start}\n> {middle}\n>\n\n> {end}\nNo."), format!("Write to {start}")),
                    (format!("Yes.\n> {}", ours.replace('@', "%4\n> 0")), String::new()),
                    (
                        format!("x?to={}", ours.replace('@', "%40").replace('+', "%2B").replace('-', "%2D")),
                        String::new(),
                    ),
                    (format!("*{start}*\u{2060}{middle}{end}"), String::new()),
                ] {
                    let found = guard.internal_lines(&text);
                    let [found] = &found[..] else { panic!("{base}: {text}: {found:?}") };
                    assert!(found.why == Why::Signed && (line.is_empty() || found.line == line), "{base}: {text}");
                }
            }
        }
    }

    #[test]
    fn the_line_in_which_an_address_begins_is_named() {
        let guard = LeakGuard::new(None, "susanna@firnwall.example", ["anna@firnwall.example".to_owned()]);
        for text in [
            "Mail me@visitor.example.\n\nOr:\n\nanna@firnwall.example",
            "Mail me@visitor.example.\nOr:\nanna@firnwall.\n> example",
        ] {
            let found = guard.internal_lines(text);
            assert!(found.len() == 1 && found[0].line.starts_with("anna@firnwall."), "{found:?}");
        }
    }

    #[test]
    fn the_reference_of_another_ticket_is_found() {
        let texts = ["FW-7K3Q-9D2M", "As we said in FW-0002-0000."];
        let guard = LeakGuard::new(None, "anna@firnwall.example", []).on_ticket(texts.into_iter());
        assert_eq!(guard.internal_lines("Firnwall, FW-7K3Q-9D2M and FW-0002-0000"), []);
        let line = "> Firnwall – FW-0001-0000";
        assert_eq!(guard.internal_lines(&format!("Yes.\n{line}")), [Held::new(Why::Reference, line)]);
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
            assert!(templates_to_consultants().any(|template| template == text), "{name}");
        }
    }
}
