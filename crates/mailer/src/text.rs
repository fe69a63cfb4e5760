//! Sanitizes the visitor's texts for display. The rows keep the original.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Controls that change the direction of the text around them: a reader would see another text than was typed.
fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{000B}' | '\u{000C}' | '\u{0085}' | '\u{2028}' | '\u{2029}')
}

/// One line: every control and line break becomes a space, runs of space become one.
pub fn line(text: &str) -> String {
    let spaced: String = text
        .chars()
        .filter(|c| !is_bidi_control(*c))
        .map(|c| if c.is_control() || is_line_break(c) { ' ' } else { c })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One line for a subject: no invisible character (Unicode's category Cf), and at most `max_chars` characters.
///
/// Mail clients turn what looks like a site's address into a link, so such a name is written as `example[.]com`.
pub fn subject_line(text: &str, max_chars: usize) -> String {
    own_subject(&unlinked(&line(text)), max_chars)
}

/// Likewise, in the words of its reader, whose client shows one thread by them.
///
/// lettre does not encode ASCII words, so a typed `=?` would begin an encoded word (RFC 2047, section 2), which the mail
/// client decodes.
pub fn own_subject(text: &str, max_chars: usize) -> String {
    let visible: String = text.chars().filter(|c| c.general_category() != GeneralCategory::Format).collect();
    let visible = line(&visible).replace("=?", "= ?");
    match visible.char_indices().nth(max_chars) {
        None => visible,
        Some((end, _)) => format!("{}…", visible[..end].trim_end()),
    }
}

/// A subject without the marks that clients put in front of it.
pub fn without_reply_marks(subject: &str) -> &str {
    const MARKS: [&str; 6] = ["re", "aw", "antw", "rif", "r", "sv"];
    let mut rest = subject.trim();
    while let Some((mark, behind)) = rest.split_once(':') {
        if !MARKS.contains(&mark.trim().to_lowercase().as_str()) {
            break;
        }
        rest = behind.trim_start();
    }
    rest
}

/// Without anything that a mail client would turn into a link.
fn unlinked(text: &str) -> String {
    let chars: Vec<char> = text.replace("://", "[:]//").chars().collect();
    let is_name_dot = |at: usize| {
        let is_letter = |offset: usize| chars.get(at + offset).is_some_and(|c| c.is_alphabetic());
        matches!(chars[at], '.' | '。') && at > 0 && chars[at - 1].is_alphanumeric() && is_letter(1) && is_letter(2)
    };
    let parts = chars.iter().enumerate().map(|(at, c)| if is_name_dot(at) { format!("[{c}]") } else { c.to_string() });
    parts.collect()
}

/// The lines of a text, split at every kind of line break. Removes controls except tabs.
pub fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let is_shown = |c: &char| *c == '\t' || !(c.is_control() || is_bidi_control(*c));
    text.split(is_line_break).map(|line| line.chars().filter(is_shown).collect()).collect()
}

/// An address as part of a `mailto:` link (RFC 6068, section 2).
pub fn mailto(address: &str) -> String {
    format!("mailto:{}", utf8_percent_encode(address, MAILTO))
}

const MAILTO: &AsciiSet = &NON_ALPHANUMERIC.remove(b'@').remove(b'.').remove(b'-').remove(b'_').remove(b'+');

/// A link that calls. Without visual separators (RFC 3966); empty for a text without digits.
pub fn tel(number: &str) -> String {
    let number: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    if number.contains(|c: char| c.is_ascii_digit()) { format!("tel:{number}") } else { String::new() }
}

/// A `mailto:` link that writes a mail with this subject; `&body=` can follow. Some clients read a plus as a blank.
pub fn draft(address: &str, subject: &str) -> String {
    format!("{}?subject={}", mailto(address).replace('+', "%2B"), utf8_percent_encode(subject, MAILTO))
}

/// With a comma every three digits.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// Such as `1 hold` and `1,200 holds`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_format_character_of_unicode_is_known(text in "\\p{Cf}{1,40}") {
            prop_assert_eq!(subject_line(&text, 60), "");
        }
    }

    #[test]
    fn a_line_stays_one_line() {
        assert_eq!(line("  a\r\nb\u{2028}c\u{85}d\te\u{0}f "), "a b c d e f");
        assert_eq!(line("\u{202E}moc.elpmaxe\u{202C}"), "moc.elpmaxe");
        assert_eq!(line("\r\n"), "");
    }

    #[test]
    fn a_subject_holds_nothing_invisible_and_ends_in_time() {
        assert_eq!(subject_line("A\u{200B}cm\u{AD}e\u{2066} AG\u{E0041}", 60), "Acme AG");
        assert_eq!(subject_line("=\u{200B}?utf-8?q?=0D=0A?=", 60), "= ?utf-8?q?=0D=0A?=");
        assert_eq!(subject_line("one two three", 8), "one two…");
        assert_eq!(subject_line("one two", 7), "one two");
        assert_eq!(subject_line(&"🦊".repeat(100), 60).chars().count(), 61);
    }

    #[test]
    fn a_subject_holds_no_link() {
        for (company, shown) in [
            ("https://evil.example/login?x=1", "https[:]//evil[.]example/login?x=1"),
            ("www.evil.example", "www[.]evil[.]example"),
            ("Click evil.com now", "Click evil[.]com now"),
            ("b\u{fc}cher\u{3002}example", "b\u{fc}cher[\u{3002}]example"),
            ("Muster & Co. AG", "Muster & Co. AG"),
            ("A.G. Muster 2.0", "A.G. Muster 2.0"),
            ("Dr.M. Muster", "Dr.M. Muster"),
        ] {
            assert_eq!(subject_line(company, 60), shown);
        }
    }

    #[test]
    fn a_text_keeps_its_lines_and_loses_its_tricks() {
        assert_eq!(lines("a\r\n\rb\n\tc\u{2029}d"), ["a", "", "b", "\tc", "d"]);
        assert_eq!(lines("x\u{202E}y\u{0}\u{1B}[31m\u{200F}"), ["xy[31m"]);
        // Joiners make one sign of several in many scripts; they stay.
        assert_eq!(lines("👩\u{200D}🚒"), ["👩\u{200D}🚒"]);
    }

    #[test]
    fn a_mail_link_cannot_grow_a_second_field() {
        assert_eq!(mailto("a.b+c@d-e.ch"), "mailto:a.b+c@d-e.ch");
        assert_eq!(mailto("a?cc=x&b%@d.ch"), "mailto:a%3Fcc%3Dx%26b%25@d.ch");
    }
    #[test]
    fn counts_are_grouped_and_named() {
        let shown = [count(0), count(999), count(1000), count(1_234_567), counted(1, "hold", "holds")].join(" ");
        assert_eq!(shown, "0 999 1,000 1,234,567 1 hold");
    }
}
