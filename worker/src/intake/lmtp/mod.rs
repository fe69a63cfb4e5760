//! LMTP (RFC 2033): an MTA hands over a mail, and keeps it until our commit is done. The listener takes connections, at most
//! so many at a time.

mod session;

use std::{
    fs, io,
    os::unix::fs::{FileTypeExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use mailer::smtp::Channel;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixListener, UnixStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use self::session::{ListenerState, Session};
use super::{
    accept::Acceptor,
    settings::{IntakeSettings, LmtpAddress},
};

const MAX_SESSIONS: usize = 16;
/// After a failed accept, of which there may be many: no more file descriptors, for example.
const PAUSE: Duration = Duration::from_millis(100);

const GREETING: Duration = Duration::from_secs(5);

/// Every local user may connect, as on a loopback port; the socket's folder limits who can. The MTA runs as another user.
const SOCKET_MODE: u32 = 0o666;

#[derive(Debug, thiserror::Error)]
#[error("INTAKE_LMTP_LISTEN: {shown} cannot be listened on. {remedy}")]
pub struct ListenerError {
    shown: LmtpAddress,
    remedy: &'static str,
    source: io::Error,
}

impl ListenerError {
    fn new(address: &LmtpAddress, source: io::Error) -> Self {
        let remedy = match (source.kind(), address) {
            (io::ErrorKind::AlreadyExists, _) => "It is not a socket: write the path of a file that does not exist",
            (io::ErrorKind::AddrInUse, _) => {
                "Another program has it, perhaps another worker: stop that, or choose another"
            }
            (io::ErrorKind::PermissionDenied, LmtpAddress::Loopback(_)) => "Choose a port of 1024 or more",
            (_, LmtpAddress::Loopback(_)) => "Write an address of this machine, such as 127.0.0.1:2424",
            (_, LmtpAddress::Socket(_)) => "Create its folder, and let the user of this process write into it",
        };
        Self { shown: address.clone(), remedy, source }
    }
}

/// A bound listener.
#[derive(Debug)]
pub struct Listener {
    socket: Socket,
}

#[derive(Debug)]
enum Socket {
    Tcp(TcpListener),
    Unix(UnixListener, PathBuf),
}

impl Listener {
    pub async fn bind(address: &LmtpAddress) -> Result<Self, ListenerError> {
        let socket = match address {
            LmtpAddress::Loopback(address) => TcpListener::bind(address).await.map(Socket::Tcp),
            LmtpAddress::Socket(path) => bind_socket(path).map(|listener| Socket::Unix(listener, path.clone())),
        };
        Ok(Self { socket: socket.map_err(|error| ListenerError::new(address, error))? })
    }

    pub fn local_addr(&self) -> Option<std::net::SocketAddr> {
        match &self.socket {
            Socket::Tcp(listener) => listener.local_addr().ok(),
            Socket::Unix(..) => None,
        }
    }

    /// Serves until `stopping`, and then the mails in progress.
    pub async fn serve(self, acceptor: Arc<Acceptor>, settings: IntakeSettings, stopping: CancellationToken) {
        let shared = Arc::new(ListenerState { acceptor, settings, stopping: stopping.clone() });
        let (sessions, tasks) = (Arc::new(Semaphore::new(MAX_SESSIONS)), TaskTracker::new());
        loop {
            let taken = tokio::select! {
                taken = self.accept() => taken,
                () = stopping.cancelled() => break,
            };
            let Ok(stream) = taken else {
                sleep(PAUSE).await;
                continue;
            };
            let (shared, slot) = (Arc::clone(&shared), Arc::clone(&sessions).try_acquire_owned());
            tasks.spawn(async move { serve(stream, &shared, slot.ok()).await });
        }
        if let Socket::Unix(_, path) = &self.socket {
            let _ = fs::remove_file(path);
        }
        tasks.close();
        tasks.wait().await;
    }

    async fn accept(&self) -> io::Result<Box<dyn Channel>> {
        match &self.socket {
            Socket::Tcp(listener) => {
                let (stream, _) = listener.accept().await?;
                stream.set_nodelay(true)?;
                Ok(Box::new(stream))
            }
            Socket::Unix(listener, _) => Ok(Box::new(listener.accept().await?.0)),
        }
    }
}

/// Whether a listener greets there, also one that is busy: as the mail server meets it.
pub async fn greets(address: &LmtpAddress) -> bool {
    let greeting = async {
        let mut channel: Box<dyn Channel> = match address {
            LmtpAddress::Loopback(address) => Box::new(TcpStream::connect(address).await?),
            LmtpAddress::Socket(path) => Box::new(UnixStream::connect(path).await?),
        };
        channel.read_u8().await
    };
    matches!(timeout(GREETING, greeting).await, Ok(Ok(_)))
}

fn bind_socket(path: &Path) -> io::Result<UnixListener> {
    match fs::symlink_metadata(path) {
        // What a killed process leaves. A live one is not harmed: it keeps its socket, only the name goes.
        Ok(file) if file.file_type().is_socket() => fs::remove_file(path)?,
        Ok(_) => return Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => {}
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(SOCKET_MODE))?;
    Ok(listener)
}

async fn serve(mut stream: Box<dyn Channel>, shared: &ListenerState, slot: Option<OwnedSemaphorePermit>) {
    if slot.is_none() {
        let _ = stream.write_all(b"421 4.3.2 too many sessions, try again later\r\n").await;
        return;
    }
    Session::new(stream, shared).run().await;
}

#[cfg(test)]
mod tests {
    use tempfile::tempdir;

    use super::*;

    #[tokio::test]
    async fn a_mail_server_of_another_user_may_connect_to_the_socket() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("lmtp");
        let first = Listener::bind(&LmtpAddress::Socket(path.clone())).await.unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o666);
        drop(first);
        Listener::bind(&LmtpAddress::Socket(path)).await.expect("what a killed process leaves is replaced");
    }

    #[tokio::test]
    async fn says_why_it_cannot_listen_and_removes_no_file() {
        let folder = tempdir().unwrap();
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let file = folder.path().join("inquiries.dump");
        fs::write(&file, "dump").unwrap();
        for (address, remedy) in [
            (LmtpAddress::Loopback(taken.local_addr().unwrap()), "Another program has it"),
            (LmtpAddress::Socket(folder.path().join("missing/lmtp")), "Create its folder"),
            (LmtpAddress::Socket(file.clone()), "It is not a socket"),
        ] {
            let text = Listener::bind(&address).await.unwrap_err().to_string();
            let begins = format!("INTAKE_LMTP_LISTEN: {address} cannot be listened on. {remedy}");
            assert!(text.starts_with(&begins), "{text}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"dump");
    }
}
