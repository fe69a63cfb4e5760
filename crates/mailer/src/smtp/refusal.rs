//! Whom a permanent refusal is about. `common_replies.txt` has those of common servers.

use super::{
    phase::Phase,
    reply::{Enhanced, Reply},
};

/// What the server refuses with a 5yz reply to MAIL or later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// Our envelope sender, our address or our right to send: no mail of this sender will be taken.
    Sender,
    /// As `Sender`, after MAIL: the reply can also be that of the recipient's server, passed on by the relay.
    LikelySender,
    /// Our quota: the mail can be sent later.
    Quota,
    /// The recipient.
    Recipient,
    /// This message, for example its size.
    Message,
    /// The reply does not say. Postfix reports a refused sender, client and recipient alike at RCPT, with 5.7.1.
    Unclear,
}

impl Refusal {
    /// A reply to MAIL is about the sender: the server does not know the recipient yet.
    pub(super) fn of(phase: Phase, reply: Reply) -> Self {
        match (phase, reply.enhanced) {
            (Phase::Mail, _) => Self::Sender,
            _ if matches!(reply.code, 530 | 534 | 535 | 538) => Self::LikelySender,
            (_, Some(enhanced)) => Self::of_enhanced(enhanced).unwrap_or_else(|| Self::of_code(phase, reply.code)),
            (Phase::Rcpt, None) if reply.is_unknown => Self::Recipient,
            (_, None) => Self::of_code(phase, reply.code),
        }
    }

    /// RFC 3463, RFC 5248 and the codes that Exchange Online adds. `None` if the code says nothing.
    fn of_enhanced(Enhanced { subject, detail }: Enhanced) -> Option<Self> {
        Some(match (subject, detail) {
            // Exchange reports submission limits as 5.2.0; 5.3.0, 5.5.2 and 5.7.1 are used for everything.
            (1..=3, 0) | (5, 2 | 4) | (7, 0..=2) => Self::Unclear,
            // Exchange, Gmail: daily limit.
            (1, 90) | (4, 5) => Self::Quota,
            // Exchange: several senders, a sender that is not ours.
            (1, 7 | 8 | 20 | 21) | (2, 252) => Self::LikelySender,
            (2, 3) | (3, 4) | (6, _) => Self::Message,
            // The mailbox's owner has changed; Exchange: only some senders may write to this recipient.
            (7, 17..=19 | 120..=138) | (1 | 2 | 4, _) => Self::Recipient,
            // The server's state, the protocol (5.5.1 also means a missing login), and policy: login, encryption, SPF,
            // DKIM, DMARC, reverse DNS, block lists.
            (3 | 5 | 7, _) => Self::LikelySender,
            _ => return None,
        })
    }

    fn of_code(phase: Phase, code: u16) -> Self {
        match (phase, code) {
            (_, 503) => Self::LikelySender,
            (Phase::Rcpt, 551 | 552) => Self::Recipient,
            (_, 552) => Self::Message,
            _ => Self::Unclear,
        }
    }
}
