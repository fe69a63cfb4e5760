//! cargo test, with a superuser's address of a Postgres that lives as long as the run.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;

use super::runner::{self, Summary};
use devstack::throwaway::ThrowawayServer;
use devstack::{build, process, toolchain, web};

/// `off` leaves out the tests that mount a file system: see `testdb`.
const SMALL_DISK: &str = "SMALL_DISK";

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
    let lacks_disk = std::env::var_os(SMALL_DISK).is_none() && !can_mount();
    if lacks_disk {
        command.env(SMALL_DISK, "off");
    }
    let summary = if std::env::var_os("TEST_DATABASE_URL").is_some() {
        runner::run(&mut command)
    } else {
        let mut server = ThrowawayServer::start(folder)?;
        let summary = runner::run(command.env("TEST_DATABASE_URL", &server.url));
        server.stack.remove()?;
        summary
    };
    summary.map(|mut summary| {
        summary
            .lines
            .extend(lacks_disk.then(|| "NOT RUN: the tests of a full disk, which only root can mount".to_owned()));
        summary
    })
}

/// In a name space that ends with it.
fn can_mount() -> bool {
    let mut mount = Command::new("unshare");
    mount.args(["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).stderr(Stdio::null());
    process::status(&mut mount).is_ok_and(|status| status.success())
}

/// The form's field rules against the server's. Ignored in other runs, for they need Node.
pub(super) fn rules(seed: u32) -> Result<Summary> {
    toolchain::check_node()?;
    web::install_site()?;
    let mut command = cargo_test();
    command.args(["--test", "it", "--", "--ignored", "agreement::", "--show-output"]);
    runner::run(command.env("RULES_SEED", seed.to_string()))
}

/// With the same packages and features each time, so that nothing is built twice.
fn cargo_test() -> Command {
    let mut command = build::cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    command
}
