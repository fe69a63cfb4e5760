//! A connection, in plain text or with TLS.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Longer than every timeout of the product.
const TIMEOUT: Duration = Duration::from_mins(3);

#[derive(Debug)]
pub(super) enum Stream {
    Plain(TcpStream),
    Tls(Box<StreamOwned<ServerConnection, TcpStream>>),
}

impl Stream {
    pub(super) fn new(tcp: TcpStream) -> io::Result<Self> {
        tcp.set_nodelay(true)?;
        tcp.set_read_timeout(Some(TIMEOUT))?;
        tcp.set_write_timeout(Some(TIMEOUT))?;
        Ok(Self::Plain(tcp))
    }

    pub(super) fn secure(self, config: Arc<ServerConfig>) -> io::Result<Self> {
        let Self::Plain(tcp) = self else { return Ok(self) };
        let connection = ServerConnection::new(config).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, tcp);
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock)?;
        }
        Ok(Self::Tls(Box::new(stream)))
    }

    pub(super) fn is_encrypted(&self) -> bool {
        matches!(self, Self::Tls(_))
    }

    /// Closing will reset the connection.
    pub(super) fn reset_on_close(&self) -> io::Result<()> {
        let tcp = match self {
            Self::Plain(tcp) => tcp,
            Self::Tls(stream) => &stream.sock,
        };
        Ok(rustix::net::sockopt::set_socket_linger(tcp, Some(Duration::ZERO))?)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(tcp) => tcp.read(buffer),
            Self::Tls(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(tcp) => tcp.write(bytes),
            Self::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(tcp) => tcp.flush(),
            Self::Tls(stream) => stream.flush(),
        }
    }
}
