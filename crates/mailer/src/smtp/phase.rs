//! The phases of an SMTP dialogue.

/// How far the dialogue came. The names are stored in outbox rows.
#[derive(Clone, Copy, Debug, strum_macros::Display, PartialEq, Eq)]
#[strum(serialize_all = "snake_case")]
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
    #[strum(serialize = "dot")]
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
}
