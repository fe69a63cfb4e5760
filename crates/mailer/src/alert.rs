//! Alerts by a second path: `ALERT_WEBHOOK_URL`, the log, a metric.

use std::{
    collections::{BTreeSet, HashMap},
    time::Duration,
};

use chrono::{DateTime, Utc};
use entity::{
    Clock,
    env::{Env, SettingError},
    settings::Setting,
};
use metrics::counter;
use parking_lot::Mutex;
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use strum_macros::IntoStaticStr;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use url::Url;
use uuid::Uuid;

use crate::tls::is_loopback;

/// What an alert is about: what it means and what to do, for somebody who reads nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum AlertCode {
    #[error("Notifications have been overdue for more than 15 minutes. Look with `worker outbox list`.")]
    NotificationLate,
    #[error("Mails were given up. Look with `worker outbox list --state failed`; `worker outbox retry` sends again.")]
    MailFailed,
    #[error(
        "Mails came over five minutes ago and nobody has read them. Is INTAKE set for the worker? Look with \
         `worker intake list --fate unsettled`."
    )]
    IntakeUnsettled,
    #[error("Mails went from the IMAP folder unread: a rule or a program takes them. Move them back.")]
    IntakeGap,
    #[error("The IMAP mailbox has not been read for over 15 minutes. `worker check` says why.")]
    IntakeAway,
    #[error(
        "Mails to consultants came back: their mailbox does not take them. Look with \
         `worker outbox list --state bounced` or, for a digest, in digest_mail, and tell them by another way."
    )]
    MailBounced,
    #[error(
        "Notifications were sent three times each, and the mail server confirmed none: they arrived up to three times, \
         or not at all. Ask the consultants, and look at the relay's log."
    )]
    MailUnconfirmed,
    #[error(
        "More than 100 auto-replies an hour are due. The others wait, and are given up after 24 hours. Are the \
         inquiries genuine?"
    )]
    AutoRepliesHeld,
    #[error(
        "Mails wait that this version of the worker cannot read, because a newer api or worker wrote them. Upgrade \
         every worker."
    )]
    MailUnreadable,
    #[error(
        "The mail server refuses us and sending pauses: `causes` has its reply. Correct SMTP_URL or MAIL_FROM, or ask the relay \
         why it refuses even mails without a visitor's text."
    )]
    Configuration,
    #[error(
        "The mail server refuses the envelope sender of auto-replies, which pause; notifications are sent. `causes` has its \
         reply. Set MAIL_RETURN_PATH to an address that it takes."
    )]
    ReturnPathRefused,
    #[error("A schedule failed three times in a row. `causes` says which, and why.")]
    ScheduleFailed,
    #[error(
        "Nothing is purged until a person has looked: the database's clock is more than a day from the last purge \
         (after a stop of over a day, too), or a dump was restored. By that clock, no reminder and no daily mail goes out \
         either. If the clock is right, run `compliance retention accept-clock`; after a restore, `compliance retention replay FILE`."
    )]
    PurgeRefused,
    #[error("Inquiries were purged more than two hours after they had expired.")]
    PurgeLate,
    #[error(
        "No purge has run for over two hours. What expired is hidden, but still stored. See the worker's log and \
         `worker check`."
    )]
    PurgeOverdue,
    #[error(
        "Another session keeps rows or tables locked that the purge needs: `causes` has its database login. The \
         worker's log and `worker check` name its process, too."
    )]
    PurgeBlocked,
    #[error(
        "Something is stored for longer than promised: expired inquiries, deleted bytes, or a data subject request. \
         `worker check` says which."
    )]
    RetentionOverdue,
    #[error(
        "The database has not answered this worker or taken a write for over 15 minutes: nothing is sent or purged. See \
         `worker check`."
    )]
    DatabaseAway,
    #[error(
        "The database's disk is full, or hardly a tenth of it is free. Once it is full, inquiries are refused. Make room there: \
         see `worker check`, lines database and disk."
    )]
    DiskFull,
    #[error(
        "The worker's own way from the form to a mailbox did not come to its end: `causes` names the step. `worker check` \
         says more, in its lines site, relay and journey."
    )]
    JourneyFailed,
}

/// The same alert comes at most this often from one process, and no process knows of another's: of three workers that
/// see the same, each tells it. What happens in between is counted into the next.
const QUIET: Duration = Duration::from_mins(15);
/// Ids in one alert.
const MAX_IDS: usize = 20;
/// How long alerts are collected before they are sent, so that a burst is one message.
const COLLECT: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
struct Pending {
    count: usize,
    ids: Vec<Uuid>,
    causes: BTreeSet<String>,
    sent_at: Option<Instant>,
}

/// The body of the POST. Holds no personal data.
#[derive(Debug, Serialize)]
struct Message {
    code: &'static str,
    /// How often it happened since the last alert of this code.
    count: usize,
    /// Some of the outbox rows it happened to.
    outbox_ids: Vec<Uuid>,
    /// Schedules with their errors, database logins, or codes of the mail server's reply.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    causes: BTreeSet<String>,
    text: String,
    at: DateTime<Utc>,
}

#[derive(Debug)]
pub struct Alerts {
    webhook: Option<SecretString>,
    http: reqwest::Client,
    clock: Clock,
    pending: Mutex<HashMap<AlertCode, Pending>>,
}

/// Reads an address that we call, a secret, since such addresses often hold a token.
pub fn hook_from_env(env: &Env, setting: &Setting) -> Result<Option<SecretString>, SettingError> {
    let refused = |problem: &str| setting.refuse(problem);
    let Some(secret) = env.secret(setting)? else { return Ok(None) };
    let url = Url::parse(secret.expose_secret()).map_err(|_| refused("not a URL"))?;
    match url.scheme() {
        "https" => Ok(Some(secret)),
        "http" if is_loopback(&url) => Ok(Some(secret)),
        _ => Err(refused("neither https, nor http to this machine")),
    }
}

impl Alerts {
    pub fn new(webhook: Option<SecretString>, clock: Clock) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(5))
            .build()?;
        Ok(Self { webhook, http, clock, pending: Mutex::default() })
    }

    /// Notes that something happened to an outbox row.
    pub fn raise(&self, code: AlertCode, outbox_id: Uuid) {
        self.raise_many(code, 1, &[outbox_id], []);
    }

    /// Likewise, and what caused it.
    pub fn raise_for(&self, code: AlertCode, outbox_id: Uuid, cause: String) {
        self.raise_many(code, 1, &[outbox_id], [cause]);
    }

    /// The causes hold no personal data.
    pub fn raise_many(&self, code: AlertCode, count: usize, ids: &[Uuid], causes: impl IntoIterator<Item = String>) {
        let mut all = self.pending.lock();
        let pending = all.entry(code).or_default();
        pending.count += count;
        pending.causes.extend(causes);
        let room = MAX_IDS.saturating_sub(pending.ids.len());
        pending.ids.extend(ids.iter().take(room));
    }

    /// Sets the number of rows that are in a lasting state.
    pub fn set(&self, code: AlertCode, count: usize, ids: &[Uuid]) {
        let mut all = self.pending.lock();
        let pending = all.entry(code).or_default();
        pending.count = count;
        pending.ids = ids.iter().take(MAX_IDS).copied().collect();
    }

    /// Sets a lasting state and its cause.
    pub fn set_because(&self, code: AlertCode, cause: String) {
        self.set(code, 1, &[]);
        self.pending.lock().entry(code).or_default().causes = BTreeSet::from([cause]);
    }

    /// The state is over; when it returns, it is alerted at once.
    pub fn forget(&self, code: AlertCode) {
        self.pending.lock().remove(&code);
    }

    /// Sends what is pending until `ended`, and then once more.
    pub async fn send_regularly(&self, ended: &CancellationToken) {
        while ended.run_until_cancelled(sleep(COLLECT)).await.is_some() {
            self.send_due().await;
        }
        self.send_due().await;
    }

    async fn send_due(&self) {
        for message in self.take_due() {
            let Message { code, count, outbox_ids, causes, .. } = &message;
            tracing::error!(code, count, outbox = ?outbox_ids, ?causes, "alert");
            counter!("alerts_total", "code" => message.code).increment(1);
            let Some(webhook) = &self.webhook else { continue };
            let sent = self.http.post(webhook.expose_secret()).json(&message).send().await;
            // The error's text would hold the address.
            let problem = match sent {
                Ok(response) if response.status().is_success() => continue,
                Ok(response) => response.status().as_u16().to_string(),
                Err(error) if error.is_timeout() => "timeout".to_owned(),
                Err(_) => "no connection".to_owned(),
            };
            counter!("alert_webhook_failures_total").increment(1);
            tracing::error!(code = message.code, problem, "the alert could not be delivered");
        }
    }

    /// Whether it is pending.
    pub fn is_set(&self, code: AlertCode) -> bool {
        self.pending.lock().get(&code).is_some_and(|pending| pending.count > 0)
    }

    fn take_due(&self) -> Vec<Message> {
        let mut all = self.pending.lock();
        let now = Instant::now();
        let is_due = |pending: &Pending| {
            pending.count > 0 && pending.sent_at.is_none_or(|sent_at| now.duration_since(sent_at) >= QUIET)
        };
        let due = all.iter_mut().filter(|(_, pending)| is_due(pending));
        due.map(|(code, pending)| {
            let Pending { count, ids, causes, .. } =
                std::mem::replace(pending, Pending { sent_at: Some(now), ..Pending::default() });
            Message { code: code.into(), count, outbox_ids: ids, causes, text: code.to_string(), at: self.clock.now() }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use entity::settings::ALERT_WEBHOOK_URL;

    use super::*;

    /// Rules of Prometheus and the runbook have them.
    #[test]
    fn the_names_stay() {
        for (code, name) in [
            (AlertCode::NotificationLate, "notification_late"),
            (AlertCode::MailFailed, "mail_failed"),
            (AlertCode::IntakeUnsettled, "intake_unsettled"),
            (AlertCode::IntakeGap, "intake_gap"),
            (AlertCode::IntakeAway, "intake_away"),
            (AlertCode::MailBounced, "mail_bounced"),
            (AlertCode::MailUnconfirmed, "mail_unconfirmed"),
            (AlertCode::AutoRepliesHeld, "auto_replies_held"),
            (AlertCode::MailUnreadable, "mail_unreadable"),
            (AlertCode::Configuration, "configuration"),
            (AlertCode::ReturnPathRefused, "return_path_refused"),
            (AlertCode::ScheduleFailed, "schedule_failed"),
            (AlertCode::PurgeRefused, "purge_refused"),
            (AlertCode::PurgeLate, "purge_late"),
            (AlertCode::PurgeOverdue, "purge_overdue"),
            (AlertCode::PurgeBlocked, "purge_blocked"),
            (AlertCode::RetentionOverdue, "retention_overdue"),
            (AlertCode::DatabaseAway, "database_away"),
            (AlertCode::DiskFull, "disk_full"),
            (AlertCode::JourneyFailed, "journey_failed"),
        ] {
            assert_eq!(<&str>::from(code), name);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_one_alert_and_the_next_comes_after_a_quiet_time() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let alerts = Alerts::new(None, Clock::system()).unwrap();
        for _ in 0..50 {
            alerts.raise(AlertCode::MailFailed, Uuid::new_v4());
        }
        let [message] = alerts.take_due().try_into().unwrap();
        assert_eq!((message.count, message.outbox_ids.len()), (50, MAX_IDS));
        alerts.raise(AlertCode::MailFailed, Uuid::new_v4());
        assert!(alerts.take_due().is_empty());
        alerts.raise(AlertCode::Configuration, Uuid::new_v4());
        assert_eq!(alerts.take_due().len(), 1, "another matter is not kept waiting");
        tokio::time::advance(QUIET).await;
        let [message] = alerts.take_due().try_into().unwrap();
        assert_eq!(message.count, 1);
        assert!(alerts.take_due().is_empty());
    }

    #[test]
    fn the_webhook_is_encrypted_or_local() {
        for (url, accepted) in [
            ("https://hooks.example/T1", true),
            ("http://127.0.0.1:9/x", true),
            ("http://hooks.example/T1", false),
            ("hooks.example", false),
        ] {
            let result = hook_from_env(&Env::from_pairs([("ALERT_WEBHOOK_URL", url)]), &ALERT_WEBHOOK_URL);
            assert_eq!(result.is_ok(), accepted, "{url}");
        }
    }
}
