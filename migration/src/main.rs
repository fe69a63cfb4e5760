//! `migration`: creates roles and database if an administrator's URL is given, then migrates the schema. It takes no
//! argument but `--help` and `--version`.

use std::{env, process::ExitCode};

use anyhow::{Context, bail};
use migration::Outcome;

const HELP: &str = "\
Migrates the database to the current schema. With ADMIN_DATABASE_URL, first creates missing roles and the database, and
sets the passwords of the roles to those in the URLs. Safe to repeat.

Usage: migration

Settings, from the environment or a .env file; NAME_FILE names a file with the value:
  MIGRATION_DATABASE_URL   role inquiry_owner; required
  ADMIN_DATABASE_URL       a role that may create roles and databases; then the next two are required
  DATABASE_URL             role inquiry_app
  COMPLIANCE_DATABASE_URL  role inquiry_compliance
  COMPLIANCE_SECOND_OFFICER  on: a legal hold beyond a year, and the second erasure of a day, wait for a second officer;
                             off; unset: unchanged

Options:
  -h, --help     Print help
  -V, --version  Print version
";

fn main() -> ExitCode {
    match env::args_os().nth(1) {
        None => run(),
        Some(argument) if argument == "--help" || argument == "-h" => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Some(argument) if argument == "--version" || argument == "-V" => {
            println!("migration {}", migration::version!());
            ExitCode::SUCCESS
        }
        Some(argument) => {
            eprintln!(
                "error: unknown argument {}. Settings come from the environment: see `migration --help`",
                argument.display()
            );
            ExitCode::from(2)
        }
    }
}

fn run() -> ExitCode {
    match migrate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn migrate() -> anyhow::Result<()> {
    match dotenvy::dotenv() {
        Err(error) if !error.not_found() => bail!(".env: a line is not NAME=value. Correct it or remove it"),
        _ => {}
    }
    let owner = setting("MIGRATION_DATABASE_URL")?
        .context("MIGRATION_DATABASE_URL: not set. Set it to postgres://inquiry_owner:PASSWORD@HOST:PORT/DATABASE")?;
    if let Some(admin) = setting("ADMIN_DATABASE_URL")? {
        let needed = |name: &str| -> anyhow::Result<String> {
            setting(name)?.with_context(|| format!("{name}: not set. ADMIN_DATABASE_URL is, so all roles are needed"))
        };
        let roles = migration::Roles::from_urls(&owner, &needed("DATABASE_URL")?, &needed("COMPLIANCE_DATABASE_URL")?)?;
        for power in migration::bootstrap(&admin, &roles).await? {
            eprintln!("inquiry_owner does not get {power}: docs/retention.md says what that changes");
        }
        println!("roles and database are in place");
    }
    let second_officer = match setting("COMPLIANCE_SECOND_OFFICER")?.as_deref() {
        None => None,
        Some("on") => Some(true),
        Some("off") => Some(false),
        Some(_) => bail!("COMPLIANCE_SECOND_OFFICER: neither on nor off. Set it to one of them"),
    };
    let outcome = migration::migrate(&owner).await?;
    if let Some(is_required) = second_officer {
        migration::require_second_officer(&owner, is_required).await?;
    }
    println!(
        "{}",
        match outcome {
            Outcome::Current => "the schema is current",
            Outcome::Newer => "the schema is that of a newer release, which serves this one; it stays as it is",
        }
    );
    Ok(())
}

/// A setting, or the content of the file that `NAME_FILE` names.
fn setting(name: &str) -> anyhow::Result<Option<String>> {
    let given = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let file = given(&format!("{name}_FILE"));
    match (given(name), file) {
        (Some(_), Some(_)) => bail!("{name}: both {name} and {name}_FILE are set. Keep one of them"),
        (Some(value), None) => Ok(Some(value)),
        (None, Some(path)) => {
            let text = std::fs::read_to_string(&path).with_context(|| format!("{name}_FILE: cannot read {path}"))?;
            Ok(Some(text.trim().to_owned()))
        }
        (None, None) => Ok(None),
    }
}
