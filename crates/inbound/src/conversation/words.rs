//! The words of a text, without what clients change.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
};

use super::{Known, Whose};
use crate::formatting::is_removed;

/// A hole of a template: equal to no word.
pub(super) const HOLE: u64 = 0;
const LONGEST_LINK: usize = 4_000;

pub(super) struct KnownLine {
    /// The text that it is from.
    pub(super) text: usize,
    pub(super) whose: Whose,
    /// It is marked as a quote.
    pub(super) is_quoted: bool,
    pub(super) words: Range<usize>,
    /// Words in front of the hole.
    pub(super) hole: Option<usize>,
}

/// Texts as words.
#[derive(Default)]
pub(super) struct Text {
    pub(super) words: Vec<u64>,
    /// Those with words.
    pub(super) lines: Vec<KnownLine>,
    /// The line of each word.
    pub(super) line_of: Vec<usize>,
}

impl Text {
    pub(super) fn push(&mut self, known: &Known<'_>, index: usize) {
        for line in known.text.lines() {
            let start = self.words.len();
            let is_quoted = line.starts_with('>');
            let whose = if is_quoted { known.quoted } else { known.whose };
            let hole = hole(line).filter(|_| known.has_holes);
            if let Some(Range { start: from, end: to }) = hole {
                push_words(&line[..from], &mut self.words);
                self.words.push(HOLE);
                push_words(&line[to..], &mut self.words);
            } else {
                push_words(line, &mut self.words);
            }
            let hole = hole.and_then(|_| self.words[start..].iter().position(|word| *word == HOLE));
            if hole.is_some() && self.words.len() < start + 3 {
                // It can be anything.
                self.words.truncate(start);
            } else if self.words.len() > start {
                self.line_of.resize(self.words.len(), self.lines.len());
                self.lines.push(KnownLine { text: index, whose, is_quoted, words: start..self.words.len(), hole });
            }
        }
        // No run goes from one text into the next.
        self.words.push(HOLE);
        self.line_of.push(self.lines.len().saturating_sub(1));
    }
}

/// From the first brace to the last.
fn hole(line: &str) -> Option<Range<usize>> {
    let from = [line.find("{{"), line.find("{%")].into_iter().flatten().min()?;
    let to = [line.rfind("}}"), line.rfind("%}")].into_iter().flatten().max()? + 2;
    (from < to).then_some(from..to)
}

pub(super) fn hash(words: &[u64]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

pub(super) fn has_digit(word: u64) -> bool {
    word & 1 == 1
}

/// Letters and digits in lower case; of a link the host and the path that it leads to.
pub(super) fn push_words(line: &str, words: &mut Vec<u64>) {
    for piece in line.split_whitespace() {
        let start = words.len();
        if piece.contains("://") || piece.contains("%3A") {
            push_link(piece, words);
        } else {
            push_plain(piece.strip_prefix("<mailto:").unwrap_or(piece), words);
        }
        // Clients write an address again, as the target of its link.
        let (before, own) = words.split_at(start);
        if piece.starts_with('<') && !own.is_empty() && before.ends_with(own) {
            words.truncate(start);
        }
    }
}

fn push_plain(text: &str, words: &mut Vec<u64>) {
    let is_mark = |c: char| is_removed(c) || matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}');
    for word in text.split(|c: char| !c.is_alphanumeric() && !is_mark(c)) {
        let mut hasher = DefaultHasher::new();
        let (mut is_empty, mut has_digit) = (true, 0);
        for c in word.chars().filter(|c| !is_mark(*c)).flat_map(char::to_lowercase).filter(|c| !is_mark(*c)) {
            plain(c).hash(&mut hasher);
            is_empty = false;
            has_digit |= u64::from(c.is_numeric());
        }
        if !is_empty {
            words.push((hasher.finish() << 1).max(2) | has_digit);
        }
    }
}

/// Some programs write a letter and its accent as two characters, so accents do not count.
fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        other => other,
    }
}

/// Gateways put the link into a parameter of one of theirs.
fn push_link(piece: &str, words: &mut Vec<u64>) {
    let piece = &piece[..piece.floor_char_boundary(LONGEST_LINK)];
    let decoded = percent_encoding::percent_decode_str(piece).decode_utf8_lossy().into_owned();
    let target = decoded.rfind("http").map_or(decoded.as_str(), |at| &decoded[at..]);
    let is_wrapped = target.len() < decoded.trim_start_matches(['<', '(', '[', '"', '>']).len();
    let end = if is_wrapped { target.find("__").or_else(|| target.find('&')) } else { None };
    let before = if is_wrapped { "" } else { &decoded[..decoded.len() - target.len()] };
    push_plain(before, words);
    let target = &target[..end.unwrap_or(target.len())];
    push_plain(target.split_once("://").map_or(target, |(_, rest)| rest), words);
}
