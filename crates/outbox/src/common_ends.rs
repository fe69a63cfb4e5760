//! Signatures: the lines with which a note and an answer both end are no words of the note.

use std::collections::HashSet;

/// Lines with words at the end of a text.
const LAST: usize = 12;
/// Words of a line that two signatures may have differently, such as a name.
const NAME: usize = 4;
/// Characters of a line of a signature, and digits of a phone number.
const LINE: usize = 80;
const DIGITS: usize = 7;
/// Fewer lines are an accident.
const LEAST: usize = 2;
/// How the first lines of signatures end, and begin.
const CLOSES: [&str; 14] = [
    "regards",
    "sincerely",
    "cheers",
    "grüsse",
    "grüssen",
    "grüße",
    "grüßen",
    "gruss",
    "gruß",
    "grüessli",
    "mfg",
    "cordialement",
    "salutations",
    "saluti",
];
const SENT_FROM: [&str; 4] = ["sent from", "von meinem", "envoyé de", "inviato da"];
/// Words of such a line, and of each line of a signature without one, which has more lines than a request to call.
const FEW_WORDS: usize = 5;
const UNCLOSED: usize = 3;

/// The answer without the lines of its end that a note ends with, too, or has behind `-- `. Of neither they are all there is.
pub(crate) fn without_common_ends<'a>(answer: &str, notes: impl Iterator<Item = &'a str>) -> String {
    let text = Paragraphs::new(answer);
    let (last, signature) = (text.last(), text.signature());
    let mut common = HashSet::new();
    for note in notes.map(Paragraphs::new) {
        let found: Vec<usize> = if let Some(behind) = note.signature() {
            let behind: HashSet<&str> = behind.iter().map(|at| note.0[*at].as_str()).collect();
            let own = last.iter().chain(signature.iter().flatten()).copied();
            own.filter(|at| behind.contains(text.0[*at].as_str())).collect()
        } else {
            let pairs = common_end(&note, &text);
            let is_end = pairs.len() >= LEAST && pairs.last().is_some_and(|(first, _)| note.has_text_above(*first));
            pairs.into_iter().filter(|_| is_end).map(|(_, own)| own).collect()
        };
        if found.iter().min().is_some_and(|first| text.has_text_above(*first)) {
            common.extend(found);
        }
    }
    let kept = answer.lines().enumerate().map(|(at, line)| if common.contains(&at) { "" } else { line });
    kept.collect::<Vec<_>>().join("\n")
}

/// What stands above `-- `, if as little as a signature stands below.
pub(crate) fn without_signature(text: &str) -> &str {
    let lines = Paragraphs::new(text);
    let mark = lines.signature().and_then(|_| lines.0.iter().rposition(|line| line == "--"));
    let end = mark.map_or(text.len(), |mark| text.split_inclusive('\n').take(mark).map(str::len).sum());
    &text[..end]
}

/// Whether a mail was sent before it was written: at most with a signature, or the line of a telephone.
pub fn has_no_words(text: &str) -> bool {
    const FOOTERS: [&str; 7] = [
        "sent from",
        "get outlook",
        "gesendet von",
        "envoyé de mon",
        "envoyé depuis",
        "inviato da outlook",
        "inviato dal",
    ];
    let is_sent_from = |line: &String| {
        let lower = line.to_lowercase();
        let is_german = || lower.starts_with("von meinem") && lower.ends_with("gesendet");
        line.split(' ').count() <= FEW_WORDS + 2
            && (FOOTERS.iter().any(|begin| lower.starts_with(begin)) || is_german())
    };
    // A signature has something above.
    let text = format!("-\n\n{text}");
    without_signature(&text).lines().skip(1).map(bare).filter(|line| !line.is_empty()).all(|line| is_sent_from(&line))
}

/// An answer without its end, if an earlier one ends so, too, and it is a signature: short lines, none of them a sentence, behind `-- `,
/// perhaps above a quote, or in the last paragraph with a number or an address.
pub(crate) fn without_known_end<'a>(answer: &'a str, earlier: &str) -> Option<&'a str> {
    let (kept, lines) = parted(answer);
    let is_quoted = |at: usize| lines.get(at).is_some_and(|line| line.starts_with('>'));
    let is_part = |at: usize| is_quoted(at) || lines[at].ends_with(':') && is_quoted(at + 1) || is_short(&lines[at]);
    let is_signature = !lines.is_empty() && (0..lines.len()).all(is_part);
    Some(kept).filter(|kept| !kept.is_empty() && is_signature && lines == parted(earlier).1)
}

/// A text, and the lines of its end that may be a signature.
fn parted(text: &str) -> (&str, Vec<String>) {
    let text = text.trim_end();
    let own = without_signature(text);
    if own.len() < text.len() {
        let behind = text[own.len()..].lines().map(bare).filter(|line| !line.is_empty());
        return (own.trim_end(), behind.collect());
    }
    let lines: Vec<String> = text.lines().rev().map(bare).take_while(|line| !line.is_empty()).collect();
    let above = text.lines().count() - lines.len();
    let kept: usize = text.split_inclusive('\n').take(above).map(str::len).sum();
    let is_card = has_way(&lines) && !lines.iter().any(|line| line.starts_with('>'));
    (text[..kept].trim_end(), if is_card { lines } else { Vec::new() })
}

/// Whether a text below a verb is no answer: a quote, what an earlier mail of its author says, too, or a signature. A second
/// mail with the same words says so itself.
pub fn is_signature<'a>(text: &str, earlier: impl Iterator<Item = &'a str>) -> bool {
    let paragraphs = |text: &str| {
        let own = text.lines().map(bare).filter(|line| !line.starts_with('>'));
        let lines: Vec<String> = own.take_while(|line| line != "--").collect();
        lines.split(String::is_empty).map(<[String]>::to_vec).collect::<Vec<_>>()
    };
    let known: HashSet<Vec<String>> = earlier.flat_map(paragraphs).collect();
    let new: Vec<String> = paragraphs(text).into_iter().filter(|lines| !known.contains(lines)).flatten().collect();
    let has_few_words = |line: &String| line.split(' ').count() <= FEW_WORDS;
    let is_close = |line: &String| {
        let lower = line.to_lowercase();
        let last = lower.rsplit(' ').next().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        let is_sent_from = SENT_FROM.iter().any(|begin| lower.starts_with(begin));
        has_few_words(line) && (is_sent_from || last.is_some_and(|word| CLOSES.contains(&word)))
    };
    let is_card = || new.len() >= UNCLOSED && has_way(&new) && new.iter().all(has_few_words);
    new.iter().all(|line| is_short(line)) && (new.first().is_none_or(is_close) || is_card())
}

/// A text without its first line, if that is a greeting.
pub(crate) fn behind_greeting(text: &str) -> &str {
    let Some((greeting, rest)) = text.trim().split_once('\n') else { return text };
    let is_greeting =
        greeting.split_whitespace().count() <= FEW_WORDS && !greeting.trim_end().ends_with(['.', '?', ':']);
    if is_greeting { rest } else { text }
}

fn bare(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// No sentence.
fn is_short(line: &str) -> bool {
    line.chars().count() <= LINE && !line.ends_with(['.', '!', '?', ':', ';'])
}

/// A number or an address, beside another line.
fn has_way(lines: &[String]) -> bool {
    let is_way = |line: &String| {
        line.contains('@') || line.contains("www.") || line.chars().filter(char::is_ascii_digit).count() >= DIGITS
    };
    lines.len() >= LEAST && lines.iter().any(is_way)
}

/// Lines without the differences of clients.
struct Paragraphs(Vec<String>);

impl Paragraphs {
    fn new(text: &str) -> Self {
        Self(text.lines().map(|line| bare(line).to_lowercase()).collect())
    }

    /// The lines with words, the last one first.
    fn last(&self) -> Vec<usize> {
        (0..self.0.len()).rev().filter(|at| !self.0[*at].is_empty()).take(LAST).collect()
    }

    /// What stands behind `-- `, if it is as short as a signature.
    fn signature(&self) -> Option<Vec<usize>> {
        let mark = self.0.iter().rposition(|line| line == "--").filter(|mark| self.has_text_above(*mark))?;
        let behind: Vec<usize> = (mark + 1..self.0.len()).filter(|at| !self.0[*at].is_empty()).collect();
        (behind.len() <= LAST).then_some(behind)
    }

    /// In another paragraph, or above `-- `.
    fn has_text_above(&self, line: usize) -> bool {
        let end = (0..=line).rev().find(|at| matches!(self.0[*at].as_str(), "" | "--")).unwrap_or(0);
        self.0[..end].iter().any(|line| !line.is_empty())
    }

    fn is_name(&self, line: usize) -> bool {
        self.0[line].split(' ').count() <= NAME
    }
}

/// Equal lines of a note and of an answer.
type Pairs = Vec<(usize, usize)>;

/// The most lines that are equal, from the end on, if names are passed over; the last one first.
fn common_end(note: &Paragraphs, answer: &Paragraphs) -> Pairs {
    let (notes, own) = (note.last(), answer.last());
    let mut best: Vec<Vec<Option<Pairs>>> = vec![vec![None; own.len() + 1]; notes.len() + 1];
    best[0][0] = Some(Pairs::new());
    let mut longest = Pairs::new();
    for i in 0..=notes.len() {
        for j in 0..=own.len() {
            let Some(pairs) = best[i][j].clone() else { continue };
            if pairs.len() > longest.len() {
                longest.clone_from(&pairs);
            }
            let mut reach = |i: usize, j: usize, pairs: Pairs| {
                if best[i][j].as_ref().is_none_or(|known| known.len() < pairs.len()) {
                    best[i][j] = Some(pairs);
                }
            };
            if let (Some(at), Some(other)) = (notes.get(i), own.get(j))
                && note.0[*at] == answer.0[*other]
            {
                reach(i + 1, j + 1, [pairs.clone(), vec![(*at, *other)]].concat());
            }
            if notes.get(i).is_some_and(|at| note.is_name(*at)) {
                reach(i + 1, j, pairs.clone());
            }
            if own.get(j).is_some_and(|at| answer.is_name(*at)) {
                reach(i, j + 1, pairs);
            }
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRM: &str = "Senior Consultant\nFirnwall AG, Bahnhofstrasse 1, 8001 Zürich\n+41 44 000 00 00";

    fn compared(answer: &str, note: &str) -> String {
        without_common_ends(answer, [note].into_iter()).trim_end().to_owned()
    }

    #[test]
    fn a_signature_that_note_and_answer_have_is_left_out() {
        for (above, below) in
            [("\n\n-- \nBen Huber\n", "\n\n-- \nAnna\n"), ("\n\nGruss\nBen Huber\n", "\n\nGruss\nAnna\n")]
        {
            let note = format!("Ruf ihn an.{above}{FIRM}");
            let answer = compared(&format!("Wir kommen am Montag.{below}{FIRM}"), &note);
            assert!(answer.starts_with("Wir kommen am Montag.") && !answer.contains("Consultant"), "{answer}");
            assert!(!answer.contains("Bahnhofstrasse") && !answer.contains("+41"), "{answer}");
        }
    }

    #[test]
    fn a_signature_alone_is_no_answer() {
        for text in [
            "",
            "-- \nAnna\nFirm AG\n+41 44 000 00 00",
            "\n\n--\nAnna",
            "Von meinem iPhone gesendet",
            "Sent from my Samsung Galaxy smartphone.",
            "Gesendet von Outlook für iOS",
            "Inviato da Outlook per iOS",
            "Sent from my Galaxy\n\n-- \nAnna",
        ] {
            assert!(has_no_words(text), "{text}");
        }
        for text in [
            "Ja.",
            "👍",
            "Danke\n-- \nAnna",
            "Von meinem Chef hören Sie noch.",
            "Sent from my iPhone\nJa.",
            "Envoyé de suite, merci !",
            "Inviato da noi ieri.",
            "Anna",
        ] {
            assert!(!has_no_words(text), "{text}");
        }
    }

    #[test]
    fn of_an_answer_only_a_signature_that_the_author_had_before_goes() {
        let earlier = format!("Wir kommen am Montag.\n\nGruss\nAnna\n{FIRM}\n");
        let signed = |text: &str| format!("{text}\n\nGruss\nAnna \n{FIRM}");
        assert_eq!(without_known_end(&signed("Am Dienstag."), &earlier), Some("Am Dienstag."));
        assert_eq!(without_known_end("Ja.\n-- \nAnna", "Nein.\n\n--\nAnna\n"), Some("Ja."));
        let quote = "\n\nOn Monday, Vera wrote:\n> Are you there?";
        let [answer, other] = ["Ja.\n-- \nAnna", "Nein.\n-- \nAnna"].map(|text| format!("{text}{quote}"));
        assert_eq!(without_known_end(&answer, &other), Some("Ja."));
        for (answer, earlier) in [
            ("Ja.\n-- \nAnna".to_owned(), "Nein.\n-- \nAnna\nFirnwall".to_owned()),
            ("A: 24,000.\n--\nB: 31,000. Ja.\n\nAnna".to_owned(), "A: 22,000.\n--\nB: 31,000. Ja.\n\nAnna".to_owned()),
            (signed("Am Dienstag.").replace("Anna", "Anna Muster"), earlier.clone()),
            (signed("").trim_start().to_owned(), earlier.clone()),
            (signed("Am Dienstag."), "Gruss\nAnna".to_owned()),
            (signed("Am Dienstag.").replace("Gruss\n", "Ruf an:\n"), earlier.replace("Gruss\n", "Ruf an:\n")),
            // Nothing that a signature alone has.
            ("Ja.\n\nBitte die Logs\nund die Regeln".to_owned(), "Nein.\n\nBitte die Logs\nund die Regeln".to_owned()),
            ("Ja.\n\n+41 44 000 00 00".to_owned(), "Nein.\n\n+41 44 000 00 00".to_owned()),
        ] {
            assert_eq!(without_known_end(&answer, &earlier), None, "{answer}");
        }
    }

    #[test]
    fn below_a_verb_words_are_told_from_a_signature() {
        let known = "Wir kommen.\n\nThis mail is confidential and may be privileged.";
        for (text, expected) in [
            ("-- \nAnna: wie immer.", true),
            ("Mit freundlichen Grüssen\n\nAnna Muster", true),
            ("Sent from my phone", true),
            ("> You answer this inquiry.", true),
            ("Anna Muster\nSenior Consultant\nFirnwall AG\n+41 44 000 00 00", true),
            ("This mail is  confidential and may be privileged.", true),
            ("Kind regards\nAnna\n\nThis mail is confidential and may be privileged.", true),
            ("Yes, on Tuesday", false),
            ("Yes, on Tuesday.\n\nKind regards\nAnna", false),
            ("Kind regards to you, and yes: we come.", false),
            ("Anna", false),
            ("+41 44 000 00 00", false),
            ("As regards Tuesday, yes\nWe bring the report", false),
            ("Cheers, Tuesday at ten works", false),
            ("Bitte rufen Sie Frau Keller an\n044 123 45 67", false),
        ] {
            assert_eq!(is_signature(text, [known].into_iter()), expected, "{text}");
        }
    }

    #[test]
    fn what_a_note_says_stays() {
        let note = "Er zahlt nie pünktlich.\nVorkasse verlangen.";
        for answer in [format!("Guten Tag\n\n{note}"), note.to_owned(), format!("{note}\n\nGruss")] {
            assert_eq!(compared(&answer, note), answer, "the whole note");
            assert_eq!(compared(&answer, &format!("{note}\n\n-- \nBen\n{FIRM}")), answer);
        }
        let long = format!("Ruf ihn an.\n\n{note}");
        assert_eq!(compared(note, &long), note, "nothing else is in the answer");
        assert_eq!(compared("Guten Tag\n\nVorkasse verlangen.", &long), "Guten Tag\n\nVorkasse verlangen.", "one line");
        let pasted = format!("Guten Tag\n\n{long}");
        assert_eq!(compared(&pasted, &long), pasted);
    }
}
