//! What each fault of the mail server must do to a mail.

/// The fate of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Sent at the first attempt.
    Sent,
    /// Certainly not taken: tried again, and then sent once.
    Retried,
    /// Given up with this code.
    Failed(&'static str),
    /// Nobody can know whether it was taken: marked, and sent again under the same Message-ID.
    /// `taken` tells whether it was.
    Uncertain { taken: bool },
    /// Not taken, and whether that is certain depends on where the reset meets the sender.
    Broken,
}

use Fate::{Broken, Failed, Retried, Sent, Uncertain};

/// By the name of the address; these answer at once.
pub(super) const QUICK: [(&str, Fate); 21] = [
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
    ("reset-100", Broken),
    ("reset-4000", Broken),
    ("dot-close", Uncertain { taken: false }),
    ("dot-354", Uncertain { taken: false }),
    ("accept-close", Uncertain { taken: true }),
    ("accept-reset", Uncertain { taken: true }),
];

/// These keep the sender waiting until it gives up.
pub(super) const SLOW: [(&str, Fate); 5] = [
    ("rcpt-silence", Retried),
    ("data-silence", Retried),
    ("dot-silence", Uncertain { taken: false }),
    ("dot-flood", Uncertain { taken: false }),
    ("late-4000", Uncertain { taken: true }),
];

impl Fate {
    /// States in which the row may stand while the server is broken.
    fn states(self) -> &'static [&'static str] {
        match self {
            Sent => &["sent"],
            Retried => &["retry"],
            Failed(_) => &["failed"],
            Uncertain { .. } => &["ambiguous"],
            Broken => &["retry", "ambiguous"],
        }
    }

    /// Whether a row of this fate looks right while the server is broken.
    pub(super) fn is_met(self, state: &str, code: &str, accepted: usize) -> bool {
        let taken = usize::from(matches!(self, Sent | Uncertain { taken: true }));
        let is_code_right = if let Failed(expected) = self { code == expected } else { true };
        self.states().contains(&state) && is_code_right && accepted == taken
    }

    /// Whether a notification of this fate looks right after the server has recovered.
    pub(super) fn is_met_at_last(self, state: &str, accepted: usize) -> bool {
        match self {
            Failed(_) => state == "failed" && accepted == 0,
            Uncertain { taken: true } => state == "sent" && accepted == 2,
            Sent | Retried | Uncertain { taken: false } | Broken => state == "sent" && accepted == 1,
        }
    }

    /// Whether an auto-reply looks right then: it never goes again once it may have been taken.
    pub(super) fn is_met_by_auto_reply(self, state: &str, accepted: usize) -> bool {
        match self {
            Sent | Retried => state == "sent" && accepted == 1,
            Failed(_) => state == "failed" && accepted == 0,
            Uncertain { taken } => state == "ambiguous" && accepted == usize::from(taken),
            Broken => (state == "sent" && accepted == 1) || (state == "ambiguous" && accepted == 0),
        }
    }
}

/// The fate that an address names.
pub(super) fn fate_of(recipient: &str) -> Option<Fate> {
    let name = recipient.split(['.', '@']).next()?;
    QUICK.iter().chain(&SLOW).find(|(known, _)| *known == name).map(|(_, fate)| *fate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_tells_its_fate() {
        assert_eq!(fate_of("rcpt-550@faults.example"), Some(Failed("smtp_550")));
        assert_eq!(fate_of("late-4000.17@faults.example"), Some(Uncertain { taken: true }));
        assert_eq!(fate_of("somebody@faults.example"), None);
    }

    #[test]
    fn a_refused_mail_that_counts_as_sent_is_seen() {
        assert!(Failed("smtp_550").is_met("failed", "smtp_550", 0));
        assert!(!Failed("smtp_550").is_met("sent", "smtp_250", 0));
        assert!(!Failed("smtp_550").is_met("failed", "smtp_552", 0));
        assert!(!Uncertain { taken: true }.is_met("retry", "", 1));
        assert!(!Uncertain { taken: true }.is_met_by_auto_reply("sent", 2));
    }
}
