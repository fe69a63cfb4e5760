//! `ops/test`, which runs the documented commands on a real engine, against the documents.

use std::fs;
use std::process::Command;

use devstack::repo;

use super::read;

const SCRIPTS: [&str; 7] = ["common.sh", "full-disk", "restore", "run", "start", "stop", "upgrade"];

/// Without line breaks inside a command, comments behind it, and indentation.
fn lines(shell: &str) -> Vec<String> {
    let joined = shell.replace("\\\n", " ");
    let code = joined.lines().filter(|line| !line.trim_start().starts_with('#'));
    let code = code.map(|line| line.split(" # ").next().unwrap().split_whitespace().collect::<Vec<_>>().join(" "));
    code.filter(|line| !line.is_empty()).collect()
}

/// The lines of the blocks below a heading.
fn documented(document: &str, heading: &str) -> Vec<String> {
    let text = read(document);
    let (_, below) = text.split_once(heading).unwrap_or_else(|| panic!("{document} has no {heading}"));
    let section = below.split("\n## ").next().unwrap();
    section.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n")).flat_map(lines).collect()
}

#[test]
fn the_scripts_run_each_documented_command_as_it_is_written() {
    let scripts: Vec<String> = SCRIPTS.iter().flat_map(|name| lines(&read(&format!("ops/test/{name}")))).collect();
    let mut commands = documented("README.md", "\n## Production");
    commands.extend(documented("docs/operations.md", "\n## Commands on the host"));
    commands.extend(documented("docs/operations.md", "\n### ApiRefusing"));
    assert!(commands.iter().any(|command| command.starts_with("docker inspect")), "{commands:?}");
    let operations = read("docs/operations.md");
    let cells = operations.split('`').filter(|code| code.starts_with("docker compose exec -T"));
    let before = commands.len();
    commands.extend(cells.map(str::to_owned));
    assert!(before > 20 && commands.len() > before, "{commands:?}");
    let lost: Vec<_> = commands.iter().filter(|command| !scripts.iter().any(|line| line.contains(*command))).collect();
    assert!(lost.is_empty(), "no script of ops/test runs {lost:#?}");
    assert!(operations.contains("`ops/upgrade TAG`"));
    assert!(scripts.iter().any(|line| line == "ops/upgrade 0.2.0"), "no script upgrades");
}

#[test]
fn each_script_is_known_and_a_shell_can_read_it() {
    let folder = repo::root().join("ops/test");
    let found = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut found: Vec<String> = found.filter(|name| name != "compose.yaml").collect();
    found.sort();
    assert_eq!(found, SCRIPTS);
    for name in SCRIPTS {
        assert!(Command::new("sh").arg("-n").arg(folder.join(name)).status().unwrap().success(), "{name}");
        let is_run = name == "common.sh" || name == "run" || read("ops/test/run").contains(&format!("./{name}"));
        assert!(is_run, "ops/test/run leaves {name} out");
    }
}
