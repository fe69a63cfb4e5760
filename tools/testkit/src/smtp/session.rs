//! One connection to the fake.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::failure_mode::{FailureMode, Stage};
use super::recorder::{Ending, Record, header};
use super::stream::Stream;
use super::{ServerState, Tls};

const FLOOD_BYTES: usize = 2 * 1024 * 1024;

/// Ends the session.
fn end<T>() -> io::Result<T> {
    Err(ErrorKind::ConnectionAborted.into())
}

#[derive(Debug)]
pub(super) struct Session<'a> {
    shared: &'a ServerState,
    stream: BufReader<Stream>,
    /// Of the connection, then of each mail.
    mode: FailureMode,
    restarts: usize,
    from: String,
    to: String,
}

impl<'a> Session<'a> {
    pub(super) fn open(shared: &'a ServerState, tcp: TcpStream) -> io::Result<Self> {
        let mode = shared.next_mode(true);
        let restarts = shared.behaviour().restarts;
        let stream = BufReader::new(Stream::new(tcp)?);
        let session = Self { shared, stream, mode, restarts, from: String::new(), to: String::new() };
        if shared.tls == Tls::Implicit { session.secure() } else { Ok(session) }
    }

    fn secure(self) -> io::Result<Self> {
        let Some(certificates) = &self.shared.certificates else { return end() };
        let stream = self.stream.into_inner().secure(Arc::clone(&certificates.config))?;
        Ok(Self { stream: BufReader::new(stream), ..self })
    }

    pub(super) fn run(mut self) -> io::Result<()> {
        self.reply(Stage::Greeting, "220 localhost ESMTP")?;
        if self.mode.is_at(Stage::Greeting) {
            return Ok(());
        }
        let mut line = String::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let verb = line.trim_end().split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => self.ehlo()?,
                "STARTTLS" => {
                    self.reply(Stage::StartTls, "220 go ahead")?;
                    self = self.secure()?;
                }
                "AUTH" => {
                    self.shared.recorder().logins.push(line.trim_end().to_owned());
                    self.reply(Stage::Auth, "235 welcome")?;
                }
                // The answer to the details of a refusal (XOAUTH2).
                "" => self.send("535 5.7.8 refused")?,
                "MAIL" => self.mail(&line)?,
                "RCPT" => self.recipient(&line)?,
                "DATA" => self.data()?,
                "QUIT" => return self.send("221 2.0.0 bye"),
                _ => self.send("500 5.5.1 unknown command")?,
            }
        }
    }

    /// The usual reply, or what the failure mode does at this stage.
    fn reply(&mut self, stage: Stage, usual: &str) -> io::Result<()> {
        if !self.mode.is_at(stage) {
            return self.send(usual);
        }
        match self.mode {
            FailureMode::Reply(_, text) => self.send(&text.replace("TO", &self.to)),
            FailureMode::Silence(_) => self.stay_silent(),
            FailureMode::Close(_) => end(),
            FailureMode::Reset(_) => self.reset(),
            FailureMode::Late(delay) => {
                thread::sleep(delay);
                self.send(usual)
            }
            FailureMode::Flood(_) => self.send(&format!("250 {}", "x".repeat(FLOOD_BYTES))),
            FailureMode::Inject => {
                let replies = "250-localhost\r\n250 OK\r\n250 OK\r\n250 OK\r\n354 go\r\n250 OK";
                self.send(&format!("{usual}\r\n{replies}"))
            }
            FailureMode::Accept | FailureMode::Filter(_) => self.send(usual),
        }
    }

    fn ehlo(&mut self) -> io::Result<()> {
        let is_encrypted = self.stream.get_ref().is_encrypted;
        let mut text = "250-localhost\r\n250-8BITMIME\r\n".to_owned();
        if self.shared.tls == Tls::StartTls && !is_encrypted {
            text.push_str("250-STARTTLS\r\n");
        }
        if self.shared.offers_login {
            text.push_str("250-AUTH PLAIN LOGIN XOAUTH2\r\n");
        }
        text.push_str("250 SIZE 10485760");
        if is_encrypted { self.send(&text) } else { self.reply(Stage::Ehlo, &text) }
    }

    fn mail(&mut self, line: &str) -> io::Result<()> {
        if self.shared.behaviour().restarts != self.restarts {
            return end();
        }
        self.shared.recorder().mails_begun += 1;
        self.mode = self.shared.next_mode(false);
        self.from = path(line);
        self.to = String::new();
        self.reply(Stage::Mail, "250 2.1.0 ok")
    }

    fn recipient(&mut self, line: &str) -> io::Result<()> {
        self.to = path(line);
        if self.shared.behaviour().names_failures {
            self.mode = FailureMode::of(&self.to).unwrap_or(self.mode);
        }
        self.reply(Stage::Rcpt, "250 2.1.5 ok")?;
        if self.is_refused_at(Stage::Rcpt, "25") {
            self.to.clear();
        }
        Ok(())
    }

    fn data(&mut self) -> io::Result<()> {
        if self.to.is_empty() {
            return self.send("503 5.5.1 no recipient");
        }
        self.reply(Stage::Data, "354 go on")?;
        if self.is_refused_at(Stage::Data, "354") {
            return Ok(());
        }
        let text = self.body()?;
        if let FailureMode::Filter(word) = self.mode
            && String::from_utf8_lossy(&text).contains(word)
        {
            self.mode = FailureMode::Reply(Stage::EndOfData, "554 5.7.1 message content rejected");
        }
        // Not while the lock is held: other sessions would wait, too.
        let delay = self.shared.behaviour().delay;
        thread::sleep(delay);
        let ending = self.ending();
        self.shared.record(self.record(&text, ending));
        let stage = if self.mode.is_at(Stage::NotAccepted) { Stage::NotAccepted } else { Stage::EndOfData };
        self.reply(stage, "250 2.0.0 accepted")
    }

    fn is_refused_at(&self, stage: Stage, usual_code: &str) -> bool {
        matches!(self.mode, FailureMode::Reply(at, text) if at == stage && !text.starts_with(usual_code))
    }

    /// The message without the end of data.
    fn body(&mut self) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            let start = text.len();
            if self.stream.read_until(b'\n', &mut text)? == 0 {
                return end();
            }
            if self.mode.is_at(Stage::Body) {
                self.reply(Stage::Body, "")?;
            }
            if &text[start..] == b".\r\n" {
                text.truncate(start);
                return Ok(text);
            }
            // RFC 5321, section 4.5.2.
            if text[start..].starts_with(b".") {
                text.remove(start);
            }
        }
    }

    fn ending(&self) -> Ending {
        let is_refusal =
            matches!(self.mode, FailureMode::Reply(Stage::EndOfData, text) if text.starts_with(['4', '5']));
        if is_refusal || self.mode.is_at(Stage::NotAccepted) {
            return Ending::NotAccepted;
        }
        let is_late = matches!(self.mode, FailureMode::Late(_));
        if is_late || !self.mode.is_at(Stage::EndOfData) { Ending::Confirmed } else { Ending::Accepted }
    }

    fn record(&self, text: &[u8], ending: Ending) -> Record {
        let data = String::from_utf8_lossy(text).into_owned();
        Record {
            message_id: header(&data, "Message-ID").unwrap_or_default().to_owned(),
            from: self.from.clone(),
            to: self.to.clone(),
            is_encrypted: self.stream.get_ref().is_encrypted,
            is_auto_reply: header(&data, "Auto-Submitted") == Some("auto-replied"),
            ending,
            at: Instant::now(),
            data,
        }
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        let stream = self.stream.get_mut();
        stream.write_all(format!("{line}\r\n").as_bytes())?;
        stream.flush()
    }

    /// Reads and ignores until the client closes the connection.
    fn stay_silent<T>(&mut self) -> io::Result<T> {
        let mut ignored = [0; 4096];
        while self.stream.read(&mut ignored)? > 0 {}
        end()
    }

    fn reset<T>(&mut self) -> io::Result<T> {
        self.stream.get_ref().reset_on_close()?;
        // So that the client has received earlier replies.
        thread::sleep(Duration::from_millis(1));
        end()
    }
}

/// The address between angle brackets.
fn path(line: &str) -> String {
    line.split(['<', '>']).nth(1).unwrap_or_default().to_owned()
}
