//! A small HTTP/1.1 client that reports how far a request got when its connection broke.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType};

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Headers,
    pub body: Vec<u8>,
    /// Whether the server closes the connection behind it.
    closes: bool,
    /// From the first byte sent to the last byte read.
    pub took: Duration,
}

impl Reply {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        value(&self.headers, name)
    }
}

type Headers = Vec<(String, String)>;

/// The value of the first header with this name.
pub(crate) fn value<'a>(headers: &'a Headers, name: &str) -> Option<&'a str> {
    headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

/// Why a request got no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// It was not sent: the connection failed.
    Unsent,
    /// It was sent, and the connection ended or timed out.
    Broken(ErrorKind),
}

/// Keeps its connection alive.
#[derive(Debug)]
pub struct Client {
    address: SocketAddr,
    /// The local address, which the server sees as the client address.
    source: Ipv4Addr,
    timeout: Duration,
    connection: Option<BufReader<TcpStream>>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        let timeout = Duration::from_secs(15);
        Self { address, source: Ipv4Addr::LOCALHOST, timeout, connection: None }
    }

    pub fn with_source(mut self, source: Ipv4Addr) -> Self {
        self.source = source;
        self
    }

    /// Sends a whole request and reads the response. After an error, the next request opens a new connection.
    pub fn send(&mut self, request: &[u8]) -> Result<Reply, Unanswered> {
        let began = Instant::now();
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => BufReader::new(self.connect().map_err(|_| Unanswered::Unsent)?),
        };
        let reply = ask(&mut connection, request, began).map_err(|error| Unanswered::Broken(error.kind()))?;
        if !reply.closes {
            self.connection = Some(connection);
        }
        Ok(reply)
    }

    pub fn close(&mut self) {
        self.connection = None;
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let stream = connect_from(self.source, self.address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(self.timeout))?;
        stream.set_write_timeout(Some(self.timeout))?;
        Ok(stream)
    }
}

fn ask(connection: &mut BufReader<TcpStream>, request: &[u8], began: Instant) -> io::Result<Reply> {
    connection.get_mut().write_all(request)?;
    read_reply(connection, began)
}

/// Connects from the given local address.
pub fn connect_from(source: Ipv4Addr, address: SocketAddr) -> io::Result<TcpStream> {
    if source == Ipv4Addr::LOCALHOST {
        return TcpStream::connect(address);
    }
    let socket = rustix::net::socket(AddressFamily::INET, SocketType::STREAM, None)?;
    rustix::net::bind(&socket, &SocketAddrV4::new(source, 0))?;
    rustix::net::connect(&socket, &address)?;
    Ok(socket.into())
}

fn read_reply(connection: &mut BufReader<TcpStream>, began: Instant) -> io::Result<Reply> {
    let (line, headers) = read_head(connection)?;
    let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or(ErrorKind::InvalidData)?;
    let mut reply = Reply { status, headers, body: Vec::new(), closes: false, took: Duration::ZERO };
    let is_close = |value: &str| value.eq_ignore_ascii_case("close");
    reply.closes = line.starts_with("HTTP/1.0 ") || reply.header("connection").is_some_and(is_close);
    let length = reply.header("content-length").and_then(|length| length.parse().ok());
    match length {
        Some(length) => {
            reply.body = vec![0; length];
            connection.read_exact(&mut reply.body)?;
        }
        None if reply.header("transfer-encoding").is_some() => read_chunks(connection, &mut reply.body)?,
        // RFC 9112, section 6.3: the body ends with the connection.
        None if reply.closes => drop(connection.read_to_end(&mut reply.body)?),
        None => {}
    }
    reply.took = began.elapsed();
    Ok(reply)
}

/// The first line and the headers.
pub(crate) fn read_head(connection: &mut BufReader<TcpStream>) -> io::Result<(String, Headers)> {
    let (first, mut headers) = (read_line(connection)?, Headers::new());
    loop {
        let line = read_line(connection)?;
        let Some((name, value)) = line.split_once(':') else { return Ok((first, headers)) };
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
}

fn read_line(connection: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    if connection.read_line(&mut line)? == 0 {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    line.truncate(line.trim_end().len());
    Ok(line)
}

fn read_chunks(connection: &mut BufReader<TcpStream>, body: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let size = usize::from_str_radix(&read_line(connection)?, 16).map_err(io::Error::other)?;
        let start = body.len();
        body.resize(start + size, 0);
        connection.read_exact(&mut body[start..])?;
        read_line(connection)?;
        if size == 0 {
            return Ok(());
        }
    }
}

/// A GET request.
pub fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    fn answer(bytes: &'static [u8]) -> Result<Reply, Unanswered> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, peer) = listener.accept().unwrap();
            let _ = stream.read(&mut [0; 512]).unwrap();
            stream.write_all(bytes).unwrap();
            peer
        });
        let source = Ipv4Addr::new(127, 0, 0, 9);
        let reply = Client::new(address).with_source(source).send(&get("/"));
        assert_eq!(server.join().unwrap().ip(), source);
        reply
    }

    #[test]
    fn reads_each_kind_of_body_and_names_what_is_missing() {
        let broken = Err(Unanswered::Broken(ErrorKind::UnexpectedEof));
        for (response, expected) in [
            (&b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}"[..], Ok((201, &b"{}"[..]))),
            (
                b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
                Ok((200, b"abcde")),
            ),
            (b"HTTP/1.0 200 OK\r\nServer: x\r\n\r\n{}", Ok((200, b"{}"))),
            (b"HTTP/1.1 201 Created\r\nContent-Length: 20\r\n\r\n{}", broken),
            (b"", broken),
        ] {
            let found = answer(response).map(|reply| (reply.status, reply.body));
            assert_eq!(found.as_ref().map(|(status, body)| (*status, &body[..])).map_err(|error| *error), expected);
        }
    }

    #[test]
    fn a_refused_connection_means_unsent() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        assert_eq!(Client::new(address).send(&get("/")).unwrap_err(), Unanswered::Unsent);
    }
}
