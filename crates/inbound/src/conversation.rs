//! What of a mail repeats the texts of its conversation. Others guess from phrases where a quote begins; here a line is quoted
//! if it is in a text that its writer could have. Every other line is the writer's, wherever it stands.
//!
//! Words are compared, not characters: clients wrap lines, mark and indent them, and write quotes, dashes and links anew. One
//! hash a word, and runs of them; the time is linear in the words of both sides.

mod index;
mod matching;
mod words;

use std::{
    borrow::Cow,
    cmp::Reverse,
    collections::{HashMap, HashSet},
    ops::Range,
};

pub use self::{
    index::{Conversation, Reader},
    words::{Known, Whose},
};
use self::{
    index::{LINE, RUN},
    matching::{Line, is_near},
    words::{Form, KnownLine},
};
use crate::{
    parsed_mail::{NOT_READ, least_alone, says_more, shown},
    quote_hints::{inner_attribution, is_banner, is_drawn, is_of_header, says_no_more, start_of_hint, unquoted},
};

/// A mail without what it repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    pub text: String,
    /// More than a marked quote at its end is left out.
    pub is_shortened: bool,
    /// Lines of which only the author knows whether they are internal.
    pub doubts: Vec<(Doubt, String)>,
}

/// Why a line is doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// It stands within a quote of an internal mail and repeats nothing: the author wrote it, or it is of a mail that is not known here.
    InQuote,
    /// It is of an attribution or a header with a mailbox of ours that stands at no quote.
    Alone,
    /// It says that the text is longer than what is shown.
    Long,
}

/// A whole line of a note.
const LINE_OF_NOTE: usize = 4;
/// One that is marked as a quote, or no sentence.
const SHORT_LINE: usize = 2;
/// A whole sentence that all of our mails of a kind say.
const SENTENCE: usize = 5;
/// So many repeated words need no other sign of a quote.
const LONG: usize = 30;
/// Attributions that stand alone, and lines of a header behind its sender.
const MAX_LONE: usize = 8;
const LONGEST_LONE: usize = 8;
/// Lines of a banner whose words nobody knows.
const LONGEST_BANNER: usize = 3;
/// Lines that somebody may have left of a quote.
const FEW: usize = 8;
/// Lines of a quote that an answer below it is shown with.
const CONTEXT: usize = 2;

/// Repeated lines in a row.
struct Block {
    /// Where the attribution or header in front of it begins.
    hint: usize,
    first: usize,
    /// Behind its last line.
    end: usize,
    /// A client has marked it, or an attribution stands in front of it.
    is_announced: bool,
    /// It has lines that the visitor must not read.
    is_internal: bool,
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
    /// What the author newly wrote.
    pub fn cut(&self, text: &str, reader: Reader) -> Cut {
        let raw: &[&str] = &text.lines().collect::<Vec<_>>();
        let (lines, ..) = self.lines(raw);
        let lines: &[Line] = &lines;
        let mut repeated = self.repeated(raw, lines, reader);
        let mut blocks = self.blocks(raw, lines, &repeated, reader);
        if reader == Reader::Consultants && self.leave_edited(lines, &blocks, &mut repeated) {
            blocks = self.blocks(raw, lines, &repeated, reader);
        }
        let mut pasted = Vec::new();
        if reader == Reader::Visitor {
            let [of_quotes, others] = self.lone_hints(raw, &blocks);
            let lone =
                |Range { start, end }| Block { hint: start, first: end, end, is_announced: true, is_internal: false };
            blocks.extend(of_quotes.into_iter().map(lone));
            blocks.sort_by_key(|block| block.hint);
            let named = |lines: &Range<usize>| raw[lines.clone()].iter().find(|line| line.contains('@'));
            pasted = others.iter().filter_map(named).map(|line| (Doubt::Alone, line.trim().to_owned())).collect();
        }
        let is_own = |mut range: Range<usize>| range.any(|at| !lines[at].is_blank);
        let begins = blocks.iter().map(|block| block.hint).chain([raw.len()]);
        let ends = [0].into_iter().chain(blocks.iter().map(|block| block.end));
        let has_own = ends.zip(begins).any(|(end, begin)| is_own(end..begin));
        if !has_own {
            // A quote alone says something, or nothing.
            let text = if reader == Reader::Visitor { "" } else { text.trim() };
            return Cut { text: shown(text).into_owned(), is_shortened: false, doubts: Vec::new() };
        }
        let (mut kept, mut from, mut has_own) = (Kept::default(), 0, false);
        for (index, block) in blocks.iter().enumerate() {
            keep(raw, from..block.hint, block, self.senders(reader), &mut kept);
            has_own |= is_own(from..block.hint);
            from = block.end;
            let next = blocks.get(index + 1).map_or(raw.len(), |next| next.hint);
            // Answers to several places, or to few lines; not what stands below a quote of which the answer is above.
            let is_short = block.end - block.first <= 2 * CONTEXT && (block.hint == block.first || !has_own);
            let is_answered = is_own(block.end..next) && (blocks.len() > 1 || is_short);
            self.write(block, (raw, lines), is_answered || self.is_broken_off(block, lines), reader, &mut kept);
            if let Some(at) = (from..next).find(|at| !raw[*at].trim().is_empty()) {
                from = at;
            }
        }
        raw[from..].iter().for_each(|line| kept.line(line));
        let is_more = |block: &Block| !says_no_more(&raw[block.hint..block.first], &self.senders);
        let is_shortened =
            blocks.iter().any(|block| !block.is_announced || is_own(block.end..raw.len()) || is_more(block));
        let floors = [0].into_iter().chain(blocks.iter().map(|block| block.end));
        let ends = blocks.iter().skip(1).map(|block| block.hint).chain([raw.len()]);
        let around = blocks.iter().zip(floors.zip(ends)).filter(|(block, _)| block.is_internal);
        let mut doubts: Vec<_> = around.flat_map(|(block, around)| doubts(raw, lines, block, around)).collect();
        doubts.dedup();
        doubts.extend(pasted);
        let text = kept.text();
        let shown = shown(&text);
        // Of an answer nothing is left out.
        let more = shown.lines().find(|line| matches!(shown, Cow::Owned(_)) && says_more(line));
        let long = raw.iter().copied().find(|line| *line == NOT_READ).into_iter().chain(more);
        doubts.extend(long.map(|line| (Doubt::Long, line.to_owned())));
        Cut { text: shown.into_owned(), is_shortened, doubts }
    }

    /// What a page alone says, without attributions: the quote is in its text.
    pub fn cut_page(&self, page: &str) -> String {
        let text = self.cut(page, Reader::Visitor).text;
        let lines: &[&str] = &text.lines().collect::<Vec<_>>();
        let [_, hints] = self.lone_hints(lines, &[]);
        let is_own = |at: &usize| !hints.iter().any(|hint| hint.contains(at));
        (0..lines.len()).filter(is_own).map(|at| lines[at]).collect::<Vec<_>>().join("\n")
    }

    /// Attributions and headers with a mailbox of ours that do not stand directly in front of a quote: those that only a banner of a
    /// server parts from theirs are no words of the author's. Others the author has pasted, or has left of a deleted quote.
    fn lone_hints(&self, raw: &[&str], blocks: &[Block]) -> [Vec<Range<usize>>; 2] {
        let (mut floor, [mut of_quotes, mut others]) = (0, [Vec::new(), Vec::new()]);
        for block in blocks.iter().map(Some).chain([None]) {
            let (begin, ceiling) = (floor, block.map_or(raw.len(), |block| block.hint));
            let names_ours = |at: &usize| {
                let lower = raw[*at].to_lowercase();
                self.senders.iter().any(|sender| sender.starts_with('@') && lower.contains(sender.as_str()))
            };
            for at in (begin..ceiling).filter(names_ours).take(MAX_LONE) {
                let ends = (at + 1..=ceiling.min(at + LONGEST_LONE)).rev();
                let mut found = ends.map(|end| (start_of_hint(raw, floor, end, &self.senders), end));
                if let Some((hint, end)) = found.find(|(hint, end)| hint <= &at && hint < end) {
                    floor = end;
                    others.push(hint..end);
                }
            }
            if let Some(block) = block {
                let is_its =
                    |hint: &mut Range<usize>| hint.start >= begin && self.is_of(block, &raw[..block.first], hint.end);
                of_quotes.extend(others.pop_if(is_its));
                floor = block.end;
            }
        }
        [of_quotes, others]
    }

    /// Whether a quote has no other attribution than what ends there, and at most the banner of a server above.
    fn is_of(&self, block: &Block, raw: &[&str], end: usize) -> bool {
        let is_other = |line: &&&str| !is_banner(unquoted(line)) && !is_drawn(line) && !unquoted(line).is_empty();
        let between: Vec<_> = raw[end..block.hint].iter().filter(is_other).collect();
        let is_inline = between.last().is_some_and(|line| inner_attribution(line, &self.senders).is_some());
        let has_own = is_inline || raw[block.hint..].iter().any(|line| is_other(&line));
        let is_banner = || between.len() <= LONGEST_BANNER || least_alone(&raw[end..block.hint].join("\n")) == 1;
        !has_own && is_banner()
    }

    /// Texts from whose midst a person has taken lines, or has put them in another order: what is left says something. Whether
    /// there are any.
    fn leave_edited(&self, lines: &[Line], blocks: &[Block], repeated: &mut [bool]) -> bool {
        // Where a text may be read up to: the same words may stand at several places.
        let mut read: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut edited = HashSet::new();
        let mut texts = vec![None; lines.len()];
        for block in blocks {
            // A line that stays, although it is known: too short, say.
            let above = (0..block.first).rfind(|at| !lines[*at].is_blank).map(|at| &lines[at]);
            let above = above.map_or(&[][..], |line| &line.spans);
            for span in above {
                read.entry(self.text_of(span)).or_default().push(span.end);
            }
            for (at, line) in (block.first..block.end).map(|at| (at, &lines[at])).filter(|(_, line)| !line.is_blank) {
                let ends = |span: &Range<usize>| read.get(&self.text_of(span));
                let goes_on = |span: &&Range<usize>| ends(span).is_some_and(|ends| ends.contains(&span.start));
                // A mail of ours may say there what it no longer says.
                let is_behind = |span: &&Range<usize>| {
                    let former = (block.first..at).rfind(|at| !lines[*at].is_blank).map(|at| &lines[at]);
                    former
                        .is_some_and(|line| line.spans.iter().any(|span| self.text.line_at(span.start).is_of_template))
                        && ends(span).is_some_and(|ends| ends.iter().any(|end| self.is_of_templates(*end..span.start)))
                };
                let fits = |span: &&Range<usize>| {
                    goes_on(span) || ends(span).is_none() || self.begins_text(span) || is_behind(span)
                };
                let spans = || line.spans.iter();
                let chosen = spans().find(goes_on).or_else(|| spans().find(fits)).or_else(|| spans().next());
                let Some(text) = chosen.map(|span| self.text_of(span)) else { continue };
                let fitting: Vec<_> = spans().filter(|span| self.text_of(span) == text && fits(span)).collect();
                // Who has left out the beginning of a few lines has chosen them.
                let is_last = || lines[block.end..].iter().all(|line| line.is_blank);
                let is_chosen = at == block.first && block.end - block.first <= FEW && is_last() && {
                    !read.contains_key(&text) && !fitting.iter().any(|span| self.begins_text(span))
                };
                // Behind words of the writer's there may be a gap.
                let is_apart = at == block.first && above.iter().all(|above| self.text_of(above) != text);
                if fitting.is_empty() && !is_apart || is_chosen {
                    edited.insert(text);
                }
                let ends = if fitting.is_empty() { chosen.into_iter().collect() } else { fitting };
                read.insert(text, ends.into_iter().map(|span| span.end).collect());
                texts[at] = Some(text);
            }
        }
        for (at, text) in texts.iter().enumerate() {
            repeated[at] &= text.is_none_or(|text| !edited.contains(&text));
        }
        !edited.is_empty()
    }

    /// Whether few words of a text are whole lines that our templates have.
    fn is_of_templates(&self, words: Range<usize>) -> bool {
        let mut at = words.start;
        if !is_near(words.start, words.end) {
            return false;
        }
        while at < words.end {
            let line = &self.text.line_at(at).words;
            let known = self.whole_lines(&self.text.words[line.clone()]);
            if line.start != at || !known.iter().any(|span| self.text.line_at(span.start).is_of_template) {
                return false;
            }
            at = line.end;
        }
        true
    }

    /// Whether lines are a text from its beginning to its end: a client quotes it, also between lines of a server.
    fn is_whole_text(&self, lines: &[Line]) -> bool {
        let first = lines.first().into_iter().flat_map(|line| &line.spans).filter(|span| self.begins_text(span));
        let last = lines.iter().rfind(|line| !line.spans.is_empty());
        let mut ends = last.into_iter().flat_map(|line| &line.spans);
        let texts: Vec<usize> = first.map(|span| self.text_of(span)).collect();
        ends.any(|span| texts.contains(&self.text_of(span)) && self.ends_text(span))
    }

    /// Whether a person has left out the end of the quoted text.
    fn is_broken_off(&self, block: &Block, lines: &[Line]) -> bool {
        let last = (block.first..block.end).rfind(|at| !lines[*at].spans.is_empty());
        last.is_some_and(|at| !lines[at].spans.iter().any(|span| self.ends_text(span)))
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
        let is_shared = |at: &usize| lines[*at].spans.first().is_some_and(|span| self.whose(span) <= Whose::Shared);
        let quoted: Vec<usize> = (block.first..block.end).filter(|at| !lines[*at].is_blank).collect();
        let last = quoted.iter().rev().take(CONTEXT).take_while(|at| is_answered && is_shared(at)).count();
        let (hidden, context) = quoted.split_at(quoted.len() - last);
        kept.gap();
        let in_front = (block.hint..block.first).filter(|at| !lines[*at].is_blank).count();
        if reader == Reader::Consultants && hidden.len() + in_front > 0 {
            let name = self.name_of(quoted.iter().filter_map(|at| lines[*at].spans.first()));
            let count = hidden.len() + in_front;
            let (lines, repeat) = if count == 1 { ("line", "it repeats") } else { ("lines", "they repeat") };
            let hosts = self.other_hosts(hidden.iter().map(|at| raw[*at]));
            let with = if hosts.is_empty() { "" } else { ", with links to " };
            kept.line(&format!("[{count} {lines} not shown: {repeat} {name}{with}{hosts}]"));
            kept.gap();
        }
        for at in context {
            let mark = if lines[*at].depth == 0 { "> " } else { "" };
            kept.line(&format!("{mark}{}", raw[*at]));
        }
    }

    /// Of the text that most of these lines are from.
    fn name_of<'a>(&self, spans: impl Iterator<Item = &'a Range<usize>>) -> &str {
        let mut counts = vec![0; self.titles.len()];
        spans.for_each(|span| counts[self.text_of(span)] += 1);
        let most = (0..counts.len()).rev().max_by_key(|text| counts[*text]);
        most.map_or("an earlier mail", |text| self.titles[text].as_str())
    }

    /// The lines that the visitor must not have, and whose they are: a whole line of ours, or many words of ours in a row. Of those
    /// that stand together without an empty line, the first one; lines of notes come before all others.
    pub fn internal_lines(&self, text: &str) -> Vec<(Whose, String)> {
        let raw: &[&str] = &text.lines().collect::<Vec<_>>();
        let (lines, words, _) = self.lines(raw);
        let matched = self.runs(&words, |whose| whose != Whose::Writer);
        // What the visitor has may be said, also where we have said it among ourselves.
        let shared = self.runs(&words, |whose| whose == Whose::Shared);
        let internal = |at: usize| {
            let whose = matched[at].map(|word| self.text.line_at(word).whose);
            whose.filter(|whose| *whose > Whose::Shared && shared[at].is_none())
        };
        let mut whose = vec![None; words.len()];
        let mut first = 0;
        for at in 0..words.len() {
            if at == 0 || internal(at).is_none() || !self.is_next(matched[at - 1], matched[at]) {
                first = at;
            }
            let row = &matched[first..=at];
            let (begin, end) = (row[0], row[row.len() - 1].map(|word| word + 1));
            let line =
                begin.zip(end).map(|(begin, end)| (self.text.line_at(begin), self.text.line_at(end - 1), begin..end));
            let is_whole = |(begin, end, row): &(&KnownLine, &KnownLine, Range<usize>)| {
                begin.words.start == row.start && end.words.end == row.end
            };
            if row.len() >= RUN {
                whose[at + 1 - RUN..=at].fill(internal(at));
            } else if line.as_ref().is_some_and(is_whole) && is_enough(row.len(), internal(at)) {
                whose[first..=at].fill(internal(at).map(|whose| severity(whose, row.len())));
            }
        }
        let of_line = |line: &Line| {
            let is_unsaid = line.whole().iter().all(|span| self.whose(span) > Whose::Shared);
            let long = |span: &Range<usize>| {
                let words = self.fixed_words(span);
                let whose = Some(self.whose(span)).filter(|whose| *whose > Whose::Shared);
                let known = self.text.line_at(span.start);
                let least = match known.form {
                    _ if line.depth > 0 => SHORT_LINE,
                    Form::Field => SHORT_LINE,
                    Form::Sentence => SENTENCE,
                    _ => LINE,
                };
                let is_short = is_unsaid && words >= least && !known.has_holes;
                whose.filter(|_| is_short || is_enough(words, whose)).map(|whose| severity(whose, words))
            };
            let is_internal = line.whole().iter().all(|span| self.whose(span) != Whose::Shared);
            let all = line.whole().iter().filter(|_| is_internal).filter_map(long).max();
            whose[line.words.clone()].iter().copied().chain([all]).flatten().max()
        };
        let (mut found, mut former) = (Vec::new(), None);
        for (line, raw) in lines.iter().zip(raw) {
            let whose = of_line(line).filter(|_| !line.is_blank);
            found.extend(whose.filter(|_| whose != former).map(|whose| (whose, raw.trim().to_owned())));
            former = whose;
        }
        found.sort_by_key(|(whose, _)| Reverse(*whose));
        found
    }

    /// The repeated lines, with what stands in front of them. Only where a quote can be: behind a mark, an attribution or the
    /// like, next to such a place, or, if they are many, at an end.
    fn blocks(&self, raw: &[&str], lines: &[Line], repeated: &[bool], reader: Reader) -> Vec<Block> {
        let begin = lines.iter().position(|line| !line.is_blank);
        let last = lines.iter().rposition(|line| !line.is_blank);
        let mut blocks: Vec<Block> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            if !repeated[at] {
                at += 1;
                continue;
            }
            let mut first = at;
            let is_part = |at: &usize| repeated[*at] || lines[*at].is_blank;
            let stop = (first..lines.len()).find(|at| !is_part(at)).unwrap_or(lines.len());
            let end = (first..stop).rfind(|at| repeated[*at]).map_or(stop, |last| last + 1);
            at = stop;
            let floor = blocks.last().map_or(0, |block| block.end);
            let mut hint = start_of_hint(raw, floor, first, self.senders(reader));
            // A line of a header may stand in the quoted text as well, above a mail that it quotes itself.
            let behind =
                (first..end).find(|at| !lines[*at].is_blank && !is_of_header(raw[*at])).filter(|at| *at > first);
            if let Some(behind) = behind {
                let above = start_of_hint(raw, floor, behind, self.senders(reader));
                (hint, first) = if above < first { (above, behind) } else { (hint, first) };
            }
            let above = (floor..first).rfind(|at| !raw[*at].trim().is_empty());
            let is_inline = above.is_some_and(|at| inner_attribution(raw[at], self.senders(reader)).is_some());
            let is_edge = Some(first) <= begin || last < Some(end);
            let is_marked = lines[first..end].iter().any(|line| line.depth > 0);
            // The rest of a quote that the author has broken off, or of which a client has changed a line.
            let is_near = blocks.last().is_some_and(|block| {
                let former = &lines[block.end - 1];
                lines[first].is_near(former) && lines[first].depth.min(1) >= former.depth.min(1)
            });
            let known = || lines[first..end].iter().filter_map(|line| line.spans.first());
            let is_internal = known().any(|span| self.whose(span) > Whose::Shared);
            let words: usize = lines[first..end].iter().map(|line| line.words.len()).sum();
            // A client quotes whole mails; who pastes a part of one means it.
            let begins = || lines[first].spans.iter().any(|span| self.begins_text(span));
            // An answer to the visitor that repeats a whole text waits, and its author is asked.
            let is_whole = || reader == Reader::Consultants && self.is_whole_text(&lines[first..end]);
            let is_long = words >= LONG && (is_edge && (is_internal || begins()) || is_whole());
            let names_mailbox = raw[hint..first].iter().chain(above.map(|at| &raw[at])).any(|line| line.contains('@'));
            let is_named = hint < first || is_inline || is_near;
            let is_announced = is_marked || is_named;
            // What the visitor has, and no mail of ours stands around it or is named in front of it, was quoted by hand; and of
            // what is ours no line is left out in silence.
            let is_client = is_internal && (is_named || words >= LONG) || names_mailbox;
            if (is_announced || is_long) && (reader == Reader::Consultants || is_client) {
                blocks.push(Block { hint, first, end, is_announced, is_internal });
            }
        }
        blocks
    }
}

/// Whether a line says how many lines are left out, as `cut` writes it.
pub fn says_cut(line: &str) -> bool {
    let rest = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let rest = rest.and_then(|rest| rest.split_once(" not shown: "));
    rest.and_then(|(count, _)| count.split_once(" line")).is_some_and(|(count, _)| count.parse::<usize>().is_ok())
}

/// Whether a whole line of so many words is no accident.
fn is_enough(words: usize, whose: Option<Whose>) -> bool {
    whose.is_some_and(|whose| words >= if whose == Whose::Note { LINE_OF_NOTE } else { LINE })
}

/// A few words of a note may be those of any mail, so that their author is asked.
fn severity(whose: Whose, words: usize) -> Whose {
    if words < LINE { whose.min(Whose::Frame) } else { whose }
}

/// The first lines of the quote that a block is from that repeat nothing: above it, and below.
fn doubts(
    raw: &[&str],
    lines: &[Line],
    block: &Block,
    (floor, end): (usize, usize),
) -> impl Iterator<Item = (Doubt, String)> {
    let is_quoted = |at: &usize| lines[*at].is_blank || lines[*at].depth > 0;
    let is_doubtful = |at: &usize| !lines[*at].is_blank && lines[*at].spans.is_empty();
    let above = (floor..block.hint).rev().take_while(is_quoted).filter(is_doubtful).last();
    let below = (block.end..end).take_while(is_quoted).find(is_doubtful);
    above.into_iter().chain(below).map(|at| (Doubt::InQuote, raw[at].trim().to_owned()))
}

/// The lines in front of a block; on the last one an attribution may stand behind words.
fn keep(raw: &[&str], range: Range<usize>, block: &Block, senders: &[String], kept: &mut Kept) {
    let last = range.clone().rfind(|at| !raw[*at].trim().is_empty());
    for at in range {
        let line = raw[at];
        let is_next = block.hint == block.first && last == Some(at);
        kept.line(is_next.then(|| inner_attribution(line, senders)).flatten().map_or(line, |end| &line[..end]));
    }
}

#[cfg(test)]
#[path = "conversation_tests.rs"]
mod tests;
