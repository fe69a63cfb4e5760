//! One SMTP connection, met as the script says.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use super::Shared;
use super::book::{Ending, Record};
use super::mode::{Door, Mode};
use super::stream::Stream;

const FLOOD_BYTES: usize = 2 * 1024 * 1024;

/// Ends a conversation without it being anybody's fault.
fn over<T>() -> io::Result<T> {
    Err(ErrorKind::ConnectionAborted.into())
}

#[derive(Debug)]
pub(super) struct Conversation<'a> {
    shared: &'a Shared,
    door: Door,
    stream: BufReader<Stream>,
    is_null_path: bool,
    to: String,
}

impl<'a> Conversation<'a> {
    pub(super) fn new(shared: &'a Shared, stream: Stream) -> Self {
        let door = shared.door();
        Self { shared, door, stream: BufReader::new(stream), is_null_path: false, to: String::new() }
    }

    pub(super) fn hold(mut self) -> io::Result<()> {
        match self.door {
            Door::SilentGreeting => return self.silence(),
            Door::Greet(code) => return self.say(&format!("{code} 4.3.0 not now")),
            _ => self.say("220 referee.example ESMTP")?,
        }
        let mut line = String::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let command = line.trim_end();
            let verb = command.get(..4).unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => self.greet()?,
                "STAR" => self = self.secure()?,
                "MAIL" => self.mail(command)?,
                "RCPT" => self.recipient(command)?,
                "DATA" => self.data()?,
                "QUIT" => return self.say("221 2.0.0 bye"),
                _ => self.say("250 2.0.0 ok")?,
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        if self.door == Door::SilentEhlo {
            return self.silence();
        }
        let offers_tls = self.shared.tls.is_some() && self.door != Door::NoTls && !self.stream.get_ref().is_secure();
        self.say("250-referee.example")?;
        if offers_tls {
            self.say("250-STARTTLS")?;
        }
        self.say("250-8BITMIME")?;
        self.say("250 SIZE 10485760")
    }

    fn secure(mut self) -> io::Result<Self> {
        let Some(tls) = &self.shared.tls else {
            self.say("454 4.7.0 no TLS here")?;
            return Ok(self);
        };
        let config = tls.config(self.door);
        self.say("220 2.0.0 go ahead")?;
        let stream = self.stream.into_inner().secure(config)?;
        Ok(Self { stream: BufReader::new(stream), ..self })
    }

    fn mail(&mut self, command: &str) -> io::Result<()> {
        if self.shared.door() != self.door {
            // A server that has changed its mind has been restarted: its old connections are gone.
            return over();
        }
        if self.shared.tls.is_some() && !self.stream.get_ref().is_secure() {
            self.shared.book().insecure_mails += 1;
        }
        self.is_null_path = command.to_ascii_uppercase().contains("FROM:<>");
        match self.door {
            Door::Mail(code) => self.say(&format!("{code} 5.7.1 not from you")),
            Door::SilentMail => self.silence(),
            _ => self.say("250 2.1.0 ok"),
        }
    }

    fn recipient(&mut self, command: &str) -> io::Result<()> {
        let address = command.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
        address.map_or("", |(address, _)| address).clone_into(&mut self.to);
        *self.shared.book().recipients.entry(self.to.clone()).or_default() += 1;
        match self.mode() {
            Mode::Rcpt(code) => {
                let refused = std::mem::take(&mut self.to);
                self.say(&format!("{code} <{refused}> not this one"))
            }
            Mode::RcptSilence => self.silence(),
            Mode::RcptClose => over(),
            Mode::RcptFlood => self.flood("250-"),
            _ => self.say("250 2.1.5 ok"),
        }
    }

    fn data(&mut self) -> io::Result<()> {
        if self.to.is_empty() {
            return self.say("503 5.5.1 for nobody");
        }
        match self.mode() {
            Mode::Data(code) => return self.say(&format!("{code} 4.3.0 no data")),
            Mode::DataSilence => return self.silence(),
            _ => self.say("354 go on")?,
        }
        let text = self.body()?;
        thread::sleep(self.shared.delay());
        let mode = self.mode();
        let ending = match mode {
            Mode::Accept | Mode::AcceptLate(_) | Mode::Dot(250) => Ending::Confirmed,
            Mode::AcceptClose | Mode::AcceptReset => Ending::Taken,
            _ => Ending::NotTaken,
        };
        self.shared.write_down(self.record(text, ending));
        match mode {
            Mode::DotClose | Mode::AcceptClose => over(),
            Mode::AcceptReset => self.reset(),
            Mode::DotSilence => self.silence(),
            Mode::DotFlood => self.flood("250 "),
            Mode::Dot(code) if code != 250 => self.say(&format!("{code} 5.0.0 for <{}>", self.to)),
            Mode::AcceptLate(delay) => {
                thread::sleep(delay);
                self.say("250 2.0.0 taken, if late")
            }
            _ => self.say("250 2.0.0 taken"),
        }
    }

    /// The message up to its final dot.
    fn body(&mut self) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            let start = text.len();
            if self.stream.read_until(b'\n', &mut text)? == 0 {
                return over();
            }
            if let Mode::BodyReset(bytes) = self.mode()
                && text.len() >= bytes
            {
                self.shared.write_down(self.record(text, Ending::NotTaken));
                return self.reset().and_then(|()| over());
            }
            if &text[start..] == b".\r\n" {
                text.truncate(start);
                return Ok(text);
            }
        }
    }

    fn record(&self, text: Vec<u8>, ending: Ending) -> Record {
        Record {
            message_id: header(&text, "Message-ID").unwrap_or_default(),
            to: self.to.clone(),
            is_auto_reply: header(&text, "Auto-Submitted").is_some_and(|value| value == "auto-replied"),
            is_null_path: self.is_null_path,
            ending,
            at: Instant::now(),
            text,
        }
    }

    fn mode(&self) -> Mode {
        if self.shared.has_faults() { Mode::of(&self.to) } else { Mode::Accept }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(format!("{line}\r\n").as_bytes())?;
        stream.flush()
    }

    /// Says nothing until the other side has had enough.
    fn silence<T>(&mut self) -> io::Result<T> {
        let mut ignored = [0; 4096];
        while self.stream.read(&mut ignored)? > 0 {}
        over()
    }

    /// A line without an end.
    fn flood(&mut self, start: &str) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(start.as_bytes())?;
        stream.write_all(&vec![b'x'; FLOOD_BYTES])?;
        stream.write_all(b"\r\n")
    }

    fn reset(&mut self) -> io::Result<()> {
        self.stream.get_ref().reset()?;
        // A moment for bytes under way, so that the reset falls where the script wants it.
        thread::sleep(Duration::from_millis(1));
        over()
    }
}

/// The value of a header field, unfolded as far as one line goes.
fn header(text: &[u8], name: &str) -> Option<String> {
    for line in text.split(|byte| *byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end();
        if line.is_empty() {
            return None;
        }
        if let Some((field, value)) = line.split_once(':')
            && field.eq_ignore_ascii_case(name)
        {
            return Some(value.trim().to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_headers_and_not_the_body() {
        let text = b"Subject: x\r\nmessage-id: <a@b>\r\n\r\nAuto-Submitted: auto-replied\r\n";
        assert_eq!(header(text, "Message-ID").as_deref(), Some("<a@b>"));
        assert_eq!(header(text, "Auto-Submitted"), None);
    }
}
