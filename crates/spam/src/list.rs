//! The kept lists: a number, a blank and words in a line; `#` begins a comment.

use std::str::FromStr;

pub(crate) fn lines(list: &str) -> impl Iterator<Item = &str> {
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The number and the words of a line.
pub(crate) fn read<T: FromStr>(line: &str) -> Option<(T, &str)> {
    let (number, words) = line.split_once(' ')?;
    Some((number.parse().ok()?, words))
}
