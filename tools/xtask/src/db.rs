//! `cargo xtask db`: a throwaway Postgres, so that plain `cargo test` finds one.

use std::fs;

use anyhow::{Context, Result};
use devstack::repo;
use devstack::throwaway::ThrowawayServer;

/// Runs until a signal comes; then the server, its data and the address are gone.
pub(crate) fn run() -> Result<()> {
    // Not in `.data`, which `up --fresh` removes. The crate `testdb` reads the address.
    let folder = repo::root().join(".test-database");
    let mut server = ThrowawayServer::start(&folder)?;
    let address = folder.join("url");
    fs::write(&address, &server.url).with_context(|| format!("cannot write {}", repo::shown(&address)))?;
    println!("ready {}\n\n  cargo test -p worker leases      Stop: Ctrl-C", server.url);
    let outcome = server.stack.supervise();
    fs::remove_file(&address)?;
    server.stack.remove()?;
    outcome
}
