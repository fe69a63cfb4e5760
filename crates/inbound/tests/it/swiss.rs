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
const EXACT: usize = 27;
const EXACT_OF_OTHERS: usize = 27;

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

/// Whether nothing but what its author wrote is shown of an answer to this text. Whatever that is, none of it is lost.
fn is_exact(name: &str, text: &str, quoted: &str, expected: &str) -> bool {
    let known = Known::new(quoted, Whose::Shared, "our mail");
    let cut = Conversation::new([known], &["Firnwall", "Discourse"]).cut(text, Reader::Consultants).text;
    let is_said = |line: &&str| line.starts_with('[') && line.ends_with(" our mail]");
    let shown = cut.lines().filter(|line| !is_said(line)).collect::<Vec<_>>().join("\n");
    let mut rest = cut.lines().map(str::trim);
    for line in lines(expected).into_iter().filter(|line| line.contains(char::is_alphanumeric)) {
        assert!(rest.any(|shown| shown == line.trim()), "{name}: {line:?} is lost in\n{cut}");
    }
    lines(&shown) == lines(expected)
}

/// The mails of `email_reply_trimmer`, as answers to what they quote.
#[test]
fn of_each_mail_of_another_collection_nothing_is_lost() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/trimmer");
    let (mut mails, mut exact) = (0, 0);
    for entry in fs::read_dir(folder.join("emails")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let read = |part: &str| fs::read_to_string(folder.join(part).join(&name)).unwrap().replace("\r\n", "\n");
        let marked = read("elided");
        let quoted: Vec<&str> = marked.lines().map(|line| line.trim_start_matches(['>', ' '])).collect();
        exact += usize::from(is_exact(&name, &read("emails"), &quoted.join("\n"), &read("trimmed")));
        mails += 1;
    }
    assert!(mails == 64 && exact >= EXACT_OF_OTHERS, "{exact} of {mails}");
}

/// What its author quotes is told by the answer: the lines that are not the author's.
#[test]
fn of_each_reply_the_new_part_is_kept_and_the_quote_is_not() {
    let mails = mails();
    assert!(mails.len() >= 30);
    let mut exact = 0;
    for (name, raw, expected) in &mails {
        let text = ParsedMail::of(&Mail::read(raw).unwrap()).text;
        let is_quoted = |line: &&str| !expected.contains(line.trim_start_matches(['>', ' ']).trim());
        let from = text.lines().position(|line| expected.lines().next_back() == Some(line.trim_end())).unwrap_or(0);
        let quote: Vec<&str> = text.lines().skip(from).filter(is_quoted).collect();
        exact += usize::from(is_exact(name, &text, &quote.join("\n"), expected));
    }
    assert!(exact >= EXACT, "{exact}");
}
