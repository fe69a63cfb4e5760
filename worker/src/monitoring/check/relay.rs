//! Checks the mail relay: connection and login, and with `--send` a whole mail.

use std::time::Duration;

use entity::Clock;
use lettre::Address;
use uuid::Uuid;

use super::{CONNECT_TIMEOUT, Finding};
use crate::{
    compliance_mailer::Mailer,
    mail::check_mail,
    oauth::TokenError,
    settings::WorkerSettings,
    smtp::{Client, Code, SmtpSettings, Timeouts},
};

const SMTP_TIMEOUTS: Timeouts =
    Timeouts { connect: CONNECT_TIMEOUT, command: Duration::from_secs(10), last: Duration::from_secs(30) };

pub(super) async fn check_relay(settings: &WorkerSettings) -> Finding {
    let greeted = async { client(settings)?.greet().await.map_err(refused) };
    match greeted.await {
        Ok(()) => Finding::ok("relay", "it accepts our connection and login"),
        Err(error) => Finding::critical("relay", format!("{error}. Check SMTP_URL, SMTP_CA_FILE and the relay")),
    }
}

/// Sends a mail from each envelope sender: the relay can refuse one and accept the other.
pub(super) async fn send_mails(settings: &WorkerSettings) -> [Finding; 2] {
    [
        send_mail(settings, "mail", Some(settings.mail.from.email.clone())).await,
        send_mail(settings, "auto-reply", settings.mail.return_path.clone()).await,
    ]
}

async fn send_mail(settings: &WorkerSettings, about: &'static str, return_path: Option<Address>) -> Finding {
    let name = format!("check.{}", Uuid::new_v4().simple());
    let sent = async {
        let mailer = Mailer::new(client(settings)?, settings.mail.clone(), settings.compliance_to.clone());
        mailer.send_from(return_path, &name, check_mail(Clock::system().now(), &name)?).await
    };
    match sent.await {
        Ok(()) => Finding::ok(about, format!("the relay accepted {name} for COMPLIANCE_TO")),
        Err(error) if about == "auto-reply" => Finding::critical(about, format!("{error}. Check MAIL_RETURN_PATH")),
        Err(error) => Finding::critical(about, error.to_string()),
    }
}

fn client(settings: &WorkerSettings) -> anyhow::Result<Client> {
    let smtp = SmtpSettings { timeouts: SMTP_TIMEOUTS, ..settings.smtp.clone() };
    Client::new(smtp, settings.mail.from.email.domain())
}

#[expect(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
fn refused(code: Code) -> anyhow::Error {
    match TokenError::of_code(code.as_str()) {
        Some(error) => error.into(),
        None => anyhow::anyhow!("it accepts no mail ({code})"),
    }
}
