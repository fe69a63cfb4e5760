//! A connection, in plain text or with TLS.

use std::fmt::Debug;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Longer than every timeout of the product.
const TIMEOUT: Duration = Duration::from_mins(3);

trait ReadWrite: Read + Write + Debug {}
impl<T: Read + Write + Debug> ReadWrite for T {}

#[derive(Debug)]
pub(super) struct Stream {
    tcp: TcpStream,
    /// The same socket, perhaps below TLS.
    io: Box<dyn ReadWrite>,
    pub(super) is_encrypted: bool,
}

impl Stream {
    pub(super) fn new(tcp: TcpStream) -> io::Result<Self> {
        tcp.set_nodelay(true)?;
        tcp.set_read_timeout(Some(TIMEOUT))?;
        tcp.set_write_timeout(Some(TIMEOUT))?;
        Ok(Self { io: Box::new(tcp.try_clone()?), tcp, is_encrypted: false })
    }

    pub(super) fn secure(self, config: Arc<ServerConfig>) -> io::Result<Self> {
        let connection = ServerConnection::new(config).map_err(io::Error::other)?;
        let mut tls = StreamOwned::new(connection, self.tcp.try_clone()?);
        while tls.conn.is_handshaking() {
            tls.conn.complete_io(&mut tls.sock)?;
        }
        Ok(Self { io: Box::new(tls), tcp: self.tcp, is_encrypted: true })
    }

    /// Closing will reset the connection.
    pub(super) fn reset_on_close(&self) -> io::Result<()> {
        Ok(rustix::net::sockopt::set_socket_linger(&self.tcp, Some(Duration::ZERO))?)
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.io.read(buffer)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.io.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.io.flush()
    }
}
