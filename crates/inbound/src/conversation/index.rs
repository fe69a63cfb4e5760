//! The texts of a conversation, so that the words of a mail are found in them.

use std::cmp::Reverse;

use super::words::{self, Known, Text, Whose};

/// Words of all texts: of what is ours, and of the rest what is left.
pub(super) const MAX_WORDS: usize = 1_000_000;
/// Words compared at once.
pub(super) const SHINGLE: usize = 4;
/// Places of the same words that are looked at.
pub(super) const MAX_PLACES: usize = 8;
/// So many words in a row are no accident.
pub(super) const RUN: usize = 8;
/// A whole line of our mails; below so many words an author may say the same.
pub(super) const LINE: usize = 6;

/// The texts of a conversation, indexed.
pub struct Conversation {
    pub(super) text: Text,
    /// Of whom its mails come, in lower case: names, and domains such as `@firm.example`.
    pub(super) senders: Vec<String>,
    /// How many of them are names, which stand first.
    pub(super) names: usize,
    /// Of the texts.
    pub(super) titles: Vec<String>,
    /// Where each run of `SHINGLE` words begins.
    pub(super) shingles: Index,
    /// Lines by all their words.
    pub(super) whole: Index,
    pub(super) with_holes: Vec<usize>,
    /// Where links lead, sorted.
    pub(super) targets: Vec<u64>,
    pub(super) is_complete: bool,
}

/// Places by hash.
#[derive(Default)]
pub(super) struct Index(Vec<(u64, u32)>);

impl Index {
    fn of(hashes: impl Iterator<Item = (usize, u64)>) -> Self {
        let mut places: Vec<_> = hashes.filter_map(|(at, hash)| Some((hash, u32::try_from(at).ok()?))).collect();
        places.sort_unstable();
        Self(places)
    }

    /// The first and the last ones: of what is ours, and of what others have.
    pub(super) fn places(&self, hash: u64) -> impl Iterator<Item = usize> {
        let from = self.0.partition_point(|(other, _)| *other < hash);
        let to = from + self.0[from..].partition_point(|(other, _)| *other == hash);
        let (first, last) = (to.min(from + MAX_PLACES), to.saturating_sub(MAX_PLACES).max(from));
        let places = self.0[from..first].iter().chain(&self.0[last.max(first)..to]);
        places.map(|(_, at)| *at as usize)
    }
}

/// The words stay out of `{:?}`.
impl std::fmt::Debug for Conversation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "conversation of {} texts", self.titles.len())
    }
}

/// Who reads the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// They read where lines are left out.
    Consultants,
    Visitor,
}

impl Conversation {
    /// `senders`: the display names of our mails, and the domains of their addresses with `@` in front.
    pub fn new<'a>(texts: impl IntoIterator<Item = Known<'a>>, senders: &[&str]) -> Self {
        let mut senders: Vec<String> =
            senders.iter().filter(|name| !name.is_empty()).map(|name| name.to_lowercase()).collect();
        senders.sort_by_key(|sender| sender.starts_with('@'));
        let (mut text, mut titles, mut is_complete) = (Text::default(), Vec::new(), true);
        let mut texts: Vec<Known<'_>> = texts.into_iter().collect();
        // What is internal must be known; and a visitor's long mails must not take its room.
        texts.sort_by_key(|known| Reverse(known.whose));
        for known in texts {
            if text.words.len() + known.text.len() / 2 < MAX_WORDS {
                text.push(&known);
                titles.push(known.name);
            } else {
                is_complete &= known.whose <= Whose::Shared;
            }
        }
        let shingles = text.words.windows(SHINGLE).map(words::hash).enumerate();
        let (with_holes, whole): (Vec<_>, Vec<_>) = (0..text.lines.len()).partition(|at| text.lines[*at].has_holes);
        let hash_of = |at: usize| words::hash(&text.words[text.lines[at].words.clone()]);
        let mut targets = std::mem::take(&mut text.targets);
        targets.sort_unstable();
        Self {
            shingles: Index::of(shingles),
            whole: Index::of(whole.into_iter().map(|at| (at, hash_of(at)))),
            names: senders.iter().filter(|name| !name.starts_with('@')).count(),
            senders,
            text,
            titles,
            with_holes,
            targets,
            is_complete,
        }
    }

    /// In front of what is internal nobody else's mailbox stands; a visitor's mail may show whose it pretends to be.
    pub(super) fn senders(&self, reader: Reader) -> &[String] {
        if reader == Reader::Visitor { &self.senders[..self.names] } else { &self.senders }
    }

    /// Whether every internal text is known. What is compared with less must not go to a visitor.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }
}
