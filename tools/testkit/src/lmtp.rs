//! An LMTP client (RFC 2033) that delivers one mail, byte for byte.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Result, bail};

const LIMIT: Duration = Duration::from_mins(1);

/// Delivers a mail to one recipient and returns the reply after the end of data, or the reply that refused it before.
pub fn deliver(server: SocketAddr, from: &str, to: &str, raw: &[u8]) -> Result<String> {
    let mut session = Session::open(server)?;
    for command in ["LHLO sender.example", &format!("MAIL FROM:<{from}>"), &format!("RCPT TO:<{to}>"), "DATA"] {
        let reply = session.say(command.as_bytes())?;
        if !reply.starts_with(['2', '3']) {
            return Ok(reply);
        }
    }
    session.say(&on_the_wire(raw))
}

struct Session(BufReader<TcpStream>);

impl Session {
    fn open(server: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(server)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LIMIT))?;
        let mut session = Self(BufReader::new(stream));
        let greeting = session.reply()?;
        if !greeting.starts_with("220") {
            bail!("the server answers {greeting}");
        }
        Ok(session)
    }

    fn say(&mut self, text: &[u8]) -> Result<String> {
        self.0.get_mut().write_all(&[text, b"\r\n"].concat())?;
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

/// Dot-stuffed, with the final dot; the caller adds the last CRLF. A file's LF becomes CRLF; all else stays as it is.
fn on_the_wire(raw: &[u8]) -> Vec<u8> {
    let mut wire = Vec::with_capacity(raw.len() + raw.len() / 50 + 3);
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(b".") {
            wire.push(b'.');
        }
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        wire.extend_from_slice(text.strip_suffix(b"\r").unwrap_or(text));
        wire.extend_from_slice(b"\r\n");
    }
    wire.push(b'.');
    wire
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_stuffed_and_end_in_crlf() {
        for (raw, wire) in [
            ("A: b\n\n.dot\n", "A: b\r\n\r\n..dot\r\n."),
            ("A: b\r\n\r\nno end", "A: b\r\n\r\nno end\r\n."),
            ("a\rb\n", "a\rb\r\n."),
            ("", "."),
        ] {
            assert_eq!(String::from_utf8(on_the_wire(raw.as_bytes())).unwrap(), wire, "{raw:?}");
        }
    }
}
