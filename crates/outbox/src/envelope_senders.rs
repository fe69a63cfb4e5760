//! The envelope senders: notifications have one, auto-replies another. A relay that refuses one of them must not stop
//! the mails of the other.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

use entity::outbox::{self, MailKind};
use mailer::{
    PreparedMail,
    smtp::{Refusal, SendOutcome},
};
use tokio::time::Instant;

use super::{circuit_breaker::CircuitBreaker, refusals::Refusals, settlement::is_without_text};

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

    /// Replaces a permanent refusal by what it means for this mail.
    pub(super) fn decide(&self, outcome: SendOutcome, row: &outbox::Model, mail: &PreparedMail) -> SendOutcome {
        let SendOutcome::Refused(code, refusal, phase) = outcome else { return outcome };
        // The server had accepted sender and recipient, so it judges what the mail says.
        if phase.is_after_recipient() && refusal != Refusal::Quota {
            match (row.kind, refusal) {
                (MailKind::AutoReply, _) | (MailKind::Answer, Refusal::Sender | Refusal::LikelySender) => {}
                // Its author is told.
                (MailKind::Answer, _) => return SendOutcome::Failed(code),
                _ if !is_without_text(row) => return SendOutcome::TextRefused(code),
                (_, Refusal::Recipient) => return SendOutcome::Failed(code),
                // Nobody's words were in it.
                _ => return SendOutcome::SenderRefused(code),
            }
        }
        let mut recipient = DefaultHasher::new();
        mail.envelope.to().hash(&mut recipient);
        self.of(row.kind).refusals.decide(row.id, recipient.finish(), code, refusal)
    }

    /// Notes the outcome of an attempt. Returns the pause before the next one of this mail.
    pub(super) fn note(&self, outcome: &SendOutcome, kind: MailKind, began: Instant) -> Duration {
        match outcome {
            SendOutcome::Misconfigured(_) => self.relay.trip(),
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
