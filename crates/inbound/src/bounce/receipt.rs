//! Read receipts (RFC 8098), and those that Outlook writes in words.

use mail_parser::MimeHeaders;

use super::words::{in_one_line, prose};
use crate::mail::Mail;

/// Of a receipt in words, all of it, and the time behind them; a person's mail that begins like one says more.
const LONGEST: usize = 1_000;
const LONGEST_TIME: usize = 140;

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

/// Whether a client says that somebody has read a mail of ours, or has deleted it unread.
pub fn is_receipt_in_words(mail: &Mail<'_>) -> bool {
    const SUBJECTS: &str = include_str!("words/receipt_subjects.txt");
    const BEGINNINGS: [&str; 5] = ["your message ", "ihre nachricht ", "votre message ", "il messaggio ", "messaggio "];
    const SAID: &str = include_str!("words/receipt_phrases.txt");
    let subject = in_one_line(mail.message.subject().unwrap_or_default());
    if !SUBJECTS.lines().any(|start| subject.starts_with(start)) {
        return false;
    }
    let text = in_one_line(&prose(&mail.message));
    text.len() <= LONGEST
        && BEGINNINGS.iter().any(|start| text.starts_with(start))
        && SAID.lines().any(|said| text.find(said).is_some_and(|at| text.len() - at - said.len() <= LONGEST_TIME))
}
