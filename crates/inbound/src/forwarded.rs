//! The mail that a consultant forwards: its header stands in the text, or it is attached. An older mail within it has a header,
//! too: of several the outermost counts, and only if nothing above it could be one more.

use mail_parser::{MessagePart, MimeHeaders, PartType};

use crate::{
    mail::Mail,
    parsed_mail::ParsedMail,
    quote_hints::{
        DATES, SUBJECTS, field, is_attribution, is_banner, is_drawn, is_label, is_of_header, is_other_label, sender,
        unquoted,
    },
};

/// Lines of a header; recipients may fill several.
const MAX_LINES: usize = 20;
/// Lines of an attribution.
const ATTRIBUTION_LINES: usize = 3;
/// Attached mails that are looked at.
const MAX_ATTACHED: usize = 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forwarded {
    pub address: String,
    /// The display name.
    pub name: String,
    /// Empty if the header names none.
    pub subject: String,
    pub text: String,
    /// It is no mail, but what was said by phone.
    pub call: Option<Call>,
}

/// What a call has besides the words of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    pub company: String,
    pub phone: Option<String>,
    pub wants_reply: bool,
}

/// Why nobody is taken for the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum_macros::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Unclear {
    /// It has no header.
    NoSender,
    /// Somebody else than the one in the first header may have written it.
    SeveralSenders,
    /// Of an inquiry by phone: no name, neither address nor number, nothing that was said, or a line above it that is none of these.
    NoName,
    NoContact,
    NoText,
    UnclearLine,
}

impl Unclear {
    /// For the quarantine.
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// `text`: of the mail, without the verb. `named`: the sender as its author names him.
pub fn forwarded(mail: &Mail<'_>, text: &str, named: Option<&str>) -> Result<Forwarded, Unclear> {
    let parsed = ParsedMail::of(mail);
    let author = parsed.from.map(|from| from.address).unwrap_or_default();
    let attached = attached(mail);
    if let Some(named) = named {
        let is_named = |found: &Forwarded| found.address.eq_ignore_ascii_case(named);
        let within = in_text(text, &author).into_iter().chain(attached).find(is_named);
        return Ok(within.unwrap_or_else(|| Forwarded {
            address: named.to_owned(),
            name: String::new(),
            subject: parsed.subject,
            text: text.trim().to_owned(),
            call: None,
        }));
    }
    let in_text = match in_text(text, &author) {
        Err(Unclear::NoSender) => None,
        found => Some(found?),
    };
    let mut found = in_text.into_iter().chain(attached);
    let first = found.next().ok_or(Unclear::NoSender)?;
    let is_sole = found.all(|other| other.address.eq_ignore_ascii_case(&first.address));
    if is_sole { Ok(first) } else { Err(Unclear::SeveralSenders) }
}

/// Whether a mail without such a header was perhaps forwarded all the same: it answers another, quotes, or has the subject or the line
/// of such a mail.
pub fn is_perhaps_forward(parsed: &ParsedMail) -> bool {
    const SUBJECTS: [&str; 9] = ["fwd", "fw", "wg", "tr", "i", "rv", "enc", "vs", "vb"];
    let prefix = parsed.subject.split_once(':').map(|(prefix, _)| prefix.trim().to_lowercase());
    !parsed.answered_ids.is_empty()
        || prefix.is_some_and(|prefix| SUBJECTS.contains(&prefix.as_str()))
        || parsed.text.lines().map(str::trim).any(|line| line.starts_with('>') || is_divider(line))
}

/// The mails among the files, with one clear sender each.
fn attached(mail: &Mail<'_>) -> Vec<Forwarded> {
    let is_mail = |part: &&MessagePart<'_>| {
        matches!(part.body, PartType::Message(_))
            || part.attachment_name().is_some_and(|name| name.to_ascii_lowercase().ends_with(".eml"))
    };
    let parts = mail.message.parts.iter().filter(is_mail).take(MAX_ATTACHED);
    let read = parts.filter_map(|part| {
        let ParsedMail { from, unclear, subject, new_text, .. } = ParsedMail::of(&Mail::read(part.contents()).ok()?);
        let from = from.filter(|_| unclear.is_none())?;
        Some(Forwarded {
            address: from.address,
            name: from.name.unwrap_or_default(),
            subject,
            text: new_text,
            call: None,
        })
    });
    read.collect()
}

/// The outermost mail whose header stands in the text.
fn in_text(text: &str, author: &str) -> Result<Forwarded, Unclear> {
    let lines: Vec<&str> = text.lines().collect();
    let found = (0..lines.len()).find_map(|first| Some((first, header(&lines[first..])?)));
    let Some((first, header)) = found else {
        let clear = is_clear(&lines, false, author);
        return Err(if clear { Unclear::NoSender } else { Unclear::SeveralSenders });
    };
    let is_marked = lines[first].trim_start().starts_with('>');
    if !is_clear(&lines[..first], is_marked, author) {
        return Err(Unclear::SeveralSenders);
    }
    let mut senders = header.iter().filter_map(|line| sender(line)).map(mailbox);
    let (address, name) = senders.next().flatten().ok_or(Unclear::SeveralSenders)?;
    if !senders.all(|other| other.is_some_and(|(other, _)| other.eq_ignore_ascii_case(&address))) {
        return Err(Unclear::SeveralSenders);
    }
    let subject = header.iter().filter_map(|line| field(line)).find(|(label, _)| is_label(SUBJECTS, label));
    let text = lines[first + header.len()..].iter();
    let text: Vec<&str> = text.map(|line| line.strip_prefix('>').map_or(*line, str::trim_start)).collect();
    Ok(Forwarded {
        address,
        name,
        subject: subject.map(|(_, value)| value.trim().to_owned()).unwrap_or_default(),
        text: text.join("\n").trim().to_owned(),
        call: None,
    })
}

/// The lines up to the first empty one, if they name a sender, and a date or a subject among at least two more.
fn header<'a>(lines: &'a [&'a str]) -> Option<&'a [&'a str]> {
    if !is_of_header(lines[0]) {
        return None;
    }
    let end = lines.iter().take(MAX_LINES).position(|line| unquoted(line).is_empty()).unwrap_or(MAX_LINES);
    let header = &lines[..end.min(lines.len())];
    let mut labels: Vec<String> = header.iter().filter_map(|line| Some(field(line)?.0)).collect();
    labels.retain(|label| is_other_label(label));
    labels.sort_unstable();
    labels.dedup();
    let is_whole = labels.len() >= 2 && labels.iter().any(|label| is_label(DATES, label) || is_label(SUBJECTS, label));
    (is_whole && header.iter().any(|line| sender(line).is_some())).then_some(header)
}

/// Whether the lines above a header are its author's own: they name nobody else, and begin no other mail.
fn is_clear(above: &[&str], is_marked: bool, author: &str) -> bool {
    let mut own: Vec<&str> = above.iter().map(|line| unquoted(line)).filter(|line| !line.is_empty()).collect();
    let before = own.len();
    while own.pop_if(|line| is_divider(line) || is_drawn(line)).is_some() {}
    let is_introduced = own.len() < before;
    let domain = author.rsplit_once('@').map_or("", |(_, domain)| domain);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-');
    let names_other = |line: &str| {
        let behind = line.split('@').skip(1).map(|rest| rest.split(|c| !is_part(c)).next().unwrap_or_default());
        let mut domains = behind.map(|named| named.trim_end_matches('.')).filter(|named| !named.is_empty());
        domains.any(|named| !named.eq_ignore_ascii_case(domain))
    };
    let is_other = |line: &&str| is_divider(line) || names_other(line) || sender(line).is_some();
    let ends_in = |end: usize| (1..=ATTRIBUTION_LINES.min(end)).any(|n| is_attribution(&own[end - n..end].join(" ")));
    (is_introduced || !is_marked) && !own.iter().any(is_other) && !(1..=own.len()).any(ends_in)
}

/// Such as `-------- Forwarded Message --------`, in any language.
fn is_divider(line: &str) -> bool {
    let is_ruled = line.starts_with("--") && line.ends_with("--");
    is_banner(line) || is_ruled && line.contains(char::is_alphabetic)
}

/// Such as `Somebody <a@b.example>`, `Somebody [mailto:a@b.example]` or `a@b.example`. Clients repeat the address as a link.
fn mailbox(value: &str) -> Option<(String, String)> {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '[' | ']' | '(' | ')' | ';' | ',' | '"');
    let words = value.split(is_end).map(|word| word.strip_prefix("mailto:").unwrap_or(word));
    let mut addresses: Vec<&str> = words.filter(|word| word.contains('@')).collect();
    addresses.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    let [address] = addresses[..] else { return None };
    let name = value.split(['<', '[', '(']).next().unwrap_or_default().trim().trim_matches(['"', '\'']).trim();
    Some((address.to_owned(), if name.contains('@') { String::new() } else { name.to_owned() }))
}

#[cfg(test)]
#[path = "forwarded_tests.rs"]
mod tests;
