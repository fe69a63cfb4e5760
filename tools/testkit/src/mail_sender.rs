//! Sends mails over one connection by SMTP or LMTP (RFC 2033), as a mail server does.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

const LIMIT: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub struct MailSender(BufReader<TcpStream>);

impl MailSender {
    /// `hello` is EHLO or LHLO.
    pub fn connect(server: SocketAddr, hello: &str) -> Result<Self> {
        let stream = TcpStream::connect(server)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LIMIT))?;
        let mut sender = Self(BufReader::new(stream));
        accepted(&sender.reply()?)?;
        accepted(&sender.say(format!("{hello} sender.example\r\n").as_bytes())?)?;
        Ok(sender)
    }

    /// Returns the reply after the end of data, or the reply that refused the mail before. `wire` is as [`on_the_wire`].
    pub fn offer(&mut self, from: &str, to: &str, wire: &[u8]) -> Result<String> {
        let (from, to) = (format!("MAIL FROM:<{from}>\r\n"), format!("RCPT TO:<{to}>\r\n"));
        for command in [from.as_bytes(), to.as_bytes(), b"DATA\r\n"] {
            let reply = self.say(command)?;
            if !reply.starts_with(['2', '3']) {
                return Ok(reply);
            }
        }
        self.say(wire)
    }

    /// Returns when the server has confirmed the mail.
    pub fn send(&mut self, from: &str, to: &str, wire: &[u8]) -> Result<()> {
        accepted(&self.offer(from, to, wire)?)
    }

    fn say(&mut self, text: &[u8]) -> Result<String> {
        self.0.get_mut().write_all(text)?;
        self.reply()
    }

    /// The last line of a reply.
    fn reply(&mut self) -> Result<String> {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                bail!("the server closed the connection");
            }
            if line.as_bytes().get(3) != Some(&b'-') {
                return Ok(line.trim_end().to_owned());
            }
        }
    }
}

/// Keeps what it sends until it is confirmed, as a mail server does: it connects again after an error.
#[derive(Debug)]
pub struct PatientSender {
    server: SocketAddr,
    hello: &'static str,
    connected: Option<MailSender>,
}

impl PatientSender {
    pub fn new(server: SocketAddr, hello: &'static str) -> Self {
        Self { server, hello, connected: None }
    }

    pub fn send(&mut self, from: &str, to: &str, wire: &[u8]) -> Result<()> {
        let until = Instant::now() + LIMIT;
        loop {
            let connected = self.connected.take().map_or_else(|| MailSender::connect(self.server, self.hello), Ok);
            match connected.and_then(|mut sender| sender.send(from, to, wire).map(|()| sender)) {
                Ok(sender) => {
                    self.connected = Some(sender);
                    return Ok(());
                }
                Err(error) if Instant::now() > until => return Err(error),
                Err(_) => thread::sleep(Duration::from_millis(50)),
            }
        }
    }
}

fn accepted(reply: &str) -> Result<()> {
    if reply.starts_with('2') { Ok(()) } else { bail!("the server answered {reply}") }
}

/// Dot-stuffed, with the end of data. A file's LF becomes CRLF; all else stays as it is.
pub fn on_the_wire(raw: &[u8]) -> Vec<u8> {
    let mut wire = Vec::with_capacity(raw.len() + raw.len() / 50 + 3);
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b".") {
            wire.push(b'.');
        }
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        wire.extend_from_slice(text.strip_suffix(b"\r").unwrap_or(text));
        wire.extend_from_slice(b"\r\n");
    }
    wire.extend_from_slice(b".\r\n");
    wire
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_stuffed_and_end_in_crlf() {
        for (raw, wire) in [
            ("A: b\n\n.dot\n", "A: b\r\n\r\n..dot\r\n.\r\n"),
            ("A: b\r\n\r\nno end", "A: b\r\n\r\nno end\r\n.\r\n"),
            ("a\rb\n", "a\rb\r\n.\r\n"),
            ("", ".\r\n"),
        ] {
            assert_eq!(String::from_utf8(on_the_wire(raw.as_bytes())).unwrap(), wire, "{raw:?}");
        }
    }
}
