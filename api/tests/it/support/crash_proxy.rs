//! A proxy to Postgres that stops at a chosen message of its wire protocol.

use std::{io, str, sync::Arc};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{Notify, watch},
    task::JoinSet,
};
use url::Url;

/// The server's message that a transaction has ended: after the commit, where there is one.
const READY_FOR_QUERY: u8 = b'Z';

/// Where the conversation stops.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CrashPoint {
    /// Messages of the client that come one after the other, perhaps with others between them: the type, and a part of
    /// the text.
    pub requests: &'static [(u8, &'static str)],
    /// The last of `requests` reaches the server, and its answer is withheld. Otherwise the server never sees it.
    pub is_handled: bool,
}

pub(crate) struct CrashProxy {
    /// The database's URL by way of this proxy.
    pub url: String,
    /// Notified when a connection has reached the point.
    pub reached: Arc<Notify>,
    /// Dropping it closes all connections.
    tasks: JoinSet<()>,
}

impl CrashProxy {
    pub(crate) async fn start(database_url: &str, point: CrashPoint) -> Self {
        let mut url = Url::parse(database_url).unwrap();
        let target = url.socket_addrs(|| Some(5432)).unwrap()[0];
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        url.set_ip_host(address.ip()).unwrap();
        url.set_port(Some(address.port())).unwrap();
        // Without the request for TLS, which has another format than all other messages.
        url.set_query(Some("sslmode=disable"));
        let reached = Arc::new(Notify::new());
        let mut tasks = JoinSet::new();
        let notify = Arc::clone(&reached);
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(target).await else { continue };
                let reached = Arc::clone(&notify);
                // An error is the end of one of the two connections.
                connections.spawn(async move { drop(point.forward(client, server, &reached).await) });
            }
        });
        Self { url: url.into(), reached, tasks }
    }

    /// Closes all connections.
    pub(crate) async fn close(mut self) {
        self.tasks.shutdown().await;
    }
}

impl CrashPoint {
    /// Forwards until the point is reached, then holds both connections.
    async fn forward(self, client: TcpStream, server: TcpStream, reached: &Notify) -> io::Result<()> {
        // Without it, each small message waits for the acknowledgement of the one before.
        client.set_nodelay(true)?;
        server.set_nodelay(true)?;
        let (client_in, client_out) = client.into_split();
        let (server_in, server_out) = server.into_split();
        let (withhold, is_withheld) = watch::channel(false);
        tokio::try_join!(
            self.forward_requests(client_in, server_out, withhold, reached),
            forward_answers(server_in, client_out, is_withheld, reached),
        )?;
        Ok(())
    }

    async fn forward_requests(
        self,
        mut client: OwnedReadHalf,
        mut server: OwnedWriteHalf,
        withhold: watch::Sender<bool>,
        reached: &Notify,
    ) -> io::Result<()> {
        // The start-up message has no type.
        let length = client.read_u32().await?;
        server.write_u32(length).await?;
        tokio::io::copy(&mut (&mut client).take(u64::from(length) - 4), &mut server).await?;
        let mut awaited = self.requests;
        loop {
            let message = read_message(&mut client).await?;
            if let [(kind, text), rest @ ..] = awaited
                && message[0] == *kind
                && contains(&message, text)
            {
                awaited = rest;
                if awaited.is_empty() && !self.is_handled {
                    reached.notify_one();
                    return std::future::pending().await;
                }
                withhold.send_replace(awaited.is_empty());
            }
            server.write_all(&message).await?;
        }
    }
}

async fn forward_answers(
    mut server: OwnedReadHalf,
    mut client: OwnedWriteHalf,
    is_withheld: watch::Receiver<bool>,
    reached: &Notify,
) -> io::Result<()> {
    loop {
        let message = read_message(&mut server).await?;
        if !*is_withheld.borrow() {
            client.write_all(&message).await?;
        } else if message[0] == READY_FOR_QUERY {
            reached.notify_one();
        }
    }
}

/// One message with its type and length.
async fn read_message(from: &mut OwnedReadHalf) -> io::Result<Vec<u8>> {
    let kind = from.read_u8().await?;
    let length = from.read_u32().await?;
    let mut message = vec![kind];
    message.extend(length.to_be_bytes());
    from.take(u64::from(length) - 4).read_to_end(&mut message).await?;
    Ok(message)
}

fn contains(message: &[u8], text: &str) -> bool {
    text.is_empty() || message.windows(text.len()).any(|window| window == text.as_bytes())
}
