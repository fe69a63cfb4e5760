//! One LMTP session, from the greeting to QUIT: its lines and data are read with limits.

use std::{borrow::Cow, io, mem::take, sync::Arc, time::Duration};

use futures::future::join_all;
use smtp_proto::{Request, request::receiver::DataReceiver};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

use crate::intake::{
    accept::{Acceptor, Envelope, MAX_MAIL_BYTES},
    addressee::resolve,
    settings::IntakeSettings,
    way::Way,
};

/// A mail of ours has one recipient; more are somebody who tries addresses.
const MAX_RECIPIENTS: usize = 20;
/// Refused recipients in a session.
const MAX_REFUSED: usize = 50;

const NO_SUCH: &str = "550 5.1.1 no such recipient";
/// RFC 5321, section 4.2.3.
const NO_ROOM: &str = "452 4.3.1 the disk is nearly full, try again later";
const OVER_QUOTA: &str = "452 4.2.2 over the quota of this day, try again later";
const LATER: &str = "451 4.3.0 try again later";
const STOPPING: &str = "421 4.3.2 stopping, try again later";
/// RFC 5321, section 4.5.3.1.4, allows 512; parameters and long addresses need more.
const MAX_LINE: usize = 2048;
/// RFC 5321, section 4.5.3.2.7.
const COMMAND_LIMIT: Duration = Duration::from_mins(5);
const DATA_LIMIT: Duration = Duration::from_mins(10);
/// A mail that is too large is read to its end, to be refused there; beyond this the session ends.
const MAX_DISCARDED: usize = 4 * MAX_MAIL_BYTES;

/// What the sessions of a listener share.
#[derive(Debug)]
pub(super) struct ListenerState {
    pub(super) acceptor: Arc<Acceptor>,
    pub(super) settings: IntakeSettings,
    pub(super) stopping: CancellationToken,
}

pub(super) struct Session<'a, S> {
    dialogue: Dialogue<S>,
    shared: &'a ListenerState,
    is_greeted: bool,
    from: Option<String>,
    recipients: Vec<String>,
    refused: usize,
}

impl<'a, S: AsyncRead + AsyncWrite + Unpin> Session<'a, S> {
    pub(super) fn new(stream: S, shared: &'a ListenerState) -> Self {
        let dialogue = Dialogue::new(stream);
        Self { dialogue, shared, is_greeted: false, from: None, recipients: Vec::new(), refused: 0 }
    }

    pub(super) async fn run(mut self) {
        self.dialogue.reply("220 LMTP ready");
        if let Err(ended) = self.serve().await {
            match ended {
                Ended::LongLine => self.dialogue.reply("500 5.5.6 line too long"),
                Ended::BareLineEnd => self.dialogue.reply("500 5.5.2 lines end in CRLF"),
                Ended::Endless => self.dialogue.reply("552 5.3.4 mail too large"),
                Ended::Silent => self.dialogue.reply("421 4.4.2 timeout"),
                Ended::Gone => {}
            }
            tracing::debug!(reason = %ended, "LMTP session ended");
        }
        let _ = self.dialogue.send().await;
    }

    async fn serve(&mut self) -> Result<(), Ended> {
        loop {
            let line = tokio::select! {
                line = self.dialogue.line() => line?,
                () = self.shared.stopping.cancelled() => {
                    self.dialogue.reply(STOPPING);
                    return Ok(());
                }
            };
            match Request::parse(&mut line.iter()) {
                Ok(Request::Quit) => {
                    self.dialogue.reply("221 2.0.0 bye");
                    return Ok(());
                }
                Ok(request) => self.answer(request).await?,
                Err(_) => self.refuse("500 5.5.2 command not understood"),
            }
            if self.refused > MAX_REFUSED {
                self.dialogue.reply("421 4.7.0 too many errors");
                return Ok(());
            }
        }
    }

    async fn answer(&mut self, request: Request<Cow<'_, str>>) -> Result<(), Ended> {
        match request {
            Request::Lhlo { .. } => {
                self.reset();
                self.is_greeted = true;
                self.dialogue.reply("250-LMTP");
                self.dialogue.reply("250-8BITMIME");
                self.dialogue.reply("250-PIPELINING");
                self.dialogue.reply("250-ENHANCEDSTATUSCODES");
                self.dialogue.reply(&format!("250 SIZE {MAX_MAIL_BYTES}"));
            }
            Request::Helo { .. } | Request::Ehlo { .. } => self.refuse("500 5.5.1 this is LMTP: LHLO"),
            Request::Mail { from } if self.is_greeted && self.from.is_none() => {
                if from.size > MAX_MAIL_BYTES {
                    self.refuse("552 5.3.4 mail too large");
                } else if !self.shared.settings.has_room() {
                    self.refuse(NO_ROOM);
                } else {
                    self.from = Some(from.address.into_owned());
                    self.dialogue.reply("250 2.1.0 ok");
                }
            }
            Request::Rcpt { to } if self.from.is_some() => self.recipient(to.address.into_owned()).await,
            Request::Data if !self.recipients.is_empty() => {
                self.dialogue.reply("354 go ahead");
                self.data().await?;
            }
            Request::Rset => {
                self.reset();
                self.dialogue.reply("250 2.0.0 ok");
            }
            Request::Noop { .. } => self.dialogue.reply("250 2.0.0 ok"),
            Request::Mail { .. } | Request::Rcpt { .. } | Request::Data => self.refuse("503 5.5.1 not now"),
            _ => self.refuse("502 5.5.1 not implemented"),
        }
        Ok(())
    }

    async fn recipient(&mut self, address: String) {
        if self.recipients.len() == MAX_RECIPIENTS {
            self.dialogue.reply("452 4.5.3 too many recipients");
            return;
        }
        let ListenerState { acceptor, settings, .. } = self.shared;
        match resolve(&acceptor.db, settings, &address).await {
            Ok(Some(_)) => {
                self.recipients.push(address);
                self.dialogue.reply("250 2.1.5 ok");
            }
            Ok(None) => self.refuse(NO_SUCH),
            Err(_) => {
                count_refusal("451");
                self.dialogue.reply(LATER);
            }
        }
    }

    /// One reply a recipient, each after its commit (RFC 2033, section 4.2).
    async fn data(&mut self) -> Result<(), Ended> {
        let data = self.dialogue.data().await?;
        let (from, recipients) = (self.from.take(), take(&mut self.recipients));
        match data {
            Data::Mail(mail) => self.accept(from.as_deref(), recipients, mail).await,
            Data::TooLarge => recipients.iter().for_each(|_| self.refuse("552 5.3.4 mail too large")),
            Data::BareLineEnd => recipients.iter().for_each(|_| self.refuse("554 5.5.2 lines end in CRLF")),
        }
        self.reset();
        Ok(())
    }

    async fn accept(&mut self, from: Option<&str>, recipients: Vec<String>, mail: Vec<u8>) {
        let acceptor = &self.shared.acceptor;
        let mail = &acceptor.hash(mail);
        let stored = recipients.into_iter().map(|to| {
            let envelope = Envelope { from: from.map(str::to_owned), to: Some(to) };
            async move { acceptor.accept(Way::Lmtp, &envelope, mail).await }
        });
        for stored in join_all(stored).await {
            match stored {
                Ok(Some(_)) => self.dialogue.reply("250 2.0.0 stored"),
                Ok(None) => self.refuse(OVER_QUOTA),
                Err(_) => {
                    count_refusal("451");
                    self.dialogue.reply(LATER);
                }
            }
        }
    }

    fn refuse(&mut self, reply: &str) {
        self.refused += 1;
        count_refusal(&reply[..3]);
        self.dialogue.reply(reply);
    }

    fn reset(&mut self) {
        self.from = None;
        self.recipients.clear();
    }
}

fn count_refusal(code: &str) {
    metrics::counter!("intake_refusals_total", "way" => "lmtp", "code" => code.to_owned()).increment(1);
}

/// Why a session ends.
#[derive(Debug, thiserror::Error)]
enum Ended {
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
enum Data {
    Mail(Vec<u8>),
    TooLarge,
    /// A CR without LF, or an LF without CR: two programs could see two different mails (SMTP smuggling).
    BareLineEnd,
}

struct Dialogue<S> {
    stream: S,
    unread: Vec<u8>,
    replies: Vec<u8>,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Dialogue<S> {
    fn new(stream: S) -> Self {
        Self { stream, unread: Vec::new(), replies: Vec::new() }
    }

    /// The next command, with its CRLF. Replies are sent only when the peer waits for them (RFC 2920).
    async fn line(&mut self) -> Result<Vec<u8>, Ended> {
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
    async fn data(&mut self) -> Result<Data, Ended> {
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

    fn reply(&mut self, text: &str) {
        self.replies.extend_from_slice(text.as_bytes());
        self.replies.extend_from_slice(b"\r\n");
    }

    async fn send(&mut self) -> Result<(), Ended> {
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
