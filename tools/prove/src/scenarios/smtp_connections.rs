//! Mail servers that fail before the first recipient: at the greeting, EHLO, MAIL, or during STARTTLS.

use std::time::Duration;

use anyhow::Result;

use crate::harness::{Harness, Part, Setup};
use crate::invariants::{self, SKIP_BACKOFF};
use crate::load::submit_accepted;
use crate::plan::Plan;
use crate::report::Report;
use testkit::client::Client;
use testkit::smtp::{FailureMode, SmtpFake, Stage};
use testkit::token::TokenMaker;

/// Retried by the backoff.
const TRANSIENT: [FailureMode; 5] = [
    FailureMode::Code(Stage::Greeting, 421),
    FailureMode::Silence(Stage::Greeting),
    FailureMode::Silence(Stage::Ehlo),
    FailureMode::Silence(Stage::Mail),
    FailureMode::Code(Stage::Mail, 451),
];
/// Our configuration: sending pauses and no attempt is counted.
const OUR_FAULT: [FailureMode; 2] = [FailureMode::Code(Stage::Greeting, 554), FailureMode::Code(Stage::Mail, 550)];
/// Connections without verified TLS.
const INSECURE: [FailureMode; 3] = [FailureMode::NoStartTls, FailureMode::UntrustedCertificate, FailureMode::WrongHost];

pub(super) fn run(harness: &mut Harness, setup: &mut Setup, plan: Plan, report: &mut Report) -> Result<()> {
    let transient: &[FailureMode] = plan.size(&TRANSIENT[..1], &TRANSIENT);
    let mut wrong = 0;
    for mode in transient {
        wrong += fail_and_recover(harness, setup, &harness.smtp.clone(), *mode, true)?;
    }
    for mode in OUR_FAULT {
        wrong += fail_and_recover(harness, setup, &harness.smtp.clone(), mode, false)?;
    }
    report.none("connection failures with an outcome other than expected", wrong);

    harness.stop(&[Part::Worker])?;
    let authority = harness.stack.folder().join("authority.pem");
    std::fs::write(&authority, &harness.secure_smtp.authority)?;
    setup.set("SMTP_URL", &format!("smtp://localhost:{}{}", harness.more.smtp, harness.smtp_query()));
    setup.set("SMTP_CA_FILE", &authority.to_string_lossy());
    harness.start(setup, &[Part::Worker])?;
    let mut wrong = 0;
    for mode in INSECURE {
        wrong += fail_and_recover(harness, setup, &harness.secure_smtp.clone(), mode, true)?;
    }
    report.none("insecure connections with an outcome other than expected", wrong);
    let recorder = harness.secure_smtp.recorder();
    report.none("mails over an insecure connection", recorder.insecure_mails);
    report.note("mails over TLS after recovery", recorder.acceptances().len());
    drop(recorder);
    harness.stop(&[Part::Api, Part::Worker])
}

/// Sends one inquiry during the failure, checks its rows, ends the failure and waits for the delivery. Returns the number
/// of wrong rows.
fn fail_and_recover(
    harness: &mut Harness,
    setup: &Setup,
    smtp: &SmtpFake,
    mode: FailureMode,
    counts_attempts: bool,
) -> Result<usize> {
    smtp.restart_with(mode);
    let site = harness.site(Part::Api);
    let tokens = TokenMaker::new(site, setup.setting("ALTCHA_HMAC_KEY"));
    let before = smtp.recorder().acceptances().len();
    let mut probe = setup.probe.clone();
    probe.run("UPDATE outbox SET created_at = created_at - interval '1 minute'")?;
    submit_accepted(&mut Client::new(site), site, &tokens, "plain@visitors.example", "partnership")?;
    let fresh = "FROM outbox WHERE kind = 'notification' AND created_at > now() - interval '50 seconds'";
    let unseen = format!("SELECT 1 - count(*) {fresh} AND state = 'retry'");
    let mut wrong = usize::from(!probe.becomes_zero(&unseen, Duration::from_secs(20))?);
    for row in probe.rows(&format!("SELECT attempts {fresh}"))? {
        wrong += usize::from((row.number(0) > 0) != counts_attempts);
    }
    wrong += usize::from(smtp.recorder().acceptances().len() != before);
    smtp.restart_with(FailureMode::Accept);
    // The circuit breaker's state is in the process.
    harness.cycle(Part::Worker)?;
    harness.await_ready(Part::Worker)?;
    wrong += usize::from(!invariants::settle(&mut probe, SKIP_BACKOFF, Duration::from_secs(30))?);
    Ok(wrong + usize::from(smtp.recorder().acceptances().len() == before))
}
