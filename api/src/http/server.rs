//! Accepts and serves connections, with limits on time and number.
//!
//! `axum::serve` installs no timer, so hyper's `header_read_timeout` would never fire; hence hyper's own builder.
//! HTTP/1 only: a reverse proxy speaks it, and a slow HTTP/2 preface has no time limit.

use std::{convert::Infallible, io::ErrorKind, iter, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, body::Body, extract::Request, response::Response};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::{
    connections::{ConnectionSlot, Connections},
    middleware,
};
use crate::limits::{Peer, TrustedProxies};

/// Limits of one listener.
#[derive(Debug, Clone)]
pub struct Limits {
    /// For the head of a request, also between two requests of a connection.
    pub header_timeout: Duration,
    /// The same for trusted proxies: longer than they keep an idle connection, or they would reuse one that the api
    /// closes at that moment.
    pub proxy_idle_timeout: Duration,
    /// For a response that the client does not read. A client that reads a few bytes now and then is cut as well: the
    /// kernel accepts more only when a third of its buffer is free.
    pub write_timeout: Duration,
    /// For reading a whole response: a megabyte in this time is 18 kB a second.
    pub answer_timeout: Duration,
    /// For requests in progress when the process stops. Then every connection is closed.
    pub drain_timeout: Duration,
    pub max_header_bytes: usize,
    pub max_connections: usize,
    pub max_connections_per_peer: usize,
    /// A connection may wait this long for its client before it can be evicted.
    pub min_idle: Duration,
    /// Not held to the limit per peer.
    pub trusted_proxies: TrustedProxies,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // With the 6 s for the body: a slow head and a slow body end within 10 s.
            header_timeout: Duration::from_secs(4),
            // nginx 60 s, Traefik 90 s, Caddy 120 s.
            proxy_idle_timeout: Duration::from_secs(150),
            write_timeout: Duration::from_secs(8),
            answer_timeout: Duration::from_mins(1),
            drain_timeout: DRAIN_TIMEOUT,
            max_header_bytes: 32 * 1024,
            max_connections: 512,
            max_connections_per_peer: 256,
            min_idle: Duration::from_secs(1),
            trusted_proxies: TrustedProxies::default(),
        }
    }
}

/// The listen queue. The default of 128 overflows in a burst, and a dropped client retries after one second.
pub const BACKLOG: u32 = 1024;

/// Longer than a request may take, and shorter than the 20 s after which Compose kills the process.
pub(crate) const DRAIN_TIMEOUT: Duration = Duration::from_secs(15);
/// Connections that are refused at the same time. More are closed without a response: each holds a file descriptor.
pub(crate) const MAX_REFUSALS: usize = 256;
/// A connection that has just been opened when the process stops gets this long to send its request.
const GRACE: Duration = Duration::from_millis(100);
/// Without file descriptors, accept fails again at once.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until `stop`, then finishes the requests in progress.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: CancellationToken) {
    let connections = Connections::new(limits.clone());
    let refusals = Arc::new(Semaphore::new(MAX_REFUSALS));
    let server = Server { router, limits, connections, refusals, graceful: GracefulShutdown::new() };
    let mut next_id = 0;
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => server.accept(&mut next_id, stream, address).await,
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
    for (stream, address) in last_accepted(listener) {
        server.accept(&mut next_id, stream, address).await;
    }
    sleep(GRACE).await;
    if timeout(server.limits.drain_timeout, server.graceful.shutdown()).await.is_err() {
        tracing::warn!("clients that read too slowly are disconnected");
        server.connections.cut_all();
    }
}

/// Connections that the kernel has accepted would be reset when the listener closes. This asks the kernel: the runtime
/// learns of a new connection only when it polls again.
fn last_accepted(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let Ok(listener) = listener.into_std() else { return Vec::new() };
    let in_runtime = |(stream, address): (std::net::TcpStream, SocketAddr)| {
        stream.set_nonblocking(true).ok()?;
        Some((TcpStream::from_std(stream).ok()?, address))
    };
    iter::repeat_with(|| listener.accept())
        .take(BACKLOG as usize)
        .take_while(|accepted| !accepted.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock))
        .filter_map(|accepted| in_runtime(accepted.ok()?))
        .collect()
}

struct Server {
    router: Router,
    limits: Limits,
    connections: Connections,
    refusals: Arc<Semaphore>,
    graceful: GracefulShutdown,
}

impl Server {
    async fn accept(&self, next_id: &mut u64, stream: TcpStream, address: SocketAddr) {
        *next_id += 1;
        // Responses are written whole; waiting for more bytes would only delay them.
        let _ = stream.set_nodelay(true);
        if let Some(slot) = self.connections.take_slot(*next_id, address).await {
            self.spawn(stream, address, slot);
        } else {
            metrics::counter!("http_connections_refused_total").increment(1);
            if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
                tokio::spawn(refuse(stream, permit));
            }
        }
    }

    fn spawn(&self, stream: TcpStream, address: SocketAddr, slot: ConnectionSlot) {
        let router = self.router.clone();
        let activity = slot.activity.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let (router, activity) = (router.clone(), activity.clone());
            // A request without a body has arrived; the handler reports the others.
            if hyper::body::Body::is_end_stream(request.body()) {
                activity.begin();
            }
            request.extensions_mut().insert(Peer(address));
            request.extensions_mut().insert(activity.clone());
            async move {
                let response: Result<Response, Infallible> = router.oneshot(request.map(Body::new) as Request).await;
                activity.end();
                response
            }
        });
        let is_proxy = self.limits.trusted_proxies.contains(address.ip());
        let idle_timeout = if is_proxy { self.limits.proxy_idle_timeout } else { self.limits.header_timeout };
        // An idle connection waits for its client, too.
        let answer_timeout = self.limits.answer_timeout.max(idle_timeout + GRACE);
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(idle_timeout)
            // A visitor may close the page right after sending.
            .half_close(true)
            .max_buf_size(self.limits.max_header_bytes);
        // hyper limits the time for the head of a request, but not for writing a response.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.limits.write_timeout));
        let io = TokioIo::new(Box::pin(stream));
        let connection = self.graceful.watch(builder.serve_connection(io, service));
        tokio::spawn(async move {
            tokio::select! {
                // The client broke the connection; the error can quote bytes.
                _ = connection => {}
                () = slot.cut.cancelled() => {}
                () = slot.activity.client_idle_for(answer_timeout) => {}
            }
        });
    }
}

/// With the headers of every response, but HSTS and a request id, which only the router adds.
fn refusal() -> String {
    const BODY: &str = "{\"error\":\"The service cannot take this request now.\",\"code\":\"unavailable\"}\n";
    let headers = middleware::fixed_headers().map(|(name, value)| format!("{name}: {value}\r\n")).concat();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\n{headers}\
         content-security-policy: {}\r\n\
         cache-control: no-store\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{BODY}",
        middleware::CLOSED_POLICY,
        BODY.len()
    )
}

/// Answers 503 without reading the request.
async fn refuse(mut stream: TcpStream, _permit: OwnedSemaphorePermit) {
    let mut unread = [0; 4096];
    // Unread bytes would reset the connection before the client has the response.
    let _ = timeout(GRACE, stream.read(&mut unread)).await;
    let _ = timeout(GRACE, stream.write_all(refusal().as_bytes())).await;
    let _ = timeout(GRACE, stream.shutdown()).await;
}
