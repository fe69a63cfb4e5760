use std::{panic::AssertUnwindSafe, process::ExitCode, sync::LazyLock};

use clap::{CommandFactory, FromArgMatches};
use entity::process::logging;
use futures::FutureExt;
use worker::commands::{Arguments, execute, failure_code};

static VERSION: LazyLock<String> = LazyLock::new(|| migration::version!());

#[tokio::main]
async fn main() -> ExitCode {
    logging::log_panics();
    // reqwest is built without a TLS provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let given = Arguments::command().version(VERSION.as_str()).try_get_matches();
    let arguments = match given.and_then(|given| Arguments::from_arg_matches(&given)) {
        Ok(arguments) => arguments,
        Err(usage) => {
            let _ = usage.print();
            return if usage.use_stderr() { failure_code(2) } else { ExitCode::SUCCESS };
        }
    };
    match AssertUnwindSafe(execute(arguments)).catch_unwind().await {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            eprintln!("worker: {error:#}");
            failure_code(1)
        }
        // It is logged.
        Err(_) => failure_code(101),
    }
}
