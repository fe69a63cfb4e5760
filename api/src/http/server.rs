//! Accepting and serving connections with limits on time and number.
//!
//! `axum::serve` installs no timer, so hyper's limit on a request's head would never fire; hence hyper-util.
//! HTTP/1 only: a reverse proxy speaks it, and a slow HTTP/2 preface has no time limit.

use std::{convert::Infallible, io::ErrorKind, iter, net::SocketAddr, time::Duration};

use axum::{Router, body::Body, extract::Request, response::Response};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
};
use ipnet::IpNet;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::{
    connections::{ConnectionSlot, Connections},
    middleware,
    write_timeout::TimedIo,
};
use crate::{failpoint, limits::Peer, metrics};

/// Limits of one listener.
#[derive(Debug, Clone)]
pub struct Limits {
    /// For a request's head, also between two requests of a connection.
    pub header_timeout: Duration,
    /// For an answer that the other side does not read. Who reads a few bytes now and then is cut as well: the kernel
    /// takes more from us only once a third of its buffer is free.
    pub write_timeout: Duration,
    /// For an answer in all, however evenly it is read: a megabyte in this time is 18 kB a second.
    pub answer_timeout: Duration,
    /// For requests that are under way when the process is stopped.
    pub drain_timeout: Duration,
    pub max_header_bytes: usize,
    pub max_connections: usize,
    pub max_connections_per_peer: usize,
    /// How long a connection may keep us waiting before it has to make room for another.
    pub min_idle: Duration,
    /// Not held to the limit per peer.
    pub trusted_proxies: Vec<IpNet>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // With the body's 6 s: a slow head and a slow body together are gone within 10 s.
            header_timeout: Duration::from_secs(4),
            write_timeout: Duration::from_secs(8),
            answer_timeout: Duration::from_mins(1),
            drain_timeout: Duration::from_secs(10),
            max_header_bytes: 32 * 1024,
            max_connections: 512,
            max_connections_per_peer: 256,
            min_idle: Duration::from_secs(1),
            trusted_proxies: Vec::new(),
        }
    }
}

/// The listen queue. The default of 128 overflows in a burst, and a dropped client retries after one second.
pub const BACKLOG: u32 = 1024;

impl Limits {
    /// For the proof that they are needed.
    fn lifted(self) -> Self {
        let (hour, many) = (Duration::from_hours(1), usize::MAX);
        Self {
            header_timeout: hour,
            write_timeout: hour,
            answer_timeout: hour,
            max_connections: many,
            max_connections_per_peer: many,
            ..self
        }
    }
}

/// A connection that is just being opened when the process stops gets this long to say what it wants.
const LAST_CALL: Duration = Duration::from_millis(100);
/// When the process has no file descriptors left, accepting again at once would spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until `stop`, then finishes what is under way.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: CancellationToken) {
    let limits = if failpoint::is_on("without-limits") { limits.lifted() } else { limits };
    let connections = Connections::new(
        limits.max_connections,
        limits.max_connections_per_peer,
        limits.min_idle,
        limits.trusted_proxies.clone(),
    );
    let server = Server { router, limits, connections, graceful: GracefulShutdown::new() };
    let mut next_id = 0;
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => server.take(&mut next_id, stream, address),
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
    for (stream, address) in last_accepted(listener) {
        server.take(&mut next_id, stream, address);
    }
    sleep(LAST_CALL).await;
    if timeout(server.limits.drain_timeout, server.graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// Connections that the kernel has accepted already would be reset when the listener closes. It is asked itself: the
/// runtime hears of a new one only at its next turn.
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
    graceful: GracefulShutdown,
}

impl Server {
    fn take(&self, next_id: &mut u64, stream: TcpStream, address: SocketAddr) {
        *next_id += 1;
        // Answers are written whole; waiting for more bytes would only delay them.
        let _ = stream.set_nodelay(true);
        if let Some(place) = self.connections.admit(*next_id, address) {
            self.spawn(stream, address, place);
        } else {
            metrics::connection_refused();
            tokio::spawn(turn_away(stream));
        }
    }

    fn spawn(&self, stream: TcpStream, address: SocketAddr, place: ConnectionSlot) {
        let router = self.router.clone();
        let working = place.working.clone();
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let (router, working) = (router.clone(), working.clone());
            // A request without a body is whole; the handler says so for the others.
            if hyper::body::Body::is_end_stream(request.body()) {
                working.begin();
            }
            request.extensions_mut().insert(Peer(address));
            request.extensions_mut().insert(working.clone());
            async move {
                let response: Result<Response, Infallible> = router.oneshot(request.map(Body::new) as Request).await;
                working.end();
                response
            }
        });
        let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.header_timeout)
            // A visitor who sends and closes the page has sent an inquiry.
            .half_close(true)
            .max_buf_size(self.limits.max_header_bytes);
        let answer_timeout = self.limits.answer_timeout;
        let io = TokioIo::new(TimedIo::new(stream, self.limits.write_timeout));
        let connection = self.graceful.watch(builder.serve_connection(io, service).into_owned());
        tokio::spawn(async move {
            tokio::select! {
                // Broken connections are the other side's affair, and their errors can quote bytes.
                _ = connection => {}
                () = place.cut.cancelled() => {}
                () = place.working.kept_waiting_for(answer_timeout) => {}
            }
        });
    }
}

/// As every other answer has them (`finish`), but for what only the router knows: whether all is `https`, and what
/// request it was.
fn no_room() -> String {
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

/// Every connection is at work: a short answer without looking at the request.
async fn turn_away(mut stream: TcpStream) {
    let mut unread = [0; 4096];
    // Bytes left unread would reset the connection under the answer.
    let _ = timeout(LAST_CALL, stream.read(&mut unread)).await;
    let _ = timeout(LAST_CALL, stream.write_all(no_room().as_bytes())).await;
    let _ = timeout(LAST_CALL, stream.shutdown()).await;
}
