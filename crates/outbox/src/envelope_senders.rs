//! The envelope senders: notifications have one, auto-replies another. A relay that refuses one of them must not stop
//! the mails of the other.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

use entity::outbox::{self, MailKind};
use mailer::{
    PreparedMail,
    smtp::{Phase, Refusal, SendOutcome},
};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{
    circuit_breaker::CircuitBreaker,
    refusals::{Refusals, Refused},
    settlement::is_without_text,
};

/// Kinds of mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    pub notifications: bool,
    pub auto_replies: bool,
}

impl Kinds {
    pub const NONE: Self = Self { notifications: false, auto_replies: false };
}

#[derive(Debug, Default)]
pub struct EnvelopeSenders {
    /// Opens when the relay refuses our login or our connection.
    relay: CircuitBreaker,
    notifications: EnvelopeSender,
    auto_replies: EnvelopeSender,
}

#[derive(Debug, Default)]
struct EnvelopeSender {
    breaker: CircuitBreaker,
    refusals: Refusals,
}

impl EnvelopeSenders {
    /// The kinds whose sending does not pause.
    pub fn working(&self) -> Kinds {
        let works = |kind| !self.relay.is_open() && !self.of(kind).breaker.is_open();
        Kinds { notifications: works(MailKind::Notification), auto_replies: works(MailKind::AutoReply) }
    }

    /// The kinds of mail that may be claimed now.
    pub(super) fn claimable(&self, stopping: &CancellationToken) -> Kinds {
        if stopping.is_cancelled() { Kinds::NONE } else { self.working() }
    }

    /// Replaces a permanent refusal by what it means for this mail.
    pub(super) fn decide(&self, outcome: SendOutcome, row: &outbox::Model, mail: &PreparedMail) -> SendOutcome {
        let is_of_the_text = outcome.is_of_the_text();
        let SendOutcome::Refused(code, refusal, phase) = outcome else { return outcome };
        let sender = self.of(row.kind);
        let refusal = match (row.kind, refusal) {
            // Its author hears so, by a mail without a word of it: if that is refused, too, the sender is.
            (MailKind::Answer, Refusal::Unclear | Refusal::Message | Refusal::LikelySender)
                if is_of_the_text && !sender.breaker.is_doubted() =>
            {
                return SendOutcome::Failed(code);
            }
            (MailKind::AutoReply, refusal) => refusal,
            // What was refused while the sender is refused goes whole after the pause.
            (kind, _)
                if kind != MailKind::Answer && is_of_the_text && !is_without_text(row) && !sender.breaker.is_open() =>
            {
                return SendOutcome::TextRefused(code);
            }
            // Nobody's words were in it: the sender is refused, or this recipient.
            (_, Refusal::Message) if is_of_the_text => Refusal::Unclear,
            (_, refusal) => refusal,
        };
        let mut recipient = DefaultHasher::new();
        mail.envelope.to().hash(&mut recipient);
        let refused = Refused {
            mail: row.id,
            inquiry: if is_without_text(row) { row.id } else { row.inquiry_id },
            recipient: recipient.finish(),
            is_strangers: phase == Phase::Rcpt && matches!(row.kind, MailKind::AutoReply | MailKind::Answer),
        };
        sender.refusals.decide(refused, code, refusal)
    }

    /// Notes the outcome of an attempt. Returns the pause before the next one of this mail.
    pub(super) fn note(&self, outcome: &SendOutcome, kind: MailKind, began: Instant) -> Duration {
        match outcome {
            SendOutcome::Misconfigured(_) => self.relay.trip(),
            // Perhaps no mail was sent.
            _ if kind == MailKind::Journey => Duration::ZERO,
            SendOutcome::SenderRefused(_) => self.of(kind).breaker.trip(),
            SendOutcome::Sent => {
                self.relay.reset();
                self.of(kind).breaker.reset();
                self.of(kind).refusals.sent(began);
                Duration::ZERO
            }
            _ => Duration::ZERO,
        }
    }

    fn of(&self, kind: MailKind) -> &EnvelopeSender {
        match kind {
            MailKind::AutoReply => &self.auto_replies,
            _ => &self.notifications,
        }
    }
}
