//! `migration`: creates roles and database if an administrator's URL is given, then migrates the schema. It takes no
//! argument but `--help` and `--version`.

use std::{process::ExitCode, sync::LazyLock};

use anyhow::Context;
use clap::Parser;
use entity::{
    env::Env,
    settings::{
        ADMIN_DATABASE_URL, COMPLIANCE_DATABASE_URL, COMPLIANCE_SECOND_OFFICER, DATABASE_URL, MIGRATION_DATABASE_URL,
    },
};
use migration::{Outcome, Roles};
use secrecy::ExposeSecret;

/// Migrates the database to the current schema. With `ADMIN_DATABASE_URL`, first creates missing roles and the database, and
/// sets the passwords of the roles to those in the URLs. Safe to repeat.
#[derive(Parser)]
#[command(version = VERSION.as_str(), after_help = SETTINGS)]
struct Arguments {}

static VERSION: LazyLock<String> = LazyLock::new(|| migration::version!());

const SETTINGS: &str = "\
Settings, from the environment or a .env file; of a URL, NAME_FILE names a file with the value:
  MIGRATION_DATABASE_URL   role inquiry_owner; required
  ADMIN_DATABASE_URL       a role that may create roles and databases; then the next two are required
  DATABASE_URL             role inquiry_app
  COMPLIANCE_DATABASE_URL  role inquiry_compliance
  COMPLIANCE_SECOND_OFFICER  on: a legal hold beyond a year, and the second erasure of a day, wait for a second officer;
                             off; unset: unchanged";

fn main() -> ExitCode {
    Arguments::parse();
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
    let env = Env::load()?;
    // A rule that is silently left out would be missed by nobody.
    anyhow::ensure!(
        std::env::var_os("COMPLIANCE_SECOND_OFFICER_FILE").is_none(),
        "COMPLIANCE_SECOND_OFFICER_FILE is set, but only URLs are read from files: set COMPLIANCE_SECOND_OFFICER to on or off"
    );
    let owner = env.required_secret(&MIGRATION_DATABASE_URL)?;
    let owner = owner.expose_secret();
    if let Some(admin) = env.secret(&ADMIN_DATABASE_URL)? {
        let needed = |setting| {
            env.required_secret(setting).context("ADMIN_DATABASE_URL is set, so the URLs of all roles are needed")
        };
        let (app, compliance) = (needed(&DATABASE_URL)?, needed(&COMPLIANCE_DATABASE_URL)?);
        let roles = Roles::from_urls(owner, app.expose_secret(), compliance.expose_secret())?;
        for refused in migration::bootstrap(admin.expose_secret(), &roles).await? {
            eprintln!("the server refuses {refused}");
        }
        println!("roles and database are in place");
    }
    let is_set = env.is_set(&COMPLIANCE_SECOND_OFFICER);
    let second_officer = is_set.then(|| env.switch(&COMPLIANCE_SECOND_OFFICER)).transpose()?;
    let outcome = migration::migrate(owner).await?;
    if let Some(is_required) = second_officer {
        migration::require_second_officer(owner, is_required).await?;
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
