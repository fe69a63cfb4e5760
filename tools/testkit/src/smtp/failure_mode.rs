//! What the fake does wrong, and at which stage of a session.

use std::time::Duration;

/// Local parts of addresses in this domain name a failure mode, for example `dot-554@faults.example`.
pub const DOMAIN: &str = "faults.example";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Greeting,
    Ehlo,
    StartTls,
    Auth,
    Mail,
    Rcpt,
    Data,
    /// After the first line of the message.
    Body,
    /// After the end of data, without accepting the mail.
    NotAccepted,
    /// After the end of data. The mail is recorded as accepted before, unless the reply refuses it.
    EndOfData,
}

/// One deviation. Everything else is answered as usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureMode {
    Accept,
    Reply(Stage, &'static str),
    /// Replies with this code and the recipient's address.
    Code(Stage, u16),
    Silence(Stage),
    Close(Stage),
    Reset(Stage),
    /// Resets the connection after so many bytes of the message.
    ResetAfter(usize),
    /// Accepts the mail after this delay.
    Late(Duration),
    /// Two megabytes in one line.
    Flood(Stage),
    /// Replies to all later commands, sent in plain text before TLS.
    Inject,
    NoStartTls,
    /// The certificate of an unknown authority.
    UntrustedCertificate,
    /// A trusted certificate for another host.
    WrongHost,
}

impl FailureMode {
    pub(super) fn is_at(self, here: Stage) -> bool {
        match self {
            Self::Late(_) => here == Stage::EndOfData,
            Self::Inject => here == Stage::StartTls,
            Self::Reply(stage, _)
            | Self::Code(stage, _)
            | Self::Silence(stage)
            | Self::Close(stage)
            | Self::Reset(stage)
            | Self::Flood(stage) => stage == here,
            Self::Accept | Self::ResetAfter(_) | Self::NoStartTls | Self::UntrustedCertificate | Self::WrongHost => {
                false
            }
        }
    }

    /// Whether it concerns the connection, not a mail.
    pub(super) fn is_of_connection(self) -> bool {
        let stages = [Stage::Greeting, Stage::Ehlo, Stage::StartTls, Stage::Auth];
        matches!(self, Self::NoStartTls | Self::UntrustedCertificate | Self::WrongHost)
            || stages.into_iter().any(|stage| self.is_at(stage))
    }

    /// The failure mode that a recipient's address names. A number after a dot distinguishes addresses of one mode.
    pub(super) fn of(recipient: &str) -> Option<Self> {
        let (local, DOMAIN) = recipient.rsplit_once('@')? else { return None };
        let (stage, what) = local.split('.').next()?.split_once('-')?;
        Self::named(stage, what)
    }

    fn named(stage: &str, what: &str) -> Option<Self> {
        let code = |stage| what.parse().ok().map(|code| Self::Code(stage, code));
        Some(match (stage, what) {
            ("rcpt", "silence") => Self::Silence(Stage::Rcpt),
            ("rcpt", "close") => Self::Close(Stage::Rcpt),
            ("rcpt", "flood") => Self::Flood(Stage::Rcpt),
            ("rcpt", _) => code(Stage::Rcpt)?,
            ("data", "silence") => Self::Silence(Stage::Data),
            ("data", _) => code(Stage::Data)?,
            ("reset", _) => Self::ResetAfter(what.parse().ok()?),
            ("dot", "close") => Self::Close(Stage::NotAccepted),
            ("dot", "silence") => Self::Silence(Stage::NotAccepted),
            ("dot", "flood") => Self::Flood(Stage::NotAccepted),
            ("dot", _) => code(Stage::NotAccepted)?,
            ("accept", "close") => Self::Close(Stage::EndOfData),
            ("accept", "reset") => Self::Reset(Stage::EndOfData),
            ("late", _) => Self::Late(Duration::from_millis(what.parse().ok()?)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_mode() {
        let of = |local: &str| FailureMode::of(&format!("{local}@{DOMAIN}"));
        assert_eq!(of("rcpt-550"), Some(FailureMode::Code(Stage::Rcpt, 550)));
        assert_eq!(of("dot-354.17"), Some(FailureMode::Code(Stage::NotAccepted, 354)));
        assert_eq!(of("reset-4000"), Some(FailureMode::ResetAfter(4000)));
        assert_eq!(of("late-1500.3"), Some(FailureMode::Late(Duration::from_millis(1500))));
        assert_eq!(of("accept-close"), Some(FailureMode::Close(Stage::EndOfData)));
        assert_eq!(of("anything"), None);
        assert_eq!(FailureMode::of("rcpt-550@firnwall.example"), None);
    }
}
