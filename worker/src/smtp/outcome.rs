//! What the end of an SMTP dialogue means for the mail.

use std::fmt;

/// A short code for the outbox, logs and metrics. It never contains the server's text.
#[derive(Clone, PartialEq, Eq, Hash)]
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

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How far the dialogue came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// TCP.
    Connect,
    /// The server's greeting and EHLO.
    Greeting,
    Tls,
    Auth,
    Mail,
    Rcpt,
    /// The DATA command.
    Data,
    /// The message is being written, without the end of data.
    Body,
    /// The end of data may have been written.
    EndOfData,
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Greeting => "greeting",
            Self::Tls => "tls",
            Self::Auth => "auth",
            Self::Mail => "mail",
            Self::Rcpt => "rcpt",
            Self::Data => "data",
            Self::Body => "body",
            // Stored in outbox rows.
            Self::EndOfData => "dot",
        }
    }
}

/// Why a phase failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A 4yz or 5yz reply.
    Reply(u16),
    /// The connection broke, or the server sent something that is not a reply.
    Lost,
    Timeout,
    /// TLS is required, and the server does not offer it or is not trusted.
    Insecure,
    /// A positive reply that this phase does not expect.
    Unexpected,
    /// The server offers no AUTH mechanism that we support.
    NoMechanism,
    /// The client refused its own input.
    Client,
}

/// The outcome of one attempt to send a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// 250 after the end of data.
    Sent,
    /// Not delivered; it is sent again after the backoff.
    Retry(Code),
    /// It is unknown whether the server has taken the mail.
    Ambiguous(Code),
    /// Not delivered, and not sent again.
    Failed(Code),
    /// Our settings are wrong: no mail can be sent until they are corrected.
    Misconfigured(Code),
    /// Not sent because this process stops or lost its lease; the attempt does not count.
    Released(Code),
}

impl SendOutcome {
    /// The outcome of a dialogue that ended with `fault` in `phase`.
    pub fn of(phase: Phase, fault: Fault) -> Self {
        match fault {
            Fault::Reply(code) => Self::of_reply(phase, code),
            Fault::NoMechanism => Self::Misconfigured(Code::new("auth_unsupported")),
            Fault::Client => Self::Failed(Code::new("client_refused")),
            Fault::Insecure => Self::Retry(Code::new("tls_failed")),
            Fault::Lost => Self::unknown(phase, "lost"),
            Fault::Timeout => Self::unknown(phase, "timeout"),
            Fault::Unexpected => Self::unknown(phase, "unexpected"),
        }
    }

    fn unknown(phase: Phase, what: &str) -> Self {
        let code = Code::new(format!("{}_{what}", phase.name()));
        if phase == Phase::EndOfData { Self::Ambiguous(code) } else { Self::Retry(code) }
    }

    fn of_reply(phase: Phase, code: u16) -> Self {
        let text = Code::new(format!("smtp_{code}"));
        match (phase, code) {
            (_, 400..=499) => Self::Retry(text),
            (Phase::EndOfData | Phase::Body, 500..=599) => Self::Failed(text),
            (_, 530 | 534 | 535) => Self::Misconfigured(text),
            // A refusal before RCPT is about us (our address, login or sender), whether or not the server says so with an
            // enhanced status code of 5.7.x.
            (Phase::Connect | Phase::Greeting | Phase::Tls | Phase::Auth | Phase::Mail, 500..=599) => {
                Self::Misconfigured(text)
            }
            (Phase::Rcpt | Phase::Data, 500..=599) => Self::Failed(text),
            _ => Self::unknown(phase, "unexpected"),
        }
    }

    /// The code to keep with the row.
    pub fn code(&self) -> Code {
        match self {
            Self::Sent => Code::new("smtp_250"),
            Self::Retry(code)
            | Self::Ambiguous(code)
            | Self::Failed(code)
            | Self::Misconfigured(code)
            | Self::Released(code) => code.clone(),
        }
    }

    /// For metrics.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Retry(_) => "retry",
            Self::Ambiguous(_) => "ambiguous",
            Self::Failed(_) => "failed",
            Self::Misconfigured(_) => "misconfigured",
            Self::Released(_) => "released",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(code: u16) -> Fault {
        Fault::Reply(code)
    }

    const PHASES: [Phase; 9] = [
        Phase::Connect,
        Phase::Greeting,
        Phase::Tls,
        Phase::Auth,
        Phase::Mail,
        Phase::Rcpt,
        Phase::Data,
        Phase::Body,
        Phase::EndOfData,
    ];

    #[test]
    fn a_fault_before_the_end_of_data_is_retried() {
        for phase in PHASES.into_iter().filter(|phase| *phase != Phase::EndOfData) {
            for fault in [Fault::Lost, Fault::Timeout, Fault::Unexpected, Fault::Insecure] {
                assert!(matches!(SendOutcome::of(phase, fault), SendOutcome::Retry(_)), "{phase:?} {fault:?}");
            }
        }
    }

    #[test]
    fn a_fault_after_the_end_of_data_is_ambiguous() {
        for fault in [Fault::Lost, Fault::Timeout, Fault::Unexpected, reply(250), reply(354)] {
            assert!(matches!(SendOutcome::of(Phase::EndOfData, fault), SendOutcome::Ambiguous(_)), "{fault:?}");
        }
    }

    #[test]
    fn every_4yz_reply_is_retried() {
        for phase in PHASES {
            for code in [400, 421, 450, 451, 452, 454, 499] {
                assert_eq!(SendOutcome::of(phase, reply(code)), SendOutcome::Retry(Code::new(format!("smtp_{code}"))));
            }
        }
    }

    #[test]
    fn a_refused_recipient_and_a_refused_message_fail() {
        for code in [500, 550, 551, 552, 553, 554] {
            for phase in [Phase::Rcpt, Phase::Data, Phase::EndOfData] {
                assert!(matches!(SendOutcome::of(phase, reply(code)), SendOutcome::Failed(_)), "{phase:?} {code}");
            }
        }
    }

    #[test]
    fn a_refusal_of_our_login_or_sender_is_a_configuration_fault() {
        for phase in [Phase::Greeting, Phase::Auth, Phase::Mail, Phase::Rcpt, Phase::Data] {
            for code in [530, 534, 535] {
                assert!(
                    matches!(SendOutcome::of(phase, reply(code)), SendOutcome::Misconfigured(_)),
                    "{phase:?} {code}"
                );
            }
        }
        assert!(matches!(SendOutcome::of(Phase::Mail, reply(550)), SendOutcome::Misconfigured(_)));
        assert!(matches!(SendOutcome::of(Phase::Greeting, reply(554)), SendOutcome::Misconfigured(_)));
        assert!(matches!(SendOutcome::of(Phase::Auth, Fault::NoMechanism), SendOutcome::Misconfigured(_)));
    }

    #[test]
    fn a_client_error_fails_the_mail() {
        assert!(PHASES.iter().all(|phase| matches!(SendOutcome::of(*phase, Fault::Client), SendOutcome::Failed(_))));
    }
}
