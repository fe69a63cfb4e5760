//! Threads that work at the same time, and listeners with a thread for each connection.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// Runs `work` in so many threads, each with its number. Returns what all of them return, or the first error.
pub fn in_parallel<T: Send>(count: usize, work: impl Fn(usize) -> Result<T> + Sync) -> Result<Vec<T>> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|number| scope.spawn(move || work(number))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("a thread panicked"))).collect()
    })
}

/// Runs `work` in a thread, and `watch` every 20 ms until it ends.
pub fn watched<T: Send>(work: impl FnOnce() -> Result<T> + Send, mut watch: impl FnMut() -> Result<()>) -> Result<T> {
    thread::scope(|scope| {
        let working = scope.spawn(work);
        while !working.is_finished() {
            watch()?;
            thread::sleep(Duration::from_millis(20));
        }
        working.join().unwrap_or_else(|_| bail!("a thread panicked"))
    })
}

/// Listens on loopback until the process ends, on a free port if `port` is 0.
pub fn listen(port: u16, serve: impl Fn(TcpStream) + Clone + Send + 'static) -> Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| format!("port {port} is taken"))?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let serve = serve.clone();
            thread::spawn(move || serve(stream));
        }
    });
    Ok(address)
}
