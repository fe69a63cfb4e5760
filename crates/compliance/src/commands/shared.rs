//! What the compliance commands share.

use std::{
    fmt::{self, Display, Formatter},
    fs,
    io::{BufRead, Write},
    path::Path,
    time::Duration,
};

use anyhow::{Context, bail};
use chrono::NaiveDate;
use entity::{
    EmailAddress, Language,
    data_subject_request::RequestKind,
    database::DatabaseSettings,
    email_address::key_of,
    env::Env,
    settings::{COMPLIANCE_DATABASE_URL, Setting},
};
use mailer::{
    MailSettings, Mailer,
    db::{query_value, statement},
    smtp::{Client, SmtpSettings},
};
use sea_orm::{DatabaseConnection, DbErr};
use serde::Serialize;
use uuid::Uuid;

use crate::privacy::{find_inquiries, read_language};

/// As `inquiry_compliance`.
pub(super) async fn connect(env: &Env) -> anyhow::Result<DatabaseConnection> {
    let db = connect_as(env, &COMPLIANCE_DATABASE_URL).await?;
    // What cannot ask finds the fault itself.
    if query_value(&db, statement("SELECT is_restored()", [])).await.unwrap_or_default() {
        eprintln!(
            "This database was restored from a dump: persons who were erased since are back. Before you use it, run `compliance \
             retention replay`, as docs/backup.md says"
        );
    }
    Ok(db)
}

pub(super) async fn connect_as(env: &Env, setting: &Setting) -> anyhow::Result<DatabaseConnection> {
    let settings = DatabaseSettings::from_setting(env, setting, 2, Duration::from_secs(5))?;
    let db = settings.connect_lazily().await.ok().with_context(|| format!("{}: it cannot be used", setting.name))?;
    // The view that has the content of expired inquiries on hold, too. Before the step that creates it, and in a dump of
    // an earlier release, the schema does not exist, and Postgres skips its name.
    let pool = db.get_postgres_connection_pool();
    let options = (*pool.connect_options()).clone().options([("search_path", "compliance,public")]);
    pool.set_connect_options(options);
    Ok(db)
}

/// Personal data of the command line. For `-`, reads it from standard input, which keeps it out of the process list.
pub(super) fn personal(argument: String) -> anyhow::Result<String> {
    if argument != "-" {
        return Ok(argument);
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("standard input cannot be read")?;
    Ok(line.trim().to_owned())
}

/// A person with a phone number alone has an address of it. Who has another one is known by that.
pub(super) async fn address(db: &DatabaseConnection, argument: String) -> anyhow::Result<EmailAddress> {
    let text = personal(argument)?;
    if let Ok(address) = EmailAddress::parse(text.trim()) {
        return Ok(address);
    }
    let of_phone = EmailAddress::of_phone(&text).context(
        "not a mail address. Write it as name@example.com; of a person with a phone number alone, the number",
    )?;
    let found = find_inquiries(db, &text).await?;
    let found: Vec<_> = found
        .into_iter()
        .filter(|one| {
            one.phone.as_deref().and_then(EmailAddress::of_phone).is_some_and(|of| of.key() == of_phone.key())
        })
        .collect();
    let others: Vec<_> = found.iter().filter(|one| key_of(&one.address) != of_phone.key()).collect();
    if others.is_empty() {
        return Ok(of_phone);
    }
    let list = others.iter().map(|one| format!("{} ({})", one.address, one.reference)).collect::<Vec<_>>().join(", ");
    if others.len() == found.len() {
        bail!(
            "inquiries have this number under an address: {list}. Repeat the command with the address; of another person who gave \
             the number alone, with {}",
            of_phone.as_str()
        );
    }
    eprintln!(
        "other inquiries have this number under an address: {list}. Repeat the command with each address of the person"
    );
    Ok(of_phone)
}

/// Of documents to a person: as chosen, or as an open request, first one of these kinds, or the newest inquiry says it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoken(pub Option<Language>);

impl Spoken {
    pub(super) async fn read(
        db: &DatabaseConnection,
        of: &EmailAddress,
        kinds: &[RequestKind],
        chosen: Option<Language>,
    ) -> Result<Self, DbErr> {
        Ok(Self(match chosen {
            Some(language) => Some(language),
            None => read_language(db, of, kinds).await?,
        }))
    }

    pub(super) fn language(self) -> Language {
        self.0.unwrap_or_default()
    }
}

impl Display for Spoken {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "in {}", self.language().name())?;
        if self.0.is_none() {
            f.write_str(": nothing stored says the person's language (--language de|fr|it)")
        } else {
            Ok(())
        }
    }
}

/// A day of the command line. The parser would also take one digit for a month or a day.
pub(super) fn day(text: &str) -> Result<NaiveDate, &'static str> {
    let is_of_form = |(one, form): (u8, u8)| if form == b'-' { one == form } else { one.is_ascii_digit() };
    let has_form = text.len() == DAY.len() && text.bytes().zip(DAY.bytes()).all(is_of_form);
    match text.parse() {
        Ok(day) if has_form => Ok(day),
        Err(_) if has_form => Err("there is no such day"),
        _ => Err("write it as 2027-12-31"),
    }
}

const DAY: &str = "2027-12-31";

pub(super) fn request_id(text: &str) -> Result<Uuid, &'static str> {
    text.parse().map_err(|_| "an id is 36 characters long; `compliance person request list` shows it")
}

pub(super) fn hold_id(text: &str) -> Result<Uuid, &'static str> {
    text.parse().map_err(|_| "an id is 36 characters long; `compliance retention holds` shows it")
}

/// Asks on the terminal; a script gives `options` instead. Every answer but `y` and `yes` is a no.
pub(super) fn confirm(question: &str, options: &str) -> anyhow::Result<()> {
    print!("{question} [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    if !matches!(answer.trim(), "y" | "Y" | "yes") {
        bail!("nothing was changed. Answer y, or give {options} in a script");
    }
    Ok(())
}

/// Writes a file that an officer has named, in a folder that is created if it does not exist.
pub(super) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.with_context(|| format!("{} cannot be written", path.display()))
}

pub(super) fn to_json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// Needs `SMTP_URL`, `MAIL_FROM` and `COMPLIANCE_TO`.
pub(super) fn mailer(env: &Env) -> anyhow::Result<Mailer> {
    let (settings, to) = (MailSettings::from_env(env)?, Mailer::recipient(env)?);
    let client = Client::new(SmtpSettings::from_env(env)?, settings.from.email.domain())?;
    Ok(Mailer::new(client, settings, to))
}
