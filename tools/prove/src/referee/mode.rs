//! What the referee does to a mail. The recipient's address names it (`dot-554@faults.example`), so that
//! every mail's fate is known from its outbox row alone.

use std::time::Duration;

/// The domain whose addresses name a mode.
pub(crate) const DOMAIN: &str = "faults.example";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Accept,
    /// Answers RCPT with this code.
    Rcpt(u16),
    RcptSilence,
    RcptClose,
    /// Answers RCPT with one line of 2 MB.
    RcptFlood,
    /// Answers DATA with this code.
    Data(u16),
    DataSilence,
    /// Resets the connection after so many bytes of the message.
    BodyReset(usize),
    /// Reads the final dot and closes; the mail is not taken.
    DotClose,
    /// Takes the mail and closes without a word.
    AcceptClose,
    /// Takes the mail and resets.
    AcceptReset,
    /// Reads the final dot and never answers.
    DotSilence,
    /// Answers the final dot with this code; the mail is taken only with 250.
    Dot(u16),
    /// Answers the final dot with a line of 2 MB that starts like a 250.
    DotFlood,
    /// Takes the mail and says so this much later.
    AcceptLate(Duration),
}

impl Mode {
    pub(super) fn of(recipient: &str) -> Self {
        let Some((local, DOMAIN)) = recipient.rsplit_once('@') else {
            return Self::Accept;
        };
        // A number behind a dot tells addresses of one mode apart.
        Self::named(local.split('.').next().unwrap_or_default()).unwrap_or(Self::Accept)
    }

    fn named(name: &str) -> Option<Self> {
        let (stage, what) = name.split_once('-')?;
        let number = || what.parse().ok();
        Some(match (stage, what) {
            ("rcpt", "silence") => Self::RcptSilence,
            ("rcpt", "close") => Self::RcptClose,
            ("rcpt", "flood") => Self::RcptFlood,
            ("rcpt", _) => Self::Rcpt(number()?),
            ("data", "silence") => Self::DataSilence,
            ("data", _) => Self::Data(number()?),
            ("reset", _) => Self::BodyReset(what.parse().ok()?),
            ("dot", "close") => Self::DotClose,
            ("dot", "silence") => Self::DotSilence,
            ("dot", "flood") => Self::DotFlood,
            ("dot", _) => Self::Dot(number()?),
            ("accept", "close") => Self::AcceptClose,
            ("accept", "reset") => Self::AcceptReset,
            ("late", _) => Self::AcceptLate(Duration::from_millis(what.parse().ok()?)),
            _ => return None,
        })
    }
}

/// How the referee meets a connection, before it knows of any mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Door {
    #[default]
    Open,
    /// Greets with this code.
    Greet(u16),
    /// Never greets.
    SilentGreeting,
    /// Never answers EHLO.
    SilentEhlo,
    /// Answers MAIL with this code.
    Mail(u16),
    /// Never answers MAIL.
    SilentMail,
    /// Offers no STARTTLS, as an attacker in between would have it.
    NoTls,
    /// Shows a certificate of an unknown authority.
    UntrustedCertificate,
    /// Shows a trusted certificate of another host.
    WrongHost,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_mode() {
        let of = |local: &str| Mode::of(&format!("{local}@{DOMAIN}"));
        assert_eq!(of("rcpt-550"), Mode::Rcpt(550));
        assert_eq!(of("dot-354.17"), Mode::Dot(354));
        assert_eq!(of("reset-4000"), Mode::BodyReset(4000));
        assert_eq!(of("late-1500.3"), Mode::AcceptLate(Duration::from_millis(1500)));
        assert_eq!(of("accept-close"), Mode::AcceptClose);
        assert_eq!(of("anything"), Mode::Accept);
        assert_eq!(Mode::of("rcpt-550@firnwall.example"), Mode::Accept);
    }
}
