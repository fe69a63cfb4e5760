//! The expected outcome of a mail for each failure of the mail server.

/// The expected outcome of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// Sent at the first attempt.
    Sent,
    /// Not accepted: retried, and then sent once.
    Retried,
    /// Failed with this code.
    Failed(&'static str),
    /// The client cannot know whether it was accepted: sent again with the same Message-ID.
    Ambiguous { accepted: bool },
    /// Not accepted. The state depends on whether the reset arrives before the end of data.
    Reset,
}

use Expected::{Ambiguous, Failed, Reset, Retried, Sent};

/// By the local part of the address. The server responds at once.
pub(super) const QUICK: [(&str, Expected); 21] = [
    ("plain", Sent),
    ("late-500", Sent),
    ("rcpt-421", Retried),
    ("rcpt-451", Retried),
    ("rcpt-452", Retried),
    ("rcpt-close", Retried),
    ("rcpt-flood", Retried),
    ("data-451", Retried),
    ("dot-451", Retried),
    ("dot-452", Retried),
    ("rcpt-550", Failed("smtp_550")),
    ("rcpt-552", Failed("smtp_552")),
    ("data-554", Failed("smtp_554")),
    ("dot-552", Failed("smtp_552")),
    ("dot-554", Failed("smtp_554")),
    ("reset-100", Reset),
    ("reset-4000", Reset),
    ("dot-close", Ambiguous { accepted: false }),
    ("dot-354", Ambiguous { accepted: false }),
    ("accept-close", Ambiguous { accepted: true }),
    ("accept-reset", Ambiguous { accepted: true }),
];

/// The client waits until its timeout.
pub(super) const SLOW: [(&str, Expected); 5] = [
    ("rcpt-silence", Retried),
    ("data-silence", Retried),
    ("dot-silence", Ambiguous { accepted: false }),
    ("dot-flood", Ambiguous { accepted: false }),
    ("late-4000", Ambiguous { accepted: true }),
];

impl Expected {
    /// Possible states of the row during the failure.
    fn states(self) -> &'static [&'static str] {
        match self {
            Sent => &["sent"],
            Retried => &["retry"],
            Failed(_) => &["failed"],
            Ambiguous { .. } => &["ambiguous"],
            Reset => &["retry", "ambiguous"],
        }
    }

    /// Whether a row is right during the failure.
    pub(super) fn is_met(self, state: &str, code: &str, accepted: usize) -> bool {
        let taken = usize::from(matches!(self, Sent | Ambiguous { accepted: true }));
        let is_code_right = if let Failed(expected) = self { code == expected } else { true };
        self.states().contains(&state) && is_code_right && accepted == taken
    }

    /// Whether a notification is right after the recovery.
    pub(super) fn is_met_after_recovery(self, state: &str, accepted: usize) -> bool {
        match self {
            Failed(_) => state == "failed" && accepted == 0,
            Ambiguous { accepted: true } => state == "sent" && accepted == 2,
            Sent | Retried | Ambiguous { accepted: false } | Reset => state == "sent" && accepted == 1,
        }
    }

    /// Whether an auto-reply is right after the recovery: it is not sent again if it may have been accepted.
    pub(super) fn is_met_by_auto_reply(self, state: &str, accepted: usize) -> bool {
        match self {
            Sent | Retried => state == "sent" && accepted == 1,
            Failed(_) => state == "failed" && accepted == 0,
            Ambiguous { accepted: is_accepted } => state == "ambiguous" && accepted == usize::from(is_accepted),
            Reset => (state == "sent" && accepted == 1) || (state == "ambiguous" && accepted == 0),
        }
    }
}

/// The expected outcome that an address names.
pub(super) fn expected_of(recipient: &str) -> Option<Expected> {
    let name = recipient.split(['.', '@']).next()?;
    QUICK.iter().chain(&SLOW).find(|(known, _)| *known == name).map(|(_, expected)| *expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_outcome() {
        assert_eq!(expected_of("rcpt-550@faults.example"), Some(Failed("smtp_550")));
        assert_eq!(expected_of("late-4000.17@faults.example"), Some(Ambiguous { accepted: true }));
        assert_eq!(expected_of("somebody@faults.example"), None);
    }

    #[test]
    fn a_refused_mail_that_counts_as_sent_is_wrong() {
        assert!(Failed("smtp_550").is_met("failed", "smtp_550", 0));
        assert!(!Failed("smtp_550").is_met("sent", "smtp_250", 0));
        assert!(!Failed("smtp_550").is_met("failed", "smtp_552", 0));
        assert!(!Ambiguous { accepted: true }.is_met("retry", "", 1));
        assert!(!Ambiguous { accepted: true }.is_met_by_auto_reply("sent", 2));
    }
}
