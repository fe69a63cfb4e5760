//! What the subject of a reply says beside its thread's.

use std::ops::Range;

use inbound::threading::references_in;

/// In front of a subject that a stored text shows.
const SHOWN: &str = "Subject: ";

/// Words of what clients and gateways put in front of a subject, with a colon or in brackets.
const MARKS: &str = "re aw antw antwort réf ref rif r sv vs wg fw fwd tr i rv ext extern externe externer external esterno esterna email \
    mail caution warning warnung achtung vorsicht attention attenzione avertissement sender absender expéditeur mittente";
/// Of our mail's link, which opens a reply to a visitor.
pub(crate) const BY_LINK: &str = "Your inquiry";
/// A longer mark is somebody's.
const LONGEST_MARK: usize = 40;

/// A subject in front of the text of its mail.
pub fn in_front(subject: &str, text: &str) -> String {
    format!("{SHOWN}{subject}\n\n{text}").trim_end().to_owned()
}

/// The subject that a text shows, and the text behind it.
pub(crate) fn shown_in(text: &str) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_prefix(SHOWN) else { return (None, text) };
    let (subject, text) = rest.split_once('\n').unwrap_or((rest, ""));
    (Some(subject), text.trim_start())
}

struct Word {
    at: Range<usize>,
    lowercase: String,
}

fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_alphanumeric()) {
        let end = at + letter.len_utf8();
        match words.last_mut().filter(|word| word.at.end == at) {
            Some(word) => {
                word.at.end = end;
                word.lowercase.extend(letter.to_lowercase());
            }
            None => words.push(Word { at: at..end, lowercase: letter.to_lowercase().collect() }),
        }
    }
    words
}

fn begins(words: &[Word], begin: &[Word]) -> bool {
    words.len() >= begin.len() && words.iter().zip(begin).all(|(word, other)| word.lowercase == other.lowercase)
}

/// Without the marks in front, our references, and the subjects of the thread, also where a client has cut one.
pub(crate) fn beside_thread<'a>(subject: &str, thread: impl IntoIterator<Item = &'a str>) -> String {
    let mut rest = subject.to_owned();
    for reference in references_in(subject) {
        rest = rest.replace(&reference.to_string(), "");
    }
    while let Some(behind) = behind_mark(&rest) {
        rest = behind.to_owned();
    }
    for known in thread {
        let (found, known) = (words(&rest), words(known));
        let is_cut = rest.trim_end().ends_with('…') || rest.trim_end().ends_with("...");
        let matches = |at: usize| {
            let (found, last) = (&found[at..], found.len() - at - 1);
            let is_begun = is_cut && last > 0 && last < known.len() && begins(&known, &found[..last]);
            begins(found, &known) || is_begun && known[last].lowercase.starts_with(&found[last].lowercase)
        };
        if let Some(at) = (0..found.len()).find(|at| !known.is_empty() && matches(*at)) {
            let last = (at + known.len()).min(found.len()) - 1;
            rest.replace_range(found[at].at.start..found[last].at.end, "");
        }
    }
    rest
}

fn behind_mark(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let end = if text.starts_with(['[', '(']) { text.find([']', ')']) } else { text.find(':') };
    let (mark, behind) = text.split_at_checked(end.filter(|end| *end <= LONGEST_MARK)? + 1)?;
    let is_mark = |word: &Word| MARKS.split_whitespace().any(|mark| mark == word.lowercase);
    let is_number = |word: &Word| word.lowercase.chars().all(|c| c.is_ascii_digit());
    let (numbers, named): (Vec<_>, Vec<_>) = words(mark).into_iter().partition(is_number);
    // A number counts replies.
    (named.iter().all(is_mark) && (numbers.is_empty() || !named.is_empty())).then_some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(subject: &str) -> String {
        let thread = ["Wir haben Ihre Anfrage erhalten", BY_LINK, "Phishing in der Buchhaltung von gestern"];
        beside_thread(subject, thread).trim_matches(|c: char| !c.is_alphanumeric() && c != '#').to_owned()
    }

    #[test]
    fn the_subjects_of_the_thread_say_nothing() {
        for ours in [
            "AW: [FW-PYJC-TG4B] Wir haben Ihre Anfrage erhalten",
            "Re[2]: [EXTERN] wir haben ihre anfrage erhalten",
            "[CAUTION: External sender] AW: [FW-1234-5678] Wir haben Ihre Anfrage erhalten",
            "Re: Your inquiry FW-PYJC-TG4B",
            "RE: [FW-PYJC-TG4B] Phishing in der Buch…",
            "",
            "Re:",
        ] {
            assert_eq!(said(ours), "", "{ours}");
        }
    }

    #[test]
    fn what_a_person_adds_is_left() {
        for (subject, left) in [
            ("Ja, Montag um zehn", "Ja, Montag um zehn"),
            ("Re: 4", "4"),
            ("Mail erhalten", "Mail erhalten"),
            ("DRINGEND: AW: Wir haben Ihre Anfrage erhalten", "DRINGEND: AW"),
            ("#note Re: [FW-PYJC-TG4B] Phishing in der Buchhaltung von gestern", "#note Re"),
            ("Phishing gestern", "Phishing gestern"),
            ("Phishing in der Buch.", "Phishing in der Buch"),
            ("Der Code ist 4: 711", "Der Code ist 4: 711"),
        ] {
            assert_eq!(said(subject), left, "{subject}");
        }
    }

    #[test]
    fn a_shown_subject_is_read_again() {
        let text = in_front("Ja", "Am Montag.");
        assert_eq!(shown_in(&text), (Some("Ja"), "Am Montag."));
        assert_eq!(shown_in(&in_front("Ja", "")), (Some("Ja"), ""));
        assert_eq!(shown_in("Am Montag."), (None, "Am Montag."));
    }
}
