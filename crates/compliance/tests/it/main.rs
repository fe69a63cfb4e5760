//! The program's commands that need no database. Those that do, the worker's tests run.

use std::process::Command;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn shows_a_text_that_visitors_agreed_to_without_a_database() {
    let texts = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compliance"));
        command.env_clear().arg("texts").args(arguments).output().unwrap()
    };
    let list: serde_json::Value = serde_json::from_slice(&texts(&["list", "--json"]).stdout).unwrap();
    let digest = list.as_object().unwrap().values().next().unwrap()["privacy_policy"].as_str().unwrap().to_owned();
    assert!(text(&texts(&["list"]).stdout).contains(&digest));
    let shown = texts(&["show", &digest]).stdout;
    assert!(text(&shown).starts_with("Privacy Policy\n"));
    assert_eq!(entity::Digest::of(&shown).to_string(), digest);
    let unknown = texts(&["show", "00000000"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(text(&unknown.stderr).contains("no released text has the digest 00000000"), "{unknown:?}");
}

#[test]
fn completions_need_no_settings_and_name_every_command() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compliance"));
    let output = command.args(["completions", "bash"]).env_clear().output().unwrap();
    let script = text(&output.stdout);
    assert!(output.status.success());
    for name in ["accept-clock", "--without-ledger", "--dry-run"] {
        assert!(script.contains(name), "{name}");
    }
}
