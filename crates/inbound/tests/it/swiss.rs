//! Replies as mail clients in Switzerland write them, each with the part that its author has newly written.

use std::{
    fs,
    path::{Path, PathBuf},
};

use inbound::{
    conversation::{Conversation, Known, Reader, Whose},
    mail::Mail,
    parsed_mail::ParsedMail,
};

/// Mails of which nothing else is shown.
const EXACT: usize = 31;

/// The mails with their texts.
fn mails() -> Vec<(String, Vec<u8>, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/swiss");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "eml"));
    files.sort();
    let read = |file: &PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let raw = fs::read_to_string(file).unwrap().replace('\n', "\r\n").into_bytes();
        (name, raw, fs::read_to_string(file.with_extension("txt")).unwrap())
    };
    files.iter().map(read).collect()
}

/// Lines without blanks at their ends; several empty ones are one.
fn lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    lines.dedup_by(|line, former| line.is_empty() && former.is_empty());
    lines
}

/// What its author quotes is told by the answer: the long lines that are not the author's.
#[test]
fn of_each_reply_the_new_part_is_kept_and_the_quote_is_not() {
    let mails = mails();
    assert!(mails.len() >= 30);
    let mut exact = 0;
    for (name, raw, expected) in &mails {
        let text = ParsedMail::of(&Mail::read(raw).unwrap()).text;
        let is_quoted = |line: &&str| !expected.contains(line.trim_start_matches(['>', ' ']).trim());
        let from = text.lines().position(|line| expected.lines().next_back() == Some(line.trim_end())).unwrap_or(0);
        let quote = text.lines().skip(from).filter(is_quoted).filter(|line| line.split_whitespace().count() > 8);
        let quote: Vec<&str> = quote.collect();
        let joined = quote.join("\n");
        let known = Known {
            text: &joined,
            whose: Whose::Shared,
            quoted: Whose::Shared,
            has_holes: false,
            name: "our mail".to_owned(),
        };
        let cut = Conversation::new([known], &["Firnwall"]).cut(&text, Reader::Consultants).text;
        let is_said = |line: &&str| line.starts_with('[') && line.ends_with(" our mail]");
        let shown = cut.lines().filter(|line| !is_said(line)).collect::<Vec<_>>().join("\n");
        exact += usize::from(lines(&shown) == lines(expected));
        let mut rest = cut.lines().map(str::trim_end);
        for line in lines(expected).into_iter().filter(|line| !line.is_empty()) {
            assert!(rest.any(|shown| shown == line), "{name}: {line:?} is lost in\n{cut}");
        }
    }
    assert!(exact >= EXACT, "{exact}");
}
