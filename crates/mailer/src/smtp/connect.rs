//! TCP to the first of a relay's addresses that answers.

use std::{io, net::SocketAddr, time::Duration};

use futures::{StreamExt, stream::FuturesUnordered};
use tokio::{
    net::{TcpStream, lookup_host},
    time::sleep,
};

use super::outcome::Fault;

/// The head start of each address before the next one is tried as well (RFC 8305, section 5). Without it, an IPv6 route
/// that leads nowhere would use up the time limit before IPv4 is tried.
const HEAD_START: Duration = Duration::from_millis(250);

pub async fn connect(host: &str, port: u16) -> Result<TcpStream, Fault> {
    let addresses: Vec<_> = lookup_host((host, port)).await.map_err(|_| Fault::Unresolved)?.collect();
    if addresses.is_empty() {
        return Err(Fault::Unresolved);
    }
    let tcp = first_to_answer(addresses).await.map_err(|_| Fault::Lost)?;
    // The message and the end of data are two writes: with Nagle's algorithm they cost 40 ms a mail.
    // It fails on a connection that is already reset, which the greeting shows.
    let _ = tcp.set_nodelay(true);
    Ok(tcp)
}

/// Tries the next address when one has failed or its head start is over. The error is the last one.
async fn first_to_answer(addresses: Vec<SocketAddr>) -> io::Result<TcpStream> {
    let mut waiting = addresses.into_iter();
    let mut attempts = FuturesUnordered::new();
    let mut result = Err(io::ErrorKind::AddrNotAvailable.into());
    loop {
        attempts.extend(waiting.next().map(TcpStream::connect));
        if attempts.is_empty() {
            return result;
        }
        tokio::select! {
            Some(ended) = attempts.next() => match ended {
                Ok(tcp) => return Ok(tcp),
                failed => result = failed,
            },
            () = sleep(HEAD_START), if waiting.len() > 0 => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        net::{TcpListener, TcpSocket},
        time::timeout,
    };

    use super::*;

    /// A listener whose queue is full: the kernel drops further SYNs, as a route that leads nowhere does.
    async fn black_hole() -> (TcpListener, Vec<TcpStream>) {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(1).unwrap();
        let mut queued = Vec::new();
        while let Ok(tcp) =
            timeout(Duration::from_millis(300), TcpStream::connect(listener.local_addr().unwrap())).await
        {
            queued.push(tcp.unwrap());
        }
        (listener, queued)
    }

    #[tokio::test]
    async fn an_address_that_leads_nowhere_does_not_hide_the_next_one() {
        let (hole, _queued) = black_hole().await;
        let good = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let addresses = vec![hole.local_addr().unwrap(), good.local_addr().unwrap()];
        let tcp = timeout(Duration::from_secs(5), first_to_answer(addresses)).await.unwrap().unwrap();
        assert_eq!(tcp.peer_addr().unwrap(), good.local_addr().unwrap());
    }

    #[tokio::test]
    async fn a_refused_address_is_followed_by_the_next_at_once() {
        let good = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let refused = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let addresses = vec![refused, refused, good.local_addr().unwrap()];
        let start = tokio::time::Instant::now();
        assert!(first_to_answer(addresses).await.is_ok());
        assert!(start.elapsed() < HEAD_START);
        assert!(first_to_answer(vec![refused]).await.is_err());
    }

    #[tokio::test]
    async fn a_name_that_cannot_be_resolved_is_told_from_a_relay_that_is_down() {
        assert_eq!(connect("no..name", 25).await.unwrap_err(), Fault::Unresolved);
        let refused = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        assert_eq!(connect("127.0.0.1", refused.port()).await.unwrap_err(), Fault::Lost);
    }
}
