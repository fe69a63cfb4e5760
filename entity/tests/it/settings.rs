//! What is written from the list of settings. Written anew by `UPDATE=1 cargo test -p entity --test it settings`.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use entity::settings::{GROUPS, Setting};

use crate::support::is_current;

const HEAD: &str = "\
# Every setting, with its default or a sample value. Copy this file to `.env`: api, worker and migration read it from their
# working directory. A variable of the environment takes precedence, as NAME or as NAME_FILE. `cargo xtask up` does not need this file: it writes
# `.data/env`. Every secret can come from a file: NAME_FILE=/path instead of NAME=value.
";
const WIDTH: usize = 120;

/// Lines of a comment.
fn comment(text: &str) -> String {
    let mut lines = vec!["#".to_owned()];
    for word in text.split_whitespace() {
        if lines.last().is_some_and(|line| line.chars().count() + word.chars().count() >= WIDTH) {
            lines.push("#".to_owned());
        }
        lines.last_mut().unwrap().extend([" ", word]);
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_sample_of_dot_env_has_every_setting() {
    let line = |Setting { name, default, sample, is_required, is_secret, help, .. }: &Setting| {
        let (off, secret) = (if *is_required { "" } else { "#" }, if *is_secret { " Secret." } else { "" });
        let value = if sample.is_empty() { default } else { sample };
        let quote = if value.contains(' ') && !value.starts_with('"') { "\"" } else { "" };
        format!("{}{off}{name}={quote}{value}{quote}\n", comment(&format!("{help}{secret}")))
    };
    let group = |group: &entity::settings::Group| {
        format!(
            "\n{}\n{}",
            comment(&format!("== {}", group.about.replace("](", " (").replace('[', ""))),
            group.settings.iter().map(line).collect::<String>()
        )
    };
    is_current(".env.example", "settings", |_| HEAD.to_owned() + &GROUPS.iter().map(group).collect::<String>());
}

#[test]
fn the_readme_names_every_setting() {
    const BEGIN: &str = "| Settings | What they are about |\n|---|---|\n";
    let row = |group: &entity::settings::Group| {
        let names: Vec<_> = group.settings.iter().map(|setting| format!("`{}`", setting.name)).collect();
        format!("| {} | {} |\n", names.join(", "), group.about)
    };
    is_current("README.md", "settings", |text| {
        let (before, after) = text.split_once(BEGIN).unwrap();
        let after = after.split_once("\n\n").unwrap().1;
        format!("{before}{BEGIN}{}\n{after}", GROUPS.iter().map(row).collect::<String>())
    });
}

/// The lines `NAME: value` below `environment:` of each service of ours.
#[test]
fn compose_passes_every_setting_to_the_services_that_read_it() {
    let line = |Setting { name, is_required, is_secret, in_compose, .. }: &Setting| {
        let value = match (*in_compose, *is_secret, *is_required) {
            ("", true, _) => return format!("      {name}_FILE: /run/secrets/{}\n", name.to_lowercase()),
            ("", false, true) => format!("\"${{{name}:?set {name} in .env}}\""),
            ("", false, false) => format!("\"${{{name}:-}}\""),
            (value, ..) if value.starts_with('$') => format!("\"{value}\""),
            (value, ..) => value.to_owned(),
        };
        format!("      {name}: {value}\n")
    };
    let settings: Vec<_> = GROUPS.iter().flat_map(|group| group.settings).collect();
    let environment = |service: &str| -> String {
        settings.iter().filter(|setting| setting.services.contains(&service)).map(|setting| line(setting)).collect()
    };
    is_current("compose.yaml", "settings", |text| {
        ["migrate", "api", "worker", "compliance"].into_iter().fold(text.to_owned(), |text, service| {
            let start = text.find(&format!("\n  {service}:\n")).unwrap();
            let start = start + text[start..].find("    environment:\n").unwrap() + "    environment:\n".len();
            let length: usize =
                text[start..].split_inclusive('\n').take_while(|line| line.starts_with("      ")).map(str::len).sum();
            format!("{}{}{}", &text[..start], environment(service), &text[start + length..])
        })
    });
}

/// `migration` reads what its service receives, and nothing else.
#[test]
fn the_migration_reads_the_settings_that_it_receives() {
    let source = include_str!("../../../migration/src/main.rs");
    let is_read = |name: &str| source.contains(&format!("(&{name})"));
    for setting in GROUPS.iter().flat_map(|group| group.settings) {
        assert_eq!(is_read(setting.name), setting.services.contains(&"migrate"), "{}", setting.name);
    }
}

/// What the sources in a folder take the address of.
fn referenced(folder: &Path) -> BTreeSet<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let of_path = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => referenced(&path),
        Some(extension) if extension == "rs" => {
            let text = fs::read_to_string(path).unwrap();
            let is_of_name = |letter: char| letter.is_ascii_uppercase() || letter == '_';
            let names = text.split('&').skip(1).map(|rest| rest.split(|letter| !is_of_name(letter)).next().unwrap());
            names.map(str::to_owned).collect()
        }
        _ => BTreeSet::new(),
    };
    paths.flat_map(of_path).collect()
}

#[test]
fn each_setting_that_a_service_receives_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["api/src", "crates", "entity/src", "migration/src", "worker/src"];
    let read: BTreeSet<_> = folders.iter().flat_map(|folder| referenced(&root.join(folder))).collect();
    for setting in GROUPS.iter().flat_map(|group| group.settings).filter(|setting| !setting.services.is_empty()) {
        assert!(read.contains(setting.name), "{} is in the list, and no program reads it", setting.name);
    }
}
