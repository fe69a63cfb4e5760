//! How far the tokens say what a text says.
//!
//! Character by character, and gap by gap. A text part has a few characters more than its HTML: what a client writes for
//! the formatting itself. They are passed over only where the HTML has that formatting.

use super::tokens::{Token, start_of};
use crate::{characters::is_removed, links::unwrapped};

/// Behind the last character of the text: a token, and the bytes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) token: usize,
    pub(super) byte: usize,
}

/// `None` if the tokens say something else, or if the text says nothing.
pub(super) fn end_of(tokens: &[Token<'_>], text: &str) -> Option<End> {
    let mut html = Html::new(tokens);
    let mut text = Text { rest: text, is_line_start: true, has_gap: false };
    let mut end = None;
    while let Some(c) = text.next_visible() {
        html.pass_tags();
        if let Some(h) = html.visible()
            && h == c
        {
            let is_same_gap = end.is_none() || text.has_gap == html.has_gap;
            if !is_same_gap {
                return None;
            }
            end = Some(html.take(h));
            text.take(c);
        } else if !text.pass_mark(&mut html) {
            return None;
        }
    }
    end
}

/// A text, up to what was compared.
struct Text<'a> {
    rest: &'a str,
    is_line_start: bool,
    /// White space in front of the next character.
    has_gap: bool,
}

impl Text<'_> {
    fn next_visible(&mut self) -> Option<char> {
        loop {
            let c = self.rest.chars().next()?;
            if !c.is_whitespace() && !is_removed(c) {
                return Some(c);
            }
            self.has_gap |= c.is_whitespace();
            self.is_line_start |= c == '\n';
            self.rest = &self.rest[c.len_utf8()..];
        }
    }

    fn take(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
        (self.is_line_start, self.has_gap) = (false, false);
    }

    /// Whether the next characters are a client's for what the HTML has here: `*bold*`, a bullet, a link's target.
    fn pass_mark(&mut self, html: &mut Html<'_>) -> bool {
        if html.emphasis > 0 && self.rest.starts_with(['*', '_', '/']) {
            html.emphasis -= 1;
            self.rest = &self.rest[1..];
            return true;
        }
        if self.is_line_start
            && let Some(item) = html.item.take()
        {
            let mark = self.rest.split(char::is_whitespace).next().unwrap_or_default();
            let is_mark = match item {
                Item::Bullet => ["-", "*", "•", "·", "o", "◦", "○", "▪", "‣", "–", "+"].contains(&mark),
                Item::Number(number) => mark.strip_suffix(['.', ')']).is_some_and(|text| text == number.to_string()),
            };
            if is_mark {
                self.rest = &self.rest[mark.len()..];
                self.is_line_start = false;
            }
            return is_mark;
        }
        let Some(behind) = html.target.take().and_then(|target| behind_target(self.rest, target)) else { return false };
        self.rest = behind;
        self.has_gap = false;
        true
    }
}

/// Behind `<target>`, as clients write it after a link's text, perhaps on separate lines.
fn behind_target<'a>(text: &'a str, target: &str) -> Option<&'a str> {
    let ends = [('<', '>'), ('(', ')'), ('[', ']')];
    let (inner, end) = ends.iter().find_map(|(start, end)| Some((text.strip_prefix(*start)?, *end)))?;
    let (written, behind) = inner.split_once(end)?;
    let bare = |link: &str| -> String {
        let dense: String = link.chars().filter(|c| !c.is_whitespace() && !is_removed(*c)).collect();
        let dense = dense.trim_end_matches('/');
        let is_mail = dense.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:"));
        dense[if is_mail { 7 } else { 0 }..].to_owned()
    };
    let is_target = |target: &str| bare(written) == bare(target);
    (is_target(target) || unwrapped(target).is_some_and(|target| is_target(&target))).then_some(behind)
}

/// What a list puts in front of an item.
#[derive(Clone, Copy)]
enum Item {
    Bullet,
    Number(u32),
}

/// The tokens, up to what was compared, and the formatting since the last character.
struct Html<'a> {
    tokens: &'a [Token<'a>],
    token: usize,
    byte: usize,
    /// White space, or another block.
    has_gap: bool,
    /// Tags of emphasis.
    emphasis: usize,
    item: Option<Item>,
    /// Of a link that has ended.
    target: Option<&'a str>,
    /// Open lists with the number of their last item; `None`: without numbers.
    lists: Vec<Option<u32>>,
    links: Vec<&'a str>,
}

impl<'a> Html<'a> {
    fn new(tokens: &'a [Token<'a>]) -> Self {
        Self {
            tokens,
            token: 0,
            byte: 0,
            has_gap: false,
            emphasis: 0,
            item: None,
            target: None,
            lists: Vec::new(),
            links: Vec::new(),
        }
    }

    /// To the next visible character.
    fn pass_tags(&mut self) {
        while let Some(token) = self.tokens.get(self.token) {
            match token {
                Token::Text(text) => {
                    let rest = &text[self.byte..];
                    let shown = rest.find(|c: char| !c.is_whitespace() && !is_removed(c));
                    let passed = &rest[..shown.unwrap_or(rest.len())];
                    self.has_gap |= passed.contains(char::is_whitespace);
                    self.byte += passed.len();
                    if shown.is_some() {
                        return;
                    }
                }
                Token::Open { name, value } => self.open(name, value.as_deref()),
                Token::Close(name) => self.close(name),
            }
            (self.token, self.byte) = (self.token + 1, 0);
        }
    }

    fn open(&mut self, name: &str, value: Option<&'a str>) {
        self.note(name);
        match name {
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(start_of(value) - 1)),
            "li" => {
                self.item = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        Item::Number(*number)
                    }
                    _ => Item::Bullet,
                });
            }
            "a" => self.links.push(value.unwrap_or_default()),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        self.note(name);
        match name {
            "ul" | "ol" => drop(self.lists.pop()),
            "a" => self.target = self.links.pop(),
            _ => {}
        }
    }

    fn note(&mut self, name: &str) {
        let is_emphasis = matches!(name, "b" | "strong" | "i" | "em" | "u" | "s" | "code" | "th")
            || matches!(name.as_bytes(), [b'h', b'1'..=b'6']);
        self.emphasis += usize::from(is_emphasis);
        self.has_gap |= !matches!(name, "a" | "b" | "strong" | "i" | "em" | "u" | "s" | "code");
    }

    fn visible(&self) -> Option<char> {
        let Token::Text(text) = self.tokens.get(self.token)? else { return None };
        text[self.byte..].chars().next()
    }

    fn take(&mut self, c: char) -> End {
        self.byte += c.len_utf8();
        (self.has_gap, self.emphasis, self.item, self.target) = (false, 0, None, None);
        End { token: self.token, byte: self.byte }
    }
}
