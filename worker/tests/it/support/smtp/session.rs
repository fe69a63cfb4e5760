//! One connection to the server, answered as the script has it.

use std::{io, sync::atomic::Ordering};

use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::sleep,
};
use tokio_rustls::server::TlsStream;

use super::{Accepted, Act, Shared, Stage, Tls};

pub(super) trait Peer: AsyncRead + AsyncWrite + Unpin + Send {
    /// The next close is a reset.
    fn reset_on_close(&self);
}

impl Peer for TcpStream {
    fn reset_on_close(&self) {
        self.set_zero_linger().unwrap();
    }
}

impl Peer for TlsStream<TcpStream> {
    fn reset_on_close(&self) {
        self.get_ref().0.set_zero_linger().unwrap();
    }
}

pub(super) struct Session<'a, S> {
    pub(super) stream: BufReader<S>,
    shared: &'a Shared,
    act: Act,
    encrypted: bool,
    pub(super) starttls: bool,
    from: String,
    to: String,
}

impl<'a, S: Peer> Session<'a, S> {
    pub(super) fn new(stream: S, shared: &'a Shared, act: Act, encrypted: bool) -> Self {
        let (from, to) = (String::new(), String::new());
        Self { stream: BufReader::new(stream), shared, act, encrypted, starttls: false, from, to }
    }

    async fn say(&mut self, text: &str) -> io::Result<()> {
        self.stream.get_mut().write_all(format!("{text}\r\n").as_bytes()).await?;
        self.stream.get_mut().flush().await
    }

    /// Answers a stage as the script has it; an error ends the session.
    async fn answer(&mut self, stage: Stage, usual: &str) -> io::Result<()> {
        if !self.act.at(stage) {
            return self.say(usual).await;
        }
        let over = || Err(io::Error::other("as told"));
        match self.act {
            Act::Accept => self.say(usual).await,
            Act::Reply(_, text) => self.say(text).await,
            Act::Silence(_) => {
                // Until the other side has gone.
                let mut rest = Vec::new();
                let _ = self.stream.read_to_end(&mut rest).await;
                over()
            }
            Act::Close(_) => over(),
            Act::Reset(_) => {
                self.stream.get_ref().reset_on_close();
                over()
            }
            Act::Late(pause) => {
                sleep(pause).await;
                self.say(usual).await
            }
            Act::Flood(_) => {
                let line = vec![b'2'; 2 << 20];
                self.stream.get_mut().write_all(&line).await?;
                self.say("").await
            }
            Act::Inject => {
                let replies = "250-localhost\r\n250 OK\r\n250 OK\r\n250 OK\r\n354 go\r\n250 OK";
                self.say(&format!("{usual}\r\n{replies}")).await
            }
        }
    }

    pub(super) async fn greet(&mut self) -> io::Result<()> {
        self.answer(Stage::Greeting, "220 localhost ESMTP").await?;
        self.converse().await
    }

    pub(super) async fn converse(&mut self) -> io::Result<()> {
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match verb.as_str() {
                "EHLO" => self.ehlo().await?,
                "STARTTLS" => {
                    self.answer(Stage::StartTls, "220 go ahead").await?;
                    self.starttls = true;
                    return Ok(());
                }
                "AUTH" => self.answer(Stage::Auth, "235 welcome").await?,
                "MAIL" => {
                    self.shared.mails_begun.fetch_add(1, Ordering::SeqCst);
                    self.act = self.shared.next_act(false);
                    line.clone_into(&mut self.from);
                    self.answer(Stage::Mail, "250 OK").await?;
                }
                "RCPT" => {
                    line.clone_into(&mut self.to);
                    self.answer(Stage::Rcpt, "250 OK").await?;
                }
                "DATA" => self.data().await?,
                "QUIT" => return self.say("221 bye").await,
                _ => self.say("500 what?").await?,
            }
        }
    }

    async fn ehlo(&mut self) -> io::Result<()> {
        let mut text = "250-localhost\r\n250-8BITMIME\r\n".to_owned();
        if self.shared.tls == Tls::Starttls && !self.encrypted {
            text.push_str("250-STARTTLS\r\n");
        }
        if self.shared.login {
            text.push_str("250-AUTH PLAIN LOGIN\r\n");
        }
        text.push_str("250 HELP");
        if self.encrypted && !self.act.at(Stage::Auth) {
            self.say(&text).await
        } else {
            self.answer(Stage::Ehlo, &text).await
        }
    }

    async fn data(&mut self) -> io::Result<()> {
        self.answer(Stage::Data, "354 go").await?;
        if matches!(self.act, Act::Reply(Stage::Data, text) if !text.starts_with("354")) {
            return Ok(());
        }
        let mut data = Vec::new();
        loop {
            let start = data.len();
            if self.stream.read_until(b'\n', &mut data).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if self.act.at(Stage::Body) {
                return self.answer(Stage::Body, "").await;
            }
            if &data[start..] == b".\r\n" {
                data.truncate(start);
                break;
            }
        }
        // Recorded before it is answered for.
        let is_refusal = matches!(self.act, Act::Reply(Stage::EndOfData, text) if text.starts_with(['4', '5']));
        if !is_refusal {
            let inner = |line: &str| line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            self.shared.accepted.lock().unwrap().push(Accepted {
                from: inner(&self.from),
                to: inner(&self.to),
                data: String::from_utf8_lossy(&data).into_owned(),
                encrypted: self.encrypted,
            });
        }
        self.answer(Stage::EndOfData, "250 taken").await
    }
}
