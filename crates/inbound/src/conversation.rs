//! What of a mail repeats the texts of its conversation. Others guess from phrases where a quote begins; here a line is quoted
//! if it stands in a text that its writer could have, and what stands in none is the writer's, wherever it stands.
//!
//! Words are compared, not characters: clients wrap lines, mark and indent them, and write quotes, dashes and links anew. One
//! hash a word, and runs of them; the time is linear in the words of both sides.

mod matching;
mod words;

use std::collections::HashMap;

use self::{matching::Line, words::Text};
use crate::reply_text::{inner_attribution, start_of_hint};

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
    pub text: &'a str,
    pub whose: Whose,
    /// Of the lines that it quotes itself, with `>`.
    pub quoted: Whose,
    /// Lines may have holes, as `{{ name }}` in a template.
    pub has_holes: bool,
    /// Such as `our mail of 24 November`.
    pub name: String,
}

/// The texts of a conversation, indexed.
pub struct Conversation {
    text: Text,
    /// Of whom its mails come, in lower case.
    senders: Vec<String>,
    names: Vec<String>,
    /// Where each run of `SHINGLE` words begins.
    shingles: HashMap<u64, Vec<usize>>,
    /// Lines by all their words.
    whole: HashMap<u64, Vec<usize>>,
    with_holes: Vec<usize>,
    is_complete: bool,
}

/// The words stay out of `{:?}`.
impl std::fmt::Debug for Conversation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "conversation of {} texts", self.names.len())
    }
}

/// Who reads the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Is told where lines are left out.
    Consultants,
    Visitor,
}

/// A mail without what it repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub text: String,
    /// More than a marked quote at its end is left out.
    pub is_shortened: bool,
    /// The first line within a quote of an internal mail that repeats nothing: the author's, or of a mail that is not known here.
    pub doubt: Option<String>,
}

/// Words of all texts; the first ones count.
const MAX_WORDS: usize = 400_000;
/// Words compared at once.
const SHINGLE: usize = 4;
/// Places of the same words that are looked at.
const MAX_PLACES: usize = 8;
/// So many words in a row are no accident.
const RUN: usize = 8;
/// A whole line of ours.
const LINE: usize = 6;
/// So many repeated words need no other sign of a quote.
const LONG: usize = 30;
/// Lines of a quote that an answer below it is shown with.
const CONTEXT: usize = 2;

/// Repeated lines in a row.
struct Block {
    /// Where the attribution or header in front of it begins.
    hint: usize,
    first: usize,
    /// Behind its last line.
    end: usize,
    /// By marks, or by what stands in front of it.
    is_announced: bool,
}

/// A text without what it repeats.
#[derive(Default)]
struct Kept(String);

impl Kept {
    /// Of one that is nothing but a mark, its end.
    fn line(&mut self, line: &str) {
        let is_mark = line.trim_matches(['>', '|', ' ']).is_empty();
        self.0.push_str(if is_mark { "" } else { line.trim_end() });
        self.0.push('\n');
    }

    /// One empty line.
    fn gap(&mut self) {
        self.0.truncate(self.0.trim_end().len());
        if !self.0.is_empty() {
            self.0.push_str("\n\n");
        }
    }

    fn text(&self) -> String {
        self.0.trim_end().trim_start_matches('\n').to_owned()
    }
}

impl Conversation {
    /// `senders`: the display names of our mails.
    pub fn new<'a>(texts: impl IntoIterator<Item = Known<'a>>, senders: &[&str]) -> Self {
        let mut conversation = Self {
            text: Text::default(),
            senders: senders.iter().filter(|name| !name.is_empty()).map(|name| name.to_lowercase()).collect(),
            names: Vec::new(),
            shingles: HashMap::new(),
            whole: HashMap::new(),
            with_holes: Vec::new(),
            is_complete: true,
        };
        let mut texts: Vec<Known<'_>> = texts.into_iter().collect();
        texts.sort_by_key(|known| std::cmp::Reverse(known.whose));
        for known in texts {
            if conversation.text.words.len() < MAX_WORDS {
                conversation.text.push(&known, conversation.names.len());
                conversation.names.push(known.name);
            } else {
                conversation.is_complete &= known.whose <= Whose::Shared;
            }
        }
        conversation.index();
        conversation
    }

    /// Whether every internal text is known. What is compared with less must not go to a visitor.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn index(&mut self) {
        let Self { text, shingles, whole, with_holes, .. } = self;
        for (at, run) in text.words.windows(SHINGLE).enumerate() {
            let places = shingles.entry(words::hash(run)).or_default();
            if places.len() < MAX_PLACES {
                places.push(at);
            }
        }
        for (at, line) in text.lines.iter().enumerate() {
            if line.hole.is_some() {
                with_holes.push(at);
                continue;
            }
            let places = whole.entry(words::hash(&text.words[line.words.clone()])).or_default();
            if places.len() < 2 * MAX_PLACES {
                places.push(at);
            }
        }
    }

    fn whose(&self, line: usize) -> Whose {
        self.text.lines[line].whose
    }

    /// What the author newly wrote.
    pub fn cut(&self, text: &str, reader: Reader) -> Cut {
        let raw: &[&str] = &text.lines().collect::<Vec<_>>();
        let (lines, words, _) = self.lines(raw);
        let lines: &[Line] = &lines;
        let blocks = self.blocks(raw, &words, lines, reader);
        let is_own = |mut range: std::ops::Range<usize>| range.any(|at| raw[at].contains(char::is_alphanumeric));
        let (mut kept, mut from, mut has_own) = (Kept::default(), 0, false);
        let is_shortened = blocks.iter().any(|block| !block.is_announced || is_own(block.end..raw.len()));
        for (index, block) in blocks.iter().enumerate() {
            keep(raw, from..block.hint, block, &mut kept);
            has_own |= is_own(from..block.hint);
            from = block.end;
            let next = blocks.get(index + 1).map_or(raw.len(), |next| next.hint);
            // Answers to several places, or to few lines; not what stands below a quote of which the answer is above.
            let is_short = block.end - block.first <= 2 * CONTEXT && (block.hint == block.first || !has_own);
            let is_answered = is_own(block.end..next) && (blocks.len() > 1 || is_short);
            self.write(block, (raw, lines), is_answered, reader, &mut kept);
            if let Some(at) = (from..next).find(|at| !raw[*at].trim().is_empty()) {
                from = at;
            }
        }
        raw[from..].iter().for_each(|line| kept.line(line));
        has_own |= is_own(from..raw.len());
        let is_quote = reader == Reader::Visitor && !has_own;
        Cut { text: if is_quote { String::new() } else { kept.text() }, is_shortened, doubt: None }
    }

    /// A block as the reader sees it.
    fn write(
        &self,
        block: &Block,
        (raw, lines): (&[&str], &[Line]),
        is_answered: bool,
        reader: Reader,
        kept: &mut Kept,
    ) {
        let is_shared = |at: &usize| lines[*at].known().is_some_and(|line| self.whose(line) <= Whose::Shared);
        let quoted: Vec<usize> = (block.first..block.end).filter(|at| !lines[*at].is_empty()).collect();
        let last = quoted.iter().rev().take(CONTEXT).take_while(|at| is_answered && is_shared(at)).count();
        let (hidden, context) = quoted.split_at(quoted.len() - last);
        kept.gap();
        if reader == Reader::Consultants && !hidden.is_empty() {
            let name = self.name_of(hidden.iter().filter_map(|at| lines[*at].known()));
            let count = hidden.len() + (block.hint..block.first).filter(|at| !lines[*at].is_empty()).count();
            let (lines, repeat) = if count == 1 { ("line", "it repeats") } else { ("lines", "they repeat") };
            kept.line(&format!("[{count} {lines} not shown: {repeat} {name}]"));
            kept.gap();
        }
        for at in context {
            let mark = if lines[*at].depth == 0 { "> " } else { "" };
            kept.line(&format!("{mark}{}", raw[*at]));
        }
    }

    /// Of the text that most of these lines are from.
    fn name_of(&self, known: impl Iterator<Item = usize>) -> &str {
        let mut counts = vec![0; self.names.len()];
        known.for_each(|line| counts[self.text.lines[line].text] += 1);
        let most = (0..counts.len()).rev().max_by_key(|text| counts[*text]);
        most.map_or("an earlier mail", |text| self.names[text].as_str())
    }

    /// The first line that the visitor must not have, and whose it is: a whole line of ours, or many words of ours in a row. A line
    /// of notes comes before all others.
    pub fn internal_line(&self, text: &str) -> Option<(Whose, String)> {
        let raw: &[&str] = &text.lines().collect::<Vec<_>>();
        let (lines, words, matched) = self.lines(raw);
        let is_internal = |known: usize| self.whose(known) > Whose::Shared;
        // What the visitor has may be said, also where we have said it among ourselves.
        let shared = self.runs(&words, |whose| whose <= Whose::Shared);
        let mut row = 0;
        let mut whose = vec![None; words.len()];
        for at in 0..words.len() {
            let is_next = at > 0 && matched[at - 1].is_some_and(|former| matched[at] == Some(former + 1));
            let known = matched[at].map(|word| self.text.line_of[word]).filter(|known| is_internal(*known));
            row = match known.filter(|_| shared[at].is_none()) {
                Some(_) if is_next => row + 1,
                Some(_) => 1,
                None => 0,
            };
            if let Some(known) = known.filter(|_| row >= RUN) {
                whose[at + 1 - RUN..=at].fill(Some(self.whose(known)));
            }
        }
        let of_line = |line: &Line| {
            let is_long = |known: &&usize| {
                let known = &self.text.lines[**known];
                known.words.len() - usize::from(known.hole.is_some()) >= LINE
            };
            let is_whole = line.whole.iter().all(|known| is_internal(*known));
            let all = line.whole.iter().filter(|_| is_whole).find(is_long).map(|known| self.whose(*known));
            whose[line.words.clone()].iter().copied().chain([all]).flatten().max()
        };
        let mut found = lines.iter().zip(raw).filter_map(|(line, raw)| Some((of_line(line)?, raw.trim().to_owned())));
        let first = found.next()?;
        if first.0 == Whose::Note {
            Some(first)
        } else {
            found.find(|(whose, _)| *whose == Whose::Note).or(Some(first))
        }
    }

    /// The repeated lines, with what stands in front of them. Only where a quote can be: behind a mark, an attribution or the
    /// like, next to such a place, or, if they are many, at an end.
    fn blocks(&self, raw: &[&str], words: &[u64], lines: &[Line], reader: Reader) -> Vec<Block> {
        let repeated = self.repeated(raw, words, lines);
        let (begin, last) =
            (lines.iter().position(|line| !line.is_empty()), lines.iter().rposition(|line| !line.is_empty()));
        let mut blocks: Vec<Block> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            if !repeated[at] {
                at += 1;
                continue;
            }
            let first = at;
            let is_part = |at: &usize| repeated[*at] || lines[*at].is_empty();
            let stop = (first..lines.len()).find(|at| !is_part(at)).unwrap_or(lines.len());
            let end = (first..stop).rfind(|at| repeated[*at]).map_or(stop, |last| last + 1);
            at = stop;
            let floor = blocks.last().map_or(0, |block| block.end);
            let hint = start_of_hint(raw, floor, first, &self.senders);
            let above = (floor..first).rfind(|at| !raw[*at].trim().is_empty());
            let is_inline = above.is_some_and(|at| inner_attribution(raw[at]).is_some());
            let is_edge = Some(first) <= begin || last < Some(end);
            let is_marked = lines[first..end].iter().any(|line| line.depth > 0);
            // The rest of a quote that the author has broken off.
            let is_near = blocks.last().is_some_and(|block| lines[first].follows(&lines[block.end - 1]));
            let known = || lines[first..end].iter().filter_map(Line::known).map(|known| self.whose(known));
            let words: usize = lines[first..end].iter().map(|line| line.words.len()).sum();
            let is_long = words >= LONG && is_edge && known().any(|whose| whose != Whose::Writer);
            // What the visitor has is quoted by hand, and has no address of ours in front of it.
            let is_typed = reader == Reader::Visitor
                && !is_marked
                && known().all(|whose| whose <= Whose::Shared)
                && !raw[hint..first].iter().chain(above.map(|at| &raw[at])).any(|line| line.contains('@'));
            let is_announced = is_marked || hint < first || is_inline || is_near;
            if (is_announced || is_long) && !is_typed {
                blocks.push(Block { hint, first, end, is_announced });
            }
        }
        blocks
    }
}

/// The lines in front of a block; on the last one an attribution may stand behind words.
fn keep(raw: &[&str], range: std::ops::Range<usize>, block: &Block, kept: &mut Kept) {
    let last = range.clone().rfind(|at| !raw[*at].trim().is_empty());
    for at in range {
        let line = raw[at];
        let is_next = block.hint == block.first && last == Some(at);
        kept.line(is_next.then(|| inner_attribution(line)).flatten().map_or(line, |end| &line[..end]));
    }
}

#[cfg(test)]
#[path = "conversation_tests.rs"]
mod tests;
