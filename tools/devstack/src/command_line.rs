//! The exit code and the error message of a command.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use crate::signals::{self, Interrupted};

/// A failure that has been printed already.
#[derive(Debug, thiserror::Error)]
#[error("see above")]
pub struct Reported;

/// Writes a line to standard error, if that can be written: `eprintln!` panics where it cannot, as on a full disk.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Runs a command with signal handlers installed. Exit code 1 is a failure, 130 an interrupt.
pub fn run(command: impl FnOnce() -> Result<()>) -> ExitCode {
    match signals::install().and_then(|()| command()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => {
            say("stopped");
            ExitCode::from(130)
        }
        Err(error) if error.is::<Reported>() => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}
