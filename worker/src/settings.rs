//! Everything the worker reads from its environment, checked before anything starts.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use compliance::ledger::Authority;
use entity::{
    database::DatabaseSettings,
    env::{Env, SettingError},
    notify_routes::NotifyRoutes,
    process::logging::LogSettings,
    settings::{
        ALERT_WEBHOOK_URL, DATABASE_DISK, DATABASE_LISTEN, HEARTBEAT_URL, MAIL_CONCURRENCY, SITE_CA_FILE,
        WORKER_OPS_LISTEN,
    },
};
use lettre::Address;
use mailer::{
    MailSettings, Mailer, alert,
    smtp::{Client, SmtpSettings},
    tls,
};
use secrecy::SecretString;

use crate::{
    intake::IntakeSettings,
    journey::{self, Journey},
    setting_warnings::warnings,
    site::Site,
};

#[derive(Debug)]
pub struct WorkerSettings {
    pub log: LogSettings,
    pub database: DatabaseSettings,
    pub ops_listen: SocketAddr,
    pub smtp: SmtpSettings,
    pub mail: MailSettings,
    /// `COMPLIANCE_TO`, the mailbox for reports and reminders of retention.
    pub compliance_to: Address,
    pub alert_webhook: Option<SecretString>,
    /// `DATABASE_DISK`.
    pub database_disk: Option<PathBuf>,
    /// `HEARTBEAT_URL`.
    pub heartbeat: Option<SecretString>,
    /// `JOURNEY_EVERY`; `None`: off.
    pub journey_every: Option<Duration>,
    /// Certificate authorities to trust for the site besides the public ones, in PEM form.
    pub site_authorities: Option<Vec<u8>>,
    /// Mails that are sent at the same time, one per SMTP connection.
    pub concurrency: usize,
    /// Whether notifications of the database wake this process.
    pub listens: bool,
    /// Mail in, if it is on.
    pub intake: Option<IntakeSettings>,
    /// `NOTIFY_TO` and its like, and `ESCALATE_TO`. `None`: mails to consultants may go to any address.
    pub routes: Option<NotifyRoutes>,
    /// `TSA_URL`.
    pub authority: Option<Authority>,
    /// What the operator may have meant otherwise.
    pub warnings: Vec<String>,
}

/// Beyond those of the senders: leases, reaper, schedules, metrics. The job runners have separate pools.
const OTHER_CONNECTIONS: u32 = 4;
/// Sessions of LMTP wait for one another rather than for senders; one settles.
const INTAKE_CONNECTIONS: u32 = 4;

impl WorkerSettings {
    pub fn from_env(env: &Env) -> Result<Self, SettingError> {
        let concurrency: u32 = env.parsed(&MAIL_CONCURRENCY)?;
        if !(2..=32).contains(&concurrency) {
            return Err(MAIL_CONCURRENCY.refuse(format!("{concurrency} is out of range")));
        }
        let mut mail = MailSettings::from_env(env)?;
        let intake = IntakeSettings::from_env(env, &mail)?;
        if let Some(intake) = &intake {
            mail = MailSettings::clone(&intake.mail);
        }
        let connections = concurrency + OTHER_CONNECTIONS + intake.as_ref().map_or(0, |_| INTAKE_CONNECTIONS);
        let mut settings = Self {
            log: LogSettings::from_env(env)?,
            database: DatabaseSettings::from_env(env, connections, Duration::from_secs(10))?,
            ops_listen: env.parsed(&WORKER_OPS_LISTEN)?,
            smtp: SmtpSettings::from_env(env)?,
            mail,
            compliance_to: Mailer::recipient(env)?,
            alert_webhook: alert::hook_from_env(env, &ALERT_WEBHOOK_URL)?,
            database_disk: disk_from_env(env)?,
            heartbeat: alert::hook_from_env(env, &HEARTBEAT_URL)?,
            journey_every: journey::interval_from_env(env)?,
            site_authorities: tls::extra_roots(env, &SITE_CA_FILE)?,
            concurrency: concurrency as usize,
            listens: env.switch(&DATABASE_LISTEN)?,
            intake,
            routes: NotifyRoutes::optional_from_env(env)?,
            authority: Authority::from_env(env)?,
            warnings: Vec::new(),
        };
        settings.warnings = warnings(env, &settings.smtp, settings.intake.as_ref(), settings.routes.as_ref());
        Ok(settings)
    }

    /// Sends what is no row of the outbox.
    pub fn mailer(&self) -> anyhow::Result<Mailer> {
        Ok(Mailer::new(self.client()?, self.mail.clone(), self.compliance_to.clone()))
    }

    pub fn journey(&self) -> anyhow::Result<Option<Journey>> {
        let Some(every) = self.journey_every else { return Ok(None) };
        let site = Site::new(&self.mail.public_url, self.site_authorities.as_deref())?;
        Ok(Some(Journey { site, every, has_intake: self.intake.is_some() }))
    }

    pub fn client(&self) -> anyhow::Result<Client> {
        Client::new(self.smtp.clone(), self.mail.from.email.domain())
    }
}

fn disk_from_env(env: &Env) -> Result<Option<PathBuf>, SettingError> {
    let folder = env.optional(&DATABASE_DISK).map(PathBuf::from);
    match &folder {
        Some(folder) if !folder.is_dir() => Err(DATABASE_DISK.refuse("there is no such folder")),
        _ => Ok(folder),
    }
}

/// The database settings of the operator's commands.
pub fn database(env: &Env) -> Result<DatabaseSettings, SettingError> {
    DatabaseSettings::from_env(env, 2, Duration::from_secs(5))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [(&str, &str); 4] = [
        ("DATABASE_URL", "postgres://inquiry_app:word@127.0.0.1/inquiry"),
        ("SMTP_URL", "smtp://127.0.0.1:1025"),
        ("MAIL_FROM", "desk@own.example"),
        ("COMPLIANCE_TO", "privacy@own.example"),
    ];

    fn with(name: &'static str, value: &'static str) -> Result<WorkerSettings, SettingError> {
        let [a, b, c, d] = GOOD;
        WorkerSettings::from_env(&Env::from_pairs([a, b, c, d, (name, value)]))
    }

    #[test]
    fn four_settings_are_enough() {
        let settings = WorkerSettings::from_env(&Env::from_pairs(GOOD)).unwrap();
        assert_eq!((settings.concurrency, settings.ops_listen.port()), (8, 8082));
    }

    #[test]
    fn names_the_variable_that_is_wrong() {
        for (name, value) in [
            ("MAIL_CONCURRENCY", "0"),
            ("MAIL_CONCURRENCY", "1"),
            ("MAIL_CONCURRENCY", "many"),
            ("DATABASE_LISTEN", "perhaps"),
            ("WORKER_OPS_LISTEN", "8082"),
            ("SMTP_URL", "smtp://relay.example"),
            ("DATABASE_URL", "mysql://x"),
            ("ALERT_WEBHOOK_URL", "ftp://x"),
            ("HEARTBEAT_URL", "http://switch.example/x"),
            ("SITE_CA_FILE", "/nonexistent"),
            ("JOURNEY_EVERY", "61"),
            ("DATABASE_DISK", "/nonexistent"),
            ("COMPLIANCE_TO", "nobody"),
            ("LOG_FORMAT", "xml"),
            ("RUST_LOG", "worker=loud"),
        ] {
            assert_eq!(with(name, value).unwrap_err().name, name);
        }
    }
}
