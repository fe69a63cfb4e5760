use std::process::ExitCode;

use clap::Parser;
use entity::process::logging;
use worker::commands::{Arguments, execute};

#[tokio::main]
async fn main() -> ExitCode {
    logging::log_panics();
    // reqwest is built without a TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match execute(Arguments::parse()).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("worker: {error:#}");
            ExitCode::FAILURE
        }
    }
}
