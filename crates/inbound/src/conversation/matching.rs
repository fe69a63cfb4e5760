//! Which words of a mail repeat which words of a conversation, and which of its lines.

use std::ops::Range;

use super::{
    index::{Conversation, LINE, MAX_PLACES, RUN, Reader, SHINGLE},
    words::{self, Form, HOLE, Target, Whose, has_digit, is_bold, is_ornament, push_words, shown_targets},
};
use crate::quote_hints::{inner_attribution, start_of_hint};

/// Words of a frame that a client may have left out, or written differently.
const MAX_GAP: usize = 3;
/// Words behind such a place that must be equal.
const SURE: usize = 3;
/// Words of lines that are not what they were.
const MAX_CHANGED: usize = 24;
/// Words in a hole of a template.
const MAX_HOLE: usize = 14;
/// Lines of a template in a row that no text has so.
const MAX_OTHER: usize = 3;
/// Named in place of lines that are not shown.
const MAX_HOSTS: usize = 3;
/// Places of a mail where an attribution is looked for.
const MAX_HINTS: usize = 200;

/// A line of the mail.
pub(super) struct Line {
    /// Marks in front of it.
    pub(super) depth: usize,
    pub(super) words: Range<usize>,
    /// The words of the conversation that it repeats: that of a run first, then lines with the same words and no others.
    pub(super) spans: Vec<Range<usize>>,
    /// Every word is part of a run.
    is_run: bool,
    /// Nothing but white space, marks and rules.
    pub(super) is_blank: bool,
}

impl Line {
    pub(super) fn whole(&self) -> &[Range<usize>] {
        &self.spans[usize::from(self.is_run)..]
    }

    /// Whether it goes on a few words behind `former`.
    pub(super) fn is_near(&self, former: &Self) -> bool {
        self.spans.iter().any(|span| former.spans.iter().any(|former| is_near(former.end, span.start)))
    }

    /// Whether it goes on where `former` ends.
    pub(super) fn follows(&self, former: &Self) -> bool {
        self.spans.iter().any(|span| former.spans.iter().any(|former| former.end == span.start))
    }
}

pub(super) fn is_near(end: usize, start: usize) -> bool {
    (end..=end + MAX_CHANGED).contains(&start)
}

/// For each word of the mail the word that it repeats.
pub(super) type Matched = Vec<Option<usize>>;

impl Conversation {
    /// The lines of a mail, and what each of its words repeats.
    pub(super) fn lines(&self, raw: &[&str]) -> (Vec<Line>, Vec<u64>, Matched) {
        let mut words = Vec::new();
        let mut ranges: Vec<(Range<usize>, bool)> = Vec::with_capacity(raw.len());
        for line in raw {
            let start = words.len();
            // A link that leads elsewhere is no repetition.
            let targets = push_words(line, &mut words);
            let is_known =
                targets.iter().all(|target| target.is_of_page || self.targets.binary_search(&target.hash).is_ok());
            ranges.push((start..words.len(), is_known));
        }
        let matched = self.runs(&words, |_| true);
        let line = |(raw, (range, is_known)): (&&str, (Range<usize>, bool))| {
            let mut line = self.line(raw, range, &words, &matched);
            // Who sets a line of ours in bold chooses it.
            let is_chosen =
                is_bold(raw) && !line.spans.iter().any(|span| self.text.line_at(span.start).form == Form::Bold);
            if (!is_known || is_chosen) && line.spans.iter().any(|span| self.whose(span) <= Whose::Shared) {
                (line.spans, line.is_run) = (Vec::new(), false);
            }
            line
        };
        let lines = raw.iter().zip(ranges).map(line).collect();
        (lines, words, matched)
    }

    fn line(&self, raw: &str, range: Range<usize>, words: &[u64], matched: &Matched) -> Line {
        let own = &matched[range.clone()];
        // One run alone: of two, the writer has put them together.
        let ends = own.first().copied().flatten().zip(own.last().copied().flatten());
        let run = ends
            .filter(|_| own.windows(2).all(|pair| self.is_next(pair[0], pair[1])))
            .map(|(first, last)| first..last + 1);
        let mut spans: Vec<Range<usize>> = run.into_iter().collect();
        let is_run = !spans.is_empty();
        if !range.is_empty() {
            spans.extend(self.whole_lines(&words[range.clone()]));
        }
        Line { depth: depth(raw), is_run, spans, is_blank: raw.chars().all(is_ornament), words: range }
    }

    /// To whom links of a page lead that we have not sent.
    pub(super) fn other_hosts<'a>(&self, lines: impl Iterator<Item = &'a str>) -> String {
        let mut hosts: Vec<&str> = Vec::new();
        for line in lines {
            for (at, target) in shown_targets(line).filter(|(at, _)| line[*at..].starts_with('[')) {
                let known = |target: &Target| self.targets.binary_search(&target.hash).is_ok();
                let is_known = push_words(&line[..at + target.len() + 2], &mut Vec::new()).last().is_none_or(known);
                let host = target.split_once("://").map_or(target, |(_, rest)| rest).split(['/', '?', '#']).next();
                let host = host.filter(|host| !is_known && !hosts.contains(host) && hosts.len() < MAX_HOSTS);
                hosts.extend(host);
            }
        }
        hosts.join(", ")
    }

    /// Whether a word goes on where the former one is: in a frame there may be gaps and filled holes.
    pub(super) fn is_next(&self, former: Option<usize>, later: Option<usize>) -> bool {
        former.zip(later).is_some_and(|(former, later)| {
            let is_frame = self.text.line_at(former).whose >= Whose::Frame;
            later == former + 1 || is_frame && (former..=former + MAX_GAP + 1).contains(&later)
        })
    }

    pub(super) fn whole_lines(&self, own: &[u64]) -> Vec<Range<usize>> {
        let with_holes = self.with_holes.iter().map(|line| self.text.lines[*line].words.clone());
        let filled = with_holes.filter(|words| fills(own, &self.text.words[words.clone()]));
        let same = self.whole.places(words::hash(own)).map(|line| self.text.lines[line].words.clone());
        same.chain(filled.take(2 * MAX_PLACES)).collect()
    }

    /// Only in the lines of the conversation that `is_asked` names.
    pub(super) fn runs(&self, words: &[u64], is_asked: impl Fn(Whose) -> bool) -> Matched {
        let mut matched = vec![None; words.len()];
        let mut at = 0;
        while at + SHINGLE <= words.len() {
            let places = self.shingles.places(words::hash(&words[at..at + SHINGLE]));
            let is_asked = |place: &usize| is_asked(self.text.line_at(*place).whose);
            let runs = places.filter(is_asked).map(|place| self.run(words, &matched, (at, place), is_asked));
            let best = runs.reduce(|best, run| if run.len() > best.len() { run } else { best }).unwrap_or_default();
            let equal = best.iter().filter(|(own, known)| words[*own] == self.text.words[*known]).count();
            let is_long = equal >= RUN || equal >= SHINGLE && self.is_of_lines(&best);
            match best.last().filter(|_| is_long) {
                Some((end, _)) => {
                    at = end + 1;
                    for (own, known) in &best {
                        matched[*own] = Some(*known);
                    }
                }
                None => at += 1,
            }
        }
        matched
    }

    /// Whether it is whole lines of ours, however they are broken.
    fn is_of_lines(&self, run: &[(usize, usize)]) -> bool {
        let [(_, first), .., (_, last)] = run else { return false };
        let (begin, end) = (self.text.line_at(*first), self.text.line_at(*last));
        begin.whose > Whose::Shared && begin.words.start == *first && end.words.end == last + 1
    }

    /// The run around these equal words: words of the mail with those of the conversation.
    fn run(
        &self,
        words: &[u64],
        matched: &Matched,
        (at, place): (usize, usize),
        is_asked: impl Fn(&usize) -> bool,
    ) -> Vec<(usize, usize)> {
        let known = &self.text.words;
        let is_equal = |back: &usize| {
            words[at - back] == known[place - back] && matched[at - back].is_none() && is_asked(&(place - back))
        };
        let back = (1..=at.min(place)).take_while(is_equal).count();
        let mut pairs = Vec::new();
        let (mut own, mut other) = (at - back, place - back);
        loop {
            while let (Some(a), Some(b)) = (words.get(own), known.get(other))
                && a == b
                && *b != HOLE
                && is_asked(&other)
            {
                pairs.push((own, other));
                (own, other) = (own + 1, other + 1);
            }
            let Some((put_in, left_out)) = self.gap(words, own, other) else { return pairs };
            pairs.extend((own..own + put_in).map(|own| (own, other)));
            (own, other) = (own + put_in, other + left_out);
        }
    }

    /// Words of a frame that a client has left out or written differently, or that fill a hole: how many of the mail, and how many
    /// of the text. A word of a person that differs is somebody's word.
    fn gap(&self, words: &[u64], own: usize, other: usize) -> Option<(usize, usize)> {
        let known = &self.text.words;
        let line = (other < known.len()).then(|| self.text.line_at(other))?;
        // A whole conversation is quoted as internal; its notes have their own text.
        if line.whose < Whose::Frame || line.is_quoted && line.whose < Whose::Note {
            return None;
        }
        let is_sure = |put_in: usize, left_out: usize| {
            let (Some(own), Some(next)) = (words.get(own + put_in..), known.get(other + left_out..)) else {
                return false;
            };
            let is_same = || self.text.line_at(other + left_out).text == line.text;
            own.starts_with(next.get(..SURE).unwrap_or(&[HOLE])) && is_same()
        };
        if known[other] == HOLE {
            let is_filled = |put_in: &usize| line.has_holes && is_sure(*put_in, 1);
            return (0..=MAX_HOLE).find(is_filled).map(|put_in| (put_in, 1));
        }
        let gaps = (1..=MAX_GAP).flat_map(|left_out| (0..=left_out).map(move |put_in| (put_in, left_out)));
        let is_client = |put_in: usize| words[own..own + put_in].iter().all(|word| !has_digit(*word));
        gaps.filter(|(put_in, left_out)| is_sure(*put_in, *left_out)).find(|(put_in, _)| is_client(*put_in))
    }

    /// Of the words that it repeats.
    pub(super) fn whose(&self, span: &Range<usize>) -> Whose {
        self.text.line_at(span.start).whose
    }

    /// The text that they are from.
    pub(super) fn text_of(&self, span: &Range<usize>) -> usize {
        self.text.line_at(span.start).text
    }

    pub(super) fn begins_text(&self, span: &Range<usize>) -> bool {
        self.text.texts[self.text_of(span)].0.start == span.start
    }

    /// The words above its signature.
    pub(super) fn ends_text(&self, span: &Range<usize>) -> bool {
        span.end >= self.text.texts[self.text_of(span)].1
    }

    /// Words that are no holes.
    pub(super) fn fixed_words(&self, span: &Range<usize>) -> usize {
        self.text.words[span.clone()].iter().filter(|word| **word != HOLE).count()
    }

    /// Whether a client has marked it, besides the mark that the text itself may have there.
    fn is_marked(&self, line: &Line) -> Option<bool> {
        let is_quoted = |span: &Range<usize>| self.text.line_at(span.start).is_quoted;
        match line.depth {
            0 => Some(false),
            1 if line.spans.iter().any(is_quoted) => None,
            _ => Some(true),
        }
    }

    /// The lines that repeat the conversation: those whose every word does. A short one counts directly below an attribution or
    /// header, or next to one that does and stands next to it in the text, too.
    pub(super) fn repeated(&self, raw: &[&str], lines: &[Line], reader: Reader) -> Vec<bool> {
        // Own words are quoted where a client marks them.
        let may_be = |line: &Line| line.depth > 0 || line.spans.iter().any(|span| self.whose(span) > Whose::Writer);
        // A client begins where the mail begins.
        let is_begin = |span: &Range<usize>| {
            self.begins_text(span) && self.text.texts[self.text_of(span)].1 - span.start >= SHINGLE
        };
        let is_seed = |line: &Line| line.is_run || line.depth > 0 && line.spans.iter().any(is_begin);
        let mut repeated: Vec<bool> = lines.iter().map(|line| is_seed(line) && may_be(line)).collect();
        let shown: Vec<usize> = (0..lines.len()).filter(|at| !lines[*at].is_blank).collect();
        // With few words around its holes a line can be anything.
        let is_firm = |span: &Range<usize>| !self.text.line_at(span.start).has_holes || self.fixed_words(span) >= LINE;
        let (mut hints, senders) = (MAX_HINTS, self.senders(reader));
        for pair in shown.windows(2) {
            let (former, at) = (pair[0], pair[1]);
            if !repeated[at] && lines[at].spans.iter().any(is_firm) && may_be(&lines[at]) && hints > 0 {
                hints -= 1;
                repeated[at] =
                    start_of_hint(raw, 0, at, senders) <= former || inner_attribution(raw[former], senders).is_some();
            }
        }
        for index in (0..shown.len()).chain((0..shown.len()).rev()) {
            let line = &lines[shown[index]];
            if line.spans.is_empty() || repeated[shown[index]] {
                continue;
            }
            let near = |at: Option<&usize>| {
                let near = at.copied().filter(|at| repeated[*at]).map(|at| &lines[at]);
                near.filter(|near| self.is_marked(near).zip(self.is_marked(line)).is_none_or(|(near, own)| near == own))
            };
            let former = near(index.checked_sub(1).and_then(|former| shown.get(former)));
            let later = near(shown.get(index + 1));
            // Behind a few lines of ours of which no text has just these.
            let is_other = |at: &&usize| !repeated[**at] && self.is_of_template(&lines[**at]);
            let is_between = near(shown[..index].iter().rev().take(MAX_OTHER).find(|at| !is_other(at))).is_some()
                && near(shown[index + 1..].iter().take(MAX_OTHER).find(|at| !is_other(at))).is_some();
            let fits =
                former.is_none_or(|former| line.follows(former)) && later.is_none_or(|later| later.follows(line));
            let may_stand_alone = |span: &Range<usize>| {
                let known = self.text.line_at(span.start);
                let least = match (is_between, known.has_holes) {
                    (false, _) => LINE,
                    (true, true) if former.is_some() && later.is_some() => 0,
                    (true, true) => SHINGLE - 1,
                    // Fewer words an author may write between lines that he quotes.
                    (true, false) => SHINGLE,
                };
                known.is_of_template && self.fixed_words(span) >= least
            };
            let is_beside = former.is_some() || later.is_some();
            repeated[shown[index]] =
                is_beside && fits || (is_beside || is_between) && line.spans.iter().any(may_stand_alone);
        }
        self.leave_unmarked(lines, shown.iter().copied(), &mut repeated);
        self.leave_unmarked(lines, shown.iter().rev().copied(), &mut repeated);
        repeated
    }

    fn is_of_template(&self, line: &Line) -> bool {
        line.spans.iter().any(|span| {
            let known = self.text.line_at(span.start);
            known.is_of_template && self.fixed_words(span) >= SHINGLE - usize::from(known.has_holes)
        })
    }

    /// Where a client marks each line, those without a mark that stand beside them are the writer's: a choice of what is offered,
    /// say. Not the rest of a line that was broken.
    fn leave_unmarked(&self, lines: &[Line], shown: impl Iterator<Item = usize>, repeated: &mut [bool]) {
        let (mut is_beside, mut is_left) = (false, false);
        for at in shown {
            let line = &lines[at];
            let begins = |span: &Range<usize>| self.text.line_at(span.start).words.start == span.start;
            match self.is_marked(line).filter(|_| repeated[at]) {
                Some(false) => {
                    is_left |= is_beside && line.spans.iter().any(begins);
                    repeated[at] = !is_left;
                }
                Some(true) => (is_beside, is_left) = (true, false),
                None if !repeated[at] => (is_beside, is_left) = (false, false),
                None => {}
            }
        }
    }
}

/// Whether the words are those of a line, and something in each of its holes.
fn fills(own: &[u64], line: &[u64]) -> bool {
    let mut parts = line.split(|word| *word == HOLE);
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = own.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        let place = (0..=MAX_HOLE)
            .find(|at| rest.get(*at..).is_some_and(|rest| if is_last { rest == part } else { rest.starts_with(part) }));
        let Some(at) = place else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

/// A `|` that closes, too, is of a table.
fn depth(raw: &str) -> usize {
    let marks = raw.chars().take_while(|c| matches!(c, '>' | '|' | ' ' | '\t' | '\u{a0}'));
    let has_cells =
        raw.matches('|').count() > 1 && raw.trim_start_matches(['>', '|', ' ', '\t', '\u{a0}']).contains('|');
    marks.filter(|c| *c == '>' || *c == '|' && !has_cells).count()
}
