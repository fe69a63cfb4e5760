//! What the end of an SMTP dialogue means for the mail.

use std::fmt;

use super::{phase::Phase, refusal::Refusal, reply::Reply};
use crate::{oauth::TokenError, tls::TlsFault};

/// A short code for the outbox, logs and metrics. It never contains the server's text.
#[derive(Clone, derive_more::Debug, PartialEq, Eq, Hash)]
#[debug("{_0}")]
pub struct Code(String);

impl Code {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        debug_assert!(
            (1..=40).contains(&text.len())
                && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'),
            "the database refuses the code {text:?}"
        );
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a phase failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A 4yz or 5yz reply.
    Reply(Reply),
    /// The connection broke, or the server sent something that is not a reply.
    Lost,
    Timeout,
    /// The relay's name has no address.
    Unresolved,
    /// TLS is required, and the server does not offer it or is not trusted.
    Insecure(TlsFault),
    /// A positive reply that this phase does not expect.
    Unexpected,
    /// The server offers no AUTH mechanism that we support.
    NoMechanism,
    /// There is no access token.
    Token(TokenError),
    /// The client refused its own input.
    Client,
}

/// The outcome of one attempt to send a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// 250 after the end of data.
    Sent,
    /// The server has judged this mail, and it is sent again after the backoff.
    Retry(Code),
    /// The dialogue ended before RCPT, hence before the server's judgement on this mail. It is sent again after the
    /// backoff.
    Unreached(Code),
    /// It is unknown whether the server has taken the mail.
    Ambiguous(Code),
    /// The server refuses the mail permanently. The delivery decides whether that is about us or about this mail.
    Refused(Code, Refusal, Phase),
    /// The server refuses what the mail says: it is sent again at once, without anybody's words.
    TextRefused(Code),
    /// Not delivered, and not sent again.
    Failed(Code),
    /// The server refuses us: no mail can be sent until our settings are corrected.
    Misconfigured(Code),
    /// The server refuses the envelope sender: no mail of this sender can be sent.
    SenderRefused(Code),
    /// Not sent because this process stops or lost its lease; the attempt does not count.
    Released(Code),
}

impl SendOutcome {
    /// The outcome of a dialogue that ended with `fault` in `phase`.
    pub fn of(phase: Phase, fault: Fault) -> Self {
        match fault {
            Fault::Reply(reply) => Self::of_reply(phase, reply),
            Fault::NoMechanism => Self::Misconfigured(Code::new("auth_unsupported")),
            Fault::Token(error) if error.is_temporary() => Self::Unreached(Code::new(<&str>::from(error))),
            Fault::Token(error) => Self::Misconfigured(Code::new(<&str>::from(error))),
            Fault::Client => Self::Failed(Code::new("client_refused")),
            Fault::Insecure(_) => Self::Unreached(Code::new("tls_failed")),
            Fault::Unresolved => Self::Unreached(Code::new("dns_failed")),
            Fault::Lost => Self::unknown(phase, "lost"),
            Fault::Timeout => Self::unknown(phase, "timeout"),
            Fault::Unexpected => Self::unknown(phase, "unexpected"),
        }
    }

    fn unknown(phase: Phase, what: &str) -> Self {
        let code = Code::new(format!("{phase}_{what}"));
        if phase == Phase::EndOfData { Self::Ambiguous(code) } else { Self::again(phase, code) }
    }

    fn again(phase: Phase, code: Code) -> Self {
        if phase.is_about_the_mail() { Self::Retry(code) } else { Self::Unreached(code) }
    }

    fn of_reply(phase: Phase, reply: Reply) -> Self {
        let code = Code::new(format!("smtp_{}", reply.code));
        match (phase, reply.code) {
            (_, 400..=499) => Self::again(phase, code),
            // Before MAIL, and at MAIL if a login is missing, the server refuses us and not a mail. Later, the reply can be
            // that of the recipient's server.
            (Phase::Connect | Phase::Greeting | Phase::Tls | Phase::Auth, 500..=599)
            | (Phase::Mail, 530 | 534 | 535 | 538) => Self::Misconfigured(code),
            (_, 500..=599) => match Refusal::of(phase, reply) {
                Refusal::Recipient => Self::Refused(Code::new(format!("{code}_recipient")), Refusal::Recipient, phase),
                refusal => Self::Refused(code, refusal, phase),
            },
            _ => Self::unknown(phase, "unexpected"),
        }
    }

    /// Whether the server refuses what the mail says, as far as it has shown.
    pub fn is_of_the_text(&self) -> bool {
        matches!(self, Self::Refused(_, refusal, phase) if phase.is_of_the_text() && *refusal != Refusal::Quota)
    }

    /// The code to keep with the row.
    pub fn code(&self) -> Code {
        match self {
            Self::Sent => Code::new("smtp_250"),
            Self::Retry(code)
            | Self::Unreached(code)
            | Self::Ambiguous(code)
            | Self::Refused(code, ..)
            | Self::TextRefused(code)
            | Self::Failed(code)
            | Self::Misconfigured(code)
            | Self::SenderRefused(code)
            | Self::Released(code) => code.clone(),
        }
    }

    /// For metrics.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Retry(_) | Self::Unreached(_) => "retry",
            Self::Ambiguous(_) => "ambiguous",
            Self::Refused(..) | Self::Failed(_) => "failed",
            Self::TextRefused(_) => "text_refused",
            Self::Misconfigured(_) | Self::SenderRefused(_) => "misconfigured",
            Self::Released(_) => "released",
        }
    }
}

#[cfg(test)]
#[path = "outcome_tests.rs"]
mod tests;
