//! Which words of a mail repeat which words of a conversation, and which of its lines.

use std::ops::Range;

use super::{
    Conversation, MAX_PLACES, RUN, SHINGLE, Whose,
    words::{self, HOLE, has_digit, push_words},
};
use crate::reply_text::{inner_attribution, start_of_hint};

/// Words that a client may have left out, or written differently.
const MAX_GAP: usize = 3;
/// Words behind such a place that must be equal.
const SURE: usize = 3;
/// Words in a hole of a template.
const MAX_HOLE: usize = 14;
/// A line of the mail.
pub(super) struct Line {
    /// Marks in front of it.
    pub(super) depth: usize,
    pub(super) words: Range<usize>,
    /// Lines of the conversation: that of the first word, and of the last, if every word is part of a run.
    ends: Option<(usize, usize)>,
    /// Those with the same words and no others.
    pub(super) whole: Vec<usize>,
}

impl Line {
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The line of the conversation that it repeats.
    pub(super) fn known(&self) -> Option<usize> {
        self.ends.map(|ends| ends.0).or_else(|| self.whole.first().copied())
    }

    /// Whether it goes on where `former` ends, within its line or on the next one.
    pub(super) fn follows(&self, former: &Self) -> bool {
        let ends: Vec<usize> = former.ends.iter().map(|ends| ends.1).chain(former.whole.iter().copied()).collect();
        let mut begins = self.ends.iter().map(|ends| (ends.0, 0)).chain(self.whole.iter().map(|line| (*line, 1)));
        begins.any(|(begin, least)| ends.iter().any(|end| (*end + least..=*end + 1).contains(&begin)))
    }
}

/// For each word of the mail the word that it repeats.
pub(super) type Matched = Vec<Option<usize>>;

impl Conversation {
    /// The lines of a mail, and what each of its words repeats.
    pub(super) fn lines(&self, raw: &[&str]) -> (Vec<Line>, Vec<u64>, Matched) {
        let mut words = Vec::new();
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(raw.len());
        for line in raw {
            let start = words.len();
            push_words(line, &mut words);
            ranges.push(start..words.len());
        }
        let matched = self.runs(&words, |_| true);
        let lines = raw.iter().zip(ranges).map(|(line, range)| self.line(line, range, &words, &matched)).collect();
        (lines, words, matched)
    }

    fn line(&self, raw: &str, range: Range<usize>, words: &[u64], matched: &Matched) -> Line {
        let known: Option<Vec<usize>> = matched[range.clone()].iter().copied().collect();
        let known = known.unwrap_or_default();
        let line_of = |word: &usize| self.text.line_of[*word];
        let marks = raw.chars().take_while(|c| matches!(c, '>' | '|' | ' ' | '\t' | '\u{a0}'));
        Line {
            depth: marks.filter(|c| matches!(c, '>' | '|')).count(),
            ends: known.first().map(line_of).zip(known.last().map(line_of)),
            whole: if range.is_empty() { Vec::new() } else { self.whole_lines(&words[range.clone()]) },
            words: range,
        }
    }

    fn whole_lines(&self, own: &[u64]) -> Vec<usize> {
        let mut found = self.whole.get(&words::hash(own)).cloned().unwrap_or_default();
        found.extend(self.with_holes.iter().copied().filter(|line| {
            let line = &self.text.lines[*line];
            let (before, after) = self.text.words[line.words.clone()].split_at(line.hole.unwrap_or(0));
            let after = &after[1..];
            let filled = own.len().checked_sub(before.len() + after.len());
            filled.is_some_and(|filled| filled <= MAX_HOLE) && own.starts_with(before) && own.ends_with(after)
        }));
        found.truncate(4 * MAX_PLACES);
        found
    }

    /// Only in the lines of the conversation that `is_asked` names.
    pub(super) fn runs(&self, words: &[u64], is_asked: impl Fn(Whose) -> bool) -> Matched {
        let mut matched = vec![None; words.len()];
        let mut at = 0;
        while at + SHINGLE <= words.len() {
            let places = self.shingles.get(&words::hash(&words[at..at + SHINGLE])).into_iter().flatten();
            let places = places.filter(|place| is_asked(self.whose(self.text.line_of[**place])));
            let runs = places.map(|place| self.run(words, &matched, at, *place));
            let best = runs.reduce(|best, run| if run.len() > best.len() { run } else { best }).unwrap_or_default();
            let is_long = best.iter().filter(|(own, known)| words[*own] == self.text.words[*known]).count() >= RUN;
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

    /// The run around these equal words: words of the mail with those of the conversation.
    fn run(&self, words: &[u64], matched: &Matched, at: usize, place: usize) -> Vec<(usize, usize)> {
        let known = &self.text.words;
        let is_equal = |back: &usize| words[at - back] == known[place - back] && matched[at - back].is_none();
        let back = (1..=at.min(place)).take_while(is_equal).count();
        let mut pairs = Vec::new();
        let (mut own, mut other) = (at - back, place - back);
        loop {
            while let (Some(a), Some(b)) = (words.get(own), known.get(other))
                && a == b
                && *b != HOLE
            {
                pairs.push((own, other));
                (own, other) = (own + 1, other + 1);
            }
            let Some((put_in, left_out)) = self.gap(words, own, other) else { return pairs };
            pairs.extend((own..own + put_in).map(|own| (own, other)));
            (own, other) = (own + put_in, other + left_out);
        }
    }

    /// Words that a client has left out or written differently, or that fill a hole: how many of the mail, and how many of the text.
    /// What somebody has put in is no such place, nor is a changed number.
    fn gap(&self, words: &[u64], own: usize, other: usize) -> Option<(usize, usize)> {
        let known = &self.text.words;
        let line = &self.text.lines[*self.text.line_of.get(other)?];
        let is_sure = |put_in: usize, left_out: usize| {
            let (Some(own), Some(next)) = (words.get(own + put_in..), known.get(other + left_out..)) else {
                return false;
            };
            let is_same = || self.text.lines[self.text.line_of[other + left_out]].text == line.text;
            own.starts_with(next.get(..SURE).unwrap_or(&[HOLE])) && is_same()
        };
        if known[other] == HOLE {
            line.hole?;
            return (0..=MAX_HOLE).map(|put_in| (put_in, 1)).find(|(put_in, left_out)| is_sure(*put_in, *left_out));
        }
        let is_ours = line.whose >= Whose::Frame;
        let is_client = |put_in: usize| is_ours || words[own..own + put_in].iter().all(|word| !has_digit(*word));
        let gaps = (1..=MAX_GAP).flat_map(|left_out| (0..=left_out).map(move |put_in| (put_in, left_out)));
        gaps.filter(|(put_in, left_out)| is_sure(*put_in, *left_out)).find(|(put_in, _)| is_client(*put_in))
    }

    /// The lines that repeat the conversation: those whose every word does. A short one counts behind a mark, directly below an
    /// attribution or header, or next to one that does and stands next to it in the text, too.
    pub(super) fn repeated(&self, raw: &[&str], words: &[u64], lines: &[Line]) -> Vec<bool> {
        let mut repeated: Vec<bool> =
            lines.iter().map(|line| line.ends.is_some() || line.depth > 0 && !line.whole.is_empty()).collect();
        let shown: Vec<usize> = (0..lines.len()).filter(|at| !lines[*at].is_empty()).collect();
        for pair in shown.windows(2) {
            let (former, at) = (pair[0], pair[1]);
            let is_short = !repeated[at] && !lines[at].whole.is_empty();
            let has_hint =
                || start_of_hint(raw, 0, at, &self.senders) <= former || inner_attribution(raw[former]).is_some();
            repeated[at] |= is_short && has_hint();
        }
        for index in (0..shown.len()).chain((0..shown.len()).rev()) {
            let line = &lines[shown[index]];
            if line.whole.is_empty() || repeated[shown[index]] {
                continue;
            }
            let near = |at: Option<&usize>| {
                let near = at.copied().filter(|at| repeated[*at]).map(|at| &lines[at]);
                near.filter(|near| (near.depth > 0) == (line.depth > 0))
            };
            let former = near(index.checked_sub(1).and_then(|former| shown.get(former)));
            let later = near(shown.get(index + 1));
            let fits =
                former.is_none_or(|former| line.follows(former)) && later.is_none_or(|later| later.follows(line));
            repeated[shown[index]] = fits && (former.is_some() || later.is_some());
        }
        // The writer's, where a client marks each line, and beside the same line.
        for pair in shown.windows(2) {
            let [former, later] = [pair[0], pair[1]].map(|at| &lines[at]);
            let is_quoted = |line: &Line| line.known().is_some_and(|known| self.text.lines[known].is_quoted);
            let is_unmarked = |line: &Line, beside: &Line| {
                line.depth == 0 && beside.depth > 0 && !line.whole.is_empty() && is_quoted(line) == is_quoted(beside)
            };
            let is_same = || former.depth == later.depth && words[former.words.clone()] == words[later.words.clone()];
            let (first, second) = (repeated[pair[0]], repeated[pair[1]]);
            repeated[pair[0]] &= !(second && is_unmarked(former, later));
            repeated[pair[1]] &= !(first && (is_unmarked(later, former) || is_same()));
        }
        repeated
    }
}
