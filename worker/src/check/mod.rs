//! `worker check`: one look at everything that must work, from the site that a visitor sees to the relay that takes the
//! mails, for a monitor. Names nobody.

mod database;

use std::{fmt, time::Duration};

use entity::{Clock, database::DatabaseSettings};
use reqwest::{StatusCode, redirect::Policy};
use sea_orm::DatabaseConnection;
use serde::Deserialize;
use serde_json::json;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use crate::{
    compliance_mailer::Mailer,
    mail::check_mail,
    ops,
    retention::database_now,
    settings::WorkerSettings,
    smtp::{Client, Code, SmtpSettings, Timeouts},
};

/// As monitoring programs count: the exit code of the whole check is the worst of its findings'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Ok = 0,
    Warning = 1,
    Critical = 2,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    fn critical(about: &'static str, text: impl Into<String>) -> Self {
        Self::new(Level::Critical, about, text)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = match self.level {
            Level::Ok => "OK",
            Level::Warning => "WARNING",
            Level::Critical => "CRITICAL",
        };
        write!(f, "{level:8} {}: {}", self.about, self.text)
    }
}

/// A monitor does not wait for ever.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const QUESTION_TIMEOUT: Duration = Duration::from_secs(10);
const SECOND_TRY: Duration = Duration::from_secs(2);
const SMTP_TIMEOUTS: Timeouts =
    Timeouts { connect: CONNECT_TIMEOUT, command: Duration::from_secs(10), last: Duration::from_secs(30) };

/// Looks at everything; with `send`, a mail goes to `COMPLIANCE_TO`, too.
pub async fn check(settings: &WorkerSettings, send: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let database = DatabaseSettings { acquire_timeout: CONNECT_TIMEOUT, ..settings.database.clone() };
    match database.connect_lazily().await {
        Ok(db) => findings.extend(check_database(&db).await),
        Err(_) => findings.push(Finding::critical("database", "DATABASE_URL cannot be used. Correct it")),
    }
    findings.push(site(&settings.mail.public_url).await);
    findings.push(relay(settings).await);
    if send {
        findings.push(sent(settings).await);
    }
    findings
}

async fn check_database(db: &DatabaseConnection) -> Vec<Finding> {
    let first = match timeout(QUESTION_TIMEOUT, ops::is_ready(db)).await {
        Ok(Ok(())) => Finding::ok("database", "it answers, its schema is current"),
        Ok(Err(problem)) => Finding::critical("database", problem),
        Err(_) => Finding::critical("database", "no answer in time"),
    };
    // Where it answers at all, the rest is worth asking.
    let answers = timeout(QUESTION_TIMEOUT, database_now(db)).await.is_ok_and(|now| now.is_ok());
    let mut findings = vec![first];
    if answers {
        findings.extend(database::questions(db).await);
    }
    findings
}

/// As far as the form must know it.
#[derive(Deserialize)]
#[serde(tag = "provider", rename_all = "lowercase")]
enum Challenge {
    Altcha {},
    Turnstile {},
}

#[derive(Deserialize)]
struct Refusal {
    code: String,
}

/// The form's way: proxy, certificate, api, and the api's way to its database.
async fn site(public_url: &str) -> Finding {
    let problem = match ask_site(public_url).await {
        Ok(None) => {
            return Finding::ok("site", "at PUBLIC_URL the form gets its challenge, and the api asks its database");
        }
        Ok(Some(problem)) => problem,
        Err(error) if error.is_timeout() => "no answer in time".to_owned(),
        Err(error) if error.is_decode() => "what answers is not the api".to_owned(),
        Err(_) => "it cannot be reached".to_owned(),
    };
    Finding::critical("site", format!("{problem}. Check PUBLIC_URL, the proxy in front of the api, and the api"))
}

/// What is wrong, if anything. Nothing is stored: for an inquiry without a solved challenge the api asks its database
/// whether it is the repetition of a known one, and refuses it.
async fn ask_site(public_url: &str) -> reqwest::Result<Option<String>> {
    let client = reqwest::Client::builder().redirect(Policy::none()).timeout(QUESTION_TIMEOUT).build()?;
    let answer = client.get(format!("{public_url}/api/challenge")).send().await?;
    if answer.status() != StatusCode::OK {
        return Ok(Some(format!("the form's challenge is answered by {}", answer.status().as_u16())));
    }
    answer.json::<Challenge>().await?;
    let inquiry = json!({
        "firstName": "worker", "lastName": "check", "company": "worker check", "email": "check@invalid.example",
        "contactReason": "other", "message": "worker check", "consent": true, "gdprConsent": true,
    });
    let key = Uuid::new_v4().to_string();
    let send = || {
        let post = client.post(format!("{public_url}/api/send-email")).json(&inquiry);
        post.header("origin", public_url).header("idempotency-key", &key).send()
    };
    let mut answer = send().await?;
    if answer.status() == StatusCode::SERVICE_UNAVAILABLE {
        // It may have been busy for a moment.
        sleep(SECOND_TRY).await;
        answer = send().await?;
    }
    if answer.status() != StatusCode::FORBIDDEN {
        return Ok(Some(format!("an inquiry is answered by {}", answer.status().as_u16())));
    }
    let refusal = answer.json::<Refusal>().await?;
    Ok((refusal.code != "bot_check_refused").then(|| format!("an inquiry is refused with the code {}", refusal.code)))
}

fn client(settings: &WorkerSettings) -> anyhow::Result<Client> {
    let smtp = SmtpSettings { timeouts: SMTP_TIMEOUTS, ..settings.smtp.clone() };
    Client::new(smtp, settings.mail.from.email.domain())
}

async fn relay(settings: &WorkerSettings) -> Finding {
    let greeted = async { client(settings)?.greet().await.map_err(refused) };
    match greeted.await {
        Ok(()) => Finding::ok("relay", "it greets us over the channel that is required, and lets us in"),
        Err(error) => Finding::critical("relay", format!("{error}. Check SMTP_URL, SMTP_CA_FILE and the relay")),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn refused(code: Code) -> anyhow::Error {
    anyhow::anyhow!("no mail could be handed over ({code})")
}

async fn sent(settings: &WorkerSettings) -> Finding {
    let name = format!("check.{}", Uuid::new_v4().simple());
    let sent = async {
        let mailer = Mailer::new(client(settings)?, settings.mail.clone(), settings.compliance_to.clone());
        mailer.send(&name, check_mail(Clock::system().now(), &name)?).await
    };
    match sent.await {
        Ok(()) => Finding::ok("mail", format!("{name} was handed over for COMPLIANCE_TO")),
        Err(error) => Finding::critical("mail", error.to_string()),
    }
}
