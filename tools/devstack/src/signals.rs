//! Counts Ctrl-C, SIGTERM and SIGHUP, so that a second one can shorten a stop.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

static RECEIVED: AtomicUsize = AtomicUsize::new(0);

/// A signal has arrived. Not a failure.
#[derive(Debug, thiserror::Error)]
#[error("stopped on request")]
pub struct Interrupted;

/// Starts counting. Signals no longer end this process by themselves.
pub fn install() -> Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            RECEIVED.fetch_add(1, Ordering::SeqCst);
        }
    });
    Ok(())
}

pub fn count() -> usize {
    RECEIVED.load(Ordering::SeqCst)
}

/// Fails with [`Interrupted`] after a signal.
pub fn check() -> Result<()> {
    if count() > 0 {
        return Err(Interrupted.into());
    }
    Ok(())
}

/// Polls `done` every 20 ms until it is true, the time is over (`false`), or a signal arrives.
pub fn wait_until(limit: Duration, mut done: impl FnMut() -> Result<bool>) -> Result<bool> {
    let start = Instant::now();
    loop {
        if done()? {
            return Ok(true);
        }
        check()?;
        if start.elapsed() > limit {
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(20));
    }
}
