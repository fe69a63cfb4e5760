//! When the author of an out-of-office note will be back, in German, French, Italian and English.

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::{
    conversation::says_cut,
    quote_hints::{is_attribution, is_banner, is_of_attribution, is_of_header, sender},
};

/// Bytes in which a note says that its author is away.
const MAX_NOTE: usize = 1_500;
/// Bytes in which notes are compared by words.
const MAX_OWN: usize = 16 * 1024;
/// What a note says of its author.
const ABSENT: &str = include_str!("words/absent.txt");

/// What the author says of himself, and phrases that do.
const OWN: [&str; 12] = [
    " i am ",
    " i'm ",
    " i will be ",
    " i'll be ",
    " i shall be ",
    " bin ",
    " befinde ich ",
    " ich befinde ",
    " je suis ",
    " je serai ",
    " sarò ",
    " mi trovo ",
];
const OWN_PHRASES: [&str; 9] = ["i ", "i'm", "i'll", "suis ", "serai ", "mon ", "mia ", "sono ", "sarò "];
/// In front of a note without a verb.
const NOW: [&str; 6] = ["currently ", "derzeit ", "zurzeit ", "momentan ", "actuellement ", "attualmente "];

/// Whether an automatic answer says that its author is away: in the first person, or as notes begin. A server and a boss may be
/// absent, too. Who asks something is there. Of other mails the words say nothing.
pub fn says_absent(text: &str) -> bool {
    let text = above_quote(&text[..text.floor_char_boundary(MAX_NOTE)]).to_lowercase().replace('’', "'");
    let mut sentences = vec![String::new()];
    for word in text.split_whitespace() {
        let is_end = word.ends_with(['!', ':', ';']) || word.ends_with('.') && !word.contains(char::is_numeric);
        if let Some(sentence) = sentences.last_mut() {
            sentence.extend([word, " "]);
        }
        if is_end {
            sentences.push(String::new());
        }
    }
    // "Not available" begins a message about anything.
    let begins = |sentence: &str| {
        let sentence = NOW.iter().find_map(|now| sentence.strip_prefix(now)).unwrap_or(sentence);
        ABSENT.lines().any(|words| sentence.starts_with(words) && words != "nicht erreichbar")
    };
    let is_own = |clause: &str| {
        let has_own = clause.starts_with("sono ") || OWN.iter().any(|own| format!(" {clause} ").contains(own));
        let mut said = ABSENT.lines().filter(|words| clause.contains(words));
        said.any(|words| has_own || OWN_PHRASES.iter().any(|own| words.starts_with(own)))
    };
    let asks = text.split_whitespace().any(|word| word.trim_end_matches(['"', ')', '!']).ends_with('?'));
    !asks && sentences.iter().any(|sentence| begins(sentence) || sentence.split(',').map(str::trim).any(is_own))
}

/// Above the first quote; each paragraph is a sentence at least.
fn above_quote(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_header =
        |at: usize| sender(lines[at]).is_some() && lines[at + 1..].iter().take(2).any(|line| is_of_header(line));
    let begins = |at: &usize| {
        let line = lines[*at].trim();
        line.starts_with('>') || is_banner(line) || is_attribution(line) || is_header(*at)
    };
    let end = (0..lines.len()).find(begins).unwrap_or(lines.len());
    lines[..end].iter().map(|line| if line.trim().is_empty() { "." } else { line }).collect::<Vec<_>>().join("\n")
}

/// The words of a note without dates and times: the same note says others each day. What it repeats of ours is cut already, so that
/// a marked line is its author's. Of a long one the end is one word.
pub fn own_words(text: &str) -> Vec<String> {
    let (text, rest) = text.split_at(text.floor_char_boundary(MAX_OWN));
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !says_cut(line)).collect();
    let text = lines.join(" ").to_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut at, mut own) = (0, Vec::new());
    while at < words.len() {
        let count = words_of_time(&words[at..]);
        let bare = words[at].trim_matches(|c: char| !c.is_alphanumeric());
        if count == 0 && !bare.is_empty() && !is_of_attribution(bare) {
            own.push(bare.to_owned());
        }
        at += count.max(1);
    }
    own.extend((!rest.is_empty()).then(|| rest.to_owned()));
    own
}

/// How many of the first words are one time or one date.
fn words_of_time(words: &[&str]) -> usize {
    let bare = |at: usize| words.get(at).map_or("", |word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let first = bare(0);
    let (hour, rest) = first.split_at(first.find(|c: char| !c.is_ascii_digit()).unwrap_or(first.len()));
    let is_minute =
        |rest: &str| rest.starts_with([':', 'h']) && rest[1..].chars().all(|c| c.is_ascii_digit() || c == ':');
    let is_time = (1..=2).contains(&hour.len()) && (matches!(rest, "am" | "pm" | "uhr") || is_minute(rest));
    // Any day will do for what has no year.
    let has_day = |words: &[&str]| date_at(words, NaiveDate::default()).is_some();
    if is_time || has_day(&[first.split('t').next().unwrap_or_default()]) {
        return 1;
    }
    let count = 2 + usize::from(matches!(bare(1), "of" | "de"));
    if has_day(words) { count + usize::from(year_of(bare(count)).is_some()) } else { 0 }
}

/// What an absence note says of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Away up to this day.
    Until(NaiveDate),
    /// Back on this day.
    Back(NaiveDate),
}

/// Bytes that are read: the date is in the first lines.
const MAX_TEXT: usize = 4_000;
/// Words between a mark such as "until" and its date.
const MAX_WORDS: usize = 8;
/// A later end than in so many months is another date, such as one of a signature.
const MAX_MONTHS: u32 = 18;

/// Words before the last day of an absence.
const UNTIL: [&str; 11] =
    ["until", "till", "til", "through", "bis", "jusqu'au", "jusqu'à", "jusque", "fino", "al", "au"];
/// Words before the first day after it.
const BACK: &str = include_str!("words/absence_back.txt");
/// Words before the first day of an absence: such a date is no end.
const FROM: [&str; 8] = ["from", "vom", "von", "since", "seit", "du", "dès", "dal"];

/// Each month in the languages, by the start of its name.
const MONTHS: [&[&str]; 12] = [
    &["jan", "jän", "janv", "genn", "gen"],
    &["feb", "fév", "fev", "febb"],
    &["mar", "mär", "maer", "mars"],
    &["apr", "avr"],
    &["may", "mai", "mag"],
    &["jun", "juin", "giu"],
    &["jul", "juil", "lug"],
    &["aug", "aoû", "aou", "ago"],
    &["sep", "set"],
    &["oct", "okt", "ott"],
    &["nov"],
    &["dec", "dez", "déc", "dic"],
];

/// `received` decides about years that are not written, and about dates that are over.
pub fn absence(text: &str, received: NaiveDate) -> Option<Absence> {
    let text = text[..text.floor_char_boundary(MAX_TEXT)].to_lowercase().replace('’', "'");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = None;
    for at in 0..words.len() {
        let mark = words[at].trim_matches(|c: char| !c.is_alphanumeric());
        let (is_until, is_back) = (UNTIL.contains(&mark), BACK.lines().any(|word| word == mark));
        if !is_until && !is_back || words[at].ends_with(['.', '!', '?']) {
            continue;
        }
        let Some(day) = next_date(&words[at + 1..], received) else { continue };
        // "Until" is the surer sign: "ab" and "retour" may begin a sentence about the absence's start.
        if is_until {
            return Some(Absence::Until(day));
        }
        found = found.or(Some(Absence::Back(day)));
    }
    found
}

/// Up to which day its author is away, if `#away` takes it.
pub fn last_day(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let day = match absence(text, today)? {
        Absence::Until(day) => day,
        Absence::Back(day) => day.pred_opt()?,
    };
    wait_until(&day.to_string(), today)
}

/// A later end is a slip of the pen.
const MAX_WAIT_DAYS: u64 = 90;

/// Until which day somebody wants to wait: `5d`, `10 Tage`, `12.12.`, `2026-12-12`, `until 12 December`.
pub fn wait_until(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let text = text.to_lowercase().replace('’', "'");
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = if words.first().is_some_and(|word| UNTIL.contains(word)) { &words[1..] } else { &words };
    let day = match days(&text) {
        Some(days) => today.checked_add_days(Days::new(days)),
        None => date_at(words, today),
    };
    day.filter(|day| *day > today && *day <= today + Days::new(MAX_WAIT_DAYS))
}

/// The first day after an absence of so many days, today among them, or up to such a day.
pub fn back_on(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let day = wait_until(text, today)?;
    if days(&text.to_lowercase()).is_some() { Some(day) } else { day.succ_opt() }
}

/// Such as `5d` or `10 Tage`, in lower case.
fn days(text: &str) -> Option<u64> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let is_days = matches!(
        unit.trim(),
        "d" | "day" | "days" | "t" | "tag" | "tage" | "j" | "jour" | "jours" | "g" | "giorno" | "giorni"
    );
    number.parse().ok().filter(|_| is_days)
}

/// The first date of the next words, if it is not over and not the start of a range.
fn next_date(words: &[&str], received: NaiveDate) -> Option<NaiveDate> {
    let last = received.checked_add_months(Months::new(MAX_MONTHS))?;
    for at in 0..words.len().min(MAX_WORDS) {
        let mark = words[at].trim_matches(|c: char| !c.is_alphanumeric());
        if FROM.contains(&mark) && at > 0 {
            return None;
        }
        if let Some(day) = date_at(&words[at..], received) {
            return (day >= received && day <= last).then_some(day);
        }
        if words[at].ends_with(['.', '!', '?']) && !words[at].starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
    }
    None
}

/// A date that begins with the first word: `3.12.2026`, `2026-12-03`, `3/12/26`, `3. Dezember`, `December 3rd, 2026`.
fn date_at(words: &[&str], received: NaiveDate) -> Option<NaiveDate> {
    let first = words.first()?.trim_matches(|c: char| !c.is_alphanumeric());
    if let Some(day) = numeric(first, received) {
        return Some(day);
    }
    let second = words.get(1).map_or("", |word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let third = words.get(2).map_or("", |word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let (day, month, year) = if let Some(month) = month(first) {
        (ordinal(second)?, month, year_of(third))
    } else {
        let second = if matches!(second, "of" | "de") { third } else { second };
        (ordinal(first)?, month(second)?, year_of(third))
    };
    dated(day, month, year, received)
}

fn numeric(word: &str, received: NaiveDate) -> Option<NaiveDate> {
    let separator = word.chars().find(|c| matches!(c, '.' | '/' | '-'))?;
    let parts: Vec<&str> = word.split(separator).filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| part.len() > 4 || !part.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    match parts[..] {
        [year, month, day] if year.len() == 4 => {
            dated(day.parse().ok()?, month.parse().ok()?, Some(year.parse().ok()?), received)
        }
        [day, month, year] => dated(day.parse().ok()?, month.parse().ok()?, year_of(year), received),
        [day, month] => dated(day.parse().ok()?, month.parse().ok()?, None, received),
        _ => None,
    }
}

fn month(word: &str) -> Option<u32> {
    let matches = |names: &&[&str]| names.iter().any(|name| word.starts_with(name));
    let found = MONTHS.iter().position(matches).filter(|_| (3..=9).contains(&word.chars().count()))?;
    u32::try_from(found + 1).ok()
}

/// `3`, `3rd`, `1er`.
fn ordinal(word: &str) -> Option<u32> {
    let digits: String = word.chars().take_while(char::is_ascii_digit).collect();
    let suffix = &word[digits.len()..];
    let is_ordinal = matches!(suffix, "" | "st" | "nd" | "rd" | "th" | "er" | "°" | "º");
    digits.parse().ok().filter(|day| is_ordinal && (1..=31).contains(day))
}

fn year_of(word: &str) -> Option<i32> {
    let year: i32 = word.parse().ok()?;
    match word.len() {
        4 => Some(year),
        2 => Some(2000 + year),
        _ => None,
    }
}

/// Without a year: the next such day.
fn dated(day: u32, month: u32, year: Option<i32>, received: NaiveDate) -> Option<NaiveDate> {
    if let Some(year) = year {
        return NaiveDate::from_ymd_opt(year, month, day);
    }
    let this_year = NaiveDate::from_ymd_opt(received.year(), month, day);
    this_year.filter(|date| *date >= received).or_else(|| NaiveDate::from_ymd_opt(received.year() + 1, month, day))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_wait_ends_on_a_day_of_the_next_months() {
        for (text, day) in [
            ("5d", date(2026, 11, 28)),
            ("10 Tage", date(2026, 12, 3)),
            ("3 jours", date(2026, 11, 26)),
            ("12.12.", date(2026, 12, 12)),
            ("2026-12-12", date(2026, 12, 12)),
            ("bis 3. Januar", date(2027, 1, 3)),
            ("until December 12", date(2026, 12, 12)),
        ] {
            assert_eq!(wait_until(text, date(2026, 11, 23)), Some(day), "{text}");
        }
        for text in ["", "0d", "91d", "23.11.", "22.11.2026", "soon", "5", "5 weeks", "99999999999999999999d"] {
            assert_eq!(wait_until(text, date(2026, 11, 23)), None, "{text}");
        }
    }

    #[test]
    fn an_absence_counts_today_and_its_last_day() {
        for (text, day) in [("1d", date(2026, 11, 24)), ("5 Tage", date(2026, 11, 28)), ("27.11.", date(2026, 11, 28))]
        {
            assert_eq!(back_on(text, date(2026, 11, 23)), Some(day), "{text}");
        }
        assert_eq!(back_on("soon", date(2026, 11, 23)), None);
    }

    fn date(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn of(text: &str) -> Option<Absence> {
        absence(text, date(2026, 11, 23))
    }

    #[test]
    fn finds_the_end_of_an_absence_in_four_languages() {
        let until = Some(Absence::Until(date(2026, 12, 3)));
        let back = Some(Absence::Back(date(2026, 12, 3)));
        for (text, expected) in [
            ("I am out of the office until December 3rd, 2026.", until),
            ("I'm away till Thursday, 3 December and have no access to mail.", until),
            ("I will be back on 3 December.", back),
            ("Returning on the 3rd of December.", back),
            ("Ich bin vom 23.11.2026 bis 3.12.2026 abwesend.", until),
            ("Ich bin bis und mit Donnerstag, 3. Dezember 2026, nicht im Büro.", until),
            ("Abwesend bis 03.12.26", until),
            ("Bis zum 3. Dez. bin ich in den Ferien. Ab 4. Dezember wieder da.", until),
            ("Am 3.12. bin ich wieder erreichbar: ab 3.12. im Büro.", back),
            ("Je suis absent du 23 novembre jusqu'au 3 décembre 2026.", until),
            ("Je suis absente jusqu’au jeudi 3 décembre.", until),
            ("Je serai de retour le 3 décembre.", back),
            ("Sono assente fino al 3 dicembre 2026.", until),
            ("Rientro il 3 dicembre.", back),
            ("Out of office until 2026-12-03", until),
        ] {
            assert_eq!(of(text), expected, "{text}");
        }
        assert_eq!(of("Ich bin bis 4. Januar abwesend."), Some(Absence::Until(date(2027, 1, 4))), "the next year");
    }

    #[test]
    fn the_same_note_says_other_times_and_dates() {
        let note = own_words("I am away until Monday, 3 December 2026. Your mail came at 09:30.\nCall 079 000 00 00.");
        for same in [
            "I am away until Friday, 11th of December. Your mail came at 14:05:22. Call 079 000 00 00.",
            "I am away until 2026-12-03. Your mail came 2026-12-01T10:00:22+01:00. Call 079 000 00 00.",
            "I am away until 3.12.26. Your mail came at 9am.\nCall 079 000 00 00\n[3 lines not shown: they repeat our mail]",
        ] {
            assert_eq!(own_words(same), note, "{same}");
        }
        for other in [
            "I am away until Monday, 3 December 2026. Your mail came at 09:30.\nCall 079 000 00 01.",
            "I am away until 3.12.26. Your mail came at 9am. Call 079 000 00 00.\n[3 lines not shown: x]\nThey are back",
            "Je suis absent jusqu'au 3 décembre.",
            "I am away until 3.12.26. Your mail came at 9am. Call 079 000 00 00.\n> Call me",
            "I am away until 3.12.26. Your mail came at 9am. Call 079 000 00 00.\nOn 3.12. the CFO <a@b.example> wrote:",
            "I am away until 3.12.26. Your mail came at 9am. Call 079 000 00 00.\n[a part not shown: read on]",
        ] {
            assert_ne!(own_words(other), note, "{other}");
        }
        for nothing in ["", "[3 lines not shown: they repeat our mail]\n3.12.2026, 9h30"] {
            assert!(own_words(nothing).is_empty(), "{nothing}");
        }
    }

    #[test]
    fn a_date_that_is_no_end_is_not_shown() {
        for text in [
            "",
            "I am out of the office.",
            "I no longer work here.",
            "until further notice",
            "I was away until 3 November 2026.",
            "Away until 31.2.2027",
            "bis bald, Ihr Team seit 1.1.2027",
            "until 3 December 2199",
            "bis 99.99.9999",
            "Call me back. Offices closed 3 December.",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(until|bis|au|back|von| |\\.|-|/|[0-9]{1,5}|dez|3rd|février|\\PC){0,60}") {
            own_words(&text);
            let received = date(2026, 2, 28);
            if let Some(Absence::Until(day) | Absence::Back(day)) = absence(&text, received) {
                prop_assert!(day >= received && day <= date(2027, 8, 28));
            }
        }
    }
}
