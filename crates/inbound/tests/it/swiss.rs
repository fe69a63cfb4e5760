//! Replies as mail clients in Switzerland write them, each with the part that its author has newly written.

use std::{
    fs,
    path::{Path, PathBuf},
};

use inbound::{mail::Mail, parsed_mail::ParsedMail};

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

#[test]
fn of_each_reply_exactly_the_new_part_is_kept() {
    let mails = mails();
    assert!(mails.len() >= 30);
    let wrong: Vec<_> = mails
        .iter()
        .filter_map(|(name, raw, expected)| {
            let parsed = ParsedMail::of(&Mail::read(raw).unwrap());
            let is_exact = lines(&parsed.new_text) == lines(expected);
            (!is_exact).then(|| format!("--- {name}: expected\n{expected}--- found\n{}\n", parsed.new_text))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), mails.len(), wrong.concat());
}
