//! A way to the test server that can be taken away and given back.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpSocket, TcpStream},
    task::JoinHandle,
    time::sleep,
};
use tokio_util::sync::CancellationToken;
use url::Url;

pub(crate) struct Proxy {
    pub address: SocketAddr,
    target: SocketAddr,
    running: Option<(CancellationToken, JoinHandle<()>)>,
    frozen: Arc<Mutex<CancellationToken>>,
    /// By so much later each connection reaches the server.
    delay: Duration,
}

impl Proxy {
    pub(crate) fn to(database_url: &str) -> Self {
        Self::with_delay(database_url, Duration::ZERO)
    }

    /// As to a server whose processors are busy: a login takes longer by `delay`.
    pub(crate) fn with_delay(database_url: &str, delay: Duration) -> Self {
        let url = Url::parse(database_url).unwrap();
        let target = url.socket_addrs(|| Some(5432)).unwrap()[0];
        let address = "127.0.0.1:0".parse().unwrap();
        let mut proxy = Self { address, target, running: None, frozen: Arc::default(), delay };
        proxy.open();
        proxy
    }

    /// `url` with this proxy's address.
    pub(crate) fn through(&self, url: &str) -> String {
        let mut url = Url::parse(url).unwrap();
        url.set_ip_host(self.address.ip()).unwrap();
        url.set_port(Some(self.address.port())).unwrap();
        url.into()
    }

    pub(crate) fn open(&mut self) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_reuseaddr(true).unwrap();
        socket.bind(self.address).unwrap();
        let listener = socket.listen(128).unwrap();
        self.address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let task = tokio::spawn(forward(listener, self.target, self.delay, stop.clone(), Arc::clone(&self.frozen)));
        self.running = Some((stop, task));
    }

    /// Forwards nothing more on the connections there are, without a word to either end; new ones work.
    pub(crate) fn freeze(&self) {
        std::mem::take(&mut *self.frozen.lock().unwrap()).cancel();
    }

    /// Closes the listener and breaks every connection.
    pub(crate) async fn close(&mut self) {
        let (stop, task) = self.running.take().unwrap();
        stop.cancel();
        task.await.unwrap();
    }
}

async fn forward(
    listener: TcpListener,
    target: SocketAddr,
    delay: Duration,
    stop: CancellationToken,
    frozen: Arc<Mutex<CancellationToken>>,
) {
    while let Some(Ok((mut client, _))) = stop.run_until_cancelled(listener.accept()).await {
        let (stop, frozen) = (stop.clone(), frozen.lock().unwrap().clone());
        tokio::spawn(async move {
            sleep(delay).await;
            let Ok(mut server) = TcpStream::connect(target).await else { return };
            let forwarding = frozen.run_until_cancelled(copy_bidirectional(&mut client, &mut server));
            if stop.run_until_cancelled(forwarding).await.is_some_and(|ended| ended.is_none()) {
                stop.cancelled().await;
            }
        });
    }
}
