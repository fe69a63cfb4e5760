//! One mail over one open connection.

use std::sync::atomic::{AtomicBool, Ordering};

use lettre::transport::smtp::{
    commands::{Data, Mail, Rcpt},
    extension::{MailBodyParameter, MailParameter},
};
use tokio::{
    sync::oneshot,
    time::{sleep, timeout},
};

use super::{
    outcome::{Code, Fault, SendOutcome},
    phase::Phase,
    session::Session,
    settings::Timeouts,
    step::{Broken, command, expect},
};
use crate::PreparedMail;

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
    pub(super) session: Option<Session>,
}

impl Spoken {
    fn ended(outcome: SendOutcome) -> Self {
        Self { outcome, broke_in: None, session: None }
    }
}

/// Runs the dialogue from MAIL to the end of data. Returns the session only after a 250: after any other reply it
/// can be out of step, and a refused mail could count as sent.
pub(super) async fn speak(
    mut session: Session,
    mail: &PreparedMail,
    guard: &impl DeliveryGuard,
    limits: Timeouts,
) -> Spoken {
    // Set just before the end of data is written.
    let end_of_data_sent = AtomicBool::new(false);
    let dialogue = run_dialogue(&mut session, mail, guard, limits, &end_of_data_sent);
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
            Ok(()) => Spoken { session: Some(session), ..Spoken::ended(SendOutcome::Sent) },
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
    session: &mut Session,
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
    command(session, limits, Phase::Mail, Mail::new(mail.envelope.from().cloned(), options)).await?;
    command(session, limits, Phase::Rcpt, Rcpt::new(to.clone(), vec![])).await?;
    command(session, limits, Phase::Data, Data).await?;
    guard.before_body().await.map_err(End::Refused)?;
    message(session, mail, limits, end_of_data_sent).await?;
    Ok(())
}

/// Writes the message and the end of data and waits for the reply.
async fn message(
    session: &mut Session,
    mail: &PreparedMail,
    limits: Timeouts,
    end_of_data_sent: &AtomicBool,
) -> Result<(), Broken> {
    let (at_end, reached_end) = oneshot::channel();
    let answer = session.message(&mail.bytes, || {
        end_of_data_sent.store(true, Ordering::Relaxed);
        // The receiver is gone once the time limit has passed.
        let _ = at_end.send(());
    });
    tokio::pin!(answer);
    let stuck = async {
        if timeout(limits.command, reached_end).await.is_ok() {
            sleep(limits.last).await;
        }
    };
    let result = tokio::select! {
        biased;
        result = &mut answer => result,
        () = stuck => Err(Fault::Timeout),
    };
    let phase = if end_of_data_sent.load(Ordering::Relaxed) { Phase::EndOfData } else { Phase::Body };
    result.and_then(|positive| expect(&positive, |code| code == 250)).map_err(|fault| (phase, fault))
}
