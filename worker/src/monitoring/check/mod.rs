//! `worker check`: checks everything once, from the site that visitors see to the relay that accepts the mails. Its
//! findings contain no personal data.

mod database;
mod keys;
mod relay;
mod site;

pub(super) use self::database::REQUESTS;

use std::{fmt, path::Path, time::Duration};

use entity::database::DatabaseSettings;
use inbound::authentication::Trust;
use mailer::db::database_now;
use sea_orm::DatabaseConnection;
use serde::Serialize;
use tokio::time::timeout;

use super::check_readiness;
use crate::{
    disk::{Disk, HARDLY_ANY, LITTLE},
    intake::{greets, last_test, probe},
    level::Level,
    settings::WorkerSettings,
};

/// One line of the output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub level: Level,
    pub about: &'static str,
    pub text: String,
}

impl Finding {
    fn new(level: Level, about: &'static str, text: impl Into<String>) -> Self {
        Self { level, about, text: text.into() }
    }

    fn ok(about: &'static str, text: impl Into<String>) -> Self {
        Self::new(Level::Ok, about, text)
    }

    pub(crate) fn critical(about: &'static str, text: impl Into<String>) -> Self {
        Self::new(Level::Critical, about, text)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:8} {}: {}", self.level, self.about, self.text)
    }
}

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// For one query or one HTTP request.
const QUERY_TIMEOUT: Duration = Duration::from_secs(10);

/// Checks everything. With `send`, also sends a mail to `COMPLIANCE_TO`.
pub async fn check(settings: &WorkerSettings, send: bool) -> Vec<Finding> {
    let warned = settings.warnings.iter().map(|text| Finding::new(Level::Warning, "settings", text));
    let mut findings: Vec<Finding> = warned.collect();
    let database = DatabaseSettings { acquire_timeout: CONNECT_TIMEOUT, ..settings.database.clone() };
    match database.connect_lazily().await {
        Ok(db) => {
            findings.extend(check_database(&db, settings).await);
            if let Some(intake) = &settings.intake {
                findings.push(check_intake(&db, &intake.trust).await);
                let keys = timeout(QUERY_TIMEOUT, keys::check_keys(&db, intake)).await;
                findings.push(keys.ok().and_then(Result::ok).unwrap_or_else(|| {
                    Finding::critical("reply keys", "the database refuses the query. Is its schema current?")
                }));
            }
            // A connection to a vanished server is never returned to the pool.
            timeout(CONNECT_TIMEOUT, db.close()).await.ok();
        }
        Err(_) => findings.push(Finding::critical("database", "DATABASE_URL cannot be used. Correct it")),
    }
    findings.push(site::check_site(&settings.mail.public_url, settings.site_authorities.as_deref()).await);
    findings.extend(settings.database_disk.as_deref().map(check_disk));
    findings.push(relay::check_relay(settings).await);
    if let Some(mailbox) = settings.intake.as_ref().and_then(|intake| intake.imap.as_ref()) {
        findings.push(match probe(mailbox).await {
            Ok(()) => Finding::ok("mailbox", "it accepts our login, and its folders are there"),
            Err(error) => Finding::critical("mailbox", error.to_string()),
        });
    }
    if let Some(address) = settings.intake.as_ref().and_then(|intake| intake.lmtp.as_ref()) {
        findings.push(if greets(address).await {
            Finding::ok("listener", "it greets the mail server")
        } else {
            Finding::critical("listener", "INTAKE_LMTP_LISTEN: nothing greets there. Restart the worker")
        });
    }
    if let Some(clamd) = settings.intake.as_ref().and_then(|intake| intake.clamd.as_ref()) {
        findings.push(if clamd.answers().await {
            Finding::ok("scanner", "clamd answers")
        } else {
            Finding::new(
                Level::Warning,
                "scanner",
                "CLAMD: clamd does not answer there, so attachments are held. Start it, or correct the address",
            )
        });
    }
    if send {
        findings.extend(relay::send_mails(settings).await);
    }
    findings
}

fn check_disk(folder: &Path) -> Finding {
    let Some(disk) = Disk::of(folder) else {
        return Finding::critical("disk", "DATABASE_DISK: there is no such folder. Correct it");
    };
    let (level, remedy) = match disk.free() {
        free if free < HARDLY_ANY => (Level::Critical, ". Make room: without any, inquiries are refused"),
        free if free < LITTLE => (Level::Warning, ". Make room"),
        _ => (Level::Ok, ""),
    };
    let free = format!("{:.0} % of the database's disk are free{remedy}", 100.0 * disk.free());
    Finding::new(level, "disk", free)
}

/// The last test of `worker intake check`, which runs daily too.
async fn check_intake(db: &DatabaseConnection, trust: &Trust) -> Finding {
    match timeout(QUERY_TIMEOUT, last_test(db)).await {
        Ok(Ok(Some(last))) => {
            let (level, text) = last.judge(trust);
            Finding::new(level, "intake test", text)
        }
        Ok(Ok(None)) => Finding::new(Level::Warning, "intake test", "never tested. Run `worker intake check`"),
        _ => Finding::critical("intake test", "the database refuses the query. Is its schema current?"),
    }
}

async fn check_database(db: &DatabaseConnection, settings: &WorkerSettings) -> Vec<Finding> {
    let readiness = match timeout(QUERY_TIMEOUT, check_readiness(db)).await {
        Ok(Ok(())) => Finding::ok("database", "it answers and is writable, and its schema is current"),
        Ok(Err(problem)) => Finding::critical("database", problem.to_string()),
        Err(_) => Finding::critical("database", "no answer in time"),
    };
    let mut findings = vec![readiness];
    // A database that is not ready can still answer the queries.
    if timeout(QUERY_TIMEOUT, database_now(db)).await.is_ok_and(|now| now.is_ok()) {
        findings.extend(database::check_all(db, settings.intake.is_some(), settings.journey_every).await);
    }
    findings
}
