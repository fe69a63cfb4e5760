//! Characters: from bytes without a label, and those that no reader sees.

use std::borrow::Cow;

use encoding_rs::{UTF_8, WINDOWS_1252};

/// UTF-8, and windows-1252 where it is none; or all windows-1252, if what is UTF-8 may be so by accident.
pub(crate) fn utf_8_or_windows_1252(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return text;
    }
    let (mut valid, mut invalid) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    let windows_1252 = |bytes| WINDOWS_1252.decode_without_bom_handling(bytes).0;
    if valid <= invalid {
        return windows_1252(bytes);
    }
    let chunks = bytes.utf8_chunks();
    Cow::Owned(chunks.flat_map(|chunk| [Cow::Borrowed(chunk.valid()), windows_1252(chunk.invalid())]).collect())
}

pub(crate) fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Not shown, and left out: controls, and those that change the direction of the text around them.
pub(crate) fn is_removed(c: char) -> bool {
    let is_bidi = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_empty = matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}');
    is_bidi || is_empty || c.is_control() && !c.is_whitespace()
}
