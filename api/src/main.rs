//! `api`: settings come from the environment; it takes no argument but `--help` and `--version`.

use std::{env, process::ExitCode};

const HELP: &str = "\
Serves the site of Firnwall Inquiries and stores the inquiries that its form sends. Runs until SIGTERM or SIGINT.

Usage: api

Settings come from the environment or a .env file: README.md lists them, .env.example explains them.

Options:
  -h, --help     Print help
  -V, --version  Print version
";

fn main() -> ExitCode {
    match env::args_os().nth(1) {
        None => api::run(api::Overrides::default()),
        Some(argument) if argument == "--help" || argument == "-h" => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Some(argument) if argument == "--version" || argument == "-V" => {
            println!("api {}", migration::version!());
            ExitCode::SUCCESS
        }
        Some(argument) => {
            eprintln!(
                "error: unknown argument {}. Settings come from the environment: see `api --help`",
                argument.display()
            );
            ExitCode::from(2)
        }
    }
}
