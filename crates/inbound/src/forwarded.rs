//! A forwarded mail: the text begins with the header of the original.

use crate::quote_hints::{field, sender, starts_header_block, unquoted};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forwarded {
    pub address: String,
    /// The display name.
    pub name: String,
    /// Empty if the header names none.
    pub subject: String,
    pub text: String,
}

/// `None` if the text contains no header, or if the header's sender is not exactly one address.
pub fn forwarded(text: &str) -> Option<Forwarded> {
    const SUBJECTS: [&str; 4] = ["subject", "betreff", "objet", "oggetto"];
    let lines: Vec<&str> = text.lines().collect();
    let first = (0..lines.len()).find(|first| starts_header_block(&lines[*first..]))?;
    let (address, name) = mailbox(sender(lines[first])?)?;
    let length = lines[first..].iter().position(|line| unquoted(line).is_empty()).unwrap_or(lines.len() - first);
    let (header, text) = lines[first..].split_at(length);
    let subject = header.iter().filter_map(|line| field(line)).find(|(label, _)| SUBJECTS.contains(&label.as_str()));
    let text: Vec<&str> = text.iter().map(|line| line.strip_prefix('>').map_or(*line, str::trim_start)).collect();
    Some(Forwarded {
        address,
        name,
        subject: subject.map(|(_, value)| value.to_owned()).unwrap_or_default(),
        text: text.join("\n").trim().to_owned(),
    })
}

/// Such as `Somebody <a@b.example>`, `Somebody [mailto:a@b.example]` or `a@b.example`. Clients repeat the address as a link.
fn mailbox(value: &str) -> Option<(String, String)> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '[' | ']' | '(' | ')' | ';' | ',' | '"');
    let words = value.split(is_end).map(|word| word.strip_prefix("mailto:").unwrap_or(word));
    let mut addresses: Vec<&str> = words.filter(|word| word.contains('@')).collect();
    addresses.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    let [address] = addresses[..] else { return None };
    let name = value.split(['<', '[', '(']).next().unwrap_or_default().trim_matches(['"', '\'', ' ']);
    Some((address.to_owned(), if name.contains('@') { String::new() } else { name.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_clients_write_in_four_languages() {
        for header in [
            "---------- Forwarded message ---------\nFrom: Probe Muster <probe@visitor.example>\nDate: Mon, 23 Nov 2026\n\
             Subject: Our network\nTo: <anna@own.example>",
            "Von: Probe Muster <probe@visitor.example>\nGesendet: Montag, 23. November 2026 10:00\nAn: Anna\nBetreff: Our network",
            "De : Probe Muster [mailto:probe@visitor.example]\nEnvoyé : lundi\nÀ : Anna\nObjet : Our network",
            "Inizio messaggio inoltrato:\n\n> Da: Probe Muster <probe@visitor.example>\n> Oggetto: Our network\n> Data: oggi",
            "*From:* Probe Muster <probe@visitor.example<mailto:probe@visitor.example>>\n*Sent:* Monday\n*To:* Anna\n\
             *Subject:* Our network",
        ] {
            let found = forwarded(&format!("See below.\n\n{header}\n\nCan you help us?\n\nKind regards")).unwrap();
            assert_eq!(
                (found.address.as_str(), found.name.as_str()),
                ("probe@visitor.example", "Probe Muster"),
                "{header}"
            );
            assert_eq!(
                (found.subject.as_str(), found.text.as_str()),
                ("Our network", "Can you help us?\n\nKind regards")
            );
        }
    }

    #[test]
    fn no_sender_or_several_give_nothing() {
        for text in [
            "Can you help us?",
            "From: Probe Muster\nSent: Monday\nTo: Anna\n\nHello",
            "From: a@visitor.example, b@visitor.example\nSent: Monday\nTo: Anna\n\nHello",
        ] {
            assert_eq!(forwarded(text), None, "{text}");
        }
    }
}
