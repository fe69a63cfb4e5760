//! Read receipts (RFC 8098), and those that Outlook writes in words.

use mail_parser::MimeHeaders;

use super::words::{in_one_line, prose};
use crate::{
    mail::Mail,
    quote_hints::{field, is_of_attribution},
};

/// Of a receipt in words.
const LONGEST: usize = 1_000;

/// Of a mail that a program wrote.
pub(super) fn is_receipt(mail: &Mail<'_>) -> bool {
    const NAME: &str = "disposition-notification";
    let Mail { headers, message } = mail;
    let kind = headers.first("Content-Type").unwrap_or_default().to_lowercase();
    let has_part = || {
        message.parts.iter().filter_map(|part| part.content_type()).any(|kind| {
            kind.ctype().eq_ignore_ascii_case("message")
                && kind.subtype().is_some_and(|name| name.to_ascii_lowercase().ends_with(NAME))
        })
    };
    kind.contains("multipart/report") && kind.contains(NAME) || has_part() || is_receipt_in_words(mail)
}

/// Whether a client says that somebody has read a mail of ours, or has deleted it unread: besides the fields of that mail and a time
/// it says no word.
pub fn is_receipt_in_words(mail: &Mail<'_>) -> bool {
    const SUBJECTS: &str = include_str!("words/receipt_subjects.txt");
    const BEGINNINGS: [&str; 5] = ["your message", "ihre nachricht", "votre message", "il messaggio", "messaggio"];
    const SAID: &str = include_str!("words/receipt_phrases.txt");
    let subject = in_one_line(mail.message.subject().unwrap_or_default());
    let text = prose(&mail.message).to_lowercase();
    if !SUBJECTS.lines().any(|start| subject.starts_with(start)) || text.len() > LONGEST {
        return false;
    }
    let text = text.trim();
    let Some(text) = BEGINNINGS.iter().find_map(|start| text.strip_prefix(start)) else { return false };
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| is_field(line));
    // Something in front of the fields, or instead of them, is somebody's.
    if last.is_some() && !lines[0].trim().is_empty() {
        return false;
    }
    let said = in_one_line(&lines[last.map_or(0, |last| last + 1)..].join(" "));
    SAID.lines().any(|phrase| said.split_once(phrase).is_some_and(|(before, time)| is_time(before) && is_time(time)))
}

/// Such as `Subject: Offer`, and no time.
fn is_field(line: &str) -> bool {
    field(line).is_some_and(|(label, _)| !label.is_empty() && label.chars().all(|c| c.is_alphabetic() || c == ' '))
}

/// Whether it says a time, perhaps with its zone and the cities of that, and nothing else.
fn is_time(text: &str) -> bool {
    const ZONES: [&str; 2] = ["(utc", "(gmt"];
    const VERBS: [&str; 13] = [
        "was",
        "wurde",
        "gelöscht",
        "ohne",
        "gelesen",
        "zu",
        "werden",
        "été",
        "supprimé",
        "è",
        "stato",
        "eliminato",
        "cancellato",
    ];
    let text = text.trim().trim_end_matches('.');
    let zone = ZONES.iter().filter_map(|zone| text.find(zone)).min().unwrap_or(text.len());
    let (time, zone) = text.split_at(zone);
    let is_of_time = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_number = bare.starts_with(|c: char| c.is_ascii_digit());
        bare.is_empty() || is_number || VERBS.contains(&bare) || is_of_attribution(bare)
    };
    // Behind the end of a sentence somebody goes on.
    !time.starts_with(['.', '!', '?', ';'])
        && time.split_whitespace().all(is_of_time)
        && !zone.contains(['.', '!', '?'])
}
