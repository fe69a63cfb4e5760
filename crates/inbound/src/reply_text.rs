//! The newly written part of a reply: without the quoted mail and the signature. The whole text is stored; this decides
//! only what is shown and relayed.
//!
//! Line by line and in linear time: each line is looked at together with at most six others.

mod phrases;

use self::phrases::{is_banner, is_device_line, is_notice, is_warning};

/// Marks the start of the quote, in a text made from HTML whose quote the client has marked.
pub const DELIMITER: &str = "--- Please reply above this line ---";

/// An attribution such as "On Monday, somebody wrote:" is spread over at most this many lines.
const ATTRIBUTION_LINES: usize = 6;
/// Bytes in all; what is longer is text.
const LONGEST_ATTRIBUTION: usize = 400;

/// Digits of a date.
const MIN_DATE: usize = 5;
/// Characters up to which no client breaks a line.
const WRAPPED: usize = 60;

/// Behind the verb, as in "schrieb Somebody <a@b.example>:".
const LONGEST_NAME: usize = 150;

/// The newly written text, with `\n` as line end.
pub fn newly_written(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.split('\n').collect();
    let mut kept = match find_quote(&lines) {
        None => lines,
        Some(Quote { first, after }) => {
            let (above, below) = (&lines[..first], &lines[after..]);
            let has_text_above = !without_tail(above).is_empty();
            [above.to_vec(), written_below(below, has_text_above)].concat()
        }
    };
    kept = without_tail(&kept).to_vec();
    without_warning(&kept).join("\n").trim_end().to_owned()
}

/// Without empty lines at the beginning, and without the warning of a mail server, unless there is nothing else.
fn without_warning<'a, 'b>(lines: &'b [&'a str]) -> &'b [&'a str] {
    let is_empty = |line: &&str| line.trim().is_empty();
    let begin = |lines: &[&str]| lines.iter().position(|line| !is_empty(line)).unwrap_or(lines.len());
    let lines = &lines[begin(lines)..];
    let end = lines.iter().position(is_empty).unwrap_or(lines.len());
    let (first, rest) = lines.split_at(end);
    let rest = &rest[begin(rest)..];
    if rest.is_empty() || !is_warning(first) { lines } else { rest }
}

/// Where a quoted mail begins, and where its text does.
struct Quote {
    first: usize,
    after: usize,
}

fn find_quote(lines: &[&str]) -> Option<Quote> {
    (0..lines.len()).find_map(|first| {
        let line = unquoted(lines[first]);
        if line.contains(DELIMITER) {
            return Some(Quote { first, after: lines.len() });
        }
        if is_banner(line) {
            return Some(Quote { first, after: end_of_block(lines, first + 1) });
        }
        if starts_header_block(&lines[first..]) || starts_dated_block(&lines[first..]) {
            return Some(Quote { first, after: end_of_block(lines, first) });
        }
        attribution(&lines[first..]).map(|length| Quote { first, after: first + length })
    })
}

/// What was written below the line that introduces the quote: answers between or after quoted lines. Without quoted
/// lines the two cannot be separated: all counts as the quote if there is text above it, otherwise as text.
fn written_below<'a>(lines: &[&'a str], has_text_above: bool) -> Vec<&'a str> {
    let is_quote = |line: &str| line.trim_start().starts_with('>');
    let begin = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    let lines = without_tail(&lines[begin..]);
    let last = lines.iter().rposition(|line| is_quote(line)).map_or(0, |last| last + 1);
    let is_all_quote = lines[..last].iter().all(|line| is_quote(line) || line.trim().is_empty());
    // Below a quote without answers.
    let has_notice = has_text_above && is_all_quote && is_notice(&lines[last..]);
    let lines = if has_notice { without_tail(&lines[..last]) } else { lines };
    let Some(first) = lines.first() else { return Vec::new() };
    if !is_quote(first) {
        return if has_text_above { Vec::new() } else { lines.to_vec() };
    }
    let mut texts = lines.split(|line| is_quote(line)).filter(|text| text.iter().any(|line| !line.trim().is_empty()));
    match (texts.next(), texts.next()) {
        (None, _) => Vec::new(),
        // One text after the quote needs no quote, unless it continues the text above.
        (Some(text), None) if !has_text_above => text.to_vec(),
        // Answers between the quoted lines make no sense without them.
        _ => lines.to_vec(),
    }
}

/// Without what ends a mail and says nothing: signatures, rules, the closing lines of phones, a quote at the end.
fn without_tail<'a, 'b>(lines: &'b [&'a str]) -> &'b [&'a str] {
    let mut end = signature(lines).unwrap_or(lines.len());
    let is_quote = |line: &str| line.trim_start().starts_with('>');
    let whole = end;
    while end > 0 {
        let line = lines[end - 1].trim();
        // A mail of nothing but a quote is kept.
        if line.is_empty() || is_rule(line) || is_device_line(line) || is_quote(line) {
            end -= 1;
        } else {
            return &lines[..end];
        }
    }
    let has_quote = lines[..whole].iter().any(|line| is_quote(line));
    if has_quote { &lines[..whole] } else { &[] }
}

/// RFC 3676, section 4.3: `-- `; most clients lose the space. Inside a fenced block it is code.
fn signature(lines: &[&str]) -> Option<usize> {
    let mut is_fenced = false;
    lines.iter().position(|line| {
        is_fenced ^= line.trim_start().starts_with("```");
        !is_fenced && matches!(line.trim_end(), "--" | "—")
    })
}

/// A line of nothing but a drawn rule. `ᐧ` is what a mail tracker leaves.
fn is_rule(line: &str) -> bool {
    line.chars().all(|c| matches!(c, '-' | '_' | '=' | '~' | '*' | '#' | '+' | 'ᐧ' | ' '))
}

/// Behind the next lines that are not empty.
fn end_of_block(lines: &[&str], start: usize) -> usize {
    let is_empty = |line: &&str| unquoted(line).is_empty();
    let first = lines[start..].iter().position(|line| !is_empty(line)).map_or(lines.len(), |at| start + at);
    lines[first..].iter().position(is_empty).map_or(lines.len(), |at| first + at)
}

pub(crate) fn unquoted(line: &str) -> &str {
    line.trim_start_matches(['>', ' ', '\t']).trim_end()
}

/// The header of the quoted mail as text: a sender, and at least two more labels within six lines.
pub(crate) fn starts_header_block(lines: &[&str]) -> bool {
    const OTHERS: [&str; 42] = [
        "sent",
        "date",
        "to",
        "cc",
        "subject",
        "reply-to",
        "gesendet",
        "datum",
        "an",
        "betreff",
        "kopie",
        "envoyé",
        "à",
        "a",
        "objet",
        "sujet",
        "copie",
        "copie à",
        "inviato",
        "data",
        "oggetto",
        "risposta",
        "enviado",
        "para",
        "asunto",
        "fecha",
        "assunto",
        "verzonden",
        "aan",
        "onderwerp",
        "skickat",
        "till",
        "ämne",
        "sendt",
        "til",
        "emne",
        "wysłano",
        "do",
        "temat",
        "отправлено",
        "кому",
        "тема",
    ];
    let is_other = |line: &&&str| field(line).is_some_and(|(label, _)| OTHERS.contains(&label.as_str()));
    sender(lines[0]).is_some() && lines[1..].iter().take(6).filter(is_other).count() >= 2
}

/// A header whose date comes first, as of GMX and Orange.
fn starts_dated_block(lines: &[&str]) -> bool {
    let dates = ["gesendet", "datum", "sent", "date", "envoyé", "message du", "inviato", "data"];
    let is_date = field(lines[0]).is_some_and(|(label, _)| dates.contains(&label.as_str()));
    is_date && lines.len() > 1 && starts_header_block(&lines[1..])
}

/// The label of a header line, in lower case, and its value.
pub(crate) fn field(line: &str) -> Option<(String, &str)> {
    let (label, value) = unquoted(line).trim_start_matches('*').split_once(':')?;
    let label = (label.len() < 30).then(|| label.trim_matches(['*', ' ', '\u{a0}']).to_lowercase())?;
    Some((label, value.trim_matches(['*', ' ', '\u{a0}'])))
}

/// The value of a line that names the sender.
pub(crate) fn sender(line: &str) -> Option<&str> {
    const LABELS: [&str; 9] = ["from", "von", "de", "da", "van", "från", "fra", "od", "от"];
    field(line).filter(|(label, _)| LABELS.contains(&label.as_str())).map(|(_, value)| value)
}

/// The number of lines of an attribution that begins here: "On Monday, somebody <a@b.example> wrote:".
fn attribution(lines: &[&str]) -> Option<usize> {
    let first = unquoted(lines[0]);
    if first.is_empty() || first.len() > LONGEST_ATTRIBUTION {
        return None;
    }
    let mut joined = String::new();
    let mut empty = 0;
    for (index, line) in lines.iter().take(ATTRIBUTION_LINES).enumerate() {
        let line = unquoted(line);
        empty += usize::from(line.is_empty());
        // One empty line, and only behind a line that begins like an attribution.
        if empty > 1 || line.is_empty() && !begins_with_date(first) {
            break;
        }
        if joined.len() + line.len() > LONGEST_ATTRIBUTION {
            break;
        }
        if index > 0 {
            joined.push(' ');
        }
        joined.push_str(line);
        if is_attribution(&joined, index) {
            let begins_later = (1..=index).any(|later| begins_anew(&lines[..=index], later));
            return (!begins_later).then_some(index + 1);
        }
    }
    // "2016-03-03 17:21 GMT+01:00 Somebody", without a verb.
    let is_followed_by_quote = lines[1..].iter().find(|line| !line.trim().is_empty());
    let has_zone = first.contains(" GMT+") || first.contains(" GMT-") || first.contains('@') && first.ends_with('>');
    let stands_alone =
        lines.get(1).is_none_or(|line| line.trim().is_empty() || line.trim_start().starts_with(['>', '|']));
    (begins_with_digits(first) && has_zone && stands_alone && is_followed_by_quote.is_some()).then_some(1)
}

/// Whether an attribution begins at this line, so that the lines above it are the writer's.
fn begins_anew(lines: &[&str], at: usize) -> bool {
    let lines: Vec<&str> = lines.iter().map(|line| unquoted(line)).collect();
    let rest = lines[at..].join(" ");
    if !is_attribution(&rest, lines.len() - 1 - at) || rest.starts_with('<') {
        return false;
    }
    let has_capital = rest.starts_with(char::is_uppercase);
    let above = lines[..at].iter().rfind(|line| !line.is_empty()).copied().unwrap_or_default();
    let is_apart = lines[at - 1].is_empty();
    let is_sentence = above.ends_with(['.', '!', '?']);
    // A client breaks a line where the next word does not fit.
    let next = rest.split(' ').next().unwrap_or_default();
    let had_room = !above.ends_with(',') && above.chars().count() + next.chars().count() < WRAPPED;
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    if !begins_with_date(lines[0]) && (has_capital || begins_with_date(&rest)) {
        return true;
    }
    if digits(&rest) >= MIN_DATE || has_capital && begins_with_date(&rest) {
        return is_apart || had_room || has_capital && is_sentence;
    }
    if !has_capital {
        return is_apart;
    }
    // "On Mon, 23 Nov 2026 09:30:00 +0100" and "Somebody <a@b.example> wrote:".
    is_sentence || digits(&lines[..at].concat()) < MIN_DATE
}

fn is_attribution(text: &str, index: usize) -> bool {
    const VERBS: [&str; 23] = [
        "wrote",
        "schrieb",
        "a écrit",
        "ha scritto",
        "scrisse",
        "escribió",
        "escreveu",
        "schreef",
        "geschreven",
        "skrev",
        "napisał",
        "napisal",
        "написал",
        "пише",
        "писал",
        "写道",
        "寫道",
        "kirjoitti",
        "írta",
        "yazdı",
        "scrive",
        "hat geschrieben",
        "geschrieben",
    ];
    // `&lt;` and others are left by converters.
    let text = text.trim_end_matches(['-', '*', ' ']);
    let is_ruled = text.starts_with("---");
    let has_no_colon = is_ruled || text.starts_with("On ") && text.ends_with("> wrote");
    let Some(body) = text.strip_suffix([':', '：']).or(has_no_colon.then_some(text)) else { return false };
    let lower = body.to_lowercase();
    let has_verb =
        VERBS.iter().any(|verb| lower.rfind(verb).is_some_and(|at| lower[at + verb.len()..].len() <= LONGEST_NAME));
    let is_dated = begins_with_date(body) || body.trim_start_matches(['-', ' ']).len() < body.len();
    let names_mailbox = body.contains('@') || body.contains('<');
    let digits = body.bytes().filter(u8::is_ascii_digit).count();
    if has_verb {
        // A person's sentence may end in "wrote:", but names neither a mailbox nor a time.
        return names_mailbox || is_dated && digits >= 3;
    }
    // "2016-10-24 15:36 GMT+02:00 Somebody <a@b.example>:", and "Wednesday, 17 November 2021, 3:32 PM +0300 from …".
    let ends_with_mailbox = body.ends_with('>') && body.contains(':');
    (begins_with_digits(body) || ends_with_mailbox) && names_mailbox && digits >= 6 && index < 3
}

fn begins_with_date(text: &str) -> bool {
    const WORDS: [&str; 13] = ["on", "am", "le", "il", "el", "em", "op", "den", "dnia", "at", "a", "w", "dne"];
    let first = text.split([' ', ',']).next().unwrap_or_default().to_lowercase();
    WORDS.contains(&first.as_str()) || begins_with_digits(text) || text.starts_with("在") || first.ends_with("ник")
}

fn begins_with_digits(text: &str) -> bool {
    text.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
#[path = "reply_text_tests.rs"]
mod tests;
