//! Lines and data of an LMTP session: reading with limits, and the replies.

use std::{io, time::Duration};

use smtp_proto::request::receiver::DataReceiver;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    time::timeout,
};

use crate::intake::accept::MAX_MAIL_BYTES;

/// RFC 5321, section 4.5.3.1.4, allows 512; parameters and long addresses need more.
const MAX_LINE: usize = 2048;
/// RFC 5321, section 4.5.3.2.7.
const COMMAND_LIMIT: Duration = Duration::from_mins(5);
const DATA_LIMIT: Duration = Duration::from_mins(10);
/// A mail that is too large is read to its end, to be refused there; beyond this the session ends.
const MAX_DISCARDED: usize = 4 * MAX_MAIL_BYTES;

/// Why a session ends.
#[derive(Debug, thiserror::Error)]
pub(super) enum Ended {
    #[error("the peer has gone")]
    Gone,
    #[error("the peer was silent")]
    Silent,
    #[error("a line is too long")]
    LongLine,
    #[error("a line does not end in CRLF")]
    BareLineEnd,
    #[error("the mail has no end")]
    Endless,
}

impl From<io::Error> for Ended {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

/// What came between DATA and its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Data {
    Mail(Vec<u8>),
    TooLarge,
    /// A CR without LF, or an LF without CR: two programs could see two different mails (SMTP smuggling).
    BareLineEnd,
}

pub(super) struct Dialogue<S> {
    stream: S,
    unread: Vec<u8>,
    replies: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Dialogue<S> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, unread: Vec::new(), replies: Vec::new() }
    }

    /// The next command, with its CRLF. Replies are sent only when the peer waits for them (RFC 2920).
    pub(super) async fn line(&mut self) -> Result<Vec<u8>, Ended> {
        loop {
            if let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                if line.len() > MAX_LINE {
                    return Err(Ended::LongLine);
                }
                return if line.ends_with(b"\r\n") { Ok(line) } else { Err(Ended::BareLineEnd) };
            }
            if self.unread.len() > MAX_LINE {
                return Err(Ended::LongLine);
            }
            self.send().await?;
            self.read(COMMAND_LIMIT).await?;
        }
    }

    /// Reads up to CRLF, dot, CRLF.
    pub(super) async fn data(&mut self) -> Result<Data, Ended> {
        self.send().await?;
        let read = timeout(DATA_LIMIT, self.read_data()).await;
        read.unwrap_or(Err(Ended::Silent))
    }

    async fn read_data(&mut self) -> Result<Data, Ended> {
        let (mut receiver, mut mail) = (DataReceiver::new(), Vec::new());
        let (mut is_too_large, mut discarded) = (false, 0);
        // The line that ended DATA, so that a dot alone ends an empty mail (RFC 5321, section 4.1.1.4).
        receiver.ingest(&mut b"\r\n".iter(), &mut Vec::new());
        loop {
            let mut bytes = self.unread.iter();
            let has_ended = receiver.ingest(&mut bytes, &mut mail);
            let rest = bytes.as_slice().len();
            self.unread.drain(..self.unread.len() - rest);
            if mail.len() > MAX_MAIL_BYTES {
                is_too_large = true;
            }
            if is_too_large {
                discarded += mail.len();
                mail.clear();
            }
            if has_ended {
                return Ok(if is_too_large { Data::TooLarge } else { checked(mail) });
            }
            if discarded > MAX_DISCARDED {
                return Err(Ended::Endless);
            }
            self.read(COMMAND_LIMIT).await?;
        }
    }

    async fn read(&mut self, limit: Duration) -> Result<(), Ended> {
        let mut chunk = vec![0; 16 * 1024];
        let read = timeout(limit, self.stream.read(&mut chunk)).await.map_err(|_| Ended::Silent)??;
        if read == 0 {
            return Err(Ended::Gone);
        }
        self.unread.extend_from_slice(&chunk[..read]);
        Ok(())
    }

    pub(super) fn reply(&mut self, text: &str) {
        self.replies.extend_from_slice(text.as_bytes());
        self.replies.extend_from_slice(b"\r\n");
    }

    pub(super) async fn send(&mut self) -> Result<(), Ended> {
        if !self.replies.is_empty() {
            let written = timeout(COMMAND_LIMIT, self.stream.write_all(&self.replies)).await;
            written.map_err(|_| Ended::Silent)??;
            self.replies.clear();
        }
        Ok(())
    }
}

fn checked(mail: Vec<u8>) -> Data {
    let is_bare = |at: usize| match mail[at] {
        b'\n' => at == 0 || mail[at - 1] != b'\r',
        b'\r' => mail.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    if (0..mail.len()).any(is_bare) { Data::BareLineEnd } else { Data::Mail(mail) }
}

#[cfg(test)]
mod tests {
    use tokio::io::duplex;

    use super::*;

    async fn data(sent: &[u8]) -> Result<Data, Ended> {
        let (mut peer, ours) = duplex(64 * 1024);
        let sent = sent.to_vec();
        tokio::spawn(async move {
            // In small pieces, so that every boundary falls somewhere.
            for piece in sent.chunks(3) {
                peer.write_all(piece).await.unwrap();
            }
        });
        Dialogue::new(ours).data().await
    }

    #[tokio::test]
    async fn only_a_dot_between_two_crlf_ends_a_mail() {
        let mail = |text: &str| Data::Mail(text.as_bytes().to_vec());
        assert_eq!(data(b"A: b\r\n\r\ntext\r\n.\r\n").await.unwrap(), mail("A: b\r\n\r\ntext\r\n"));
        assert_eq!(data(b"..x\r\n...\r\n.\r\n").await.unwrap(), mail(".x\r\n..\r\n"), "dots are unstuffed");
        assert_eq!(data(b".\r\n").await.unwrap(), mail(""));
        for smuggled in ["a\n.\nMAIL FROM:<x>\r\n.\r\n", "a\r.\rb\r\n.\r\n", "a\r\n.\nb\r\n.\r\n", "a\n.\r\nb\r\n.\r\n"]
        {
            assert_eq!(data(smuggled.as_bytes()).await.unwrap(), Data::BareLineEnd, "{smuggled:?}");
        }
        assert!(matches!(data(b"no end\r\n").await, Err(Ended::Gone)));
    }

    #[tokio::test]
    async fn a_line_has_a_length_and_ends_in_crlf() {
        for (sent, is_good) in [("NOOP\r\n".to_owned(), true), ("NOOP\n".into(), false), ("x".repeat(9000), false)] {
            let (mut peer, ours) = duplex(64 * 1024);
            peer.write_all(sent.as_bytes()).await.unwrap();
            assert_eq!(Dialogue::new(ours).line().await.is_ok(), is_good);
        }
    }
}
