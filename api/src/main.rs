//! `api`: no arguments; settings from the environment.

use std::{io, process::ExitCode};

use anyhow::Context;
use api::{App, LOGGED_CRATES, Overrides, http, settings::Settings};
use entity::{
    Clock,
    env::Env,
    process::{logging, signals},
};
use tokio::net::{TcpListener, TcpSocket};
use tokio_util::sync::CancellationToken;

fn main() -> ExitCode {
    match start() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The one line that a person starting the process needs; settings' errors hold no secret.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> anyhow::Result<()> {
    logging::log_panics();
    // ring is the one TLS provider; a second call would be an error, a first cannot.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let settings = Settings::from_env(&Env::load()?)?;
    logging::start(&settings.log, &LOGGED_CRATES);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(run(settings))
}

async fn run(settings: Settings) -> anyhow::Result<()> {
    let db = settings.database.connect_lazily().await.ok().context("DATABASE_URL: not a Postgres URL")?;
    // Crash tests run on servers without fsync.
    let overrides = Overrides { accepts_unsafe_server: cfg!(feature = "failpoints"), ..Overrides::default() };
    let app = App::with(&settings, db, Clock::system(), overrides)?;
    let public = bind("API_LISTEN", settings.listen)?;
    let ops = bind("API_OPS_LISTEN", settings.ops_listen)?;
    tracing::info!(listen = %public.local_addr()?, ops = %ops.local_addr()?, "serving");
    let stop = stop_on_signal()?;
    let limits = http::Limits { trusted_proxies: settings.trusted_proxies, ..http::Limits::default() };
    tokio::join!(
        http::serve(public, app.public, limits.clone(), stop.clone()),
        http::serve(ops, app.ops, limits, stop.clone()),
    );
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

/// Cancelled by the first SIGTERM or SIGINT.
fn stop_on_signal() -> io::Result<CancellationToken> {
    let stop = CancellationToken::new();
    let (signal, token) = (signals::shutdown()?, stop.clone());
    tokio::spawn(async move {
        signal.await;
        tracing::info!("stopping: requests in progress are finished first");
        token.cancel();
    });
    Ok(stop)
}
