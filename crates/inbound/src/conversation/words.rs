//! The words of a text, without what clients change.

use std::{borrow::Cow, ops::Range};

use percent_encoding::percent_decode_str;
use unicode_normalization::UnicodeNormalization;

use crate::{characters::is_removed, links::unwrapped};

/// Whose a text is, for the one who reads the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// Written by the author of the mail. Who says something again says it.
    Writer,
    /// The reader has it, or may have it.
    Shared,
    /// Around the words of others, in our mails to consultants.
    Frame,
    /// Of consultants among themselves.
    Note,
}

/// A text of the conversation.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    pub text: Cow<'a, str>,
    pub whose: Whose,
    /// Of the lines that it quotes itself, with `>`.
    pub quoted: Whose,
    /// Lines may have holes, as `{{ name }}` in a template.
    pub has_holes: bool,
    /// Such as `our mail of 24 November`.
    pub name: String,
}

impl<'a> Known<'a> {
    /// Also what it quotes is of this one.
    pub fn new(text: impl Into<Cow<'a, str>>, whose: Whose, name: &str) -> Self {
        Self { text: text.into(), whose, quoted: whose, has_holes: false, name: name.to_owned() }
    }
}

/// A hole of a template: equal to no word.
pub(super) const HOLE: u64 = 0;
const LONGEST_LINK: usize = 4_000;
/// Words that one of our mails quotes of others: more of them do not take the room of what is ours.
const MAX_QUOTED: usize = 2_000;
/// Words around the holes of a line; with fewer it can be anything.
const MIN_FIXED: usize = 2;

pub(super) struct KnownLine {
    /// The text that it is from.
    pub(super) text: usize,
    pub(super) whose: Whose,
    /// It is marked as a quote.
    pub(super) is_quoted: bool,
    pub(super) words: Range<usize>,
    /// It is from a template: several of our mails have it, between lines of their own.
    pub(super) is_of_template: bool,
    pub(super) has_holes: bool,
    pub(super) form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Bold,
    /// It has columns, as our fields do: no sentence.
    Field,
    /// From its beginning to its end, in a template.
    Sentence,
}

/// Whether words are marked as bold, as clients write it in a plain text.
pub(super) fn is_bold(line: &str) -> bool {
    let line = line.trim_start_matches(['>', '|', ' ', '\t', '\u{a0}']);
    let is_begin = |word: &str| word.strip_prefix('*').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    let is_end = |word: &str| {
        word.trim_end_matches(['.', ',', ';', ':', '!', '?'])
            .strip_suffix('*')
            .is_some_and(|rest| rest.ends_with(|c: char| !c.is_whitespace() && c != '*'))
    };
    let begin = line.split_whitespace().position(is_begin);
    begin.is_some_and(|begin| line.split_whitespace().skip(begin).any(is_end))
}

/// Texts as words.
#[derive(Default)]
pub(super) struct Text {
    pub(super) words: Vec<u64>,
    /// Those with words.
    pub(super) lines: Vec<KnownLine>,
    /// The line of each word.
    pub(super) line_of: Vec<u32>,
    /// The words of each text, and where those above its signature end.
    pub(super) texts: Vec<(Range<usize>, usize)>,
    /// Where links lead that stand behind what they are shown as.
    pub(super) targets: Vec<u64>,
}

impl Text {
    pub(super) fn push(&mut self, known: &Known<'_>) {
        let (begin, mut quoted, mut body) = (self.words.len(), 0, None);
        for line in known.text.lines() {
            if line.trim_end() == "--" {
                body = Some(self.words.len());
            }
            let start = self.words.len();
            let is_quoted = line.starts_with('>');
            let whose = if is_quoted { known.quoted } else { known.whose };
            let has_holes = known.has_holes && line.contains(['{', '}']);
            if has_holes {
                push_template(line, &mut self.words);
            } else {
                self.targets.extend(push_words(line, &mut self.words).into_iter().map(|target| target.hash));
            }
            let words = &self.words[start..];
            quoted += if is_quoted { words.len() } else { 0 };
            let fixed = words.iter().filter(|word| **word != HOLE).count();
            if has_holes && fixed < MIN_FIXED || is_quoted && known.whose > Whose::Shared && quoted > MAX_QUOTED {
                self.words.truncate(start);
            } else if fixed > 0 {
                self.line_of.resize(self.words.len(), self.line());
                let (text, words) = (self.texts.len(), start..self.words.len());
                let is_field = !is_quoted && line.trim().contains("  ");
                let is_sentence = known.has_holes && line.starts_with(char::is_uppercase) && line.ends_with('.');
                let form = if is_bold(line) {
                    Form::Bold
                } else if is_field {
                    Form::Field
                } else if is_sentence {
                    Form::Sentence
                } else {
                    Form::Plain
                };
                let is_of_template = known.has_holes;
                self.lines.push(KnownLine { text, whose, is_quoted, words, is_of_template, has_holes, form });
            }
        }
        let end = self.words.len();
        self.texts.push((begin..end, body.unwrap_or(end)));
        // No run goes from one text into the next.
        self.words.push(HOLE);
        self.line_of.push(self.line().saturating_sub(1));
    }

    /// The number of the line that comes next.
    fn line(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn line_at(&self, word: usize) -> &KnownLine {
        &self.lines[self.line_of[word] as usize]
    }
}

/// Each `{{ }}` is a hole, and all that a line says under conditions, from its first `{%` to its last `%}`.
fn push_template(line: &str, words: &mut Vec<u64>) {
    let condition = line.find("{%").zip(line.rfind("%}")).filter(|(from, to)| from < to);
    let (before, after) = condition.map_or((line, None), |(from, to)| (&line[..from], Some(&line[to + 2..])));
    for (index, part) in [Some(before), after].into_iter().flatten().enumerate() {
        if index > 0 {
            words.push(HOLE);
        }
        // A full stop behind a hole is of the last word that fills it.
        let is_mark = |c: char| !c.is_whitespace() && kind_of(c) == Kind::Other;
        let mut rest = part;
        while let Some((text, hole)) = rest.split_once("{{") {
            push_words(text.trim_end_matches(is_mark), words);
            words.push(HOLE);
            rest = hole.split_once("}}").map_or("", |(_, rest)| rest).trim_start_matches(is_mark);
        }
        push_words(rest, words);
    }
}

/// One word of several; of the same words the same.
pub(super) fn hash(words: &[u64]) -> u64 {
    words.iter().fold(SEED, |hash, word| mixed(hash ^ word))
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

pub(super) fn has_digit(word: u64) -> bool {
    word & 1 == 1
}

/// Where a link leads that stands behind what it is shown as.
pub(super) struct Target {
    pub(super) hash: u64,
    /// A page's, which trackers rewrite unseen; of others a client has written it into the text.
    pub(super) is_of_page: bool,
}

/// Letters and digits in lower case, and signs that say something; of a link the host and the path that it leads to.
pub(super) fn push_words(line: &str, words: &mut Vec<u64>) -> Vec<Target> {
    let line: &str = &if line.is_ascii() { Cow::Borrowed(line) } else { Cow::Owned(line.nfc().collect::<String>()) };
    // In front of a number a mark of a quote would be a sign.
    let line = line.trim_start_matches(['>', '|', ' ', '\t', '\u{a0}']);
    let (mut targets, mut from) = (Vec::new(), 0);
    for (at, target) in shown_targets(line) {
        let is_of_page = line[at..].starts_with('[');
        push_pieces(&line[from..at], words);
        let (mut own, address) = (Vec::new(), target.strip_prefix("mailto:").unwrap_or(target));
        push_pieces(if address == target { target } else { address.split('?').next().unwrap_or_default() }, &mut own);
        if !words.ends_with(&own) {
            targets.push(Target { hash: hash(&own), is_of_page });
        }
        // Behind its bracket.
        from = at + target.len() + 2;
    }
    push_pieces(&line[from..], words);
    targets
}

/// Targets in brackets behind words: where the bracket stands, and what is in it. Some clients write addresses without a scheme.
pub(super) fn shown_targets(line: &str) -> impl Iterator<Item = (usize, &str)> {
    const SCHEMES: [&str; 4] = ["mailto:", "tel:", "http://", "https://"];
    let shown = line.find(char::is_alphanumeric).unwrap_or(line.len());
    line.match_indices(['<', '(', '[']).filter(move |(at, _)| *at > shown).filter_map(|(at, open)| {
        let rest = &line[at + 1..];
        let rest = &rest[..rest.floor_char_boundary(LONGEST_LINK)];
        let close = match open {
            "<" => '>',
            "(" => ')',
            _ => ']',
        };
        let is_end = |c: char| c == close || open != "[" && matches!(c, '<' | '>' | '(' | ')') || c.is_whitespace();
        let end = rest.find(is_end)?;
        let (target, rest) = rest.split_at(end);
        let is_address = open == "<" && (target.contains('@') || target.starts_with('+'));
        let is_target = is_address || SCHEMES.iter().any(|scheme| target.starts_with(scheme));
        (is_target && rest.starts_with(close)).then_some((at, target))
    })
}

fn push_pieces(text: &str, words: &mut Vec<u64>) {
    for piece in text.split_whitespace() {
        if piece.contains("://") || piece.contains("%3A") {
            push_link(piece, words);
        } else {
            push_plain(piece, words, true);
        }
    }
}

/// A piece without blanks.
fn push_plain(piece: &str, words: &mut Vec<u64>, has_signs: bool) {
    let is_mark = |c: char| is_removed(c) || matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let letters: Vec<char> =
        piece.chars().filter(|c| !is_mark(*c)).flat_map(char::to_lowercase).filter(|c| !is_mark(*c)).collect();
    let (mut word, mut kind, mut digit) = (SEED, Kind::Other, 0);
    let mut end = |word: &mut u64, kind: Kind, digit: &mut u64| {
        if kind != Kind::Other {
            words.push((mixed(*word) << 1).max(2) | *digit);
        }
        (*word, *digit) = (SEED, 0);
    };
    let start = |at: usize| at.checked_sub(1).map_or(' ', |former| letters[former]);
    for (at, c) in letters.iter().copied().enumerate() {
        let is_before_digit = letters.get(at + 1).is_some_and(|next| next.is_numeric());
        let next = match kind_of(c) {
            // 1,500 and 1.500.
            _ if matches!(c, '.' | ',') && is_before_digit && start(at).is_numeric() => Kind::Word,
            // -5, <5 and ~5.
            Kind::Other if has_signs && is_before_digit && !start(at).is_alphanumeric() && is_of_number(c) => {
                Kind::Sign
            }
            Kind::Sign if !has_signs => Kind::Other,
            next => next,
        };
        if next != kind || next == Kind::Ideograph {
            end(&mut word, kind, &mut digit);
        }
        kind = next;
        if kind != Kind::Other {
            word = mixed(word ^ u64::from(if is_dash(c) { '-' } else { c }));
            digit |= u64::from(c.is_numeric());
        }
    }
    end(&mut word, kind, &mut digit);
    // A smile, say, or an arrow. Of quotes, dashes and bullets clients write others.
    let has_arrow = ["->", "=>", "<-", "~~"].iter().any(|arrow| piece.contains(arrow));
    if has_signs && (has_arrow || !letters.iter().any(|c| kind_of(*c) != Kind::Other)) {
        let signs = letters.iter().filter(|c| has_arrow || !is_ornament(**c));
        let hash = signs.fold(None, |hash, c| Some(mixed(hash.unwrap_or(SEED) ^ u64::from(*c))));
        words.extend(hash.map(|hash| (hash << 1).max(2)));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    /// Of a script without blanks between words.
    Ideograph,
    Sign,
    Other,
}

fn kind_of(c: char) -> Kind {
    match c {
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{3041}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}'
            if c.is_alphanumeric() =>
        {
            Kind::Ideograph
        }
        _ if c.is_alphanumeric() => Kind::Word,
        '?' | '!' | '+' | '=' | '%' | '#' | '$' | '£' | '¥' | '±' => Kind::Sign,
        // Boxes and punctuation are drawn anew.
        '\u{20a0}'..='\u{24ff}' | '\u{2580}'..='\u{2fff}' | '\u{e000}'..='\u{f8ff}' | '\u{1f000}'..='\u{1ffff}'
            if !is_ornament(c) =>
        {
            Kind::Sign
        }
        _ => Kind::Other,
    }
}

fn is_of_number(c: char) -> bool {
    is_dash(c) || matches!(c, '<' | '>' | '~' | '≈')
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// What lists, rules and quotes are drawn with.
pub(super) fn is_ornament(c: char) -> bool {
    is_dash(c)
        || c.is_whitespace()
        || is_removed(c)
        || matches!(c, '>' | '<' | '|' | '_' | '=' | '*' | '"' | '\'' | '`' | '«' | '»' | '·' | '\u{2018}'..='\u{2022}')
        || matches!(c, '\u{2039}' | '\u{203a}' | '\u{2043}' | '\u{2500}'..='\u{257f}' | '▪' | '◦' | '■' | '●')
}

/// Any link but a gateway's is compared whole: where it leads is what a reader asks.
fn push_link(piece: &str, words: &mut Vec<u64>) {
    let piece = &piece[..piece.floor_char_boundary(LONGEST_LINK)];
    let decoded = percent_decode_str(piece).decode_utf8_lossy();
    push_plain(&unwrapped(piece).map_or(decoded, Cow::Owned), words, false);
}
