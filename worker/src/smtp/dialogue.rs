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

/// Why a conversation must end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revoked {
    /// Another process may take the mail over at any moment.
    LeaseLost,
    /// The process ends.
    Stopping,
}

/// What the sender of a mail must hold on to while it speaks to the server.
pub trait DeliveryGuard: Sync {
    /// Asked after DATA was accepted and before the first byte of the message: puts on record what must be,
    /// and refuses if it cannot.
    fn before_body(&self) -> impl Future<Output = Result<(), Code>> + Send;

    /// Resolves when the final dot must no longer be sent.
    fn revoked(&self) -> impl Future<Output = Revoked> + Send;
}

/// Ends a conversation: either the protocol broke, or the permit did.
enum End {
    Broken(Broken),
    Refused(Code),
}

impl From<Broken> for End {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}

/// How a conversation ended.
pub(super) struct Spoken {
    pub(super) outcome: SendOutcome,
    /// Where it broke, if it did.
    pub(super) broke_in: Option<Phase>,
    pub(super) connection: Option<AsyncSmtpConnection>,
}

impl Spoken {
    fn ended(outcome: SendOutcome) -> Self {
        Self { outcome, broke_in: None, connection: None }
    }
}

/// Speaks MAIL to the final dot. The connection is handed back only after a 250: after anything else it may be out
/// of step, and one reply taken for another would be a mail counted as sent that was refused.
pub(super) async fn speak(
    mut connection: AsyncSmtpConnection,
    mail: &PreparedMail,
    permit: &impl DeliveryGuard,
    limits: Timeouts,
) -> Spoken {
    // Set just before the final dot is written.
    let end_of_data_sent = AtomicBool::new(false);
    let conversation = converse(&mut connection, mail, permit, limits, &end_of_data_sent);
    let revoked = async {
        match permit.revoked().await {
            // What the server answers now is still worth knowing.
            Revoked::LeaseLost if end_of_data_sent.load(Ordering::Relaxed) => std::future::pending().await,
            reason => reason,
        }
    };
    tokio::select! {
        biased;
        end = conversation => match end {
            Ok(()) => Spoken { connection: Some(connection), ..Spoken::ended(SendOutcome::Sent) },
            Err(End::Broken((phase, fault))) => {
                Spoken { broke_in: Some(phase), ..Spoken::ended(SendOutcome::of(phase, fault)) }
            }
            Err(End::Refused(code)) => Spoken::ended(SendOutcome::Released(code)),
        },
        reason = revoked => Spoken::ended(given_up(reason, end_of_data_sent.load(Ordering::Relaxed))),
    }
}

fn given_up(reason: Revoked, end_of_data_sent: bool) -> SendOutcome {
    let code = Code::new(match reason {
        Revoked::LeaseLost => "lease_lost",
        Revoked::Stopping => "worker_stopped",
    });
    if end_of_data_sent { SendOutcome::Ambiguous(code) } else { SendOutcome::Released(code) }
}

async fn converse(
    connection: &mut AsyncSmtpConnection,
    mail: &PreparedMail,
    permit: &impl DeliveryGuard,
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
    permit.before_body().await.map_err(End::Refused)?;
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

/// Writes the message and the final dot and waits for the answer.
async fn message(
    connection: &mut AsyncSmtpConnection,
    mail: &PreparedMail,
    limits: Timeouts,
    end_of_data_sent: &AtomicBool,
) -> Result<(), Broken> {
    // lettre asks for the next part when the one before is written, and sends the dot when there is none.
    let (at_dot, reached_dot) = oneshot::channel();
    let mut at_dot = Some(at_dot);
    let parts = std::iter::once(mail.bytes.as_slice()).chain(std::iter::from_fn(|| {
        end_of_data_sent.store(true, Ordering::Relaxed);
        at_dot.take().map(|at_dot| at_dot.send(()));
        None
    }));
    let answer = connection.message_iter(parts);
    tokio::pin!(answer);
    let stuck = async {
        if timeout(limits.command, reached_dot).await.is_ok() {
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
