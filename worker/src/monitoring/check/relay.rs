//! Checks the mail relay: connection, login, sender and recipient, and with `--send` a whole mail.

use std::time::Duration;

use compliance::mail::check_mail;
use entity::Clock;
use lettre::Address;
use mailer::{
    Mailer,
    smtp::{Client, Fault, Phase, Reply, SendOutcome, SmtpSettings, Timeouts},
};
use uuid::Uuid;

use super::{CONNECT_TIMEOUT, Finding};
use crate::settings::WorkerSettings;

const SMTP_TIMEOUTS: Timeouts =
    Timeouts { connect: CONNECT_TIMEOUT, command: Duration::from_secs(10), last: Duration::from_secs(30) };

pub(super) async fn check_relay(settings: &WorkerSettings) -> Finding {
    let client = match client(settings) {
        Ok(client) => client,
        Err(error) => return Finding::critical("relay", format!("{error:#}. Correct SMTP_URL")),
    };
    // With the envelope sender of notifications.
    let sender = settings.mail.notification_return_path(Uuid::new_v4());
    match client.greet(sender, Some(settings.compliance_to.clone())).await {
        // This recipient's server may be full or away.
        Ok(()) | Err((Phase::Rcpt, Fault::Reply(Reply { code: 400..=499, .. }))) => {
            Finding::ok("relay", "it accepts our connection, login and sender")
        }
        Err((phase, fault)) => Finding::critical("relay", explain(phase, fault)),
    }
}

/// Sends a mail from each envelope sender: the relay can refuse one and accept the other.
pub(super) async fn send_mails(settings: &WorkerSettings) -> [Finding; 2] {
    [
        send_mail(settings, "mail", Some(settings.mail.from.email.clone())).await,
        send_mail(settings, "auto-reply", settings.mail.auto_reply_return_path(Uuid::new_v4())).await,
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
        Err(error) if about == "auto-reply" => {
            let setting = if settings.intake.is_some() { "REPLY_ADDRESS" } else { "MAIL_RETURN_PATH" };
            Finding::critical(about, format!("{error}. Check {setting}"))
        }
        Err(error) => Finding::critical(about, error.to_string()),
    }
}

fn client(settings: &WorkerSettings) -> anyhow::Result<Client> {
    let smtp = SmtpSettings { timeouts: SMTP_TIMEOUTS, ..settings.smtp.clone() };
    Client::new(smtp, settings.mail.from.email.domain())
}

const PORTS: &str = "Port 465 needs smtps://, port 587 smtp:// with ?tls=required";

/// The setting, what is wrong with it and what to do; the code is that of `worker outbox list`.
fn explain(phase: Phase, fault: Fault) -> String {
    let code = SendOutcome::of(phase, fault).code();
    let (problem, remedy) = match (phase, fault) {
        (_, Fault::Token(error)) => return error.to_string(),
        (_, Fault::Unresolved) => ("its host name has no address", "Correct the name".to_owned()),
        (_, Fault::Insecure(fault)) => {
            return format!("SMTP_URL: {fault} ({code}). {}", fault.remedy(PORTS, "SMTP_CA_FILE"));
        }
        (_, Fault::NoMechanism) => (
            "the relay offers no login",
            "Use its port for clients, 465 or 587, and switch the login on there; or remove user and password"
                .to_owned(),
        ),
        (Phase::Auth, Fault::Reply(reply)) if reply.code >= 500 => (
            "the relay refuses the login",
            "Check user and password; with an access token, the permissions of the application".to_owned(),
        ),
        (Phase::Mail, Fault::Reply(reply)) if reply.code >= 500 => (
            "the relay refuses our sender",
            "Let the login send from MAIL_FROM, and with mail in from REPLY_ADDRESS; or read the relay's log"
                .to_owned(),
        ),
        (Phase::Rcpt, Fault::Reply(reply)) if reply.code >= 500 => {
            ("the relay refuses mail to COMPLIANCE_TO", "Correct the address, or read the relay's log".to_owned())
        }
        (_, Fault::Reply(reply)) if reply.code >= 500 => {
            ("the relay refuses this machine", "Ask its operator, or read its log".to_owned())
        }
        (_, Fault::Reply(_)) | (Phase::Mail | Phase::Rcpt, _) => {
            ("the relay takes no mail now", "Wait, or read its log".to_owned())
        }
        (Phase::Connect, _) => ("the relay cannot be reached", "Check host, port and firewall".to_owned()),
        _ => ("what listens there is no relay that greets", format!("Check the port. {PORTS}")),
    };
    format!("SMTP_URL: {problem} ({code}). {remedy}")
}
