//! Text as a browser handles it: `String.prototype.trim`, lengths in UTF-16 code units.

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

/// Whether nothing of it can be seen: white space, control characters and Unicode's `Default_Ignorable_Code_Point`.
pub(super) fn is_invisible(text: &str) -> bool {
    text.chars().all(|c| is_trimmed(c) || c.is_control() || is_ignorable(c))
}

fn is_ignorable(c: char) -> bool {
    matches!(
        u32::from(c),
        0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f | 0x202a..=0x202e
            | 0x2060..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfff8 | 0x1_bca0..=0x1_bca3
            | 0x1_d173..=0x1_d17a | 0xe_0000..=0xe_0fff
    )
}

pub(super) fn utf16_length(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// Whether it contains a control character (Unicode Cc) other than TAB, or a line or paragraph separator.
pub(super) fn breaks_a_line(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{2028}' | '\u{2029}') || c.is_control() && c != '\t')
}

/// The message as stored and mailed: LF as the only line break, and TAB as the only control character.
///
/// Text pasted from word processors contains VT, FF and U+0085; they become line breaks, other control characters
/// spaces, because a visitor could not see them to remove them. A bare CR or a separator would smuggle a line into a mail.
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
