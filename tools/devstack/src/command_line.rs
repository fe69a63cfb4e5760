//! The exit code and the error message of a command.

use std::process::ExitCode;

use anyhow::Result;

use crate::signals::{self, Interrupted};

/// A failure that has been printed already.
#[derive(Debug, thiserror::Error)]
#[error("see above")]
pub struct Reported;

/// Runs a command with signal handlers installed. Exit code 1 is a failure, 130 an interrupt.
pub fn run(command: impl FnOnce() -> Result<()>) -> ExitCode {
    match signals::install().and_then(|()| command()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<Interrupted>() => {
            eprintln!("stopped");
            ExitCode::from(130)
        }
        Err(error) if error.is::<Reported>() => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
