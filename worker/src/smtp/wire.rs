//! The byte stream below lettre, with limits that lettre lacks.

use std::{
    fmt, io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll, ready},
};

use lettre::transport::smtp::client::AsyncTokioStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The most that a server may send in reply to one write. A reply line is at most 512 octets (RFC 5321,
/// section 4.5.3.1.5); a TLS handshake's certificates are larger.
const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// First byte of a TLS handshake record (RFC 8446, section 5.1).
const TLS_HANDSHAKE: u8 = 22;

pub(super) struct Wire<S> {
    inner: S,
    peer: SocketAddr,
    budget: usize,
    /// Reads byte by byte until TLS begins, so that no reply sent early in clear counts as a reply inside TLS (response
    /// injection, like CVE-2021-38371).
    in_clear: bool,
}

impl<S> Wire<S> {
    pub(super) fn new(inner: S, peer: SocketAddr, awaits_tls: bool) -> Self {
        Self { inner, peer, budget: MAX_ANSWER_BYTES, in_clear: awaits_tls }
    }
}

impl<S> fmt::Debug for Wire<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("wire")
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Wire<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.budget == 0 {
            return Poll::Ready(Err(io::Error::other("the server's reply is too long")));
        }
        let room = if self.in_clear { 1 } else { buf.remaining() }.min(self.budget);
        let mut window = ReadBuf::new(buf.initialize_unfilled_to(room));
        ready!(Pin::new(&mut self.inner).poll_read(cx, &mut window))?;
        let read = window.filled().len();
        buf.advance(read);
        self.budget -= read;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        self.budget = MAX_ANSWER_BYTES;
        self.in_clear &= data.first() != Some(&TLS_HANDSHAKE);
        Pin::new(&mut self.inner).poll_write(cx, data)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Sync + Unpin> AsyncTokioStream for Wire<S> {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    fn wire(awaits_tls: bool) -> (Wire<tokio::io::DuplexStream>, tokio::io::DuplexStream) {
        let (near, far) = tokio::io::duplex(1 << 20);
        (Wire::new(near, SocketAddr::from(([127, 0, 0, 1], 25)), awaits_tls), far)
    }

    #[tokio::test]
    async fn an_endless_reply_ends_in_an_error() {
        let (mut wire, mut far) = wire(false);
        far.write_all(&vec![b'x'; MAX_ANSWER_BYTES + 1]).await.unwrap();
        let mut taken = Vec::new();
        assert!(wire.read_to_end(&mut taken).await.is_err());
        assert_eq!(taken.len(), MAX_ANSWER_BYTES);
        wire.write_all(b"NOOP\r\n").await.unwrap();
        assert_eq!(wire.read_u8().await.unwrap(), b'x', "the next command's reply has a new budget");
    }

    #[tokio::test]
    async fn reads_byte_by_byte_until_tls_begins() {
        let (mut wire, mut far) = wire(true);
        far.write_all(b"220 go\r\n250 injected\r\n").await.unwrap();
        let mut buffer = [0; 64];
        assert_eq!(wire.read(&mut buffer).await.unwrap(), 1);
        wire.write_all(&[TLS_HANDSHAKE, 3, 1]).await.unwrap();
        assert_eq!(wire.read(&mut buffer).await.unwrap(), 21);
    }
}
