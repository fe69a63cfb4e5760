//! cargo test, with a superuser's address of a Postgres that lives as long as the run.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::runner::{CARGO_TEST, Summary};
use devstack::throwaway::ThrowawayServer;
use devstack::{build, toolchain, web};

/// Runs every test, or what `arguments` of `cargo test` choose.
pub(super) fn run(folder: &Path, arguments: &[String]) -> Result<Summary> {
    let mut command = cargo_test();
    if !arguments.is_empty() {
        command = build::cargo();
        command.arg("test").args(arguments);
    }
    if std::env::var_os("RUST_TEST_THREADS").is_none() {
        // The tests of database and worker mostly wait.
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        command.env("RUST_TEST_THREADS", (2 * cores).to_string());
    }
    if std::env::var_os("TEST_DATABASE_URL").is_some() {
        return CARGO_TEST.run(&mut command);
    }
    let mut server = ThrowawayServer::start(folder)?;
    let summary = CARGO_TEST.run(command.env("TEST_DATABASE_URL", &server.url));
    server.stack.remove()?;
    summary
}

/// The form's field rules against the server's. Ignored in other runs, for they need Node.
pub(super) fn rules(seed: u32) -> Result<Summary> {
    toolchain::check_node()?;
    web::install_site()?;
    let mut command = cargo_test();
    command.args(["--test", "it", "--", "--ignored", "agreement::", "--show-output"]);
    CARGO_TEST.run(command.env("RULES_SEED", seed.to_string()))
}

/// With the same packages and features each time, so that nothing is built twice.
fn cargo_test() -> Command {
    let mut command = build::cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    command
}
