//! Takes connections, at most so many at a time.

use std::{fs, io, path::PathBuf, sync::Arc, time::Duration};

use sea_orm::DatabaseConnection;
use tokio::{
    io::{AsyncRead, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, UnixListener},
    sync::{Notify, OwnedSemaphorePermit, Semaphore},
    time::sleep,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::session::{ListenerState, Session};
use crate::intake::settings::{IntakeSettings, LmtpAddress};

const MAX_SESSIONS: usize = 16;
/// After a failed accept, of which there may be many: no more file descriptors, for example.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Debug, thiserror::Error)]
#[error("INTAKE_LMTP_LISTEN: it cannot be listened on. Is another worker running?")]
pub struct ListenerError(#[source] io::Error);

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
            LmtpAddress::Socket(path) => {
                // What a killed process leaves. A live one is not harmed: it keeps its socket, only the name goes.
                let _ = fs::remove_file(path);
                UnixListener::bind(path).map(|listener| Socket::Unix(listener, path.clone()))
            }
        };
        Ok(Self { socket: socket.map_err(ListenerError)? })
    }

    pub fn local_addr(&self) -> Option<std::net::SocketAddr> {
        match &self.socket {
            Socket::Tcp(listener) => listener.local_addr().ok(),
            Socket::Unix(..) => None,
        }
    }

    /// Serves until `stopping`, and then the mails in progress.
    pub async fn serve(
        self,
        db: DatabaseConnection,
        settings: IntakeSettings,
        accepted: Arc<Notify>,
        stopping: CancellationToken,
    ) {
        let shared = Arc::new(ListenerState { db, settings, accepted, stopping: stopping.clone() });
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

    async fn accept(&self) -> io::Result<Box<dyn Stream>> {
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

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

async fn serve(mut stream: Box<dyn Stream>, shared: &ListenerState, slot: Option<OwnedSemaphorePermit>) {
    if slot.is_none() {
        let _ = stream.write_all(b"421 4.3.2 too many sessions, try again later\r\n").await;
        return;
    }
    Session::new(stream, shared).run().await;
}
