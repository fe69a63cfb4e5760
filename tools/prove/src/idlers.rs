//! Connections that take their time: a byte of a header or a body now and then, or an answer that
//! nobody reads, or hardly. Whether the server still holds a connection is asked of the kernel.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::net::{AddressFamily, SocketType, sockopt};

/// New connections a step: 200 a second, four times the default of the usual tool. More would be a flood of
/// connections, which is another attack.
const OPENED_A_STEP: usize = 40;
/// How often each idler moves, and the server's table is read.
const STEP: Duration = Duration::from_millis(200);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Header,
    Body,
    /// Reads nothing.
    Reader,
    /// Reads a few bytes now and then.
    Sipper,
}

pub(super) const KINDS: [Kind; 4] = [Kind::Header, Kind::Body, Kind::Reader, Kind::Sipper];
/// What a sipper reads a step: a kilobyte a second.
const SIP: usize = 200;

#[derive(Debug)]
struct Idler {
    kind: Kind,
    stream: TcpStream,
    source: SocketAddrV4,
    opened: Instant,
}

/// How long the server held each connection that it has cut.
#[derive(Debug, Default)]
pub(super) struct Lives {
    pub(super) seconds: Vec<(Kind, f64)>,
    pub(super) opened: usize,
    /// The age of the oldest that was never cut.
    pub(super) oldest_left: f64,
}

impl Lives {
    /// Of how many kinds the server has cut some.
    pub(super) fn kinds_cut(&self) -> usize {
        KINDS.iter().filter(|kind| self.seconds.iter().any(|(cut, _)| cut == *kind)).count()
    }

    pub(super) fn longest(&self) -> f64 {
        self.seconds.iter().map(|(_, seconds)| *seconds).fold(self.oldest_left, f64::max)
    }
}

/// Keeps `count` connections open until `is_over`, each cut one replaced. `page` is a path with a large answer.
pub(super) fn keep_open(site: SocketAddr, count: usize, page: &str, is_over: &AtomicBool) -> Result<Lives> {
    let mut lives = Lives::default();
    let mut idlers: Vec<Idler> = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let step_ends = Instant::now() + STEP;
        for _ in 0..(count - idlers.len()).min(OPENED_A_STEP) {
            idlers.push(open(site, lives.opened, page).context("an idler cannot connect")?);
            lives.opened += 1;
        }
        for idler in &mut idlers {
            // A connection that is gone fails here, and is found gone below.
            match idler.kind {
                Kind::Header | Kind::Body => drop(idler.stream.write(b"x")),
                Kind::Reader => {}
                Kind::Sipper => drop(idler.stream.read(&mut [0; SIP])),
            }
        }
        std::thread::sleep(step_ends.saturating_duration_since(Instant::now()));
        let held = held_by_server(site.port())?;
        idlers.retain(|idler| {
            let is_held = held.contains(&idler.source) || idler.opened.elapsed() < STEP;
            if !is_held {
                lives.seconds.push((idler.kind, idler.opened.elapsed().as_secs_f64()));
            }
            is_held
        });
    }
    lives.oldest_left = idlers.iter().map(|idler| idler.opened.elapsed().as_secs_f64()).fold(0.0, f64::max);
    Ok(lives)
}

/// Each from one of many machines.
fn open(site: SocketAddr, number: usize, page: &str) -> Result<Idler> {
    let kind = KINDS[number % KINDS.len()];
    let machine = u8::try_from(number % 200)?;
    let socket = rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None)?;
    if matches!(kind, Kind::Reader | Kind::Sipper) {
        sockopt::set_socket_recv_buffer_size(&socket, 4096)?;
    }
    rustix::net::bind(&socket, &SocketAddrV4::new(Ipv4Addr::new(127, 5, 0, machine + 1), 0))?;
    rustix::net::connect(&socket, &site)?;
    let mut stream = TcpStream::from(socket);
    stream.set_nonblocking(true)?;
    let SocketAddr::V4(source) = stream.local_addr()? else { anyhow::bail!("not an IPv4 address") };
    let start = match kind {
        Kind::Header => format!("GET / HTTP/1.1\r\nHost: {site}\r\nX-Slow: "),
        Kind::Body => format!(
            "POST /api/send-email HTTP/1.1\r\nHost: {site}\r\nOrigin: http://{site}\r\nContent-Type: application/json\r\n\
             Content-Length: 20000\r\n\r\n{{\"message\":\""
        ),
        Kind::Reader | Kind::Sipper => format!("GET {page} HTTP/1.1\r\nHost: {site}\r\n\r\n").repeat(100),
    };
    // A full buffer at the other side is what a slow reader is for.
    let _ = stream.write(start.as_bytes());
    Ok(Idler { kind, stream, source, opened: Instant::now() })
}

/// The peers of the server's established connections.
fn held_by_server(port: u16) -> Result<HashSet<SocketAddrV4>> {
    let table = std::fs::read_to_string("/proc/net/tcp").context("this scenario reads Linux's /proc/net/tcp")?;
    Ok(peers(&table, port))
}

fn peers(table: &str, port: u16) -> HashSet<SocketAddrV4> {
    let suffix = format!(":{port:04X}");
    let established = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_ours = fields.get(1)?.ends_with(&suffix) && *fields.get(3)? == "01";
        is_ours.then(|| address(fields[2])).flatten()
    };
    table.lines().skip(1).filter_map(established).collect()
}

/// `0100007F:1F90`: the address in the machine's byte order.
fn address(text: &str) -> Option<SocketAddrV4> {
    let (ip, port) = text.split_once(':')?;
    let ip = u32::from_str_radix(ip, 16).ok()?.to_ne_bytes();
    Some(SocketAddrV4::new(ip.into(), u16::from_str_radix(port, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_endian = "little")]
    fn reads_who_is_connected() {
        let table = "  sl  local_address rem_address   st\n\
             0: 0100007F:1F90 00000000:0000 0A 0\n\
             1: 0100007F:1F90 0200057F:9999 01 0\n\
             2: 0100007F:1F90 0300057F:9998 04 0\n\
             3: 0200057F:9999 0100007F:1F90 01 0\n";
        assert_eq!(peers(table, 8080), [SocketAddrV4::new([127, 5, 0, 2].into(), 0x9999)].into());
    }
}
