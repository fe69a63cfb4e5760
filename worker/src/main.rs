use std::process::ExitCode;

use clap::Parser;
use worker::commands::{Arguments, execute};

#[tokio::main]
async fn main() -> ExitCode {
    // reqwest is built without a provider of its own.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match execute(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("worker: {error:#}");
            ExitCode::FAILURE
        }
    }
}
