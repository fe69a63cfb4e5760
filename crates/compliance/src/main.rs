use std::{process::ExitCode, sync::LazyLock};

use clap::{CommandFactory, FromArgMatches};
use compliance::commands::{Arguments, execute};
use entity::process::logging;

static VERSION: LazyLock<String> = LazyLock::new(|| migration::version!());

#[tokio::main]
async fn main() -> ExitCode {
    logging::log_panics();
    // reqwest is built without a TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let given = Arguments::command().version(VERSION.as_str()).get_matches();
    let arguments = Arguments::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    match execute(arguments).await {
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
