//! cargo test, with a superuser's address of a Postgres that lives as long as the run.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::runner::{Runner, Summary};
use devstack::own_stack::purpose;
use devstack::ports::Ports;
use devstack::postgres::{Binaries, Cluster, Durability};
use devstack::settings::Secrets;
use devstack::stack::Stack;
use devstack::{build, toolchain, web};

pub(super) fn run(folder: &Path) -> Result<Summary> {
    let mut command = cargo_test();
    if std::env::var_os("TEST_DATABASE_URL").is_some() {
        return Runner::CargoTest.run(&mut command);
    }
    devstack::repo::make_passable(folder)?;
    let ports = Ports::find_free()?;
    let binaries = Binaries::find()?;
    eprintln!("starting {} for the tests", binaries.label);
    let cluster = Cluster::at(folder, &purpose(folder), binaries, ports.postgres, Durability::Throwaway)?;
    let secrets = Secrets::from_earlier(&[], false);
    let mut stack = Stack::new(folder, "")?;
    stack.start_postgres(cluster, &secrets.admin_password)?;
    command.env("TEST_DATABASE_URL", secrets.admin_url(ports));
    let summary = Runner::CargoTest.run(&mut command);
    stack.stop();
    Cluster::remove(folder, &purpose(folder))?;
    summary
}

/// The form's field rules against the server's. Ignored in other runs, for they need Node.
pub(super) fn rules(seed: u32) -> Result<Summary> {
    toolchain::check_node()?;
    web::install_site()?;
    let mut command = cargo_test();
    command.args(["--test", "it", "--", "--ignored", "agreement::", "--show-output"]);
    Runner::CargoTest.run(command.env("RULES_SEED", seed.to_string()))
}

/// With the same packages and features each time, so that nothing is built twice.
fn cargo_test() -> Command {
    let mut command = build::cargo();
    // The failpoints let a test kill the api between any two steps of storing an inquiry.
    command.args(["test", "--workspace", "--no-fail-fast", "--features", "api/failpoints"]);
    command
}
