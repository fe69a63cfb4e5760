//! Stopping on a signal.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// At the first SIGTERM or SIGINT (ctrl-c), logs `text` and calls `stop`.
///
/// Installs the handlers at once, so that no signal after this call is lost. Must be called within a tokio runtime.
pub fn on_shutdown(text: &'static str, stop: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("{text}");
        stop();
    });
    Ok(())
}
