//! An SMTP server that misbehaves as told, and the referee: it records a mail before it answers for it.

use std::{
    collections::VecDeque,
    io,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rustls::{ServerConfig, pki_types::PrivateKeyDer};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::sleep,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Greeting,
    Ehlo,
    StartTls,
    Auth,
    Mail,
    Rcpt,
    Data,
    /// In the middle of the message.
    Body,
    /// After the final dot; the mail is recorded as accepted first, unless the act is a refusal.
    Dot,
}

/// What to do, once, when a stage is reached; everything else is answered as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Accept,
    Reply(Stage, &'static str),
    Silence(Stage),
    Close(Stage),
    Reset(Stage),
    /// 250 after this long.
    Late(Duration),
    /// Two megabytes in one line.
    Flood(Stage),
    /// Replies to everything that is to come, sent in clear before TLS.
    Inject,
}

impl Act {
    fn at(self, here: Stage) -> bool {
        match self {
            Self::Accept => false,
            Self::Late(_) => here == Stage::Dot,
            Self::Inject => here == Stage::StartTls,
            Self::Reply(stage, _)
            | Self::Silence(stage)
            | Self::Close(stage)
            | Self::Reset(stage)
            | Self::Flood(stage) => stage == here,
        }
    }

    fn is_of_connection(self) -> bool {
        [Stage::Greeting, Stage::Ehlo, Stage::StartTls, Stage::Auth].into_iter().any(|stage| self.at(stage))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) data: String,
    pub(crate) encrypted: bool,
}

impl Accepted {
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        let prefix = format!("{}:", name.to_ascii_lowercase());
        let head = self.data.split("\r\n\r\n").next().unwrap_or_default();
        head.lines()
            .find(|line| line.to_ascii_lowercase().starts_with(&prefix))
            .map(|line| line[prefix.len()..].trim().to_owned())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tls {
    None,
    Starttls,
    Implicit,
}

struct Shared {
    acts: Mutex<VecDeque<Act>>,
    always: Mutex<Act>,
    accepted: Mutex<Vec<Accepted>>,
    connections: AtomicUsize,
    mails_begun: AtomicUsize,
    tls: Tls,
    acceptor: Option<TlsAcceptor>,
    login: bool,
}

pub(crate) struct SmtpServer {
    pub(crate) address: SocketAddr,
    /// PEM of the certificate for `localhost`, if there is TLS.
    pub(crate) certificate: String,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl SmtpServer {
    pub(crate) async fn start() -> Self {
        Self::with(Tls::None, false).await
    }

    pub(crate) async fn with(tls: Tls, login: bool) -> Self {
        let key = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let certificate = key.cert.pem();
        let private = PrivateKeyDer::try_from(key.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![key.cert.der().clone()], private)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            acts: Mutex::default(),
            always: Mutex::new(Act::Accept),
            accepted: Mutex::default(),
            connections: AtomicUsize::new(0),
            mails_begun: AtomicUsize::new(0),
            tls,
            acceptor: (tls != Tls::None).then(|| TlsAcceptor::from(Arc::new(config))),
            login,
        });
        let task = tokio::spawn(listen(listener, Arc::clone(&shared)));
        Self { address, certificate, shared, task }
    }

    /// The next mails (or connections) go like this; those after them as `always` says.
    pub(crate) fn script(&self, acts: &[Act]) {
        self.shared.acts.lock().unwrap().extend(acts);
    }

    pub(crate) fn always(&self, act: Act) {
        *self.shared.always.lock().unwrap() = act;
    }

    pub(crate) fn accepted(&self) -> Vec<Accepted> {
        self.shared.accepted.lock().unwrap().clone()
    }

    pub(crate) fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }

    pub(crate) fn mails_begun(&self) -> usize {
        self.shared.mails_begun.load(Ordering::SeqCst)
    }

    pub(crate) fn url(&self) -> String {
        match self.shared.tls {
            Tls::None => format!("smtp://{}", self.address),
            Tls::Starttls => format!("smtp://localhost:{}?tls=required", self.address.port()),
            Tls::Implicit => format!("smtps://localhost:{}", self.address.port()),
        }
    }
}

async fn listen(listener: TcpListener, shared: Arc<Shared>) {
    let mut sessions = tokio::task::JoinSet::new();
    while let Ok((tcp, _)) = listener.accept().await {
        let shared = Arc::clone(&shared);
        shared.connections.fetch_add(1, Ordering::SeqCst);
        sessions.spawn(async move {
            let _ = tcp.set_nodelay(true);
            let act = shared.next_act(true);
            let _ = match (&shared.acceptor, shared.tls) {
                (Some(acceptor), Tls::Implicit) => match acceptor.accept(tcp).await {
                    Ok(tls) => Session::new(tls, &shared, act, true).greet().await,
                    Err(error) => Err(error),
                },
                _ => plain(tcp, &shared, act).await,
            };
        });
        while sessions.try_join_next().is_some() {}
    }
}

async fn plain(tcp: TcpStream, shared: &Shared, act: Act) -> io::Result<()> {
    let mut session = Session::new(tcp, shared, act, false);
    session.greet().await?;
    if !session.starttls {
        return Ok(());
    }
    let acceptor = shared.acceptor.as_ref().expect("STARTTLS is offered with a certificate only");
    let tls = acceptor.accept(session.stream.into_inner()).await?;
    Session::new(tls, shared, act, true).converse().await
}

impl Shared {
    fn next_act(&self, of_connection: bool) -> Act {
        let mut acts = self.acts.lock().unwrap();
        match acts.front() {
            Some(act) if act.is_of_connection() == of_connection => acts.pop_front().unwrap(),
            Some(_) => Act::Accept,
            None => {
                let always = *self.always.lock().unwrap();
                if always.is_of_connection() == of_connection { always } else { Act::Accept }
            }
        }
    }
}

pub(crate) trait Peer: AsyncRead + AsyncWrite + Unpin + Send {
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

struct Session<'a, S> {
    stream: BufReader<S>,
    shared: &'a Shared,
    act: Act,
    encrypted: bool,
    starttls: bool,
    from: String,
    to: String,
}

impl<'a, S: Peer> Session<'a, S> {
    fn new(stream: S, shared: &'a Shared, act: Act, encrypted: bool) -> Self {
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

    async fn greet(&mut self) -> io::Result<()> {
        self.answer(Stage::Greeting, "220 localhost ESMTP").await?;
        self.converse().await
    }

    async fn converse(&mut self) -> io::Result<()> {
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
        let is_refusal = matches!(self.act, Act::Reply(Stage::Dot, text) if text.starts_with(['4', '5']));
        if !is_refusal {
            let inner = |line: &str| line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            self.shared.accepted.lock().unwrap().push(Accepted {
                from: inner(&self.from),
                to: inner(&self.to),
                data: String::from_utf8_lossy(&data).into_owned(),
                encrypted: self.encrypted,
            });
        }
        self.answer(Stage::Dot, "250 taken").await
    }
}
