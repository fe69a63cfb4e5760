//! An SMTP server that takes every mail at once and keeps nothing but when it came.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};

#[derive(Debug, Default)]
struct Received {
    mails: usize,
    /// The latest notification as it came, final dot included.
    sample: Vec<u8>,
    /// When the first notification of each ticket came.
    notified: HashMap<String, Instant>,
}

#[derive(Debug, Clone)]
pub(super) struct Sink(Arc<Mutex<Received>>);

impl Sink {
    pub(super) fn start(port: u16) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).context("the sink's port is taken")?;
        let sink = Self(Arc::default());
        let shared = sink.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let sink = shared.clone();
                // A client that goes away in the middle is not this server's concern.
                thread::spawn(move || drop(sink.serve(stream)));
            }
        });
        Ok(sink)
    }

    /// Mails taken since the start or the last reset.
    pub(super) fn mails(&self) -> usize {
        self.lock().mails
    }

    /// A notification as it came, final dot included.
    pub(super) fn sample(&self) -> Vec<u8> {
        self.lock().sample.clone()
    }

    pub(super) fn reset(&self) {
        *self.lock() = Received::default();
    }

    pub(super) fn notified_at(&self, reference: &str) -> Option<Instant> {
        self.lock().notified.get(reference).copied()
    }

    fn lock(&self) -> MutexGuard<'_, Received> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_nodelay(true)?;
        let mut out = stream.try_clone()?;
        let mut lines = BufReader::new(stream);
        out.write_all(b"220 sink ESMTP\r\n")?;
        let mut line = Vec::new();
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
            let answer: &[u8] = match verb.as_slice() {
                b"EHLO" => b"250-sink\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 10485760\r\n",
                b"DATA" => {
                    out.write_all(b"354 go on\r\n")?;
                    self.take(&mut lines)?;
                    b"250 2.0.0 taken\r\n"
                }
                b"QUIT" => {
                    out.write_all(b"221 bye\r\n")?;
                    return Ok(());
                }
                _ => b"250 2.0.0 ok\r\n",
            };
            out.write_all(answer)?;
        }
    }

    /// Reads a mail up to its final dot.
    fn take(&self, lines: &mut impl BufRead) -> std::io::Result<()> {
        let mut reference = None;
        let mut is_auto_reply = false;
        let mut mail = Vec::new();
        loop {
            let start = mail.len();
            if lines.read_until(b'\n', &mut mail)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let line = mail.get(start..).unwrap_or_default();
            if line == b".\r\n" {
                break;
            }
            is_auto_reply |= line.starts_with(b"Auto-Submitted: auto-replied");
            if reference.is_none() {
                reference = find_reference(line);
            }
        }
        let mut received = self.lock();
        received.mails += 1;
        if let Some(reference) = reference.filter(|_| !is_auto_reply) {
            received.notified.entry(reference).or_insert_with(Instant::now);
            received.sample = mail;
        }
        Ok(())
    }
}

/// A ticket reference such as FW-7K3Q-9D2M.
fn find_reference(line: &[u8]) -> Option<String> {
    let is_group = |bytes: &[u8]| bytes.iter().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let found = line.windows(12).find(|window| {
        window.starts_with(b"FW-") && window[7] == b'-' && is_group(&window[3..7]) && is_group(&window[8..])
    })?;
    Some(String::from_utf8_lossy(found).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_mails_and_knows_a_notification_from_an_auto_reply() {
        let port = devstack::ports::Ports::find_free().unwrap().smtp;
        let sink = Sink::start(port).unwrap();
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let mail = |kind: &str, reference: &str| {
            format!(
                "MAIL FROM:<>\r\nRCPT TO:<a@b>\r\nDATA\r\nAuto-Submitted: {kind}\r\nSubject: [{reference}] x\r\n\r\n.\r\n"
            )
        };
        let talk = format!(
            "EHLO x\r\n{}{}QUIT\r\n",
            mail("auto-generated", "FW-7K3Q-9D2M"),
            mail("auto-replied", "FW-0000-0000")
        );
        stream.write_all(talk.as_bytes()).unwrap();
        let mut answers = String::new();
        std::io::Read::read_to_string(&mut stream, &mut answers).unwrap();
        assert_eq!(answers.matches("250 2.0.0 taken").count(), 2, "{answers}");
        assert_eq!(sink.mails(), 2);
        assert!(sink.notified_at("FW-7K3Q-9D2M").is_some());
        assert!(sink.notified_at("FW-0000-0000").is_none());
    }
}
