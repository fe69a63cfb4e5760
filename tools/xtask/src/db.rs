//! `cargo xtask db`: a throwaway Postgres, so that plain `cargo test` finds one.

use std::fs;

use anyhow::{Context, Result};
use devstack::repo;
use devstack::throwaway::ThrowawayServer;

/// Below `.data`.
pub(crate) const FOLDER: &str = "test-database";
/// Beside it; read by the crate `testdb`.
pub(crate) const ADDRESS_FILE: &str = "test-database-url";

/// Runs until a signal comes; then the server, its data and the address are gone.
pub(crate) fn run() -> Result<()> {
    let mut server = ThrowawayServer::start(&repo::data().join(FOLDER))?;
    let address = repo::data().join(ADDRESS_FILE);
    fs::write(&address, &server.url).with_context(|| format!("cannot write {}", repo::shown(&address)))?;
    println!("ready {}\n\n  cargo test -p worker leases      Stop: Ctrl-C", server.url);
    let outcome = server.stack.supervise();
    fs::remove_file(&address)?;
    server.stack.remove()?;
    outcome
}
