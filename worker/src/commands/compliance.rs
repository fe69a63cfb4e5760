//! What the compliance commands share.

use std::{
    io::{BufRead, Write},
    time::Duration,
};

use anyhow::{Context, bail};
use entity::{EmailAddress, database::DatabaseSettings, env::Env};
use sea_orm::{ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, TransactionTrait};

use crate::{
    compliance_mailer::Mailer,
    mail::MailSettings,
    retention::RetentionError,
    smtp::{Client, SmtpSettings},
};

pub(super) const COMPLIANCE: &str = "COMPLIANCE_DATABASE_URL";
pub(super) const OWNER: &str = "MIGRATION_DATABASE_URL";

/// As `inquiry_compliance`.
pub(super) async fn connect(env: &Env) -> anyhow::Result<DatabaseConnection> {
    connect_as(env, COMPLIANCE).await
}

pub(super) async fn connect_as(env: &Env, variable: &'static str) -> anyhow::Result<DatabaseConnection> {
    let settings = DatabaseSettings::from_variable(env, variable, 2, Duration::from_secs(5))?;
    settings.connect_lazily().await.ok().with_context(|| format!("{variable}: it cannot be used"))
}

/// A transaction that ends in a ledger entry. It takes the lock of all that removes, holds or records before it touches
/// a table: a rewrite that holds the lock and waits for the table would otherwise wait for ever.
pub(super) async fn begin_recorded(db: &DatabaseConnection) -> anyhow::Result<DatabaseTransaction> {
    let transaction = db.begin().await.map_err(explain)?;
    transaction.execute_unprepared("SELECT lock_retention()").await.map_err(explain)?;
    Ok(transaction)
}

/// In words that a person can act on.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(super) fn explain(error: DbErr) -> RetentionError {
    RetentionError::of(&error, COMPLIANCE)
}

/// An address from the command line, or, for `-`, from the standard input, so that it stays out of the process list.
pub(super) fn address(text: &str) -> anyhow::Result<EmailAddress> {
    let mut line = text.to_owned();
    if text == "-" {
        line.clear();
        std::io::stdin().lock().read_line(&mut line).context("the address cannot be read from the standard input")?;
    }
    EmailAddress::parse(line.trim()).ok().context("not a mail address. Write it as name@example.com")
}

/// Asks on the terminal; anything but `y` is a no.
pub(super) fn confirm(question: &str) -> anyhow::Result<()> {
    print!("{question} [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        bail!("nothing was changed. Answer y, or give --yes in a script");
    }
    Ok(())
}

/// Needs `SMTP_URL`, `MAIL_FROM` and `COMPLIANCE_TO`.
pub(super) fn mailer(env: &Env) -> anyhow::Result<Mailer> {
    let (settings, to) = (MailSettings::from_env(env)?, Mailer::recipient(env)?);
    let client = Client::new(SmtpSettings::from_env(env)?, settings.from.email.domain())?;
    Ok(Mailer::new(client, settings, to))
}
