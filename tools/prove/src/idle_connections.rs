//! Connections that an attacker keeps open: silent, or with a body byte by byte. The kernel's table says which of them the
//! server still holds.

use std::collections::HashSet;
use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use testkit::client::connect_from;

/// How often each connection sends, and the kernel's table is read.
const STEP: Duration = Duration::from_millis(1_000 / STEPS_A_SECOND as u64);
const STEPS_A_SECOND: usize = 5;

#[derive(Debug, Clone, Copy)]
pub(super) struct Attack {
    /// Sends a body byte by byte, or nothing.
    pub(super) sends_body: bool,
    /// Connections at a time.
    pub(super) count: usize,
    pub(super) opened_a_second: usize,
    /// The number of client addresses.
    pub(super) addresses: usize,
}

#[derive(Debug)]
struct IdleConnection {
    stream: TcpStream,
    source: SocketAddr,
    opened: Instant,
}

/// Keeps the connections open until `is_over`, replacing closed ones. Returns how many were opened, and how many the server
/// closed.
pub(super) fn keep_open(site: SocketAddr, attack: Attack, is_over: &AtomicBool) -> Result<(usize, usize)> {
    let (mut opened, mut closed) = (0, 0);
    let mut idle: Vec<IdleConnection> = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let step_ends = Instant::now() + STEP;
        for _ in 0..(attack.count - idle.len()).min(attack.opened_a_second / STEPS_A_SECOND) {
            idle.push(open(site, opened, attack).context("a connection of the attacker cannot be opened")?);
            opened += 1;
        }
        if attack.sends_body {
            // A closed connection fails here and is found below.
            for connection in &mut idle {
                let _ = connection.stream.write(b"x");
            }
        }
        std::thread::sleep(step_ends.saturating_duration_since(Instant::now()));
        let held = held_by_server(site.port())?;
        let before = idle.len();
        idle.retain(|connection| held.contains(&connection.source) || connection.opened.elapsed() < STEP);
        closed += before - idle.len();
    }
    Ok((opened, closed))
}

fn open(site: SocketAddr, number: usize, attack: Attack) -> Result<IdleConnection> {
    let machine = u8::try_from(number % attack.addresses)?;
    let mut stream = connect_from(Ipv4Addr::new(127, 5, 0, machine + 1), site)?;
    stream.set_nonblocking(true)?;
    let source = stream.local_addr()?;
    if attack.sends_body {
        let sent = write!(
            stream,
            "POST /api/send-email HTTP/1.1\r\nHost: {site}\r\nOrigin: http://{site}\r\nContent-Type: application/json\r\n\
             Content-Length: 20000\r\n\r\n{{\"message\":\""
        );
        // One that the server has closed at once is counted like the others.
        sent.or_else(|error| match error.kind() {
            ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => Ok(()),
            _ => Err(error),
        })?;
    }
    Ok(IdleConnection { stream, source, opened: Instant::now() })
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
