//! The process from its settings to its end.

use std::process::ExitCode;

use anyhow::Context;
use entity::{
    Clock,
    env::Env,
    process::{logging, signals, warn_if_exposed},
};
use tokio::net::{TcpListener, TcpSocket};
use tokio_util::sync::CancellationToken;

use crate::{
    LOGGED_CRATES,
    app::{App, Overrides},
    config::Config,
    http, open_files,
};

/// A supervisor and a monitor use few.
const MAX_OPS_CONNECTIONS: usize = 64;

/// Runs the api with settings from the environment until SIGTERM or SIGINT.
pub fn run(overrides: Overrides) -> ExitCode {
    match start(overrides) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The one line that a person starting the process needs; settings' errors hold no secret.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start(overrides: Overrides) -> anyhow::Result<()> {
    logging::log_panics();
    // ring is the one TLS provider; a second call would be an error, a first cannot.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = Config::from_env(&Env::load()?)?;
    logging::start(&config.log, &LOGGED_CRATES);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve(config, overrides))
}

async fn serve(config: Config, overrides: Overrides) -> anyhow::Result<()> {
    let db = config.database.connect_lazily().await.ok().context("DATABASE_URL: not a Postgres URL")?;
    let app = App::new(&config, db, Clock::system(), overrides)?;
    let limits = http::Limits { trusted_proxies: config.trusted_proxies.clone(), ..http::Limits::default() };
    let ops_limits = http::Limits { max_connections: MAX_OPS_CONNECTIONS, ..limits.clone() };
    open_files::raise_limit(&[&limits, &ops_limits])?;
    let public = bind("API_LISTEN", config.listen)?;
    let ops = bind("API_OPS_LISTEN", config.ops_listen)?;
    warn_if_exposed("API_OPS_LISTEN", config.ops_listen);
    tracing::info!(listen = %public.local_addr()?, ops = %ops.local_addr()?, "serving");
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    signals::on_shutdown("stopping: requests in progress are finished first", move || stopping.cancel())?;
    // As tasks of the runtime: each yields to those that read requests.
    let public = tokio::spawn(http::serve(public, app.public, limits, stop.clone()));
    let ops = tokio::spawn(http::serve(ops, app.ops, ops_limits, stop.clone()));
    tokio::try_join!(public, ops)?;
    app.tasks.join().await;
    tracing::info!("stopped");
    Ok(())
}

fn bind(name: &str, address: std::net::SocketAddr) -> anyhow::Result<TcpListener> {
    let listen = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // Or a restart would find the port taken by connections that are still closing.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(http::BACKLOG)
    };
    listen().with_context(|| format!("{name}: cannot listen on {address}. Stop what uses it or choose another port"))
}
