//! The program's arguments: it takes no setting from them.

use std::process::Command;

#[test]
fn prints_help_and_version_and_refuses_unknown_arguments() {
    for (argument, code, part) in [
        ("--help", 0, "Usage: api"),
        ("-h", 0, "Settings come from the environment"),
        ("--version", 0, "api "),
        ("serve", 2, "unknown argument serve."),
        ("--port=80", 2, "see `api --help`"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_api"));
        let output = command.arg(argument).env_clear().current_dir(std::env::temp_dir()).output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.code() == Some(code) && text.contains(part), "{argument}: {text}");
    }
}
