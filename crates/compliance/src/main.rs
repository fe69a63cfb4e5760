use std::process::ExitCode;

use clap::Parser;
use compliance::commands::{Arguments, execute};
use entity::process::logging;

#[tokio::main]
async fn main() -> ExitCode {
    logging::log_panics();
    // reqwest is built without a TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match execute(Arguments::parse()).await {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("compliance: {error:#}");
            ExitCode::FAILURE
        }
    }
}
