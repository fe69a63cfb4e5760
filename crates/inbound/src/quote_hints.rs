//! The lines that clients put in front of a quoted mail: attributions, headers, banners and rules. They say nothing about a
//! quote by themselves; they belong to the one that they stand in front of.

mod phrases;

use std::borrow::Cow;

pub(crate) use self::phrases::{is_banner, is_of_attribution};
use crate::characters::is_removed;

/// An attribution such as "On Monday, somebody wrote:" is spread over at most this many lines.
const ATTRIBUTION_LINES: usize = 6;
/// Of an attribution or a header, with what separates it from the quote.
const HINT_LINES: usize = 12;
/// Bytes in all; what is longer is text.
const LONGEST_ATTRIBUTION: usize = 400;
const LONGEST_HEADER: usize = 4_000;
/// Besides the sender; with one label alone a line can be anybody's.
const MIN_FIELDS: usize = 2;
/// Beginnings of an attribution that are looked at on a line.
const MAX_PLACES: usize = 3;

/// Of an attribution that begins with a date.
const BEGINNINGS: [&str; 8] = ["On ", "Am ", "Le ", "Il ", "El ", "Em ", "Op ", "Den "];
/// Digits of a date.
const MIN_DIGITS: usize = 3;
/// Words that are neither of a date nor of a name, such as of a zone.
const MAX_OTHERS: usize = 2;
/// Words of a name.
const MAX_NAMES: usize = 4;
/// Behind our name, as in "Firnwall: receipt <a@b.example>".
const LONGEST_NOTICE: usize = 30;
/// Behind the verb, as in "schrieb Somebody <a@b.example>:".
const LONGEST_NAME: usize = 150;

/// Where that begins which stands directly in front of the quote at `first`, not above `floor`. `first` if nothing does. `senders`:
/// the names, in lower case, under which the quoted mails may have come.
pub(crate) fn start_of_hint(lines: &[&str], floor: usize, first: usize, senders: &[String]) -> usize {
    let begin = floor.max(first.saturating_sub(HINT_LINES));
    let is_empty = |at: &usize| unquoted(lines[*at]).is_empty();
    let above = |end: usize| (begin..end).rfind(|at| !is_empty(at));
    let Some(last) = above(first) else { return first };
    let hint = (begin..=last).find(|at| is_hint(&lines[*at..=last], senders));
    let mut start = hint.unwrap_or(first);
    while let Some(at) = above(start).filter(|at| is_banner(unquoted(lines[*at])) || is_drawn(lines[*at])) {
        start = at;
    }
    start
}

/// Whether the lines are one attribution or one header of a mail of ours, and nothing else.
fn is_hint(lines: &[&str], senders: &[String]) -> bool {
    if lines.iter().map(|line| line.len()).sum::<usize>() > LONGEST_HEADER {
        return false;
    }
    let joined = lines.iter().map(|line| unquoted(line)).collect::<Vec<_>>().join(" ");
    let fields = lines.iter().filter(|line| is_of_header(line));
    let labels: Vec<String> = fields.filter_map(|line| Some(field(line)?.0)).collect();
    if labels.len() > MIN_FIELDS {
        let from = lines.iter().find_map(|line| sender(line)).unwrap_or_default();
        let is_part = |at: usize| {
            let (former, line) = (unquoted(lines[at - 1]), unquoted(lines[at]));
            // Recipients go on. Behind a rule on a line of the writer's the header begins.
            (is_of_header(line) || is_importance(line)) && !former.ends_with("---") && !former.ends_with("___")
                || line.contains('@') && (former.ends_with([',', ';']) || line.starts_with('<'))
        };
        return is_one_header(&labels)
            && is_of_header(lines[0])
            && (sender(lines[0]).is_some() || begins_header(lines[0]))
            && !has_inner_label(lines[0])
            && is_ours(from, senders)
            && (1..lines.len()).all(is_part);
    }
    // One empty line, and only behind a line that begins like an attribution: what stands above a whole one is no part of it.
    let empty = lines.iter().filter(|line| unquoted(line).is_empty()).count();
    let gap = lines.iter().position(|line| unquoted(line).is_empty());
    if gap.is_some_and(|gap| gap + 1 < lines.len() && is_hint(&lines[gap + 1..], senders)) {
        return false;
    }
    let is_short = lines.len() <= ATTRIBUTION_LINES && joined.len() <= LONGEST_ATTRIBUTION;
    let is_whole = is_short && empty <= usize::from(begins_with_date(&joined));
    // The writer may have written on its line.
    is_whole && introduces(&joined, senders) && inner_attribution(&joined, senders).is_none()
}

/// Whether a header begins on a line of the writer's that begins like one.
fn has_inner_label(line: &str) -> bool {
    let value = field(line).map_or("", |(_, value)| value).to_lowercase();
    value.match_indices([':', '：']).any(|(at, _)| {
        let words: Vec<_> = value[..at].split_whitespace().collect();
        (1..=2.min(words.len())).any(|count| is_other_label(&words[words.len() - count..].join(" ")))
    })
}

/// Whether a header's sender is one of ours. Of what names a mailbox each must be. Without domains anybody's is: in front of our
/// own words nobody else's stands.
fn is_ours(text: &str, senders: &[String]) -> bool {
    let lower = text.to_lowercase();
    if !senders.iter().any(|sender| sender.starts_with('@')) {
        return lower.contains('@') || senders.iter().any(|sender| lower.contains(sender.as_str()));
    }
    let is_end = |rest: &str| !rest.trim_start_matches('.').starts_with(|c: char| c.is_alphanumeric() || c == '-');
    let ours = senders
        .iter()
        .filter(|sender| sender.starts_with('@'))
        .flat_map(|domain| lower.match_indices(domain.as_str()).filter(|(at, _)| is_end(&lower[at + domain.len()..])));
    match lower.matches('@').count() {
        0 => senders.iter().any(|sender| lower.contains(sender.as_str())),
        mailboxes => ours.count() == mailboxes,
    }
}

/// Whether it is an attribution of one of ours. With a mailbox of ours it may say more: nobody writes that by hand.
fn introduces(text: &str, senders: &[String]) -> bool {
    let text = &*without_notice(text, senders);
    let is_no_sender = |name: &String| !senders.iter().any(|sender| sender.contains(name.as_str()));
    if !text.contains('@') {
        return is_attribution(text) && is_shaped(text, senders);
    }
    let has_end = text.ends_with([':', '：', ']']) || is_attribution(text);
    // Of two dates one is in a line of the writer's.
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let years = numbers.filter(|number| number.len() == 4 && number.starts_with("20")).count();
    let others = |text| words_besides_mailboxes(text).filter_map(name_in).filter(is_no_sender).count();
    let body = text.trim_end_matches([':', '：']);
    // As in a line of a log.
    let has_label = body.split_whitespace().any(|word| word.ends_with([':', '：']));
    let begin = body.split(char::is_numeric).next().unwrap_or_default();
    let is_begin = BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
        || begins_with_words(text) && others(begin) == 0 && !begin.contains([':', '：'])
        || begins_with_number(text);
    let is_dated = digits(text) >= MIN_DIGITS;
    has_end
        && is_begin
        && !has_label
        && !has_sentence(text, senders)
        && years <= 1
        && (is_dated || is_attribution(text))
        && is_ours(text, senders)
        && others(text) <= if is_dated { MAX_OTHERS } else { 0 }
}

/// Without what our name is followed by where it names an author.
fn without_notice<'a>(text: &'a str, senders: &[String]) -> Cow<'a, str> {
    let lower = text.to_ascii_lowercase();
    let found = senders.iter().filter(|sender| !sender.starts_with('@')).find_map(|sender| {
        let begin = lower.find(&format!("{sender}: "))? + sender.len();
        let end = begin + text[begin..].find(['<', '"'])?;
        let is_notice = end - begin <= LONGEST_NOTICE && !text[begin..end].contains(char::is_numeric);
        is_notice.then(|| format!("{}{}", &text[..begin], &text[end..]))
    });
    found.map_or(Cow::Borrowed(text), Cow::Owned)
}

fn begins_with_words(text: &str) -> bool {
    text.trim_start_matches(['"', '-', '<', ' ']).starts_with(char::is_alphabetic)
}

/// Such as `23.11.2026`, `2026年11月23日` or `23 Nov`: an answer on the line of an attribution is a number as well.
fn begins_with_number(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    // "10 Tue 24 Nov" begins with a number of the writer's.
    let third = words.next().map_or("", |word| word.trim_end_matches('.'));
    let is_other_day = (1..=2).contains(&third.len()) && third.bytes().all(|byte| byte.is_ascii_digit());
    let has_date = first.contains(['.', '-', '/', '年', '년']) && !first.contains([':', '：']);
    let is_word = |c: char| c.is_alphabetic() || c == '.';
    let is_month = || second.len() > 2 && second.chars().all(is_word) && name_in(second).is_none();
    let is_end = text.rsplit(['@', ')', '>']).next().is_some_and(|end| digits(end) == 0);
    begins_with_digits(first) && (has_date || is_month() && !is_other_day) && is_end
}

/// Whether a line is of dates, verbs and one name alone: a sender's, unless the line certainly begins with a date.
fn is_shaped(line: &str, senders: &[String]) -> bool {
    let (mut names, mut name, mut is_name) = (0, String::new(), false);
    for word in words_besides_mailboxes(line) {
        let Some(bare) = name_in(word) else {
            is_name = false;
            continue;
        };
        names += usize::from(!is_name);
        name.extend([bare.as_str(), " "]);
        is_name = !word.ends_with(['.', '!', '?', ';']);
    }
    let start = line.trim_start_matches(['"', '*', '-', ' ']);
    let is_sender = |text: &str| senders.iter().any(|sender| text.starts_with(sender.as_str()));
    if has_sentence(line, senders) {
        return false;
    }
    let is_dated = (begins_with_digits(start) || begins_with_day(start)) && (name.is_empty() || is_sender(&name));
    let is_certain = BEGINNINGS.iter().any(|beginning| start.starts_with(beginning));
    let is_short = names <= 1 && name.split_whitespace().count() <= MAX_NAMES;
    is_short && (is_certain || is_dated || start.starts_with('<') || is_sender(&start.to_lowercase()))
}

/// Whether it has a word that is of no name, date or verb, as in "On 24 November I declined this".
fn has_sentence(line: &str, senders: &[String]) -> bool {
    // Of names.
    const PARTICLES: [&str; 14] =
        ["van", "der", "den", "ten", "zu", "zur", "vom", "la", "du", "di", "del", "da", "dos", "via"];
    let is_known = |word: &str| PARTICLES.contains(&word) || senders.iter().any(|sender| sender.contains(word));
    words_besides_mailboxes(line).any(|word| {
        let is_lower = word.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(char::is_lowercase);
        is_lower && name_in(word).is_some_and(|bare| !is_known(&bare))
    })
}

/// Whether lines in front of a quote say nothing besides whose mail of which time it is.
pub(crate) fn says_no_more(lines: &[&str], senders: &[String]) -> bool {
    let is_other = |line: &&&str| !is_of_header(line) && !is_banner(unquoted(line)) && !is_drawn(line);
    let text = lines.iter().filter(is_other).map(|line| unquoted(line)).collect::<Vec<_>>().join(" ");
    let is_no_sender = |name: String| !senders.iter().any(|sender| sender.contains(name.as_str()));
    !words_besides_mailboxes(&text).filter_map(name_in).any(is_no_sender)
}

fn words_besides_mailboxes(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().filter(|word| !word.contains(['@', '<']))
}

/// The word in lower case, if it is neither of a date nor of a verb.
fn name_in(word: &str) -> Option<String> {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    // Days are shortened so with a capital alone: "mit Dank" is none.
    let is_word = matches!(bare, "mit" | "die" | "may" | "son" | "don");
    let bare = bare.to_lowercase();
    if is_word {
        return Some(bare);
    }
    (!bare.is_empty() && !bare.contains(char::is_numeric) && !is_of_attribution(&bare)).then_some(bare)
}

fn digits(text: &str) -> usize {
    text.chars().filter(|c| c.is_numeric()).count()
}

pub(crate) fn is_drawn(line: &str) -> bool {
    let line = unquoted(line);
    line.chars().count() >= 4 && line.chars().all(|c| matches!(c, '-' | '_' | '=' | '*' | '─'))
}

/// Where an attribution begins on a line that begins with words of the writer.
pub(crate) fn inner_attribution(line: &str, senders: &[String]) -> Option<usize> {
    if line.len() > 2 * LONGEST_ATTRIBUTION {
        return None;
    }
    let is_begin = |at: &usize| line[..*at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
    let mut places: Vec<usize> =
        BEGINNINGS.iter().flat_map(|beginning| line.match_indices(beginning)).map(|(at, _)| at).collect();
    places.sort_unstable();
    // The last one: in front of it are words.
    let mut last =
        places.into_iter().rev().filter(is_begin).filter(|at| digits(&line[*at..]) >= MIN_DIGITS).take(MAX_PLACES);
    let introduces = |at: &usize| introduces(line[*at..].trim(), senders);
    let last = last.find(introduces).or_else(|| behind_number(line).filter(introduces))?;
    line[..last].contains(char::is_alphanumeric).then_some(last)
}

/// Behind a number of the writer's: what follows has a day itself.
fn behind_number(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches(char::is_numeric);
    let words = rest.trim_start();
    let day = &words[words.find(char::is_numeric)?..];
    let behind = day.trim_start_matches(char::is_numeric);
    let is_day = day[..day.len() - behind.len()].chars().count() <= 2 && !behind.starts_with(':');
    let is_apart = rest.len() < line.len() && words.len() < rest.len() && words.starts_with(char::is_alphabetic);
    (is_day && is_apart).then_some(line.len() - words.len())
}

pub(crate) fn unquoted(line: &str) -> &str {
    let is_mark = |c: char| matches!(c, '>' | ' ' | '\t' | '\u{a0}') || is_removed(c);
    line.trim_start_matches(is_mark).trim_end_matches(|c: char| c.is_whitespace() || is_removed(c))
}

/// Whether it is a line of the header of a quoted mail.
pub(crate) fn is_of_header(line: &str) -> bool {
    sender(line).is_some() || field(line).is_some_and(|(label, _)| is_other_label(&label))
}

/// Labels of dates, recipients, copies and subjects, of one language each.
const LABELS: [[&str; 4]; 19] = [
    ["sent|date", "to", "cc", "subject"],
    ["gesendet|datum", "an", "kopie", "betreff"],
    ["envoyé|envoyé le|date|message du", "à|a|pour", "copie|copie à", "objet|sujet"],
    ["inviato|data", "a", "copia", "oggetto"],
    ["enviado|fecha", "para", "", "asunto"],
    ["enviado|enviada|data", "para", "", "assunto"],
    ["verzonden|datum", "aan", "", "onderwerp"],
    ["skickat|datum", "till", "kopia", "ämne"],
    ["sendt|dato", "til", "kopi", "emne"],
    ["lähetetty|päivämäärä", "vastaanottaja", "kopio", "aihe"],
    ["wysłano|data", "do", "dw", "temat"],
    ["odesláno|datum", "komu", "kopie", "předmět"],
    ["отправлено|дата", "кому", "копия", "тема"],
    ["送信日時|日時", "宛先", "", "件名"],
    ["发送时间|日期", "收件人", "抄送", "主题"],
    ["寄件日期|日期", "收件者", "副本", "主旨"],
    ["보낸 날짜", "받는 사람", "참조", "제목"],
    ["تاريخ الإرسال", "إلى", "", "الموضوع"],
    ["נשלח", "אל", "", "נושא"],
];
/// Of every language.
const OTHER_LABELS: [&str; 3] = ["cc", "reply-to", "risposta"];
pub(crate) const DATES: usize = 0;
pub(crate) const SUBJECTS: usize = 3;

/// Which of these a label is.
fn kind_of(language: &[&str; 4], label: &str) -> Option<usize> {
    language.iter().position(|labels| labels.split('|').any(|known| known == label && !label.is_empty()))
}

/// Of a header, but for its sender.
pub(crate) fn is_other_label(label: &str) -> bool {
    OTHER_LABELS.contains(&label) || LABELS.iter().any(|language| kind_of(language, label).is_some())
}

/// Whether it is one of a column of [`LABELS`].
pub(crate) fn is_label(kind: usize, label: &str) -> bool {
    LABELS.iter().any(|language| kind_of(language, label) == Some(kind))
}

/// Whether labels are those of one header: of one language, none twice. The writer may have written lines in the same form.
fn is_one_header(labels: &[String]) -> bool {
    LABELS.iter().any(|language| {
        // Gmail translates the sender alone.
        let number = |label: &String| match kind_of(language, label) {
            _ if SENDERS.split('|').any(|known| known == label) => Some(language.len()),
            None => OTHER_LABELS.iter().position(|other| other == label).map(|at| language.len() + 1 + at),
            kind => kind,
        };
        let numbers: Option<Vec<_>> = labels.iter().map(number).collect();
        numbers.is_some_and(|numbers| (1..numbers.len()).all(|at| !numbers[..at].contains(&numbers[at])))
    })
}

/// Whether a header can begin with this line, which does not name its sender: with its subject, or a time to the minute.
fn begins_header(line: &str) -> bool {
    let Some((label, value)) = field(line) else { return false };
    let has_year =
        value.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() == 4 && number.starts_with("20"));
    is_label(SUBJECTS, &label) || is_label(DATES, &label) && has_year && value.contains(':')
}

/// One word, such as `High`.
fn is_importance(line: &str) -> bool {
    const LABELS: [&str; 6] = ["importance", "priority", "wichtigkeit", "priorität", "priorité", "priorità"];
    field(line).is_some_and(|(label, value)| LABELS.contains(&label.as_str()) && !value.contains(char::is_whitespace))
}

/// The label of a header line, in lower case, and its value.
pub(crate) fn field(line: &str) -> Option<(String, &str)> {
    let (label, value) = unquoted(line).trim_start_matches('*').split_once([':', '：'])?;
    let label = (label.len() < 30).then(|| label.trim_matches(['*', ' ', '\u{a0}']).to_lowercase())?;
    Some((label, value.trim_matches(['*', ' ', '\u{a0}'])))
}

const SENDERS: &str = "from|von|de|da|mittente|van|från|fra|lähettäjä|od|от|差出人|发件人|寄件者|보낸 사람|من|מאת";

/// The value of a line that names the sender.
pub(crate) fn sender(line: &str) -> Option<&str> {
    field(line).filter(|(label, _)| SENDERS.split('|').any(|known| known == label)).map(|(_, value)| value)
}

/// "On Monday, somebody <a@b.example> wrote:".
pub(crate) fn is_attribution(text: &str) -> bool {
    const VERBS: &str = "wrote|schrieb|a écrit|ha scritto|scrisse|escribió|escreveu|schreef|geschreven|skrev|napisał|napisal|napsal|\
        написал|написав|пише|писал|写道|寫道|kirjoitti|írta|yazdı|scrive|geschrieben|έγραψε|كتب|כתב|đã viết|작성";
    // `&lt;` and others are left by converters.
    let text = text.trim_end_matches(['-', '*', ' ']);
    let is_ruled = text.starts_with("---");
    let has_no_colon = is_ruled || text.starts_with("On ") && text.ends_with("> wrote");
    let Some(body) = text.strip_suffix([':', '：']).or(has_no_colon.then_some(text)) else { return false };
    let lower = body.to_lowercase();
    let has_verb =
        VERBS.split('|').any(|verb| lower.rfind(verb).is_some_and(|at| lower[at + verb.len()..].len() <= LONGEST_NAME));
    let is_dated = begins_with_date(body) || body.trim_start_matches(['-', ' ']).len() < body.len();
    let names_mailbox = body.contains('@') || body.contains('<');
    if has_verb {
        // A person's sentence may end in "wrote:", but names neither a mailbox nor a time.
        return names_mailbox || is_dated && digits(body) >= MIN_DIGITS;
    }
    // "2016-10-24 15:36 GMT+02:00 Somebody <a@b.example>:", and "Wednesday, 17 November 2021, 3:32 PM +0300 from …".
    let ends_with_mailbox = body.ends_with('>') && body.contains(':');
    (begins_with_digits(body) || ends_with_mailbox) && names_mailbox && digits(body) >= 6
}

fn begins_with_date(text: &str) -> bool {
    const WORDS: [&str; 13] = ["on", "am", "le", "il", "el", "em", "op", "den", "dnia", "at", "a", "w", "dne"];
    let first = text.split([' ', ',']).next().unwrap_or_default().to_lowercase();
    WORDS.contains(&first.as_str()) || begins_with_digits(text) || text.starts_with("在") || first.ends_with("ник")
}

/// "Monday, 23 November", "пн, 23 нояб."
fn begins_with_day(text: &str) -> bool {
    text.split_once(", ").is_some_and(|(day, rest)| !day.contains(' ') && begins_with_digits(rest))
}

fn begins_with_digits(text: &str) -> bool {
    text.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
}
