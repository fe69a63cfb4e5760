//! One mail over one open connection.

use std::sync::atomic::{AtomicBool, Ordering};

use lettre::transport::smtp::{
    client::AsyncSmtpConnection,
    commands::{Data, Mail, Rcpt},
    extension::{MailBodyParameter, MailParameter},
    response::Response,
};

use tokio::{
    sync::oneshot,
    time::{sleep, timeout},
};

use super::{
    client::{Broken, fault, within},
    outcome::{Code, Fault, Phase, SendOutcome},
    settings::Timeouts,
};
use crate::mail::PreparedMail;

/// Why a dialogue must end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revoked {
    /// Another process can claim the mail at any moment.
    LeaseLost,
    /// The process stops.
    Stopping,
}

/// The sender's right to send a mail, checked during the dialogue.
pub trait DeliveryGuard: Sync {
    /// Called after the reply to DATA and before the first byte of the message. Commits what must be recorded first;
    /// an error ends the dialogue.
    fn before_body(&self) -> impl Future<Output = Result<(), Code>> + Send;

    /// Completes when the end of data must no longer be sent.
    fn revoked(&self) -> impl Future<Output = Revoked> + Send;
}

/// Why a dialogue ended: the protocol failed, or the guard refused.
enum End {
    Broken(Broken),
    Refused(Code),
}

impl From<Broken> for End {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}

/// How a dialogue ended.
pub(super) struct Spoken {
    pub(super) outcome: SendOutcome,
    /// The phase in which it failed, if it did.
    pub(super) broke_in: Option<Phase>,
    pub(super) connection: Option<AsyncSmtpConnection>,
}

impl Spoken {
    fn ended(outcome: SendOutcome) -> Self {
        Self { outcome, broke_in: None, connection: None }
    }
}

/// Runs the dialogue from MAIL to the end of data. Returns the connection only after a 250: after any other reply it
/// can be out of step, and a refused mail could count as sent.
pub(super) async fn speak(
    mut connection: AsyncSmtpConnection,
    mail: &PreparedMail,
    guard: &impl DeliveryGuard,
    limits: Timeouts,
) -> Spoken {
    // Set just before the end of data is written.
    let end_of_data_sent = AtomicBool::new(false);
    let dialogue = run_dialogue(&mut connection, mail, guard, limits, &end_of_data_sent);
    let revoked = async {
        match guard.revoked().await {
            // The server's reply still decides the outcome.
            Revoked::LeaseLost if end_of_data_sent.load(Ordering::Relaxed) => std::future::pending().await,
            reason => reason,
        }
    };
    tokio::select! {
        biased;
        end = dialogue => match end {
            Ok(()) => Spoken { connection: Some(connection), ..Spoken::ended(SendOutcome::Sent) },
            Err(End::Broken((phase, fault))) => {
                Spoken { broke_in: Some(phase), ..Spoken::ended(SendOutcome::of(phase, fault)) }
            }
            Err(End::Refused(code)) => Spoken::ended(SendOutcome::Released(code)),
        },
        reason = revoked => Spoken::ended(broken_off(reason, end_of_data_sent.load(Ordering::Relaxed))),
    }
}

fn broken_off(reason: Revoked, end_of_data_sent: bool) -> SendOutcome {
    let code = Code::new(match reason {
        Revoked::LeaseLost => "lease_lost",
        Revoked::Stopping => "worker_stopped",
    });
    if end_of_data_sent { SendOutcome::Ambiguous(code) } else { SendOutcome::Released(code) }
}

async fn run_dialogue(
    connection: &mut AsyncSmtpConnection,
    mail: &PreparedMail,
    guard: &impl DeliveryGuard,
    limits: Timeouts,
    end_of_data_sent: &AtomicBool,
) -> Result<(), End> {
    let [to] = mail.envelope.to() else {
        return Err(End::Broken((Phase::Rcpt, Fault::Client)));
    };
    let options =
        if mail.bytes.is_ascii() { vec![] } else { vec![MailParameter::Body(MailBodyParameter::EightBitMime)] };
    command(connection, limits, Phase::Mail, Mail::new(mail.envelope.from().cloned(), options)).await?;
    command(connection, limits, Phase::Rcpt, Rcpt::new(to.clone(), vec![])).await?;
    command(connection, limits, Phase::Data, Data).await?;
    guard.before_body().await.map_err(End::Refused)?;
    message(connection, mail, limits, end_of_data_sent).await?;
    Ok(())
}

async fn command(
    connection: &mut AsyncSmtpConnection,
    limits: Timeouts,
    phase: Phase,
    command: impl std::fmt::Display,
) -> Result<(), Broken> {
    let step = async {
        let response = connection.command(command).await.map_err(|error| fault(&error))?;
        expect(&response, |code| match phase {
            Phase::Data => code == 354,
            _ => (200..300).contains(&code),
        })
    };
    within(limits.command, phase, step).await
}

/// Writes the message and the end of data and waits for the reply.
async fn message(
    connection: &mut AsyncSmtpConnection,
    mail: &PreparedMail,
    limits: Timeouts,
    end_of_data_sent: &AtomicBool,
) -> Result<(), Broken> {
    // lettre takes the next part once the previous one is written, and sends the end of data after the last.
    let (at_end, reached_end) = oneshot::channel();
    let mut at_end = Some(at_end);
    let parts = std::iter::once(mail.bytes.as_slice()).chain(std::iter::from_fn(|| {
        end_of_data_sent.store(true, Ordering::Relaxed);
        at_end.take().map(|at_end| at_end.send(()));
        None
    }));
    let answer = connection.message_iter(parts);
    tokio::pin!(answer);
    let stuck = async {
        if timeout(limits.command, reached_end).await.is_ok() {
            sleep(limits.last).await;
        }
    };
    let result = tokio::select! {
        biased;
        result = &mut answer => result.map_err(|error| fault(&error)),
        () = stuck => Err(Fault::Timeout),
    };
    let phase = if end_of_data_sent.load(Ordering::Relaxed) { Phase::EndOfData } else { Phase::Body };
    result.and_then(|response| expect(&response, |code| code == 250)).map_err(|fault| (phase, fault))
}

fn expect(response: &Response, is_expected: impl Fn(u16) -> bool) -> Result<(), Fault> {
    if is_expected(response.code().into()) { Ok(()) } else { Err(Fault::Unexpected) }
}
