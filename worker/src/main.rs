use std::process::ExitCode;

use clap::Parser;
use worker::{
    commands::{Arguments, execute},
    logging,
};

#[tokio::main]
async fn main() -> ExitCode {
    logging::report_panics_by_place();
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
