//! The commands that the documents name, so that a test can give each one to the parser of its program.

use std::fs;
use std::path::Path;

/// Folders with documents, and the endings of their files.
const DOCUMENTS: [(&str, &str); 5] =
    [("", "md"), ("docs", "md"), ("bench", "md"), ("web", "md"), ("ops", "prometheus-alerts.yml")];

/// The value for each placeholder of a document.
const SAMPLES: [(&str, &str); 20] = [
    ("ID", "00000000-0000-4000-8000-000000000000"),
    ("FW-…", "FW-7K3Q-9D2M"),
    ("REFERENCE", "FW-7K3Q-9D2M"),
    ("DAY", "2099-12-31"),
    ("ENTRY", "1"),
    ("NUMBER", "1"),
    ("N", "1"),
    ("KIND", "erasure"),
    ("FIELD", "phone"),
    ("ANSWER", "granted"),
    ("CHANNEL", "mail"),
    ("SENT", "export"),
    ("WAY", "reply"),
    ("FATE", "quarantined"),
    ("SHELL", "bash"),
    ("STATE", "failed"),
    ("PART…", "rust"),
    ("COMMAND…", "check"),
    ("SCENARIO", "kill"),
    ("SCENARIO…", "kill"),
];

/// The words of a command, with samples in place of placeholders, its document, and whether it is from a block that a reader
/// copies, so that nothing may be missing.
type Documented = (Vec<String>, String, bool);

/// Every command of the documents that begins with `program`, such as `cargo xtask`.
fn commands(program: &str) -> Vec<Documented> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for (folder, ending) in DOCUMENTS {
        for entry in fs::read_dir(root.join(folder)).expect("a folder of documents") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(ending) {
                let text = fs::read_to_string(&path).expect("a document");
                found.extend(commands_of(&name, &text, program));
            }
        }
    }
    found
}

/// The documents' commands that `parse` refuses, and why. A sentence may name a command, or a group of them, without its
/// arguments.
///
/// # Panics
/// If a document cannot be read, or if the documents have fewer than `least` commands.
pub fn misunderstood<T>(program: &str, least: usize, parse: impl Fn(&[&str]) -> Result<T, clap::Error>) -> Vec<String> {
    use clap::error::ErrorKind::{DisplayHelpOnMissingArgumentOrSubcommand as NoSubcommand, MissingRequiredArgument};
    let commands = commands(program);
    assert!(commands.len() >= least, "only {} were found", commands.len());
    let refusals = commands.iter().filter_map(|(words, document, is_block)| {
        let words: Vec<_> = words.iter().map(String::as_str).take_while(|word| *word != "…").collect();
        let error = parse(&words).err()?;
        let is_mention = [NoSubcommand, MissingRequiredArgument].contains(&error.kind()) && !is_block;
        (!is_mention).then(|| format!("{document}: {words:?}\n{error}"))
    });
    refusals.collect()
}

/// What a command that only reads begins its help with.
const READING: [&str; 6] = ["Check", "Find", "List", "Print", "Show", "Verify"];

/// The commands that only read, and do not print JSON.
pub fn reading_without_json(program: &clap::Command) -> Vec<String> {
    let about = program.get_about().map(ToString::to_string).unwrap_or_default();
    let reads = READING.iter().any(|verb| about.split([' ', ',']).next() == Some(verb));
    let has_json = program.get_arguments().any(|argument| argument.get_long() == Some("json"));
    let mut inner = program.get_subcommands().peekable();
    if inner.peek().is_none() && reads && !has_json {
        return vec![program.get_name().to_owned()];
    }
    let found = inner.flat_map(reading_without_json);
    found.map(|command| format!("{} {command}", program.get_name())).collect()
}

fn commands_of(document: &str, text: &str, program: &str) -> Vec<Documented> {
    let mut found = Vec::new();
    let mut add = |code: &str, is_block| {
        let words = arguments(code, program);
        found.extend(words.map(|words| (words, document.to_owned(), is_block)));
    };
    for (number, part) in text.split("```").enumerate() {
        let is_diagram = part.starts_with("mermaid");
        if number % 2 == 1 && !is_diagram {
            part.replace("\\\n", " ").lines().for_each(|line| add(line, true));
        } else if !is_diagram {
            part.split('`').skip(1).step_by(2).for_each(|code| add(code, false));
        }
    }
    found
}

/// The last command of `program` in `code`, its optional parts included, up to an operator of the shell.
fn arguments(code: &str, program: &str) -> Option<Vec<String>> {
    let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = code.split(" # ").next().unwrap_or_default();
    let starts = code.match_indices(program).map(|(at, _)| at).filter(|at| {
        let (before, after) = (&code[..*at], &code[at + program.len()..]);
        let is_argument = ["-p ", "cargo "].iter().any(|word| before.contains(word)) && !before.ends_with("xtask ");
        // `docker compose exec worker /worker` begins with the name of a container.
        let is_program = after.starts_with(' ') && !after.starts_with(" /");
        is_program && (before.is_empty() || before.ends_with([' ', '/'])) && !is_argument
    });
    let words = code[starts.last()?..].split(' ').take_while(|word| !["&&", "|", ">", "<", ";"].contains(word));
    Some(words.map(|word| sample(word.trim_matches(['[', ']', '"', ')']))).collect())
}

fn sample(word: &str) -> String {
    let known = SAMPLES.iter().find(|(placeholder, _)| *placeholder == word);
    known.map_or(word, |(_, sample)| *sample).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, program: &str) -> Vec<String> {
        commands_of("a.md", text, program).into_iter().map(|(words, ..)| words.join(" ")).collect()
    }

    #[test]
    fn finds_commands_in_sentences_tables_and_blocks() {
        let text = "Run `worker outbox\nretry [ID] | cat`, not `cargo test -p worker leases`.\n```sh\n\
                    ledger --env A \\\n  worker ledger head   # now\n```\n`docker compose exec worker /worker check`";
        let wanted = ["worker outbox retry 00000000-0000-4000-8000-000000000000", "worker ledger head", "worker check"];
        assert_eq!(found(text, "worker"), wanted);
    }
}
