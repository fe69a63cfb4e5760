//! One connection.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use base64::{Engine, engine::general_purpose::STANDARD};

use super::{ImapFailure, ImapFake};

/// How long a silent server holds a connection.
const SILENCE: Duration = Duration::from_mins(2);
/// What an endless line sends before a client must have gone.
const ENDLESS_BYTES: usize = 256 * 1024 * 1024;
const FOLDERS: [&str; 2] = ["\"INBOX\"", "\"Processed\""];
const TICK: Duration = Duration::from_millis(10);

pub(super) struct Session<'a> {
    stream: BufReader<TcpStream>,
    server: &'a ImapFake,
    /// The client knows of the mails below this UID.
    told: u32,
}

impl<'a> Session<'a> {
    pub(super) fn new(stream: TcpStream, server: &'a ImapFake) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), server, told: 0 })
    }

    pub(super) fn run(mut self) -> io::Result<()> {
        self.send("* OK IMAP4rev1 ready\r\n")?;
        while let Some(line) = self.line()? {
            let mut words = line.split(' ');
            let (tag, mut verb) = (words.next().unwrap_or_default(), words.next().unwrap_or_default().to_owned());
            if verb == "UID" {
                verb = format!("UID {}", words.next().unwrap_or_default());
            }
            let arguments = words.collect::<Vec<_>>().join(" ");
            let failure = self.failure(&verb);
            if let Some(how) = failure {
                self.fail(how, tag)?;
            }
            match failure {
                Some(ImapFailure::No) => continue,
                Some(ImapFailure::ResetAfter) => {
                    self.answer(tag, &verb, &arguments, false)?;
                    return self.reset();
                }
                Some(ImapFailure::Nil) => self.answer(tag, &verb, &arguments, true)?,
                _ => self.answer(tag, &verb, &arguments, false)?,
            }
            if verb == "LOGOUT" {
                return Ok(());
            }
        }
        Ok(())
    }

    fn failure(&self, verb: &str) -> Option<ImapFailure> {
        let mut state = self.server.state();
        state.verbs.push(verb.to_owned());
        let (after, how) = state.failures.front_mut()?;
        if *after > 0 {
            *after -= 1;
            return None;
        }
        let how = *how;
        state.failures.pop_front();
        Some(how)
    }

    fn fail(&mut self, how: ImapFailure, tag: &str) -> io::Result<()> {
        match how {
            ImapFailure::Reset => self.reset(),
            ImapFailure::Silence => {
                thread::sleep(SILENCE);
                self.reset()
            }
            ImapFailure::EndlessLine => {
                let chunk = "x".repeat(64 * 1024);
                for _ in 0..ENDLESS_BYTES / chunk.len() {
                    self.send(&chunk)?;
                }
                self.reset()
            }
            ImapFailure::HugeLiteral => {
                self.send("* 1 FETCH (UID 1 BODY[] {2147483648}\r\n")?;
                thread::sleep(SILENCE);
                self.reset()
            }
            ImapFailure::No => self.send(&format!("{tag} NO not now\r\n")),
            ImapFailure::Nil | ImapFailure::ResetAfter => Ok(()),
        }
    }

    fn answer(&mut self, tag: &str, verb: &str, arguments: &str, is_nil: bool) -> io::Result<()> {
        match verb {
            "CAPABILITY" => self.send("* CAPABILITY IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2 IDLE MOVE UIDPLUS\r\n")?,
            "AUTHENTICATE" => {
                self.send("+ \r\n")?;
                let answer = self.line()?.unwrap_or_default();
                if !self.is_known(&answer) {
                    if arguments == "XOAUTH2" {
                        self.send("+ eyJzdGF0dXMiOiI0MDEifQ==\r\n")?;
                        self.line()?;
                    }
                    return self.send(&format!("{tag} NO [AUTHENTICATIONFAILED] wrong\r\n"));
                }
            }
            "SELECT" | "CREATE" if !FOLDERS.contains(&arguments) => {
                return self.send(&format!("{tag} NO no such folder\r\n"));
            }
            "SELECT" => self.select(arguments)?,
            "IDLE" => self.idle()?,
            "UID FETCH" => self.fetch(arguments, is_nil)?,
            "UID MOVE" => {
                let mut state = self.server.state();
                for uid in uids(arguments) {
                    let moved = state.inbox.remove(&uid);
                    state.processed.extend(moved);
                }
                state.deliver_late();
            }
            "UID EXPUNGE" => {
                let mut state = self.server.state();
                for uid in uids(arguments) {
                    state.inbox.remove(&uid);
                }
            }
            "UID SEARCH" => self.send("* SEARCH\r\n")?,
            _ => {}
        }
        self.send(&format!("{tag} OK done\r\n"))
    }

    /// Whether the answer of AUTHENTICATE, in base64, ends in a password or token that is accepted.
    fn is_known(&self, answer: &str) -> bool {
        let text = STANDARD.decode(answer).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let secrets = &self.server.state().secrets;
        secrets.is_empty() || secrets.iter().any(|secret| text.trim_end_matches('\x01').ends_with(secret.as_str()))
    }

    fn select(&mut self, folder: &str) -> io::Result<()> {
        let state = self.server.state();
        let (validity, next) = (state.uid_validity, state.next_uid);
        let mails = if folder == "\"INBOX\"" { state.inbox.len() } else { state.processed.len() };
        drop(state);
        self.told = next;
        self.send(&format!("* {mails} EXISTS\r\n* OK [UIDVALIDITY {validity}] valid\r\n* OK [UIDNEXT {next}] next\r\n"))
    }

    fn idle(&mut self) -> io::Result<()> {
        self.send("+ idling\r\n")?;
        self.stream.get_ref().set_read_timeout(Some(TICK))?;
        let start = Instant::now();
        let mut line = Vec::new();
        while start.elapsed() < SILENCE {
            match self.stream.read_until(b'\n', &mut line) {
                Ok(_) => break,
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
                Err(error) => return Err(error),
            }
            let state = self.server.state();
            let (next, mails) = (state.next_uid, state.inbox.len());
            drop(state);
            if next != self.told {
                self.told = next;
                self.send(&format!("* {mails} EXISTS\r\n"))?;
            }
        }
        self.stream.get_ref().set_read_timeout(None)
    }

    fn fetch(&mut self, arguments: &str, is_nil: bool) -> io::Result<()> {
        let state = self.server.state();
        let wanted = if arguments.starts_with("1:*") { None } else { Some(uids(arguments)) };
        let mut answer = Vec::new();
        for (number, (uid, raw)) in state.inbox.iter().enumerate() {
            if wanted.as_ref().is_some_and(|wanted| !wanted.contains(uid)) {
                continue;
            }
            let number = number + 1;
            if arguments.contains("RFC822.SIZE") {
                write!(answer, "* {number} FETCH (UID {uid} RFC822.SIZE {})\r\n", raw.len())?;
            } else if is_nil {
                write!(answer, "* {number} FETCH (UID {uid} BODY[] NIL)\r\n")?;
            } else {
                let is_header = arguments.contains("HEADER");
                let end = raw.windows(4).position(|bytes| bytes == b"\r\n\r\n").map_or(raw.len(), |at| at + 4);
                let (part, bytes) = if is_header { ("HEADER", &raw[..end]) } else { ("", &raw[..]) };
                // `<0.4096>` asks for the beginning; the answer names where it begins.
                let most = arguments.split_once("<0.").and_then(|(_, rest)| rest.split('>').next()?.parse().ok());
                let (origin, bytes) = most.map_or(("", bytes), |most| ("<0>", &bytes[..bytes.len().min(most)]));
                write!(answer, "* {number} FETCH (UID {uid} BODY[{part}]{origin} {{{}}}\r\n", bytes.len())?;
                answer.extend_from_slice(bytes);
                answer.extend_from_slice(b")\r\n");
            }
        }
        drop(state);
        self.stream.get_mut().write_all(&answer)
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        let read = self.stream.read_line(&mut line)?;
        Ok((read > 0).then(|| line.trim_end().to_owned()))
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(text.as_bytes())
    }

    fn reset(&mut self) -> io::Result<()> {
        let _ = self.stream.get_ref().shutdown(Shutdown::Both);
        Err(io::ErrorKind::ConnectionReset.into())
    }
}

/// Of a set as `3,4,9 …`.
fn uids(arguments: &str) -> Vec<u32> {
    let set = arguments.split(' ').next().unwrap_or_default();
    set.split(',').filter_map(|uid| uid.parse().ok()).collect()
}
