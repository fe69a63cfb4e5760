//! An SMTP server that misbehaves as told, and the referee: it records a mail before it answers for it.

mod session;

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
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tokio_rustls::TlsAcceptor;

use self::session::Session;

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
    /// After the end of data; the mail is recorded as accepted first, unless the act is a refusal.
    EndOfData,
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
            Self::Late(_) => here == Stage::EndOfData,
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
