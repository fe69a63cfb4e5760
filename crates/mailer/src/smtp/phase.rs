//! The phases of an SMTP dialogue.

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
    /// Whether the server knows more of the mail than its sender.
    pub(super) fn is_about_the_mail(self) -> bool {
        matches!(self, Self::Rcpt | Self::Data | Self::Body | Self::EndOfData)
    }

    /// Whether the server had accepted sender and recipient, and may have seen the text.
    pub fn is_of_the_text(self) -> bool {
        matches!(self, Self::Body | Self::EndOfData)
    }

    pub(super) fn name(self) -> &'static str {
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
