//! Everything that is read from one mail.

use std::{borrow::Cow, collections::HashSet, mem::take};

use mail_parser::{Message, MessagePart, MimeHeaders, PartType};

use crate::{
    attachments::{self, Attachment, MAX_SHOWN},
    characters::{is_removed, without_space},
    charset,
    encrypted::{SAID, is_encrypted},
    headers::{Headers, Unclear},
    html, invitation, lines,
    mail::Mail,
    parts::{is_of_type, mime},
    tags::{Pictures, with_words},
};

/// Of the text that is read: a quote of many mails may stand above an answer.
const MAX_TEXT: usize = 512 * 1024;
/// Of its markup, of which Outlook writes much.
const MAX_HTML: usize = 4 * MAX_TEXT;
/// Instead of what is not read. In an answer the author is asked.
pub const NOT_READ: &str = "[A part of the text is too long to be shown]";
/// With it, between empty lines.
const MAX_READ: usize = MAX_TEXT + NOT_READ.len() + 4;
const NOT_SHOWN: &str = " more bytes of text are not shown]";
/// Ids in `References`, from the right.
const MAX_IDS: usize = 30;
const LONGEST_ID: usize = 300;
/// The column takes twice as many code units.
const LONGEST_SUBJECT: usize = 490;
/// Bytes of the encoded words of a character.
const LONGEST_ENCODED: usize = 16;

/// An address with its display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    pub name: Option<String>,
    /// In lower case.
    pub address: String,
}

/// What one mail says. Nothing here is verified.
#[derive(Clone, Debug)]
pub struct ParsedMail {
    /// Of the first `From`.
    pub from: Option<Mailbox>,
    /// The first field that occurs twice or in disguise, or a `From` of several authors: such a mail is never authenticated.
    pub unclear: Option<(&'static str, Unclear)>,
    /// Decoded, on one line.
    pub subject: String,
    /// Without angle brackets.
    pub message_id: Option<String>,
    /// Of `In-Reply-To`, then of `References` from the right.
    pub answered_ids: Vec<String>,
    /// Where a receiving server says that the mail went: `X-Original-To`, `Delivered-To`, `X-Gm-Original-To`, and
    /// `Envelope-To` of Exim.
    pub delivered_to: Vec<String>,
    /// These, and then `To` and `Cc`.
    pub recipients: Vec<String>,
    /// `Received` fields: servers that it has passed.
    pub hops: usize,
    /// The whole text, also of an HTML mail.
    pub text: String,
    /// The newly written part of it: all, until it is compared with the texts of its conversation.
    pub new_text: String,
    /// Lines of its page whose words the text does not say: a short answer beside a banner. A consultant reads them, but of a
    /// consultant's answer they do not go out: the client may have quoted there alone.
    pub page_alone: String,
    /// As a whole: what it says is only that.
    pub is_encrypted: bool,
    pub attachments: Vec<Attachment>,
    /// Attachments that are not listed.
    pub more_attachments: usize,
}

impl ParsedMail {
    /// Whom its sender names.
    pub fn named(&self) -> &[String] {
        &self.recipients[self.delivered_to.len()..]
    }

    /// For consultants alone.
    pub fn show_page(&mut self) {
        if !self.page_alone.is_empty() {
            self.text = [self.text.trim_end(), &take(&mut self.page_alone)].join("\n");
            self.new_text = shown(self.text.trim()).into_owned();
        }
    }

    pub fn of(mail: &Mail<'_>) -> Self {
        let Mail { headers, message } = mail;
        let is_encrypted = is_encrypted(headers, message);
        let (text, page_alone) = if is_encrypted { (SAID.to_owned(), String::new()) } else { text_of(message) };
        let text = storable(&text);
        let (attachments, more_attachments) = attachments::of(message);
        let [delivered_to, named] = recipients(headers);
        let authors = mailboxes(headers, "From");
        let several = (authors.len() > 1).then_some(("From", Unclear::Several));
        Self {
            from: authors.into_iter().next(),
            unclear: headers.first_unclear().or(several),
            subject: subject(headers),
            message_id: ids(&headers.first("Message-ID").unwrap_or_default()).into_iter().next(),
            answered_ids: answered_ids(headers),
            recipients: delivered_to.iter().cloned().chain(named).collect(),
            delivered_to,
            hops: headers.all("Received").count(),
            new_text: shown(text.trim()).into_owned(),
            text,
            page_alone: storable(&page_alone),
            is_encrypted,
            attachments,
            more_attachments,
        }
    }
}

/// Where a receiving server says that the mail went, and whom its sender names.
pub fn recipients(headers: &Headers<'_>) -> [Vec<String>; 2] {
    let servers: &[&str] = &["X-Original-To", "Delivered-To", "X-Gm-Original-To", "Envelope-To"];
    [servers, &["To", "Cc"]]
        .map(|names| names.iter().flat_map(|name| mailboxes(headers, name)).map(|mailbox| mailbox.address).collect())
}

/// Sender and subject, for a list. It reads no more than the headers, so it can be asked about any mail.
#[derive(Debug)]
pub struct Summary {
    /// Of the first `From`.
    pub from: Option<Mailbox>,
    /// Decoded, on one line.
    pub subject: String,
}

impl Summary {
    /// `None`: the header section is too large. `head` is the beginning of a mail.
    pub fn of(head: &[u8]) -> Option<Self> {
        let headers = Headers::of(head).ok()?;
        Some(Self { from: mailboxes(&headers, "From").into_iter().next(), subject: subject(&headers) })
    }
}

/// Of a text that says that there is a page.
const LONGEST_HINT: usize = 200;
/// Of a text beside a page in which a gateway may have written all there is.
const LONGEST_BANNER: usize = 16 * 1024;
/// Words of a page alone that are no accident, and that hold an answer.
const MORE: usize = 3;
const FEW: usize = 2;
/// How words of a server's banner or footer begin.
const OF_SERVERS: &str = "caution warning warnung achtung vorsicht attention attenzione avertissement extern estern extérieur exterieur outside \
    ausserhalb außerhalb fremd often häufig souvent spesso sender absender expéditeur mittente confiden vertraulich riservat virus scanned";
/// Of a part that is not repeated by accident.
const FEW_LETTERS: usize = 40;

/// The text parts in their order, or the HTML parts as text if the former say nothing; then what the parser takes for no text. And
/// the lines that the HTML parts alone say.
fn text_of(message: &Message<'_>) -> (String, String) {
    let described = descriptions(message);
    let (mut text, mut page_alone) = (joined(message, message.text_bodies(), &described, Pictures::All), String::new());
    if message.text_body != message.html_body && (text.len() <= LONGEST_BANNER || may_strike(message)) {
        let pictures = if says_nothing(&text) { Pictures::All } else { Pictures::Emoji };
        let page = joined(message, message.html_bodies(), &described, pictures);
        (text, page_alone) = with_page(text, &page);
    }
    if let Some(PartType::Message(mail)) = message.parts.first().map(|part| &part.body) {
        text.push_str(&attached(mail));
    }
    for part in attachments::stray_texts(message) {
        if text.len() >= MAX_TEXT {
            say_more(&mut text);
            break;
        }
        let stray = joined(message, [part].into_iter(), &described, Pictures::All);
        // Such as the page beside a text. A few letters are in any text.
        let (letters, said) = (without_space(&stray), without_space(&text));
        if letters != said && (letters.len() < FEW_LETTERS || !said.contains(&letters)) {
            text.extend(["\n", &stray]);
        }
    }
    let mut said = Vec::new();
    for part in attachments::calendars(message) {
        let calendar = charset::text(message, part).unwrap_or_else(|| String::from_utf8_lossy(part.contents()));
        let Some(words) = invitation::in_words(&calendar, &text).filter(|words| !said.contains(words)) else {
            continue;
        };
        let gap = if is_blank(&text) { "" } else { "\n\n" };
        text = format!("{}{gap}{words}", text.trim_end());
        said.push(words);
    }
    (bounded(text).replace('\0', "\u{fffd}"), page_alone)
}

/// The page instead of a text that says nothing, or says less: gateways write their banner into a text that was empty. A server
/// may also have written it there alone. And the lines that the page alone says.
fn with_page(text: String, page: &str) -> (String, String) {
    let (own, all) = (words(&text), words(page));
    let letters = all.concat();
    let mut rest = letters.as_str();
    let mut goes_on = |line: &str| {
        let line = words(line).concat();
        rest.find(&line).map(|at| rest = &rest[at + line.len()..]).is_some()
    };
    let known: HashSet<&str> = own.iter().copied().collect();
    let more = |words: &[&str]| words.iter().filter(|word| !known.contains(*word)).count();
    let new = more(&all);
    let is_within = text.lines().all(&mut goes_on);
    // What is struck out, a text does not say.
    let is_marked = page.contains("~~") && !text.contains("~~");
    if is_within && all.len() >= own.len() + MORE || is_marked || says_nothing(&text) && !is_blank(page) {
        let in_page: HashSet<&str> = all.iter().copied().collect();
        let is_alone = |line: &&str| {
            let mut own = line.split_whitespace().filter(|piece| !piece.starts_with('<')).flat_map(words);
            !is_within && own.any(|word| !in_page.contains(word))
        };
        let alone: Vec<&str> = text.lines().filter(is_alone).collect();
        let gap = if alone.is_empty() { "" } else { "\n\n" };
        return (format!("{}{gap}{}", page.trim_end(), alone.join("\n")), String::new());
    }
    if !is_within && new >= MORE && 2 * new > all.len() {
        return (format!("{text}\n{page}"), String::new());
    }
    let is_more = |line: &&str| {
        let words = words(line);
        more(&words) > 0 && 2 * more(&words) >= words.len()
    };
    let page_alone = page.lines().filter(is_more).collect::<Vec<_>>().join("\n");
    (text, page_alone)
}

/// Words of a page alone that hold an answer. Beside a text of which nothing is known to be its author's, each is the answer.
pub fn least_alone(answer: &str) -> usize {
    let is_servers = |paragraph: &str| {
        let (paragraph, lower) = (paragraph.trim(), paragraph.to_lowercase());
        let is_of_servers = |word: &&str| OF_SERVERS.split_whitespace().any(|begin| word.starts_with(begin));
        paragraph.starts_with('[') && paragraph.ends_with(']')
            || words(&lower).iter().any(is_of_servers)
            || paragraph.is_empty()
    };
    let lines: Vec<&str> = answer.lines().map(|line| if words(line).is_empty() { "" } else { line }).collect();
    if lines.join("\n").split("\n\n").all(is_servers) { 1 } else { FEW }
}

/// Without where a link leads, which a text may say in another way. Dashes and quotation marks differ, too; an emoji is a word.
fn words(text: &str) -> Vec<&str> {
    let is_letter = |c: char| c.is_alphanumeric() || c >= '\u{2190}' && !c.is_whitespace() && !is_padding(c);
    let pieces = text.split_whitespace().filter(|piece| !piece.starts_with("[http"));
    pieces.flat_map(|piece| piece.split(move |c| !is_letter(c))).filter(|word| !word.is_empty()).collect()
}

/// A mail that is the whole of another one.
fn attached(mail: &Message<'_>) -> String {
    let from = mail.from().and_then(|from| from.first()).and_then(|from| from.address()).unwrap_or_default();
    let subject = mail.subject().unwrap_or_default();
    let text = joined(mail, mail.text_bodies(), &descriptions(mail), Pictures::All);
    format!("From: {from}\nSubject: {subject}\n\n{text}")
}

/// Whether a text beside a page is empty or only a signature, or says that there is a page.
fn says_nothing(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_whitespace() || is_padding(c));
    let is_hint = || text.len() <= LONGEST_HINT && text.to_lowercase().contains("html");
    text.is_empty() || text.lines().next().is_some_and(|line| line.trim_end() == "--") || is_hint()
}

fn may_strike(message: &Message<'_>) -> bool {
    let mut pages = message.html_bodies();
    pages.any(|part| matches!(&part.body, PartType::Html(page) if html::may_strike(cut_at(page, MAX_HTML))))
}

fn joined<'a>(
    message: &'a Message<'_>,
    parts: impl Iterator<Item = &'a MessagePart<'a>>,
    described: &[String],
    pictures: Pictures,
) -> String {
    let (mut text, mut read) = (String::new(), 0);
    let mut parts = parts.filter(|part| !attachments::is_calendar(part)).peekable();
    while let Some(part) = parts.next() {
        // An answer may stand below all others.
        if read >= MAX_HTML && parts.peek().is_some() {
            say_more(&mut text);
            continue;
        }
        let Some(words) = charset::text(message, part) else { continue };
        read += words.len();
        let plain = if is_of_type(part, "text", &attachments::MARKED) {
            // Empty lines are line ends (RFC 1896).
            let page = words.replace("\r\n", "\n").replace("\n\n", "<br>").replace("<<", "&lt;");
            text_of_page(&page, pictures)
        } else if matches!(part.body, PartType::Html(_))
            || attachments::is_text_of(part, "html")
            || is_page(part, &words)
        {
            text_of_page(&html::without_pictures(&words), pictures)
        } else {
            let delsp = part.content_type().and_then(|kind| kind.attribute("delsp"));
            let is_broken = delsp.is_some_and(|value| value.eq_ignore_ascii_case("yes"));
            let words = read_of(&words);
            html::without_marks(&if is_broken { lines::unbroken(&words).into() } else { words }, described)
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&plain);
    }
    bounded(text)
}

/// Whether a text of another type is a whole page, or one that is all the mail says.
fn is_page(part: &MessagePart<'_>, words: &str) -> bool {
    let words = words.trim();
    let is_shown = || ["<!--", "<script", "display:none"].iter().all(|hidden| !words.contains(hidden));
    let is_whole = || ["</html>", "</HTML>"].iter().any(|end| words.ends_with(end)) && is_shown();
    let is_file = matches!(part.body, PartType::Binary(_));
    (is_file || is_whole()) && infer::text::is_html(words.as_bytes())
}

fn bounded(text: String) -> String {
    if text.len() > MAX_READ { read_of(&text).into_owned() } else { text }
}

/// Of the pictures in its pages.
fn descriptions(message: &Message<'_>) -> Vec<String> {
    let pages = message.html_bodies().filter_map(|part| match &part.body {
        PartType::Html(page) => Some(html::descriptions(cut_at(page, MAX_HTML))),
        _ => None,
    });
    pages.take(MAX_DESCRIBED).flatten().collect()
}

const MAX_DESCRIBED: usize = 20;

fn say_more(text: &mut String) {
    if !text.ends_with(NOT_READ) {
        text.extend(["\n", NOT_READ]);
    }
}

fn text_of_page(page: &str, pictures: Pictures) -> String {
    let text_of = |page: &str| html::text_of(&with_words(page, pictures));
    let Some((head, _, tail)) = ends_of(page, MAX_HTML) else { return text_of(page) };
    // Behind a tag that is cut.
    let tail = match tail.find(['<', '>']) {
        Some(end) if tail[end..].starts_with('>') => &tail[end + 1..],
        _ => tail,
    };
    [&text_of(head), NOT_READ, &text_of(tail)].join("\n\n")
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_padding(c))
}

/// Mailing tools put it in front of a text.
fn is_padding(c: char) -> bool {
    is_removed(c) || matches!(c, '\u{34f}' | '\u{200c}' | '\u{200d}' | '\u{2800}' | '\u{fe00}'..='\u{fe0f}')
}

/// What the database takes as text.
fn storable(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    lines.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

/// As much of it as is shown, and that there is more: below a log stands the question.
pub fn shown(text: &str) -> Cow<'_, str> {
    let ends = ends_of(text, MAX_SHOWN);
    ends.map_or(text.into(), |(head, left, tail)| format!("{head}\n\n[{left}{NOT_SHOWN}\n\n{tail}").into())
}

/// That there is more.
pub(crate) fn says_more(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(NOT_SHOWN)
}

fn read_of(text: &str) -> Cow<'_, str> {
    ends_of(text, MAX_TEXT).map_or(text.into(), |(head, _, tail)| [head, NOT_READ, tail].join("\n\n").into())
}

/// Of a text of more than `max` bytes the beginning and the end, and how many bytes are between them.
fn ends_of(text: &str, max: usize) -> Option<(&str, usize, &str)> {
    let (head, tail) = (cut_at(text, max / 4 * 3), text.ceil_char_boundary(text.len().saturating_sub(max / 4)));
    (text.len() > max).then(|| (head, tail - head.len(), &text[tail..]))
}

/// At most `max` bytes, at the end of a character.
fn cut_at(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}

/// One field alone, decoded by the MIME parser: our own selection of fields decides which one it sees.
fn alone(name: &str, value: &str) -> Vec<u8> {
    let value = value.replace(['\r', '\n'], " ");
    format!("{name}: {value}\r\n\r\n").into_bytes()
}

fn subject(headers: &Headers<'_>) -> String {
    let Some(value) = headers.first("Subject") else { return String::new() };
    let value = charset::with_readable_words(cut_at(&value, LONGEST_ENCODED * LONGEST_SUBJECT)).into_owned();
    let field = alone("Subject", &value);
    let decoded = mime(&field).and_then(|message| message.subject().map(str::to_owned));
    let one_line: String = decoded.unwrap_or(value).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut subject = one_line.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = subject.char_indices().nth(LONGEST_SUBJECT) {
        subject.replace_range(end.., "…");
    }
    subject
}

/// The mailboxes of all fields of this name, without groups.
pub(crate) fn mailboxes(headers: &Headers<'_>, name: &str) -> Vec<Mailbox> {
    let mut found = Vec::new();
    for value in headers.all(name).take(20) {
        // Parsed as `To`, whatever the field: an address list is read the same everywhere.
        let field = alone("To", &charset::with_known_words(cut_at(&value, 16 * 1024)));
        let Some(message) = mime(&field) else { continue };
        for address in message.to().into_iter().flat_map(|list| list.iter()) {
            let Some(text) = address.address() else { continue };
            let text = text.trim().to_lowercase();
            // Postgres stores no NUL, and no address has a control character.
            let is_address = |c: char| !c.is_whitespace() && !c.is_control();
            if text.contains('@') && text.len() <= 320 && text.chars().all(is_address) {
                let name = address.name().map(|name| name.chars().filter(|c| !c.is_control()).take(100).collect());
                found.push(Mailbox { name, address: text });
            }
        }
    }
    found.truncate(200);
    found
}

fn answered_ids(headers: &Headers<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for value in headers.all("In-Reply-To").chain(headers.all("References")) {
        let mut here = ids(&value);
        here.reverse();
        for id in here {
            if found.len() < MAX_IDS && !found.contains(&id) {
                found.push(id);
            }
        }
    }
    found
}

/// Message-IDs: in angle brackets, or bare words with an `@`. Exchange and some phones separate them by commas.
fn ids(value: &str) -> Vec<String> {
    let separated = value.replace(['<', '>', ',', '"'], " ");
    separated.split_whitespace().filter(|word| is_id(word)).map(str::to_owned).collect()
}

/// Without control characters: ids are looked up in Postgres, which refuses a NUL.
pub(crate) fn is_id(text: &str) -> bool {
    text.contains('@') && text.len() <= LONGEST_ID && !text.contains(char::is_control)
}

#[cfg(test)]
#[path = "parsed_mail_tests.rs"]
mod tests;
