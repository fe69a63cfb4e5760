//! Every sentence of docs/retention.md and of the privacy policy names the test that holds it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn file(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Splits after an end mark that a blank and the beginning of a sentence follow.
fn split(paragraph: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let mut words = paragraph.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let last = sentences.last_mut().unwrap();
        if !last.is_empty() {
            last.push(' ');
        }
        last.push_str(word);
        let begins =
            words.peek().is_some_and(|next| next.starts_with(|c: char| c.is_ascii_uppercase() || "`*\"[".contains(c)));
        if word.ends_with(['.', '!', '?', ':']) && begins {
            sentences.push(String::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The sentences of a Markdown file without its headings and tables.
fn prose(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        let is_item = line.starts_with("- ") || line.split_once(". ").is_some_and(|(n, _)| n.parse::<u8>().is_ok());
        if line.is_empty() || line.starts_with(['|', '#']) || is_item {
            paragraphs.push(String::new());
        }
        if !line.starts_with(['|', '#']) {
            let line = if is_item { line.split_once(' ').unwrap().1 } else { line };
            let last = paragraphs.last_mut().unwrap();
            last.push_str(line);
            last.push(' ');
        }
    }
    paragraphs.iter().flat_map(|paragraph| split(paragraph)).collect()
}

/// The sentences and list items of the policy that the site shows, without its headings.
fn policy() -> Vec<String> {
    let archive: Value = serde_json::from_str(&file("templates/agreed-texts.json")).unwrap();
    let release = &archive["releases"][archive["current"].as_str().unwrap()];
    let lines = archive["texts"][release["privacyPolicy"].as_str().unwrap()].as_array().unwrap();
    let lines = lines.iter().skip(1).filter_map(Value::as_str);
    let texts = lines.filter(|line| line.split_once(". ").is_none_or(|(n, _)| n.parse::<u8>().is_err()));
    texts.flat_map(|line| split(line.trim_start_matches("- "))).collect()
}

/// Names of all tests, Rust's and the site's.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folders: Vec<PathBuf> = ["api", "crates", "entity", "migration", "worker", "tools", "web/tests", "web/src"]
        .map(|name| root().join(name))
        .into();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else { continue };
            if !["rs", "ts", "tsx"].contains(&extension) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let mut is_test = false;
            for line in text.lines().map(str::trim) {
                if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                    is_test = true;
                } else if let Some((_, name)) = line.split_once("fn ").filter(|_| is_test) {
                    names.extend(name.split('(').next().map(str::to_owned));
                    is_test = false;
                } else if let Some(title) = line.strip_prefix("test('") {
                    names.extend(title.split('\'').next().map(str::to_owned));
                }
            }
        }
    }
    names
}

/// Beginnings of sentences with what holds them, in a section of docs/retention-tests.md.
fn listed(document: &str, section: &str) -> Vec<(String, String)> {
    let section = document.split(section).nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| {
        let (sentence, holder) = row.trim_matches(['|', ' ']).rsplit_once(" | ").unwrap();
        (sentence.to_owned(), holder.to_owned())
    })
    .collect()
}

#[test]
fn every_sentence_names_the_test_that_holds_it() {
    let (document, tests) = (file("docs/retention-tests.md"), tests());
    let mut problems = Vec::new();
    for (section, sentences) in
        [("## retention.md\n", prose(&file("docs/retention.md"))), ("## Privacy policy\n", policy())]
    {
        let listed = listed(&document, section);
        assert!(sentences.len() > 60 && listed.len() > 60, "{section}: {} sentences", sentences.len());
        for sentence in &sentences {
            if !listed.iter().any(|(beginning, _)| sentence.starts_with(beginning)) {
                problems.push(format!("no row begins as this sentence: {sentence}"));
            }
        }
        for (beginning, holder) in &listed {
            if !sentences.iter().any(|sentence| sentence.starts_with(beginning)) {
                problems.push(format!("no sentence begins like this: {beginning}"));
            }
            let named: Vec<_> = holder.split('`').skip(1).step_by(2).collect();
            if named.is_empty() && !["explanation", "the operator"].contains(&holder.as_str()) {
                problems.push(format!("nothing holds: {beginning}"));
            }
            let missing = named.into_iter().filter(|name| !tests.contains(*name));
            problems.extend(missing.map(|name| format!("no test has this name: {name}")));
        }
    }
    let attempts = file("docs/retention.md");
    let attempts = attempts.split("| As | Attempt |").nth(1).unwrap().split("\n\n").next().unwrap();
    for tried in attempts.lines().skip(2).filter_map(|row| row.rsplit(" | ").next()) {
        let missing = tried.split('`').skip(1).step_by(2).filter(|name| !tests.contains(*name));
        problems.extend(missing.map(|name| format!("no test of an attempt has this name: {name}")));
    }
    assert!(problems.is_empty(), "docs/retention-tests.md:\n{}", problems.join("\n"));
}
