//! Text as a browser treats it: `String.prototype.trim`, and lengths in UTF-16 code units.

/// What ECMAScript trims: its white space and line terminators. U+0085 is not among them, U+FEFF is.
fn is_trimmed(c: char) -> bool {
    matches!(
        c,
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}

pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_trimmed)
}

pub(super) fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Whether a field of one line must refuse it: control characters (Unicode Cc) and both separators.
pub(super) fn breaks_a_line(text: &str) -> bool {
    text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// A message fit for storage and mail: one kind of line break, and no control character but TAB.
///
/// Word processors leave VT, FF and U+0085 in what is pasted, so these become line breaks and whatever else
/// cannot be seen a space: a visitor could not find such a character to remove it. A bare CR or a separator
/// would be a smuggled line in a mail.
pub(super) fn tidy(message: &str) -> String {
    let tidied: String = message
        .replace("\r\n", "\n")
        .chars()
        .map(|c| match c {
            '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            '\t' | '\n' => c,
            _ if c.is_control() => ' ',
            _ => c,
        })
        .collect();
    trim(&tidied).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_trims_as_a_browser() {
        assert_eq!(utf16_length("a🛡é"), 4);
        assert_eq!(trim("\u{feff}\u{a0} a b\u{85}\r\n"), "a b\u{85}");
        assert_eq!(trim("\u{200b}"), "\u{200b}");
    }

    #[test]
    fn leaves_one_kind_of_line_break_and_no_control_character() {
        assert_eq!(tidy("a\r\nb\rc\u{2028}d\u{2029}\ne\u{b}f\u{c}g\u{85}h"), "a\nb\nc\nd\n\ne\nf\ng\nh");
        assert_eq!(tidy("a\tb\u{1}c\u{1b}d\u{7f}e\u{9f}f"), "a\tb c d e f");
        assert_eq!(tidy("\u{85}\u{1}a\u{85}"), "a");
        assert_eq!(tidy("\u{1}\u{85}"), "");
    }
}
