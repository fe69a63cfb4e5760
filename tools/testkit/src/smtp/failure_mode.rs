//! What the fake does wrong, and at which stage of a session.

use std::time::Duration;

/// Local parts of addresses in this domain name a failure mode of [`NAMED`], for example `dot-554@faults.example`.
pub const DOMAIN: &str = "faults.example";
pub const NAMED: [(&str, FailureMode); 8] = [
    ("rcpt-451", FailureMode::Reply(Stage::Rcpt, "451 4.2.2 <TO> not now")),
    ("rcpt-550", FailureMode::Reply(Stage::Rcpt, "550 5.1.1 <TO> not this one")),
    ("rcpt-flood", FailureMode::Flood(Stage::Rcpt)),
    ("dot-354", FailureMode::Reply(Stage::NotAccepted, "354 for <TO>")),
    ("dot-452", FailureMode::Reply(Stage::NotAccepted, "452 4.6.0 for <TO>")),
    ("dot-554", FailureMode::Reply(Stage::NotAccepted, "554 5.6.0 for <TO>")),
    ("dot-close", FailureMode::Close(Stage::NotAccepted)),
    ("accept-reset", FailureMode::Reset(Stage::EndOfData)),
];

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
    /// `TO` in it becomes the recipient's address.
    Reply(Stage, &'static str),
    Silence(Stage),
    Close(Stage),
    Reset(Stage),
    /// Accepts the mail after this delay.
    Late(Duration),
    /// Two megabytes in one line.
    Flood(Stage),
    /// Refuses a mail that has this text, with `554 5.7.1` to the end of data.
    Filter(&'static str),
    /// Replies to all later commands, sent in plain text before TLS.
    Inject,
}

impl FailureMode {
    pub(super) fn is_at(self, here: Stage) -> bool {
        match self {
            Self::Late(_) => here == Stage::EndOfData,
            Self::Inject => here == Stage::StartTls,
            Self::Reply(stage, _)
            | Self::Silence(stage)
            | Self::Close(stage)
            | Self::Reset(stage)
            | Self::Flood(stage) => stage == here,
            Self::Accept | Self::Filter(_) => false,
        }
    }

    /// Whether it concerns the connection, not a mail.
    pub(super) fn is_of_connection(self) -> bool {
        [Stage::Greeting, Stage::Ehlo, Stage::StartTls, Stage::Auth].into_iter().any(|stage| self.is_at(stage))
    }

    /// The failure mode that a recipient's address names. What follows a dot distinguishes addresses of one mode.
    pub(super) fn of(recipient: &str) -> Option<Self> {
        let (local, DOMAIN) = recipient.rsplit_once('@')? else { return None };
        let name = local.split('.').next()?;
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, mode)| *mode)
    }
}
