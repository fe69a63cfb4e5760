//! Replies of a collection through the comparison with what they quote: `cargo run -p inbound --example quotes DIR`.
//!
//! `NAME.eml` is a mail and `NAME.txt` what its author wrote; `NAME.quoted` is the text that it quotes, below a line with the names
//! and domains (`@firm.example`) of its sender, separated by commas. Without it nothing is known of the conversation. A FILE instead
//! of the folder prints the text of a mail, and with `NAME.txt` what is shown of it. With `visitor` as a second argument the mails are
//! answers of consultants, and what they quote is internal.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use inbound::{
    conversation::{Conversation, Known, Reader, Whose},
    mail::Mail,
    parsed_mail::ParsedMail,
};

fn main() {
    let path = PathBuf::from(env::args().nth(1).expect("a folder, or a mail"));
    let is_to_visitor = env::args().nth(2).is_some_and(|reader| reader == "visitor");
    if path.is_file() {
        let is_known = path.with_extension("txt").exists();
        println!("{}", if is_known { Found::of(&path, is_to_visitor).cut } else { text_of(&path) });
        return;
    }
    let entries = fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut mails: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "eml")).collect();
    mails.sort();
    let (mut lost, mut exact, mut left, mut lines, mut time) = (0, 0, 0, 0, Duration::ZERO);
    for mail in &mails {
        let found = Found::of(mail, is_to_visitor);
        let name = mail.file_stem().unwrap_or_default().to_string_lossy();
        found.lost.iter().for_each(|line| println!("{name}: LOST {line}"));
        found.left.iter().for_each(|line| println!("{name}: left {line}"));
        lost += usize::from(!found.lost.is_empty());
        exact += usize::from(found.lost.is_empty() && found.left.is_empty());
        left += found.left.len();
        lines += found.lines;
        time += found.time;
    }
    println!(
        "{}: {} mails, {lost} lose words, {exact} exact, {left} of {lines} lines of quotes are left; {time:?}",
        path.display(),
        mails.len()
    );
}

struct Found {
    cut: String,
    lost: Vec<String>,
    left: Vec<String>,
    /// Of the mail, besides its author's.
    lines: usize,
    time: Duration,
}

impl Found {
    fn of(mail: &Path, is_to_visitor: bool) -> Self {
        let (reader, whose) =
            if is_to_visitor { (Reader::Visitor, Whose::Frame) } else { (Reader::Consultants, Whose::Shared) };
        let text = text_of(mail);
        let own = fs::read_to_string(mail.with_extension("txt")).expect("what its author wrote");
        let quoted = fs::read_to_string(mail.with_extension("quoted")).unwrap_or_default();
        let (senders, quoted) = quoted.split_once('\n').unwrap_or_default();
        let senders: Vec<&str> = senders.split(',').map(str::trim).collect();
        let known = Known::new(quoted, whose, "our mail");
        let begin = Instant::now();
        let cut = Conversation::new([known], &senders).cut(&text, reader).text;
        let time = begin.elapsed();
        let (shown, written) = (words_of(&cut), words_of(&own));
        let missing = |lines: &str, in_words: &[String]| -> Vec<String> {
            let has = |line: &&str| {
                let words = words_of(line);
                words.is_empty() || in_words.windows(words.len()).any(|window| window == words)
            };
            lines.lines().filter(|line| !has(line)).map(str::to_owned).collect()
        };
        // Of a quote alone all is shown, and above an answer between its lines a few.
        let is_context = |at: usize, line: &str| line.starts_with('>') && !shown_quote(&cut, at);
        let is_said = |line: &str| line.starts_with('[') && line.ends_with(" our mail]");
        let left = cut.lines().enumerate().filter(|(at, line)| !is_said(line) && !is_context(*at, line));
        let left = left.map(|(_, line)| line).collect::<Vec<_>>().join("\n");
        let left = if written.is_empty() { Vec::new() } else { missing(&left, &written) };
        Self { lost: missing(&own, &shown), left, lines: missing(&text, &written).len(), time, cut }
    }
}

/// Whether the quoted lines around this one are more than a context, or nothing is below them.
fn shown_quote(cut: &str, at: usize) -> bool {
    let lines: Vec<&str> = cut.lines().collect();
    let is_quoted = |line: &&&str| line.starts_with('>');
    let below = lines[at..].iter().take_while(is_quoted).count();
    let above = lines[..at].iter().rev().take_while(is_quoted).count();
    above + below > 2 || at + below == lines.len()
}

fn text_of(mail: &Path) -> String {
    let raw = fs::read(mail).expect("a mail");
    ParsedMail::of(&Mail::read(&raw).expect("a readable mail")).text
}

fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}
