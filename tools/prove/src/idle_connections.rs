//! Slow connections: they send nothing, or a header or a body byte by byte, or read the response slowly or not at all.
//! The kernel's table says which of them the server still holds.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::net::{AddressFamily, SocketType, sockopt};

/// How often each connection sends or reads, and the kernel's table is read.
const STEP: Duration = Duration::from_millis(1_000 / STEPS_A_SECOND as u64);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Sends nothing.
    Silent,
    Header,
    Body,
    /// Reads nothing.
    NoRead,
    /// Reads a few bytes per step.
    SlowRead,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Attack<'a> {
    pub(super) kinds: &'a [Kind],
    /// Connections at a time.
    pub(super) count: usize,
    pub(super) opened_a_second: usize,
    /// The number of client addresses.
    pub(super) addresses: usize,
    /// A path with a large response.
    pub(super) page: &'a str,
}

const STEPS_A_SECOND: usize = 5;
/// Bytes per step: a kilobyte a second.
const SLOW_READ: usize = 200;

#[derive(Debug)]
struct IdleConnection {
    kind: Kind,
    stream: TcpStream,
    source: SocketAddr,
    opened: Instant,
}

/// How long the server held each connection that it closed.
#[derive(Debug, Default)]
pub(super) struct Lifetimes {
    pub(super) seconds: Vec<(Kind, f64)>,
    pub(super) opened: usize,
    /// The age of the oldest connection that is still open.
    pub(super) oldest_left: f64,
}

impl Lifetimes {
    /// The number of these kinds of which the server closed at least one.
    pub(super) fn kinds_closed(&self, kinds: &[Kind]) -> usize {
        kinds.iter().filter(|kind| self.seconds.iter().any(|(closed, _)| closed == *kind)).count()
    }

    pub(super) fn shown(&self) -> String {
        format!("{} / {}", self.opened, self.seconds.len())
    }

    pub(super) fn longest(&self) -> f64 {
        self.seconds.iter().map(|(_, seconds)| *seconds).fold(self.oldest_left, f64::max)
    }
}

/// Keeps the connections open until `is_over`, replacing closed ones.
pub(super) fn keep_open(site: SocketAddr, attack: Attack, is_over: &AtomicBool) -> Result<Lifetimes> {
    let mut lifetimes = Lifetimes::default();
    let mut idle: Vec<IdleConnection> = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let step_ends = Instant::now() + STEP;
        for _ in 0..(attack.count - idle.len()).min(attack.opened_a_second / STEPS_A_SECOND) {
            idle.push(open(site, lifetimes.opened, attack).context("a slow connection cannot be opened")?);
            lifetimes.opened += 1;
        }
        for connection in &mut idle {
            // A closed connection fails here and is found below.
            match connection.kind {
                Kind::Header | Kind::Body => drop(connection.stream.write(b"x")),
                Kind::Silent | Kind::NoRead => {}
                Kind::SlowRead => drop(connection.stream.read(&mut [0; SLOW_READ])),
            }
        }
        std::thread::sleep(step_ends.saturating_duration_since(Instant::now()));
        let held = held_by_server(site.port())?;
        idle.retain(|connection| {
            let is_held = held.contains(&connection.source) || connection.opened.elapsed() < STEP;
            if !is_held {
                lifetimes.seconds.push((connection.kind, connection.opened.elapsed().as_secs_f64()));
            }
            is_held
        });
    }
    lifetimes.oldest_left = idle.iter().map(|connection| connection.opened.elapsed().as_secs_f64()).fold(0.0, f64::max);
    Ok(lifetimes)
}

fn open(site: SocketAddr, number: usize, attack: Attack) -> Result<IdleConnection> {
    let kind = attack.kinds[number % attack.kinds.len()];
    let machine = u8::try_from(number % attack.addresses)?;
    let socket = rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None)?;
    if matches!(kind, Kind::NoRead | Kind::SlowRead) {
        sockopt::set_socket_recv_buffer_size(&socket, 4096)?;
    }
    rustix::net::bind(&socket, &SocketAddrV4::new(Ipv4Addr::new(127, 5, 0, machine + 1), 0))?;
    rustix::net::connect(&socket, &site)?;
    let mut stream = TcpStream::from(socket);
    stream.set_nonblocking(true)?;
    let source = stream.local_addr()?;
    let start = match kind {
        Kind::Silent => String::new(),
        Kind::Header => format!("GET / HTTP/1.1\r\nHost: {site}\r\nX-Slow: "),
        Kind::Body => format!(
            "POST /api/send-email HTTP/1.1\r\nHost: {site}\r\nOrigin: http://{site}\r\nContent-Type: application/json\r\n\
             Content-Length: 20000\r\n\r\n{{\"message\":\""
        ),
        Kind::NoRead | Kind::SlowRead => format!("GET {} HTTP/1.1\r\nHost: {site}\r\n\r\n", attack.page).repeat(100),
    };
    // A full send buffer is expected: these connections do not read.
    let _ = stream.write(start.as_bytes());
    Ok(IdleConnection { kind, stream, source, opened: Instant::now() })
}

/// The peers of the server's established connections.
#[cfg(target_os = "linux")]
fn held_by_server(port: u16) -> Result<HashSet<SocketAddr>> {
    let table = procfs::net::tcp().context("the kernel shows no table of connections")?;
    let held = table.into_iter().filter(|row| row.local_address.port() == port);
    let established = held.filter(|row| row.state == procfs::net::TcpState::Established);
    Ok(established.map(|row| row.remote_address).collect())
}

#[cfg(not(target_os = "linux"))]
fn held_by_server(_: u16) -> Result<HashSet<SocketAddr>> {
    anyhow::bail!("this scenario reads Linux's table of connections")
}
