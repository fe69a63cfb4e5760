//! Commands and replies over one channel.

use std::time::Duration;

use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    time::timeout,
};

use super::{outcome::Fault, reply::Reply};
use crate::tls::TlsFault;

/// The most that a server may send in one reply. A reply line is at most 512 octets (RFC 5321, section 4.5.3.1.5).
const MAX_REPLY_BYTES: u64 = 64 * 1024;

/// The wait for a reply that the server may have sent before it closed the connection.
const LAST_REPLY: Duration = Duration::from_secs(1);

/// TCP, or TLS over it.
pub trait Channel: AsyncRead + AsyncWrite + Send + Sync + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Sync + Unpin> Channel for T {}

/// A positive reply, 2yz or 3yz.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Positive {
    pub(super) code: u16,
    /// One per line.
    texts: Vec<String>,
}

pub(super) struct Session {
    channel: BufReader<Box<dyn Channel>>,
    /// The extensions that the server offers, in upper case, as `STARTTLS` or `AUTH PLAIN LOGIN`.
    offers: Vec<String>,
}

impl Session {
    pub(super) fn new(channel: Box<dyn Channel>) -> Self {
        Self { channel: BufReader::new(channel), offers: Vec::new() }
    }

    /// Waits for the greeting and says EHLO.
    pub(super) async fn greet(&mut self, domain: &str) -> Result<(), Fault> {
        self.reply().await?;
        self.hello(domain).await
    }

    pub(super) async fn hello(&mut self, domain: &str) -> Result<(), Fault> {
        let positive = self.command(&format!("EHLO {domain}\r\n")).await?;
        self.offers = positive.texts.iter().skip(1).map(|text| text.to_ascii_uppercase()).collect();
        Ok(())
    }

    pub(super) fn offers_starttls(&self) -> bool {
        self.offers.iter().any(|offer| offer == "STARTTLS")
    }

    pub(super) fn offers_login(&self, mechanism: &str) -> bool {
        let mut offers = self.offers.iter().filter_map(|offer| offer.strip_prefix("AUTH "));
        offers.any(|mechanisms| mechanisms.split_whitespace().any(|offered| offered == mechanism))
    }

    /// The channel, for TLS. What the server has sent in clear after its last reply would count as a reply inside TLS
    /// (response injection, like CVE-2021-38371).
    pub(super) fn into_channel(self) -> Result<Box<dyn Channel>, Fault> {
        if self.channel.buffer().is_empty() {
            Ok(self.channel.into_inner())
        } else {
            Err(Fault::Insecure(TlsFault::Handshake))
        }
    }

    /// Whether everything that the server has sent was read. Otherwise it would count as the reply to the next mail.
    pub(super) fn is_read(&self) -> bool {
        self.channel.buffer().is_empty()
    }

    /// `command` ends with CRLF.
    pub(super) async fn command(&mut self, command: &str) -> Result<Positive, Fault> {
        self.write(command.as_bytes()).await?;
        self.reply().await
    }

    /// As [`Session::command`]; another positive reply than `code` is a fault.
    pub(super) async fn command_for(&mut self, command: &str, code: u16) -> Result<(), Fault> {
        let positive = self.command(command).await?;
        if positive.code == code { Ok(()) } else { Err(Fault::Unexpected) }
    }

    /// Writes the message, calls `before_end`, writes the end of data and waits for the reply. Lines end in CRLF.
    pub(super) async fn message(&mut self, message: &[u8], before_end: impl FnOnce()) -> Result<Positive, Fault> {
        if let Err(fault) = self.write(&stuff_dots(message)).await {
            return Err(self.last_reply().await.unwrap_or(fault));
        }
        before_end();
        self.write(if message.ends_with(b"\r\n") { b".\r\n" } else { b"\r\n.\r\n" }).await?;
        self.reply().await
    }

    /// The refusal that the server sent before it closed the connection, as `552` when the message exceeds its limit.
    async fn last_reply(&mut self) -> Option<Fault> {
        match timeout(LAST_REPLY, self.reply()).await {
            Ok(Err(Fault::Reply(reply))) => Some(Fault::Reply(reply)),
            _ => None,
        }
    }

    async fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.channel.write_all(bytes).await.map_err(|_| Fault::Lost)?;
        self.channel.flush().await.map_err(|_| Fault::Lost)
    }

    /// Reads a reply of one or more lines.
    async fn reply(&mut self) -> Result<Positive, Fault> {
        let mut limited = (&mut self.channel).take(MAX_REPLY_BYTES);
        let mut texts = Vec::new();
        let mut first_code = None;
        loop {
            let mut line = Vec::new();
            limited.read_until(b'\n', &mut line).await.map_err(|_| Fault::Lost)?;
            let Line { code, is_last, text } = Line::parse(&line).ok_or(Fault::Lost)?;
            if *first_code.get_or_insert(code) != code {
                return Err(Fault::Lost);
            }
            texts.push(text);
            match code {
                _ if !is_last => {}
                200..=399 => return Ok(Positive { code, texts }),
                _ => return Err(Fault::Reply(Reply::new(code, &texts.join("\n")))),
            }
        }
    }
}

/// One line of a reply: `250-text`, `250 text`, or a bare `250` (RFC 5321, section 4.2).
struct Line {
    code: u16,
    is_last: bool,
    text: String,
}

impl Line {
    fn parse(line: &[u8]) -> Option<Self> {
        let line = line.strip_suffix(b"\r\n")?;
        let (code, rest) = line.split_at_checked(3)?;
        let code: u16 = if code.iter().all(u8::is_ascii_digit) { str::from_utf8(code).ok()?.parse().ok()? } else { 0 };
        let is_last = match rest.first() {
            None | Some(b' ') => true,
            Some(b'-') => false,
            Some(_) => return None,
        };
        let text = String::from_utf8_lossy(rest.get(1..).unwrap_or_default()).into_owned();
        (200..600).contains(&code).then_some(Self { code, is_last, text })
    }
}

/// Doubles the dot at the beginning of a line (RFC 5321, section 4.5.2).
fn stuff_dots(message: &[u8]) -> Vec<u8> {
    let mut stuffed = Vec::with_capacity(message.len() + 16);
    for line in message.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b".") {
            stuffed.push(b'.');
        }
        stuffed.extend_from_slice(line);
    }
    stuffed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a session makes of a server that sends this and closes.
    async fn read(sent: &[u8]) -> Result<Positive, Fault> {
        let (near, mut far) = tokio::io::duplex(1 << 20);
        far.write_all(sent).await.unwrap();
        drop(far);
        Session::new(Box::new(near)).reply().await
    }

    fn positive(code: u16, texts: &[&str]) -> Positive {
        Positive { code, texts: texts.iter().map(|&text| text.to_owned()).collect() }
    }

    #[tokio::test]
    async fn reads_every_form_of_a_reply() {
        assert_eq!(read(b"250\r\n").await, Ok(positive(250, &[""])), "the text is optional");
        assert_eq!(read(b"250 \r\n").await, Ok(positive(250, &[""])));
        assert_eq!(read(b"250-one\r\n250-\r\n250 two\r\n").await, Ok(positive(250, &["one", "", "two"])));
        assert_eq!(read(b"354 go\r\n").await, Ok(positive(354, &["go"])));
        assert_eq!(read(b"250 \xff\r\n").await, Ok(positive(250, &["\u{fffd}"])));
        for (sent, code, text) in [
            (&b"571 5.7.1 denied\r\n"[..], 571, "5.7.1"),
            (b"550-5.7.26 two\r\n550 5.7.26 lines\r\n", 550, "5.7.26"),
            (b"599\r\n", 599, ""),
            (b"499\r\n", 499, ""),
        ] {
            assert_eq!(read(sent).await, Err(Fault::Reply(Reply::new(code, text))));
        }
    }

    #[tokio::test]
    async fn what_is_no_reply_counts_as_a_lost_connection() {
        for sent in [
            &b""[..],
            b"250 cut",
            b"250 lf only\n",
            b"250-a\r\n",
            b"250-a\r\n550 b\r\n",
            b"hello\r\n",
            b"25\r\n",
            b"2500\r\n",
            b"+25 x\r\n",
            b"199 x\r\n",
            b"600 x\r\n",
            b"\r\n",
        ] {
            assert_eq!(read(sent).await, Err(Fault::Lost), "{}", String::from_utf8_lossy(sent));
        }
        let endless = b"250-x\r\n".repeat(20_000);
        assert_eq!(read(&endless).await, Err(Fault::Lost), "more than 64 KiB");
    }

    #[tokio::test]
    async fn a_reply_may_arrive_in_parts_and_the_peer_may_stay() {
        let (near, mut far) = tokio::io::duplex(1024);
        let mut session = Session::new(Box::new(near));
        let server = async {
            for part in [&b"25"[..], b"0-one\r", b"\n25", b"0 t", b"wo\r", b"\n"] {
                far.write_all(part).await.unwrap();
                tokio::task::yield_now().await;
            }
            far
        };
        let (reply, _far) = tokio::join!(session.reply(), server);
        assert_eq!(reply, Ok(positive(250, &["one", "two"])));
        assert!(session.is_read());
    }

    #[tokio::test(start_paused = true)]
    async fn a_refusal_while_the_message_is_written_is_read() {
        let message = b"a line of text\r\n".repeat(100);
        for (sent, fault) in [
            (&b"552 5.3.4 too big\r\n"[..], Fault::Reply(Reply::new(552, "5.3.4"))),
            (b"250 taken?\r\n", Fault::Lost),
            (b"", Fault::Lost),
        ] {
            let (near, mut far) = tokio::io::duplex(64);
            let mut session = Session::new(Box::new(near));
            far.write_all(sent).await.unwrap();
            drop(far);
            let result = session.message(&message, || panic!("the end of data is not sent")).await;
            assert_eq!(result, Err(fault), "{}", String::from_utf8_lossy(sent));
        }
    }

    #[tokio::test]
    async fn knows_what_the_server_offers() {
        let (near, mut far) = tokio::io::duplex(1024);
        far.write_all(b"220 hi\r\n250-localhost\r\n250-starttls\r\n250 auth PLAIN LOGIN\r\n").await.unwrap();
        let mut session = Session::new(Box::new(near));
        session.greet("own.example").await.unwrap();
        assert!(session.offers_starttls() && session.offers_login("LOGIN") && !session.offers_login("CRAM-MD5"));
        far.write_all(b"220 go\r\n250 injected\r\n").await.unwrap();
        session.command("STARTTLS\r\n").await.unwrap();
        assert!(!session.is_read());
        assert!(matches!(session.into_channel(), Err(Fault::Insecure(_))));
    }

    #[test]
    fn doubles_a_dot_at_the_beginning_of_a_line_only() {
        for (message, stuffed) in [(".\r\n..\r\na.b\r\n", "..\r\n...\r\na.b\r\n"), ("a\r\n.", "a\r\n.."), ("", "")] {
            assert_eq!(stuff_dots(message.as_bytes()), stuffed.as_bytes());
        }
    }
}
